/*
 * minesweeper_core.h - exact answers and uniform valid boards for Minesweeper positions
 *
 * A position is a board, some of whose cells are opened, and a number of mines. A *valid board* is a placement of the
 * remaining mines on unopened cells such that every opened number equals the number of mines around it. All valid
 * boards are equally likely. This library counts them exactly, computes probabilities from the count, and draws valid
 * boards from exactly that distribution, without rejection.
 *
 *     #include <stdio.h>
 *     #include <minesweeper_core.h>
 *
 *     int main(void)
 *     {
 *         mines_solution *solution;
 *         double mine[16];
 *         mines_status status = mines_solve("-----13---------", 4, 4, 6, NULL, &solution, NULL);
 *         if (status != MINES_OK) {
 *             fprintf(stderr, "%s\n", mines_status_text(status));
 *             return 1;
 *         }
 *         mines_solution_mine(solution, mine);
 *         printf("the top right cell holds a mine with probability %.3f\n", mine[3]);
 *         mines_solution_free(solution);
 *         return 0;
 *     }
 *
 * Boards. A board is row-major, rows x cols, one byte per cell: '-' unopened, '+' a known mine, '0' to '8' opened with
 * that number. No line ends, no NUL. Rows and columns count from 0. A cell's *neighbours* are the up to 8 cells that
 * touch it. The caller allocates every output array: row-major, one entry per cell unless the comment says otherwise.
 *
 * Pointers. A pointer must not be NULL unless the comment allows it; otherwise the call returns MINES_BAD_ARGUMENT.
 * `options` may always be NULL, and so may an array without entries. Handles made by a call are the caller's to free;
 * on failure they are set to NULL.
 *
 * Structs. Every struct that the caller allocates, except mines_action, begins with `size`. Set it to sizeof the struct
 * and set the fields you don't use to 0. Later versions may append fields and will still accept the old size; any other
 * size is MINES_BAD_ARGUMENT.
 *
 * Buffers. A function that takes a buffer and its `capacity` never truncates: where the buffer is too small it writes
 * nothing to it, stores a sufficient capacity in its length output and returns MINES_TOO_SMALL. So a call with capacity
 * 0, whose buffer may be NULL, returns the size. (mines_solution_total and mines_solution_total_text demand an upper
 * bound of the size, since they would have to count to know it.) After any other failure the length output is 0.
 *
 * Threads. The library has no global state. Different threads may use different handles at the same time. A function
 * that takes a pointer to a const handle may be called by any number of threads on one handle at the same time.
 *
 * Calling convention: the platform's C convention (cdecl on 32-bit Windows) for every function but DetermineGrid2,
 * which is stdcall on 32-bit Windows.
 */
#ifndef MINESWEEPER_CORE_H
#define MINESWEEPER_CORE_H

#include <stddef.h>
#include <stdint.h>

#define MINES_VERSION_MAJOR 0
#define MINES_VERSION_MINOR 1
#define MINES_VERSION_PATCH 0
#define MINES_VERSION_NUMBER 100 /* major * 10000 + minor * 100 + patch, as mines_version() returns */

/* Linkage: define MINES_SHARED to import directly from the Windows DLL. */
#if defined(MINES_BUILD)
#  define MINES_API MINES_EXPORT
#elif defined(_WIN32) && defined(MINES_SHARED)
#  define MINES_API __declspec(dllimport)
#else
#  define MINES_API
#endif

/* The calling convention of DetermineGrid2. */
#if defined(_WIN32) && !defined(_WIN64)
#  define MINES_STDCALL __stdcall
#else
#  define MINES_STDCALL
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Status ------------------------------------------------------------------------------------------------------ */

/*
 * mines_status - the result of a call. Numbers are never reused or changed; later versions only append.
 */
typedef enum mines_status {
    MINES_OK = 0,
    MINES_BAD_ARGUMENT = 1,    /* a NULL pointer, a number out of range, or a struct of unknown size */
    MINES_BAD_CELL = 2,        /* a byte of the board is not one of - + 0..8; the fault has its position */
    MINES_BAD_SHAPE = 3,       /* the rows of a board text differ in length, or it has no cells, or too many */
    MINES_NO_VALID_BOARD = 4,  /* no placement of the mines fits the board; the fault may say why */
    MINES_OUT_OF_MEMORY = 5,   /* the system refused to allocate memory */
    MINES_BUDGET_EXCEEDED = 6, /* the answer needs more than options.memory; for mines_estimate, or more time */
    MINES_INTERRUPTED = 7,     /* options.poll asked to stop */
    MINES_TOO_SMALL = 8,       /* an output buffer is too small; the length output has the size needed */
    MINES_NOT_FOUND = 9,       /* no board that meets the request was found within the allowed number of tries */
    MINES_BAD_FILE = 10,       /* the bytes are not a board file of this format; the fault says where and why */
    MINES_BUSY = 11,           /* the game is in use by another call */
    MINES_NOT_PLACED = 12      /* the mines of this game are not placed before its first click */
} mines_status;

/*
 * mines_status_text - a short English phrase for a status, without a full stop. Never NULL, even for a number that is
 * not a status. Static: do not free it.
 */
MINES_API const char *mines_status_text(mines_status status);

/*
 * mines_fault_reason - the single cause that makes a position impossible, if there is one.
 */
typedef enum mines_fault_reason {
    MINES_FAULT_NONE = 0,        /* no fault, or no single cause: the numbers contradict each other or the count */
    MINES_FAULT_NUMBER = 1,      /* the number at (row, col) can't be met by its own neighbours */
    MINES_FAULT_KNOWN_MINES = 2, /* more known mines than mines */
    MINES_FAULT_FEW_CELLS = 3,   /* more remaining mines than unopened cells */
    MINES_FAULT_CELL = 4,        /* the byte at (row, col) is not a cell, or the row has the wrong length */
    MINES_FAULT_COUNT = 5        /* the numbers can be met, but not with this number of mines */
} mines_fault_reason;

