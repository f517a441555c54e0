/* Plain recursive IDA* with Manhattan distance on the 15-puzzle. A table contains the change of
 * the distance for each slide; no slide is undone immediately. Goal: blank first.
 *
 * Reads boards of 16 numbers from standard input. For each, prints the nodes generated (without
 * the roots of iterations), the nodes expanded and the length; at the end, the seconds. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static int8_t change[16][16][16]; /* indexed by tile, from, to */
static int8_t neighbours[16][5];
static uint8_t board[16];
static uint64_t generated, expanded;
static int bound;

static int search(int blank, int before, int g, int h) {
    expanded++;
    for (int i = 0; neighbours[blank][i] >= 0; i++) {
        int from = neighbours[blank][i];
        if (from == before) continue;
        int tile = board[from];
        int child = h + change[tile][from][blank];
        generated++;
        if (g + 1 + child > bound) continue;
        if (child == 0) return 1;
        board[blank] = tile;
        board[from] = 0;
        int found = search(from, blank, g + 1, child);
        board[from] = tile;
        board[blank] = 0;
        if (found) return 1;
    }
    return 0;
}

static int apart(int a, int b) { return abs(a / 4 - b / 4) + abs(a % 4 - b % 4); }

int main(void) {
    for (int cell = 0; cell < 16; cell++) {
        int n = 0;
        if (cell >= 4) neighbours[cell][n++] = cell - 4;
        if (cell % 4 > 0) neighbours[cell][n++] = cell - 1;
        if (cell % 4 < 3) neighbours[cell][n++] = cell + 1;
        if (cell < 12) neighbours[cell][n++] = cell + 4;
        neighbours[cell][n] = -1;
    }
    for (int tile = 1; tile < 16; tile++)
        for (int from = 0; from < 16; from++)
            for (int to = 0; to < 16; to++)
                change[tile][from][to] = apart(to, tile) - apart(from, tile);
    double seconds = 0;
    for (;;) {
        int blank = 0, h = 0;
        for (int cell = 0; cell < 16; cell++) {
            int tile;
            if (scanf("%d", &tile) != 1) {
                printf("seconds %.6f\n", seconds);
                return 0;
            }
            board[cell] = tile;
            if (tile == 0) blank = cell;
            else h += apart(cell, tile);
        }
        generated = expanded = 0;
        struct timespec begin, end;
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &begin);
        for (bound = h; !search(blank, -1, 0, h); bound += 2) {}
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end);
        seconds += (end.tv_sec - begin.tv_sec) + 1e-9 * (end.tv_nsec - begin.tv_nsec);
        printf("%lu %lu %d\n", generated, expanded, bound);
    }
}
