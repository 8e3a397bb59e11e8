// What stands above all pages.
export const MENU = [["", "Start"], ["workbench", "Workbench"], ["claims", "Claims"], ["packs", "Packs"], ["api/docs", "API"]];