/*
 * mines_fault - why and where a board was rejected.
 */
typedef struct mines_fault {
    size_t size; /* sizeof(mines_fault) */
    mines_fault_reason reason;
    int32_t row; /* row and col: the position of the fault; both -1 if it has none */
    int32_t col;
    /*
     * After MINES_BUDGET_EXCEEDED: the options.memory with which mines_solve would succeed, unless some probabilities
     * are so small that they have to be recounted in integers. 0 if unknown: when not even the states of the count fit
     * in the memory, and always for mines_estimate.
     */
    uint64_t needed;
} mines_fault;

/* ---- Limits and options ------------------------------------------------------------------------------------------ */

enum {
    MINES_MAX_SIDE = 256,   /* rows and columns of a board: 1 to this */
    MINES_MAX_THREADS = 32, /* larger numbers of threads count as this many */
    MINES_BATCH = 512       /* boards are drawn in batches of this many */
};

/*
 * mines_options - threads, memory and interruption of a call.
 */
typedef struct mines_options {
    size_t size;      /* sizeof(mines_options) */
    uint32_t threads; /* for functions that say they use threads; 0: one per available processor */
    /*
     * Bytes that the call may allocate, including the handle that it makes; 0: 1 GiB. Functions that use threads allow
     * this much per thread where they say so. If the vectors of a count don't all fit, only some are stored and the
     * others recomputed when needed: the answers are the same to the last bit and take up to twice the time.
     */
    uint64_t memory;
    /*
     * Called every 20 to 100 ms during long work, on the thread that made the call. progress is the finished share, 0
     * to 1, or negative if it is unknown. A return value other than 0 ends the call with MINES_INTERRUPTED. May be
     * NULL.
     */
    int (*poll)(void *context, double progress);
    void *context; /* passed to poll */
} mines_options;

/* ---- Board text -------------------------------------------------------------------------------------------------- */

/*
 * mines_board_read - convert board text with line ends to the plain cells that all other functions take.
 *
 * text: length bytes; rows end in "\n" or "\r\n", which the last row may lack. cells: a buffer for capacity bytes; on
 * MINES_OK its first rows * cols bytes hold the board. *rows and *cols: the size, also with MINES_TOO_SMALL. fault: may
 * be NULL; has the position after MINES_BAD_CELL and MINES_BAD_SHAPE. Fails also with MINES_BAD_ARGUMENT.
 */
MINES_API mines_status mines_board_read(const char *text, size_t length, char *cells, size_t capacity, uint32_t *rows,
                                        uint32_t *cols, mines_fault *fault);

/* ---- Exact answers ----------------------------------------------------------------------------------------------- */

/*
 * mines_solution - an analysed position: what the exact answers and the sampler need. Opaque and immutable.
 */
typedef struct mines_solution mines_solution;

/*
 * mines_solve - analyse a position exactly.
 *
 * board: rows * cols bytes, not kept. mines: all mines on the board, known ones included. *solution: a new handle; free
 * it with mines_solution_free. fault: may be NULL. Fails with MINES_BAD_ARGUMENT, MINES_BAD_CELL, MINES_NO_VALID_BOARD,
 * MINES_OUT_OF_MEMORY, MINES_BUDGET_EXCEEDED or MINES_INTERRUPTED.
 *
 * The method: dynamic programming over boxes (groups of cells with the same neighbouring numbers), layer by layer. See
 * docs/counting.md.
 */
MINES_API mines_status mines_solve(const char *board, uint32_t rows, uint32_t cols, uint32_t mines,
                                   const mines_options *options, mines_solution **solution, mines_fault *fault);

/* mines_solution_free - free a handle, or NULL. Free every sampler made from it first. */
MINES_API void mines_solution_free(mines_solution *solution);

/*
 * mines_solution_mine - P(mine) of every cell: 1 for known mines, 0 for opened cells.
 *
 * mine: rows * cols doubles. Relative error at most 1e-12. Exactly 0 or 1 only where the cell is certain: any other
 * value is clamped to at least DBL_MIN (2.2e-308) and at most 1 - 2^-53.
 */
MINES_API mines_status mines_solution_mine(const mines_solution *solution, double *mine);

/*
 * mines_solution_certain - the unopened cells that are the same in every valid board. Decided by counting in integers,
 * not by comparing probabilities.
 *
 * certain_safe, certain_mines: rows * cols bytes each; 1 where an unopened cell never (always) holds a mine, else 0.
 * Either may be NULL.
 */
MINES_API mines_status mines_solution_certain(const mines_solution *solution, uint8_t *certain_safe,
                                              uint8_t *certain_mines);

/*
 * mines_solution_zero_around - P(no mine among the neighbours) of every cell, whatever the cell itself holds.
 *
 * zero_around: rows * cols doubles. Relative error at most 1e-12. Exactly 0 only where impossible and 1 only where
 * certain; probabilities below DBL_MIN are given as DBL_MIN. Computed anew by each call.
 */
MINES_API mines_status mines_solution_zero_around(const mines_solution *solution, const mines_options *options,
                                                  double *zero_around);

/*
 * mines_solution_number - P(the cell is safe and shows k), k = 0..8, of every cell.
 *
 * number: rows * cols * 9 doubles, k running fastest. In every cell they and P(mine) add up to 1; an opened cell has 1
 * at its own number. number[cell * 9] is P(the cell is an opening). Same accuracy as mines_solution_zero_around.
 * Computed anew by each call.
 */
