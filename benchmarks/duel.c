/* The duel in plain C, every die rolled: the reference for compiled speed.
 *
 *   duel N SEED      prints A's wins of N duels, and the seconds of the loop alone
 *
 * A and B attack in turn, A first: 6d6 against 4d6, dice of 5 and 6 are successes, more of them than the defence hits for 2d6,
 * until one of two times 30 HP is at 0. Numbers come from xoroshiro128+ (Blackman and Vigna), one for each die, bounded by
 * multiply and shift. No tables.
 */
#define _POSIX_C_SOURCE 199309L
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { ATTACK_DICE = 6, DEFENCE_DICE = 4, SUCCESS = 5, DAMAGE_DICE = 2, HP = 30 };

static uint64_t s0, s1;

static inline uint64_t rotl(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

static inline uint64_t next(void) {
    uint64_t a = s0, b = s1, result = a + b;
    b ^= a;
    s0 = rotl(a, 24) ^ b ^ (b << 16);
    s1 = rotl(b, 37);
    return result;
}

static uint64_t splitmix(uint64_t *x) {
    uint64_t z = (*x += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static inline int d6(void) { return (int)(((next() >> 32) * 6) >> 32) + 1; }

static inline int successes(int dice) {
    int made = 0;
    for (int i = 0; i < dice; i++) made += d6() >= SUCCESS;
    return made;
}

static inline int attack(void) {
    int made = successes(ATTACK_DICE), against = successes(DEFENCE_DICE), damage = 0;
    if (made > against)
        for (int i = 0; i < DAMAGE_DICE; i++) damage += d6();
    return damage;
}

static inline int a_wins(void) {
    int a = HP, b = HP;
    for (;;) {
        b -= attack();
        if (b <= 0) return 1;
        a -= attack();
        if (a <= 0) return 0;
    }
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

int main(int argc, char **argv) {
    if (argc != 3) {
        fprintf(stderr, "usage: %s N SEED\n", argv[0]);
        return 2;
    }
    int64_t n = strtoll(argv[1], NULL, 10), wins = 0;
    uint64_t seed = strtoull(argv[2], NULL, 10);
    s0 = splitmix(&seed);
    s1 = splitmix(&seed);
    double began = now();
    for (int64_t i = 0; i < n; i++) wins += a_wins();
    double seconds = now() - began;
    printf("%" PRId64 " %.9f\n", wins, seconds);
    return 0;
}
