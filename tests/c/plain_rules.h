/*
 * plain_rules.h - a second, deliberately simple implementation of both games: full arrays, neighbours looked up one by
 * one, a flood that scans the whole board until nothing changes, and a history of whole positions. Tests play the games
 * of the library and this one side by side.
 */
#ifndef PLAIN_RULES_H
#define PLAIN_RULES_H

#include <minesweeper_core.h>

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { PLAIN_CELLS = 400, PLAIN_PAST = 3000 };

/* One position of the history. */
typedef struct plain_position {
    char opened[PLAIN_CELLS]; /* 1; 2 for a mine that player 1 found */
    char flagged[PLAIN_CELLS];
    int turn, bombs[2];
    mines_action by; /* the action that led here */
} plain_position;

typedef struct plain {
    int rows, cols, mines;
    bool random; /* classic: the first click places the mines */
    char mine[PLAIN_CELLS];
    bool flags; /* Minesweeper Flags by these rules, in which the defaults are filled in */
    mines_flags_rules rules;
    plain_position
        past[PLAIN_PAST]; /* past[0] is the start, past[at] the current position; redo goes up to past[last] */
    int at, last;
} plain;

static inline plain_position *plain_now(plain *p) { return &p->past[p->at]; }

static inline bool plain_inside(const plain *p, int row, int col)
{
    return row >= 0 && row < p->rows && col >= 0 && col < p->cols;
}

static inline int plain_number(const plain *p, int row, int col)
{
    int count = 0;
    for (int r = row - 1; r <= row + 1; r++) {
        for (int c = col - 1; c <= col + 1; c++)
            count += plain_inside(p, r, c) && (r != row || c != col) && p->mine[r * p->cols + c];
    }
    return count;
}

static inline int plain_count(const plain *p, const char *what, int mine)
{
    int count = 0;
    for (int i = 0; i < p->rows * p->cols; i++)
        count += what[i] != 0 && p->mine[i] == mine;
    return count;
}

static inline int plain_flags(const plain *p)
{
    int count = 0;
    for (int i = 0; i < p->rows * p->cols; i++)
        count += p->past[p->at].flagged[i];
    return count;
}

static inline int plain_score(const plain *p, int player)
{
    int count = 0;
    for (int i = 0; i < p->rows * p->cols; i++)
        count += p->mine[i] && p->past[p->at].opened[i] == player + 1;
    return count;
}

static inline int plain_winner(const plain *p)
{
    for (int player = 0; player < 2; player++) {
        if (plain_score(p, player) >= (int)p->rules.wins)
            return player;
    }
    return -1;
}

static inline mines_game_state plain_state(const plain *p)
{
    const char *opened = p->past[p->at].opened;
    int found = plain_count(p, opened, 1), safe = plain_count(p, opened, 0);
    if (p->flags && (found == p->mines || plain_winner(p) >= 0))
        return MINES_GAME_OVER;
    if (found + safe == 0)
        return MINES_GAME_NEW;
    if (p->flags)
        return MINES_GAME_PLAYING;
    if (found > 0)
        return MINES_GAME_LOST;
    return safe == p->rows * p->cols - p->mines ? MINES_GAME_WON : MINES_GAME_PLAYING;
}

static inline bool plain_over(const plain *p)
{
    mines_game_state state = plain_state(p);
    return state == MINES_GAME_WON || state == MINES_GAME_LOST || state == MINES_GAME_OVER;
}

static inline bool plain_placed(const plain *p) { return !p->random || plain_state(p) != MINES_GAME_NEW; }

/* Cells around a cell, up to a distance, that are neither opened nor flagged. */
static inline int plain_closed(const plain *p, int row, int col, int distance)
{
    const plain_position *now = &p->past[p->at];
    int count = 0;
    for (int r = row - distance; r <= row + distance; r++) {
        for (int c = col - distance; c <= col + distance; c++) {
            int i = r * p->cols + c;
            count += plain_inside(p, r, c) && !now->opened[i] && !now->flagged[i];
        }
    }
    return count;
}