MINES_API mines_status mines_solution_number(const mines_solution *solution, const mines_options *options,
                                             double *number);

/*
 * mines_solution_total - the exact number of valid boards, in 32-bit words.
 *
 * words: a buffer for capacity words, least significant first. *used: the number of words filled, the last of which is
 * not 0; with MINES_TOO_SMALL a capacity that suffices. Computed anew by each call.
 */
MINES_API mines_status mines_solution_total(const mines_solution *solution, const mines_options *options,
                                            uint32_t *words, size_t capacity, size_t *used);

/*
 * mines_solution_total_text - the exact number of valid boards, in decimal digits.
 *
 * text: a buffer for capacity bytes; a NUL follows the digits. *length: the number of digits; with MINES_TOO_SMALL a
 * capacity that suffices. Computed anew by each call.
 */
MINES_API mines_status mines_solution_total_text(const mines_solution *solution, const mines_options *options,
                                                 char *text, size_t capacity, size_t *length);

/*
 * mines_cost - the size of a count, for benchmarks. The figures may change with any version.
 */
typedef struct mines_cost {
    size_t size;         /* sizeof(mines_cost) */
    uint64_t components; /* groups of unopened cells next to numbers; no number links two groups */
    uint64_t boxes;      /* groups of unopened cells with the same neighbouring numbers */
    uint64_t states;     /* of the dynamic program, in all layers */
    uint64_t edges;      /* between states */
    uint64_t bytes;      /* that the handle holds */
} mines_cost;

/* mines_solution_get_cost - fill *cost, whose size is set. */
MINES_API mines_status mines_solution_get_cost(const mines_solution *solution, mines_cost *cost);

/*
 * mines_solve_many_result - the output arrays of mines_solve_many. Each may be NULL, and is then not computed.
 */
typedef struct mines_solve_many_result {
    size_t size;           /* sizeof(mines_solve_many_result) */
    double *mine;          /* count * rows * cols, as mines_solution_mine gives them; NaN where the board failed */
    double *zero_around;   /* the same for mines_solution_zero_around */
    uint8_t *certain_safe; /* the same for mines_solution_certain, but 0 where the board failed */
    uint8_t *certain_mines;
    mines_status *status; /* count; what mines_solve would return for each board */
} mines_solve_many_result;

/*
 * mines_solve_many - exact answers for many boards of one size, on several threads.
 *
 * boards: count boards of rows * cols bytes, one after another. mines: count numbers of mines. Uses options.threads,
 * with options.memory each.
 *
 * A board that fails doesn't end the call: its status says why. MINES_BAD_ARGUMENT, MINES_OUT_OF_MEMORY and
 * MINES_INTERRUPTED end the whole call and leave the outputs unspecified.
 */
MINES_API mines_status mines_solve_many(const char *boards, size_t count, uint32_t rows, uint32_t cols,
                                        const uint32_t *mines, const mines_options *options,
                                        const mines_solve_many_result *result);

/* ---- Valid boards ------------------------------------------------------------------------------------------------ */

/*
 * mines_sampler - tables from which valid boards are drawn independently and uniformly. Opaque and immutable. It uses
 * its solution, which must outlive it.
 *
 * Board i of a seed is the same on every machine, for every number of threads and however the calls are split.
 */
typedef struct mines_sampler mines_sampler;

/*
 * mines_sampler_new - build the tables.
 *
 * *sampler: a new handle; free it with mines_sampler_free. options.memory bounds the tables and, if the solution keeps
 * only some of its vectors, the complete vectors too. Fails with MINES_BAD_ARGUMENT, MINES_OUT_OF_MEMORY,
 * MINES_BUDGET_EXCEEDED or MINES_INTERRUPTED.
 */
MINES_API mines_status mines_sampler_new(const mines_solution *solution, const mines_options *options,
                                         mines_sampler **sampler);

/* mines_sampler_free - free a sampler, or NULL. */
MINES_API void mines_sampler_free(mines_sampler *sampler);

/*
 * mines_sampler_draw - draw boards first_index .. first_index + count - 1 of a seed.
 *
 * boards: count * rows * cols bytes, 1 for a mine (known ones included), else 0. Uses options.threads. Fails with
 * MINES_INTERRUPTED or MINES_OUT_OF_MEMORY, which leave boards unspecified, and with MINES_BAD_ARGUMENT, also if
 * first_index + count is above 2^64 - 1 or the boards are larger than the address space.
 */
MINES_API mines_status mines_sampler_draw(const mines_sampler *sampler, uint64_t seed, uint64_t first_index,
                                          uint64_t count, const mines_options *options, uint8_t *boards);

/*
 * mines_sampler_tally - draw boards 0, 1, 2, ... of a seed and count, per cell, in how many of them a condition holds.
 *
 * Draws until there are count boards (0: no limit) or time_ms milliseconds have passed since the start of the call (0:
 * no limit; not both 0), but always at least one batch of min(count, MINES_BATCH) boards. If count ends it, the tallies
 * depend only on the seed and count. mine: boards with a mine in the cell, known ones included. zero_around: boards
 * with no mine among the neighbours. Both rows * cols; each may be NULL, and so may drawn. *drawn: the number of
 * boards drawn. Uses options.threads. Fails as mines_sampler_draw.
 */
MINES_API mines_status mines_sampler_tally(const mines_sampler *sampler, uint64_t seed, uint64_t count,
                                           uint32_t time_ms, const mines_options *options, uint64_t *mine,
                                           uint64_t *zero_around, uint64_t *drawn);

/* ---- Estimates --------------------------------------------------------------------------------------------------- */

/*
 * mines_estimate_result - the output arrays of mines_estimate, which the caller sets, and the quality of the estimate,
 * which every call fills in.
 */
