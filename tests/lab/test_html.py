"""HTML as values: what is text is escaped, once; what is HTML is not."""

import pytest

from fracas.engine.contract.tables import Column, Table, bar
from fracas.lab.html import Html, folded, html_of, table_of, tag, terms, together


def test_texts_are_escaped_and_html_is_not_escaped_again():
    assert tag("p", "1 < 2 & ", tag("em", 'so "it" is')) == "<p>1 &lt; 2 &amp; <em>so &quot;it&quot; is</em></p>"
    assert together(["<b>", Html("<b>"), 3]) == "&lt;b&gt;<b>3"
    assert isinstance(together([]), Html)


def test_attributes_are_escaped_named_with_hyphens_and_left_out_where_there_is_none():
    assert tag("a", class_='x" onclick="y', aria_label="z") == '<a class="x&quot; onclick=&quot;y" aria-label="z"></a>'
    assert tag("details", open=True) == "<details open></details>"
    assert tag("td", "1", class_=None, hidden=False) == "<td>1</td>"
    assert tag("meta", name="viewport", content="") == '<meta name="viewport" content="">'


@pytest.mark.parametrize("sign", ["\x00", "\x1b", "\u202e", "\u2028"])
def test_signs_that_are_never_shown_are_question_marks(sign):
    assert html_of(f"a{sign}b") == "a?b"


def test_new_lines_stay_as_logs_have_them():
    assert html_of("a\n\tb") == "a\n\tb"


def test_what_is_folded_has_a_summary():
    assert folded("<more>", "text") == "<details><summary>&lt;more&gt;</summary>text</details>"


def test_names_and_what_stands_for_them():
    assert terms([("a", 1)]) == "<dl><div><dt>a</dt><dd>1</dd></div></dl>"


def test_a_table_has_its_numbers_to_the_right_and_no_bars():
    table = Table("<T>", [Column("name", 0), Column("chance", 1, ".1%"), bar("", 1)], [("<x>", 0.5)])
    assert table_of(table) == (
        '<div class="wide" tabindex="0" role="region" aria-label="&lt;T&gt;"><table><caption>&lt;T&gt;</caption>'
        '<thead><tr><th>name</th><th class="number">chance</th></tr></thead>'
        '<tbody><tr><td>&lt;x&gt;</td><td class="number">50.0%</td></tr></tbody></table></div>'
    )