static inline mines_refusal plain_refusal(const plain *p, mines_action_kind kind, int row, int col)
{
    const plain_position *now = &p->past[p->at];
    int cell = row * p->cols + col, turn = now->turn;
    if (plain_over(p))
        return MINES_REFUSAL_OVER;
    if (kind == MINES_ACTION_BOMB) {
        if (now->bombs[turn] == 0)
            return MINES_REFUSAL_BOMB_USED;
        if (!p->rules.bomb_anytime && plain_score(p, turn) >= plain_score(p, !turn))
            return MINES_REFUSAL_NOT_BEHIND;
        return plain_closed(p, row, col, (int)p->rules.radius) == 0 ? MINES_REFUSAL_NOTHING : MINES_REFUSAL_NONE;
    }
    if (kind == MINES_ACTION_CHORD) {
        int flagged = 0;
        for (int r = row - 1; r <= row + 1; r++) {
            for (int c = col - 1; c <= col + 1; c++)
                flagged += plain_inside(p, r, c) && now->flagged[r * p->cols + c];
        }
        if (!now->opened[cell])
            return MINES_REFUSAL_UNOPENED;
        if (plain_number(p, row, col) == 0)
            return MINES_REFUSAL_ZERO;
        if (plain_number(p, row, col) != flagged)
            return MINES_REFUSAL_COUNT;
        return plain_closed(p, row, col, 1) == 0 ? MINES_REFUSAL_NOTHING : MINES_REFUSAL_NONE;
    }
    if (now->opened[cell])
        return MINES_REFUSAL_OPENED;
    return kind == MINES_ACTION_OPEN && now->flagged[cell] ? MINES_REFUSAL_FLAGGED : MINES_REFUSAL_NONE;
}

/* Open all cells around a cell, up to a distance, that are neither opened nor flagged. */
static inline void plain_open(plain *p, char *fresh, int row, int col, int distance)
{
    plain_position *now = plain_now(p);
    for (int r = row - distance; r <= row + distance; r++) {
        for (int c = col - distance; c <= col + distance; c++) {
            int i = r * p->cols + c;
            if (plain_inside(p, r, c) && !now->opened[i] && !now->flagged[i])
                now->opened[i] = fresh[i] = (char)(p->mine[i] ? now->turn + 1 : 1);
        }
    }
}

/* An action that is not refused; the mines are placed. */
static inline void plain_act(plain *p, mines_action_kind kind, int row, int col)
{
    char fresh[PLAIN_CELLS] = {0}; /* opened by this action */
    p->past[p->at + 1] = p->past[p->at];
    p->last = ++p->at;
    plain_position *now = plain_now(p);
    int cell = row * p->cols + col, turn = now->turn, found = plain_score(p, turn);
    now->by = (mines_action){(uint32_t)kind, (uint32_t)row, (uint32_t)col};
    if (kind == MINES_ACTION_FLAG) {
        now->flagged[cell] = !now->flagged[cell];
        return;
    }
    int radius = (int)p->rules.radius;
    plain_open(p, fresh, row, col, kind == MINES_ACTION_BOMB ? radius : kind == MINES_ACTION_CHORD);
    bool flood = kind != MINES_ACTION_BOMB || !p->rules.bomb_no_flood;
    for (int before = -1, after = 0; flood && before != after; after = plain_count(p, now->opened, 0)) {
        before = after;
        for (int i = 0; i < p->rows * p->cols; i++) {
            if (fresh[i] && !p->mine[i] && plain_number(p, i / p->cols, i % p->cols) == 0)
                plain_open(p, fresh, i / p->cols, i % p->cols, 1);
        }
    }
    if (kind == MINES_ACTION_BOMB)
        now->bombs[turn]--;
    if (p->flags) {
        bool again = plain_score(p, turn) > found && (kind == MINES_ACTION_OPEN || p->rules.bomb_plays_on);
        now->turn = again ? turn : !turn;
    }
}

/* The visible cell of a position: board text, or 'F' for a flagged cell. */
static inline char plain_cell(const plain *p, int at, int cell)
{
    if (p->past[at].flagged[cell])
        return 'F';
    if (!p->past[at].opened[cell])
        return '-';
    return p->mine[cell] ? '+' : (char)('0' + plain_number(p, cell / p->cols, cell % p->cols));
}

/* What mines_game_get_info returns for the current position. */
static inline mines_game_info plain_info(const plain *p)
{
    const plain_position *now = &p->past[p->at];
    mines_game_info info = {
        .size = sizeof info,
        .kind = p->flags ? MINES_GAME_FLAGS : MINES_GAME_CLASSIC,
        .rows = (uint32_t)p->rows,
        .cols = (uint32_t)p->cols,
        .mines = (uint32_t)p->mines,
        .state = plain_state(p),
        .placed = plain_placed(p),
        .opened = (uint32_t)plain_count(p, now->opened, 0),
        .found = (uint32_t)plain_count(p, now->opened, 1),
        .flags = (uint32_t)plain_flags(p),
        .actions = (uint32_t)p->at,
        .undone = (uint32_t)(p->last - p->at),
        .winner = -1,
    };
    if (!p->flags)
        return info;
    info.wins = p->rules.wins;
    info.turn = (uint32_t)now->turn;
    info.radius = p->rules.radius;
    info.winner = plain_winner(p);
    for (int player = 0; player < 2; player++) {
        info.score[player] = (uint32_t)plain_score(p, player);
        info.bombs[player] = (uint32_t)now->bombs[player];
    }
    bool behind = plain_score(p, now->turn) < plain_score(p, !now->turn);
    info.can_bomb = !plain_over(p) && now->bombs[now->turn] > 0 && (p->rules.bomb_anytime || behind);
    return info;
}

#endif