typedef struct mines_estimate_result {
    size_t size;               /* sizeof(mines_estimate_result) */
    double *mine;              /* rows * cols, as the other arrays; each may be NULL. Share of boards with a mine */
    double *mine_error;        /* standard error of mine */
    double *zero_around;       /* share of boards with no mine among the neighbours */
    double *zero_around_error; /* standard error of zero_around */
    uint32_t exact;            /* 1: the boards are independent and uniform. 0: they come from thinned counts */
    uint32_t runs;             /* independent runs of the thinned count; 1 if exact */
    uint32_t states;           /* that each layer of a run could keep; 0 if exact */
    double effective;          /* runs by Kish's formula, (sum w)^2 / sum w^2, w their estimates of the total */
    uint64_t boards;           /* boards drawn */
} mines_estimate_result;

/*
 * mines_estimate - shares over valid boards with standard errors, for positions of any difficulty.
 *
 * board, rows, cols, mines: as for mines_solve. count: boards to draw; 0: as many as the time allows. time_ms: limit
 * for the whole call; 0: none (not both 0). fault: may be NULL. Uses options.threads.
 *
 * If the count, all of its vectors and a sampler's tables fit in options.memory and half of the time, the boards are
 * those of mines_sampler_tally with this seed. (mines_solve needs less, so it can succeed where this does not.)
 * Otherwise the call makes 64 runs of a thinned count, which keeps a few states in each layer to represent all: each
 * run estimates the number of valid boards without bias, and its boards are weighted with that estimate. The errors are
 * those of a ratio of sums over runs. They are reliable only if the runs have similar weights, so an answer is given
 * only if effective >= 0.9 * runs. If that takes more states than the memory or the time allows, the call fails with
 * MINES_BUDGET_EXCEEDED, and *result says what was tried. Fails otherwise as mines_solve does. The shares depend only
 * on the seed, the memory and count, unless the time limit took effect.
 */
MINES_API mines_status mines_estimate(const char *board, uint32_t rows, uint32_t cols, uint32_t mines, uint64_t seed,
                                      uint64_t count, uint32_t time_ms, const mines_options *options,
                                      mines_estimate_result *result, mines_fault *fault);

/* ---- The functions of C[o]re.dll --------------------------------------------------------------------------------- */

/*
 * DetermineGrid2 - the one function of C[o]re.dll, for the 16 x 16 board with 51 mines of Minesweeper Flags.
 *
 * strMineBoard: exactly 256 bytes are read. probabilityMine, probabilityZeroMineAround: 256 floats each. A NULL output
 * is skipped; a NULL board sets *numValidGen to 0 and writes nothing else.
 *
 * Shortcut: if some unopened cells hold a mine in every valid board, these get probabilityMine 1.0, all other outputs
 * are -1.0 and *numValidGen is 0. Otherwise numThread threads (0: one per available processor; never more than there
 * are, nor more than 32) draw valid boards until there are minValidGen (0: no minimum, draw for the whole time) or
 * timeCalculationMS milliseconds have passed since the start of the call; at least one batch is always drawn.
 * *numValidGen is the number of boards, probabilityMine the share of them with a mine in the cell and
 * probabilityZeroMineAround the share with no mine around it; known mines and opened cells are -1.0. If there is no
 * valid board, or the input has any other byte, *numValidGen is 0 and all else -1.0. Re-entrant; frees all it
 * allocates.
 *
 * If the exact count is not finished 5 ms after the deadline, the boards come from two runs of a thinned count, as in
 * mines_estimate, and the shares are weighted; certain mines are then only those that follow from single numbers.
 */
MINES_API void MINES_STDCALL DetermineGrid2(const char *strMineBoard, float *probabilityMine,
                                            float *probabilityZeroMineAround, unsigned int *numValidGen,
                                            unsigned int numThread, unsigned int minValidGen,
                                            unsigned int timeCalculationMS);

/*
 * mines_determine_grid2 - DetermineGrid2 with options and a status.
 *
 * Same outputs; each may be NULL. MINES_OK both after the shortcut and after sampling. Otherwise the outputs say that
 * there is no valid board, and the status says why: MINES_BAD_ARGUMENT, MINES_BAD_CELL, MINES_NO_VALID_BOARD,
 * MINES_OUT_OF_MEMORY or MINES_INTERRUPTED. Ignores options.memory.
 */
MINES_API mines_status mines_determine_grid2(const char *board, uint32_t min_valid_gen, uint32_t time_ms,
                                             const mines_options *options, float *probability_mine,
                                             float *probability_zero_mine_around, uint32_t *num_valid_gen);

/*
 * mines_get_grid_with_best_probability - the original's choice of the next cell, exactly as its published pseudo-code
 * says, over unopened cells only.
 *
 * board, min_valid_gen, time_ms, options: as for mines_determine_grid2, but without the shortcut. *row, *col: the cell;
 * both -1 if no valid board was drawn or the rule chose no cell. Fails as mines_determine_grid2.
 */
MINES_API mines_status mines_get_grid_with_best_probability(const char *board, uint32_t min_valid_gen, uint32_t time_ms,
                                                            const mines_options *options, int32_t *row, int32_t *col);

/* ---- Complete boards --------------------------------------------------------------------------------------------- */

/*
 * A *mask* is a complete board: rows * cols bytes, row-major, 0 for no mine, anything else for a mine. Output masks
 * have 1 for a mine. Functions that need no solver accept boards larger than MINES_MAX_SIDE.
 */
enum {
    MINES_MAX_GAME_SIDE = 32767,     /* rows and columns: 1 to this */
    MINES_MAX_GAME_CELLS = 268435456 /* rows * cols: up to this, 2^28 */
};

/*
 * mines_first_click - what the first click of a game may find. If there are too many mines for the rule, mines are
 * placed on all other cells first, then on neighbours of the clicked cell, chosen uniformly, and on the clicked cell
 * last of all.
 */
typedef enum mines_first_click {
    MINES_FIRST_ANYTHING = 0, /* anything, including a mine */
    MINES_FIRST_SAFE = 1,     /* no mine */
    MINES_FIRST_OPENING = 2   /* no mine, and none around it */
} mines_first_click;

/* ---- Metrics of complete boards ---------------------------------------------------------------------------------- */

/*
 * mines_metrics_result - the output arrays of mines_metrics, count entries each. Each may be NULL, and is then not
 * computed. A 0-cell is a safe cell with no mine around it; cells that touch diagonally are connected.
 */
typedef struct mines_metrics_result {
    size_t size;        /* sizeof(mines_metrics_result) */
    uint32_t *bbbv;     /* 3BV, the fewest left clicks that open every safe cell: openings + safe cells outside them */
    uint32_t *openings; /* connected regions of 0-cells, each with the cells around it */
    uint32_t *islands;  /* connected groups of safe cells that belong to no opening */
    uint32_t *zini;     /* Greedy ZiNi: clicks of a greedy player who flags and chords */
    uint32_t *hzini;    /* Human ZiNi: the same after clicking every opening */
} mines_metrics_result;

/*
 * mines_metrics - 3BV, openings, islands and ZiNi of many boards of one size, on several threads.
 *
 * masks: count masks, one after another. ZiNi was defined by Elmar Zimmermann and Christoph Nikolaus (2009); ties are
 * broken as in ms_toollib, leftmost column first, then topmost cell. See docs/metrics.md.
 *
 * Uses options.threads, with options.memory each: 3BV needs about one byte per cell, ZiNi about ten. Fails with
 * MINES_BAD_ARGUMENT, MINES_OUT_OF_MEMORY, MINES_BUDGET_EXCEEDED or MINES_INTERRUPTED, which leave the outputs
 * unspecified.
 */
MINES_API mines_status mines_metrics(const uint8_t *masks, size_t count, uint32_t rows, uint32_t cols,
                                     const mines_options *options, const mines_metrics_result *result);

/*
 * mines_bbbv_solved - how much of the 3BV of partly played boards is done.
 *
 * opened: as many bytes as masks; not 0 where the cell is opened. An opening counts once all its 0-cells are opened, a
 * safe cell outside openings once it is opened; opened mines don't count. solved: count entries. Otherwise as
 * mines_metrics.
 */
MINES_API mines_status mines_bbbv_solved(const uint8_t *masks, const uint8_t *opened, size_t count, uint32_t rows,
                                         uint32_t cols, const mines_options *options, uint32_t *solved);

/*
 * mines_numbers - the number of every cell: the mines around it, or 9 if it holds a mine.
 *
 * masks: count masks. numbers: as many bytes, in a different array. Fails only with MINES_BAD_ARGUMENT.
 */
MINES_API mines_status mines_numbers(const uint8_t *masks, size_t count, uint32_t rows, uint32_t cols,
                                     uint8_t *numbers);

/* ---- Games ------------------------------------------------------------------------------------------------------- */

/* mines_game_kind - the two games. Numbers are never reused or changed; later versions only append. */
typedef enum mines_game_kind {
    MINES_GAME_CLASSIC = 0, /* Minesweeper, for one player */
    MINES_GAME_FLAGS = 1    /* Minesweeper Flags, for two players */
} mines_game_kind;

/* mines_action_kind - what a player can do with a cell. Numbers are never reused or changed; later versions only
 * append. */
typedef enum mines_action_kind {
    MINES_ACTION_OPEN = 0,  /* open the cell; a 0 opens its unopened neighbours in turn, except flagged ones */
    MINES_ACTION_FLAG = 1,  /* classic: put a flag on the cell or remove it */
    MINES_ACTION_CHORD = 2, /* classic: if the flags around an opened number match it, open its other neighbours */
    MINES_ACTION_BOMB = 3   /* Flags: open the square around the cell */
} mines_action_kind;

/* mines_action - an action and its cell. */
typedef struct mines_action {
    uint32_t kind; /* mines_action_kind */
    uint32_t row;
    uint32_t col;
} mines_action;

/*
 * mines_refusal - why a call changed nothing. If several reasons apply, it is the first in the order of this list, with
 * MINES_REFUSAL_NOTHING last. Numbers are never reused or changed; later versions only append.
 */
typedef enum mines_refusal {
    MINES_REFUSAL_NONE = 0,       /* not refused */
    MINES_REFUSAL_OVER = 1,       /* the game is over */
    MINES_REFUSAL_OPENED = 2,     /* open, flag: the cell is already open */
    MINES_REFUSAL_FLAGGED = 3,    /* open: the cell is flagged */
    MINES_REFUSAL_UNOPENED = 4,   /* chord: the cell is not open */
    MINES_REFUSAL_ZERO = 5,       /* chord: the number is 0 */
    MINES_REFUSAL_COUNT = 6,      /* chord: the number of flags around differs from the number */
    MINES_REFUSAL_NOTHING = 7,    /* chord, bomb: there is nothing left to open */
    MINES_REFUSAL_BOMB_USED = 8,  /* bomb: the player has none left */
    MINES_REFUSAL_NOT_BEHIND = 9, /* bomb: the player is not behind */
    MINES_REFUSAL_NO_UNDO = 10,   /* undo: there is no action to undo */
    MINES_REFUSAL_NO_REDO = 11    /* redo: there is no action to redo */
} mines_refusal;

/* mines_refusal_text - a short English phrase for a reason, without a full stop; otherwise as mines_status_text. */
MINES_API const char *mines_refusal_text(mines_refusal refusal);

/* mines_game_state - the stage that a game has reached. */
typedef enum mines_game_state {
    MINES_GAME_NEW = 0, /* no cell has been opened; there may be flags */
    MINES_GAME_PLAYING = 1,
    MINES_GAME_WON = 2,  /* classic: all safe cells are open, whatever is flagged */
    MINES_GAME_LOST = 3, /* classic: a mine was opened */
    MINES_GAME_OVER = 4  /* Flags: a player has won or all mines are found */
} mines_game_state;

/*
 * mines_game - a game being played: the mines, the opened and flagged cells, and the actions so far, for undo and redo.
 * Opaque. While one thread changes a game no other may use it.
 *
 * Classic. The game is won when all safe cells are open and lost when a mine is opened. A chord with a wrong flag opens
 * a mine and loses; it still opens all unflagged neighbours, so that their order doesn't matter, and each mine among
 * them explodes. A board without mines is won by the first click, unless flags stop its flood; one without safe cells
 * can only be lost.
 *
 * Minesweeper Flags. Two players open cells in turn. A mine is a point for the player who opened it, who then plays
 * again. The first player to reach the winning score wins. A bomb opens the square around a cell, clipped at the edge,
 * and then what its 0s open. Only a player who is strictly behind may use a bomb; all mines in it count, and it ends
 * the turn. If all mines are found and nobody has won, the game is a draw: a board without mines is one from the start.
 * There are no flags to set.
 *
 * When a game is over every action is refused, but it can be undone. Calls take time proportional to the number of
 * cells that change, not to the size of the board, except the first click of a random classic game, which places the
 * mines. Memory: one byte per cell, 12 bytes per action, and 8 bytes per horizontal run of cells that an action
 * changed.
 *
 * Game functions use only poll and context of their options. An interrupted call has changed nothing. During a call the
 * poll function can't use the game: functions called with it do nothing and return MINES_BUSY. The same holds forever
 * in a child process forked while another thread was in such a call.
 */
typedef struct mines_game mines_game;

/*
 * mines_game_new - a classic game with the mines of a mask.
 *
 * mask: rows * cols bytes, not kept. *game: a new handle; free it with mines_game_free. Fails with MINES_BAD_ARGUMENT,
 * MINES_OUT_OF_MEMORY or MINES_INTERRUPTED.
 */
MINES_API mines_status mines_game_new(const uint8_t *mask, uint32_t rows, uint32_t cols, const mines_options *options,
                                      mines_game **game);

/*
 * mines_game_new_random - a classic game whose mines are placed when the first cell is opened.
 *
 * mines: up to rows * cols. They are placed uniformly among the boards that satisfy the rule first_click. Their places
 * depend only on the size, the number of mines, the seed, the rule and, except for MINES_FIRST_ANYTHING, the cell
 * opened first. Undoing the first click removes them again. Otherwise as mines_game_new.
 */
MINES_API mines_status mines_game_new_random(uint32_t rows, uint32_t cols, uint32_t mines, uint64_t seed,
                                             mines_first_click first_click, const mines_options *options,
                                             mines_game **game);

/*
 * mines_flags_rules - the rules of a game of Minesweeper Flags. A field that is 0 has its default.
 */
typedef struct mines_flags_rules {
    size_t size;           /* sizeof(mines_flags_rules) */
    uint32_t rows, cols;   /* 0: 16 */
    uint32_t mines;        /* 0: 51, or as many as the mask has; otherwise a mask must have this many */
    uint32_t wins;         /* score that wins; 0: more than half of the mines. Above the number of mines: nobody wins */
    uint32_t bombs;        /* per player; 0: 1 */
    uint32_t radius;       /* of a bomb; 0: 2, which opens 5 x 5 cells */
    uint32_t no_bombs;     /* not 0: no bombs */
    uint32_t bomb_anytime; /* not 0: a player who is not behind may use a bomb too */
    uint32_t bomb_plays_on; /* not 0: a bomb that finds a mine doesn't end the turn */
    uint32_t bomb_no_flood; /* not 0: the 0s in a bomb's square open nothing outside it */
} mines_flags_rules;

/*
 * mines_game_new_flags - a game of Minesweeper Flags.
 *
 * rules: may be NULL for the usual game. mask: the mines, not kept; NULL: they are placed uniformly, at places that
 * depend only on the size, their number and the seed. Otherwise as mines_game_new.
 */
MINES_API mines_status mines_game_new_flags(const mines_flags_rules *rules, const uint8_t *mask, uint64_t seed,
                                            const mines_options *options, mines_game **game);

/* mines_game_copy - an independent copy of a game. Otherwise as mines_game_new. */
MINES_API mines_status mines_game_copy(const mines_game *game, const mines_options *options, mines_game **copy);

/* mines_game_free - free a game, or NULL. */
MINES_API void mines_game_free(mines_game *game);

/*
 * mines_game_act - perform an action on a cell, if the rules allow it.
 *
 * kind: MINES_ACTION_OPEN; in a classic game also MINES_ACTION_FLAG and MINES_ACTION_CHORD, in Flags MINES_ACTION_BOMB.
 * *refusal: may be NULL; why the rules didn't allow it, in which case nothing changed and the status is MINES_OK. An
 * action that is not refused discards the undone actions. Fails, without a change, with MINES_BAD_ARGUMENT (another
 * kind, or a cell outside the board), MINES_OUT_OF_MEMORY, MINES_INTERRUPTED or MINES_BUSY.
 */
MINES_API mines_status mines_game_act(mines_game *game, mines_action_kind kind, uint32_t row, uint32_t col,
                                      const mines_options *options, mines_refusal *refusal);

/* mines_game_undo - undo the last action. *refusal: may be NULL; MINES_REFUSAL_NO_UNDO if there is none. */
MINES_API mines_status mines_game_undo(mines_game *game, const mines_options *options, mines_refusal *refusal);

/*
 * mines_game_redo - redo the action that was undone last. *refusal: may be NULL; MINES_REFUSAL_NO_REDO if there is
 * none. Otherwise as mines_game_act.
 */
MINES_API mines_status mines_game_redo(mines_game *game, const mines_options *options, mines_refusal *refusal);

/*
 * mines_game_changed - the cells that the last act, undo or redo changed; none if it changed nothing.
 *
 * cells: a buffer for capacity indices row * cols + col, ascending. *count: their number.
 */
MINES_API mines_status mines_game_changed(const mines_game *game, uint32_t *cells, size_t capacity, size_t *count);

/*
 * mines_game_log - the actions not undone, oldest first. The same actions in a new game with the same mask, or with the
 * same size, seed and rules, lead to the same position.
 *
 * actions: a buffer for capacity actions. *count: their number.
 */
MINES_API mines_status mines_game_log(const mines_game *game, mines_action *actions, size_t capacity, size_t *count);

/* mines_game_info - the state of a game in numbers. */
typedef struct mines_game_info {
    size_t size; /* sizeof(mines_game_info) */
    mines_game_kind kind;
    uint32_t rows, cols;
    uint32_t mines;
    mines_game_state state;
    uint32_t placed;  /* 1 once the mines are placed */
    uint32_t opened;  /* opened safe cells; a classic game is won with rows * cols - mines */
    uint32_t found;   /* opened mines: those that exploded, in Flags those found */
    uint32_t flags;   /* on the board; in Flags 0 */
    uint32_t actions; /* done and not undone */
    uint32_t undone;  /* actions that can be redone */
    /* Flags only, in a classic game 0 and winner -1. Players are 0, who begins, and 1. */
    uint32_t wins;     /* score that wins */
    uint32_t turn;     /* the player to move; meaningless when the game is over */
    uint32_t score[2]; /* mines found by each player */
    uint32_t bombs[2]; /* bombs left */
    uint32_t radius;   /* of a bomb */
    uint32_t can_bomb; /* 1: the player to move may use a bomb */
    int32_t winner;    /* 0 or 1; -1: nobody, or nobody yet */
} mines_game_info;

/* mines_game_get_info - fill *info, whose size is set. */
MINES_API mines_status mines_game_get_info(const mines_game *game, mines_game_info *info);

/*
 * mines_game_board - what the players see, as a board for mines_solve: '-' unopened (flagged or not), '0' to '8', '+'
 * an opened mine. board: rows * cols bytes, no NUL.
 */
MINES_API mines_status mines_game_board(const mines_game *game, char *board);

/* mines_game_flagged - flagged: rows * cols bytes, 1 where a flag is, else 0. */
MINES_API mines_status mines_game_flagged(const mines_game *game, uint8_t *flagged);

/*
 * mines_game_owner - the player who found each mine. owner: rows * cols bytes, 1 for player 0, 2 for player 1, else 0;
 * in a classic game all 0.
 */
MINES_API mines_status mines_game_owner(const mines_game *game, uint8_t *owner);

/* mines_game_mask - the mines. mask: rows * cols bytes, 1 for a mine. MINES_NOT_PLACED before they are placed. */
MINES_API mines_status mines_game_mask(const mines_game *game, uint8_t *mask);

/* ---- Board files ------------------------------------------------------------------------------------------------- */

/*
 * mines_format - formats of board files, described byte for byte in docs/files.md. Numbers are never reused.
 */
typedef enum mines_format {
    MINES_FORMAT_TEXT = 0,   /* one character per cell, one line per row: positions; complete boards with * and . */
    MINES_FORMAT_MBF = 1,    /* .mbf: complete boards, sides up to 255 */
    MINES_FORMAT_ABF = 2,    /* .abf: the same bytes under another name */
    MINES_FORMAT_MINE = 3,   /* .mine: positions with their number of mines */
    MINES_FORMAT_LINK = 4,   /* b=..&m=..: complete boards, in links of ZiNi calculators */
    MINES_FORMAT_TATHAM = 5, /* game IDs of Simon Tatham's Mines: complete boards; written obfuscated */
    MINES_FORMAT_TATHAM_PLAIN = 6 /* the same, written unobfuscated; reading accepts both */
} mines_format;

/*
 * mines_file - what a board file holds besides its cells.
 */
typedef struct mines_file {
    size_t size; /* sizeof(mines_file) */
    uint32_t rows, cols;
    int32_t mines;     /* all mines; -1: the file doesn't say */
    uint32_t complete; /* 1: all mines are known, and the mask has them */
    int32_t first_row; /* the first click, which some formats store; both -1: none */
    int32_t first_col;
} mines_file;

/*
 * mines_file_fault - what is wrong with a file.
 */
typedef struct mines_file_fault {
    size_t size;      /* sizeof(mines_file_fault) */
    uint64_t offset;  /* reading: of the wrong byte, or the file's length. Writing: index of the wrong cell */
    const char *text; /* a short English text without a full stop, "" if nothing is wrong. Never NULL; static */
} mines_file_fault;

/*
 * mines_file_read - read the board in a file of a known format.
 *
 * bytes: the whole file, length arbitrary bytes. *file: its size is set; filled in. cells: the position that the player
 * sees, in the usual characters and 'F' for an unopened cell with a flag, which may be wrong; all unopened if the
 * format stores only mines. mask: 1 for a mine, else 0; all 0 unless the board is complete. Both are buffers for
 * capacity bytes. fault: may be NULL. Uses only poll and context of the options, and allocates nothing.
 *
 * MINES_TOO_SMALL: file->rows * file->cols bytes are needed; what follows in the file may not have been checked yet.
 * MINES_BAD_FILE: the fault says where and why. Fails also with MINES_BAD_ARGUMENT and MINES_INTERRUPTED. Unless the
 * status is MINES_OK, cells and mask are unspecified.
 */
MINES_API mines_status mines_file_read(mines_format format, const void *bytes, size_t length,
                                       const mines_options *options, mines_file *file, char *cells, uint8_t *mask,
                                       size_t capacity, mines_file_fault *fault);

/*
 * mines_file_write - write a board as a file of a format.
 *
 * *file, cells, mask: as mines_file_read gives them; any byte but 0 is a mine. cells may be NULL for a complete board
 * with nothing opened. mask is used only if the board is complete, and then determines the number of mines, whatever
 * file->mines says; otherwise it may be NULL. bytes: a buffer for capacity bytes. *length: the length of the file.
 * fault: may be NULL. Uses only poll and context of the options.
 *
 * MINES_BAD_CELL: a byte is not a cell, or a cell contradicts the mask. MINES_BAD_FILE: the format can't hold this
 * board: it is too large, or not all mines are known, or their number is unknown or impossible. The fault says at which
 * cell and why. Fails also with MINES_BAD_ARGUMENT, MINES_TOO_SMALL and MINES_INTERRUPTED.
 */
MINES_API mines_status mines_file_write(mines_format format, const mines_file *file, const char *cells,
                                        const uint8_t *mask, const mines_options *options, void *bytes, size_t capacity,
                                        size_t *length, mines_file_fault *fault);

/* ---- Generation -------------------------------------------------------------------------------------------------- */

/*
 * mines_generate_logic - what a new board may demand of its player. A board needs *no guess* if it can be won from the
 * first click by logic alone: until all safe cells are open, some unopened cell is safe in all valid boards, the number
 * of mines included.
 */
typedef enum mines_generate_logic {
    MINES_GENERATE_ANY = 0,              /* anything: all boards that satisfy the first-click rule are equally likely */
    MINES_GENERATE_NO_GUESS = 1,         /* no guess, by rejection: all such boards are equally likely */
    MINES_GENERATE_NO_GUESS_REPAIRED = 2 /* no guess, by moving mines of a random board: faster, not equally likely */
} mines_generate_logic;

/*
 * mines_generate_request - the properties of the boards to generate.
 */
typedef struct mines_generate_request {
    size_t size;                   /* sizeof(mines_generate_request) */
    uint32_t rows, cols;           /* as for a mask; without guesses up to MINES_MAX_SIDE */
    uint32_t mines;                /* up to rows * cols */
    mines_first_click first_click; /* without guesses not MINES_FIRST_ANYTHING */
    uint32_t row, col;             /* of the first click */
    mines_generate_logic logic;
    uint32_t min_bbbv; /* smallest 3BV */
    uint32_t max_bbbv; /* largest 3BV; 0: no limit */
    uint64_t tries;    /* random boards tried for each board, at most; 0: no limit */
} mines_generate_request;

/*
 * mines_generate - boards first_index .. first_index + count - 1 of a seed that meet a request.
 *
 * Each board depends only on the request, the seed and its index: it is the same on every machine, for every number of
 * threads and however the calls are split. A range of 3BV is met by rejection; so, except with
 * MINES_GENERATE_NO_GUESS_REPAIRED, all boards that meet the request are equally likely.
 *
 * masks: count * rows * cols bytes, 1 for a mine. *tried: may be NULL; how many random boards were tried for the boards
 * found. Uses options.threads, with options.memory each. MINES_NOT_FOUND: for one of the boards none was found in
 * request->tries tries, or none exists. Without a limit of tries only options.poll ends a search that can't succeed.
 * Fails also with MINES_BAD_ARGUMENT (also if max_bbbv is below min_bbbv, first_index + count is above 2^64 - 1, or the
 * masks are larger than the address space), MINES_INTERRUPTED, MINES_OUT_OF_MEMORY or MINES_BUDGET_EXCEEDED. Every
 * failure leaves masks unspecified.
 */
MINES_API mines_status mines_generate(const mines_generate_request *request, uint64_t seed, uint64_t first_index,
                                      uint64_t count, const mines_options *options, uint8_t *masks, uint64_t *tried);

/*
 * mines_no_guess - whether boards can be won from a first click without a guess.
 *
 * masks: count masks, one after another, of up to MINES_MAX_SIDE rows and columns. row, col: the first click. answers:
 * count bytes, 1 where the board can be won that way; 0 where it can't, where the first click is a mine, and where the
 * exact count would need more than options.memory. Uses options.threads, with options.memory each. Fails with
 * MINES_BAD_ARGUMENT, MINES_INTERRUPTED, MINES_OUT_OF_MEMORY or MINES_BUDGET_EXCEEDED.
 */
MINES_API mines_status mines_no_guess(const uint8_t *masks, size_t count, uint32_t rows, uint32_t cols, uint32_t row,
                                      uint32_t col, const mines_options *options, uint8_t *answers);

/* ---- Version ----------------------------------------------------------------------------------------------------- */

/* mines_version - the version of the library at run time, as MINES_VERSION_NUMBER. */
MINES_API uint32_t mines_version(void);

/* mines_version_text - the same as text, "0.1.0". Static: do not free it. */
MINES_API const char *mines_version_text(void);

/* mines_simd_name - the SIMD kernel that draws boards on this machine, such as "avx2" or "portable". Static. */
MINES_API const char *mines_simd_name(void);

#ifdef __cplusplus
}
#endif

#endif
