/*
 * minesweeper_core.h - exact answers and uniform valid boards for Minesweeper positions
 *
 * A position is a board of cells, some opened, and a number of mines. A *valid board* is a placement of the mines that
 * are not known yet on unopened cells such that every opened number equals the mines around it. All valid boards are
 * equally likely. This library counts them exactly, answers what follows from the count, and draws valid boards from
 * exactly that distribution, without rejection.
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
 * Boards are row-major, rows x cols, one byte a cell: '-' unopened, '+' a known mine, '0' to '8' opened with that
 * number. No line ends, no NUL. Every output array is allocated by the caller, row-major, one entry a cell unless said
 * otherwise. A cell's *neighbours* are the up to 8 cells that touch it.
 *
 * Threads. There is no global state. Different handles may be used by different threads at once. A function that takes
 * a pointer to a const handle may be called by any number of threads at once on one handle.
 *
 * Calling convention: the platform's C convention (cdecl on 32-bit Windows) for everything but DetermineGrid2, which is
 * stdcall on 32-bit Windows.
 */
#ifndef MINESWEEPER_CORE_H
#define MINESWEEPER_CORE_H

#include <stddef.h>
#include <stdint.h>

#define MINES_VERSION_MAJOR 0
#define MINES_VERSION_MINOR 1
#define MINES_VERSION_PATCH 0

/* Linkage: define MINES_SHARED where you link the Windows DLL and want the direct import. */
#if defined(MINES_BUILD)
#  define MINES_API MINES_EXPORT
#elif defined(_WIN32) && defined(MINES_SHARED)
#  define MINES_API __declspec(dllimport)
#else
#  define MINES_API
#endif

/* The convention of DetermineGrid2. */
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
 * mines_status - what a call came to. Numbers are never reused or changed; later versions only append.
 */
typedef enum mines_status {
    MINES_OK = 0,
    MINES_BAD_ARGUMENT = 1, /* a NULL that must not be one, a size out of range, an options size unknown */
    MINES_BAD_CELL = 2,     /* a byte of the board that is none of - + 0..8; the fault says where */
    MINES_BAD_SHAPE = 3,    /* board text whose rows differ in length, or that holds no cell, or too many */
    MINES_NO_VALID_BOARD =
        4, /* no placement of the mines fits the board; the fault says why where one thing is at fault */
    MINES_OUT_OF_MEMORY = 5,   /* the system gave no more memory */
    MINES_BUDGET_EXCEEDED = 6, /* the answer needs more than options.memory; of mines_estimate: or more time */
    MINES_INTERRUPTED = 7,     /* options.poll asked to stop */
    MINES_TOO_SMALL = 8,       /* an output buffer is too small */
    MINES_NOT_FOUND = 9,       /* no board like the one asked for was found in the tries allowed */
    MINES_BAD_FILE = 10,       /* bytes that are no board file of that format; the fault says where */
    MINES_BUSY = 11            /* something else is being done with this game */
} mines_status;

/*
 * mines_status_text - one short English sentence for a status, without a full stop. Never NULL, also for a number that
 * is no status. The text is static: do not free it.
 */
MINES_API const char *mines_status_text(mines_status status);

/*
 * mines_reason - what one thing alone makes a position impossible.
 */
typedef enum mines_reason {
    MINES_REASON_NONE = 0,   /* nothing is wrong, or no single thing is to blame: the numbers or the count disagree */
    MINES_REASON_NUMBER = 1, /* the number at (row, col) can't be met by its own neighbours */
    MINES_REASON_KNOWN_MINES = 2, /* more known mines than mines */
    MINES_REASON_FEW_CELLS = 3,   /* more mines left than unopened cells */
    MINES_REASON_CELL = 4,        /* the byte at (row, col) is no cell, or the row's length is wrong there */
    MINES_REASON_COUNT = 5        /* the numbers can be met, but not with this number of mines */
} mines_reason;

/*
 * mines_fault - where and why a board was refused. row and col count from 0; both are -1 where no place is to blame.
 *
 * needed is known where the count's graph fits options.memory and the least that goes with it does not. A call with
 * that much does it, unless probabilities have to be counted again in integers. mines_estimate, which needs more than
 * the count, leaves it 0.
 */
typedef struct mines_fault {
    mines_reason reason;
    int32_t row;
    int32_t col;
    uint64_t needed; /* with MINES_BUDGET_EXCEEDED: bytes that the exact count takes, where that is known; else 0 */
} mines_fault;

/* ---- Limits and options ------------------------------------------------------------------------------------------ */

enum {
    MINES_MAX_SIDE = 256,   /* rows and columns of a board: 1 to this */
    MINES_MAX_THREADS = 32, /* more are taken as this many */
    MINES_BATCH = 512       /* boards are drawn in batches of this many */
};

/*
 * mines_options - how a call may behave. Set size to sizeof(mines_options) and everything else you do not use to zero.
 * A NULL pointer to options means all defaults.
 */
typedef struct mines_options {
    size_t size; /* sizeof(mines_options), so that later versions can append fields */
    /*
     * Bytes that a handle may take, or what a call takes for a while; 0 means 1 GiB. Where it can't hold the vectors of
     * all layers of a count, those of some are kept and the others computed again when they are needed: the answers are
     * the same to the last bit, and come in up to twice the time.
     */
    uint64_t memory;
    /*
     * Asked by long work on the thread that called, every 20 to 100 ms: progress is the finished share, 0 to 1, or
     * negative where it is unknown. A value other than 0 ends the call with MINES_INTERRUPTED. May be NULL.
     */
    int (*poll)(void *context, double progress);
    void *context; /* handed to poll */
} mines_options;

/* ---- Boards as text ---------------------------------------------------------------------------------------------- */

/*
 * mines_read_board - board text with line ends to the plain cells that all other functions take.
 *
 * text: length bytes; rows end in "\n" or "\r\n", the last row with or without. cells: room for capacity bytes.
 * On MINES_OK the first rows * cols bytes of cells hold the board. MINES_BAD_CELL, MINES_BAD_SHAPE: *fault (may be
 * NULL) says where. MINES_TOO_SMALL: rows * cols > capacity; *rows and *cols say what is needed.
 */
MINES_API mines_status mines_read_board(const char *text, size_t length, char *cells, size_t capacity, size_t *rows,
                                        size_t *cols, mines_fault *fault);

/* ---- Exact answers ----------------------------------------------------------------------------------------------- */

/*
 * mines_solution - an analysed position: everything the exact answers and the sampler need. Opaque and, once made,
 * never changed by any function but mines_solution_free.
 */
typedef struct mines_solution mines_solution;

/*
 * mines_solve - analyse a position exactly.
 *
 * board: rows * cols bytes, not kept. mines: the total on the board, known ones included. On MINES_OK *solution is a
 * new handle, yours to free with mines_solution_free; otherwise it is NULL, and *fault (may be NULL) says what one
 * thing is to blame where one is. Fails with MINES_BAD_ARGUMENT, MINES_BAD_CELL, MINES_NO_VALID_BOARD,
 * MINES_OUT_OF_MEMORY, MINES_BUDGET_EXCEEDED or MINES_INTERRUPTED.
 *
 * The count runs over boxes (cells with the same neighbouring numbers) layer by layer; how is told in docs/counting.md.
 */
MINES_API mines_status mines_solve(const char *board, size_t rows, size_t cols, uint32_t mines,
                                   const mines_options *options, mines_solution **solution, mines_fault *fault);

/* mines_solution_free - give a handle back. NULL is allowed. No sampler made from it may be in use any more. */
MINES_API void mines_solution_free(mines_solution *solution);

/*
 * mines_solution_mine - P(mine) of every cell: 1 for known mines, 0 for opened cells.
 *
 * mine: rows * cols doubles. Relative error at most 1e-12. Exactly 0 or 1 only for a cell that is certain: others are
 * kept from rounding to that, at 1 - 2^-53 and at DBL_MIN, 2.2e-308, should they be smaller still.
 */
MINES_API mines_status mines_solution_mine(const mines_solution *solution, double *mine);

/*
 * mines_solution_certain - the unopened cells that are the same in every valid board, decided by counting, not by
 * comparing probabilities.
 *
 * safe, mines: rows * cols bytes each, 1 where the '-' cell never (always) holds a mine, else 0. Either may be NULL.
 */
MINES_API mines_status mines_solution_certain(const mines_solution *solution, uint8_t *safe, uint8_t *mines);

/*
 * mines_solution_zero_around - P(no mine among the cell's neighbours) of every cell, whatever the cell itself holds.
 *
 * zero_around: rows * cols doubles. Relative error at most 1e-12. Exactly 0 is what can't be, and 1 what must be; what
 * is below DBL_MIN, but possible, is given as that. Computed on each call. options may be NULL.
 */
MINES_API mines_status mines_solution_zero_around(const mines_solution *solution, const mines_options *options,
                                                  double *zero_around);

/*
 * mines_solution_number - P(the cell is safe and shows k), k = 0..8, of every cell.
 *
 * number: rows * cols * 9 doubles, k running fastest. With mines_solution_mine they add up to 1 in every cell; an
 * opened cell has 1 at its own number. number[cell * 9] is P(the cell is an opening). As exact as
 * mines_solution_zero_around. Computed on each call.
 */
MINES_API mines_status mines_solution_number(const mines_solution *solution, const mines_options *options,
                                             double *number);

/*
 * mines_solution_total_words - how many 32-bit words hold the number of valid boards, an upper bound. 0 for NULL.
 */
MINES_API size_t mines_solution_total_words(const mines_solution *solution);

/*
 * mines_solution_total - the exact number of valid boards.
 *
 * words: capacity 32-bit words, least significant first; *used (may be NULL) is how many were filled, the highest of
 * them not 0. MINES_TOO_SMALL where capacity is below mines_solution_total_words(). Computed on each call.
 */
MINES_API mines_status mines_solution_total(const mines_solution *solution, const mines_options *options,
                                            uint32_t *words, size_t capacity, size_t *used);

/*
 * mines_solution_total_text - the same in decimal digits, NUL-terminated.
 *
 * text: capacity bytes; 10 * mines_solution_total_words() + 1 always suffice, fewer are MINES_TOO_SMALL.
 */
MINES_API mines_status mines_solution_total_text(const mines_solution *solution, const mines_options *options,
                                                 char *text, size_t capacity);

/*
 * mines_solve_many - exact answers of many boards of one size, on threads; memory is kept from board to board.
 *
 * boards: count boards of rows * cols bytes, one behind the other. mines: count totals, one a board. mine, zero_around,
 * safe, certain_mines: for each board, one behind the other, what mines_solution_mine, mines_solution_zero_around and
 * mines_solution_certain give; each may be NULL. status: what mines_solve would have returned for each board; may be
 * NULL. A board whose status is not MINES_OK has NaN for its probabilities and 0 for what is certain. threads: 0 means
 * one per available processor. options.memory is what each thread may take.
 *
 * MINES_OK also where single boards fail. MINES_BAD_ARGUMENT, MINES_OUT_OF_MEMORY or MINES_INTERRUPTED end the whole
 * call; then the outputs are unspecified.
 */
MINES_API mines_status mines_solve_many(const char *boards, size_t count, size_t rows, size_t cols,
                                        const uint32_t *mines, const mines_options *options, uint32_t threads,
                                        double *mine, double *zero_around, uint8_t *safe, uint8_t *certain_mines,
                                        mines_status *status);

/*
 * mines_cost - what the count took. For curiosity and benchmarks; the figures may change with any version.
 */
typedef struct mines_cost {
    uint64_t components; /* groups of unopened cells that no number links */
    uint64_t boxes;      /* groups of unopened cells with the same neighbouring numbers */
    uint64_t states;     /* of the dynamic programme, all layers */
    uint64_t edges;      /* between states */
    uint64_t bytes;      /* held by the handle */
} mines_cost;

/* mines_solution_cost - fill *cost. */
MINES_API mines_status mines_solution_cost(const mines_solution *solution, mines_cost *cost);

/* ---- Valid boards ------------------------------------------------------------------------------------------------ */

/*
 * mines_sampler - tables from which valid boards are drawn, independently and uniformly. Opaque, never changed once
 * made. It reads its solution, which must live as long.
 *
 * Board number i of a seed is the same on every machine, for every number of threads and however the calls are split.
 */
typedef struct mines_sampler mines_sampler;

/*
 * mines_sampler_new - build the tables. On MINES_OK *sampler is yours to free with mines_sampler_free; otherwise NULL.
 * options.memory bounds the tables, and with them the vectors of all layers where the solution keeps those of some.
 * Fails with MINES_BAD_ARGUMENT, MINES_OUT_OF_MEMORY, MINES_BUDGET_EXCEEDED or MINES_INTERRUPTED.
 */
MINES_API mines_status mines_sampler_new(const mines_solution *solution, const mines_options *options,
                                         mines_sampler **sampler);

/* mines_sampler_free - give the tables back. NULL is allowed. */
MINES_API void mines_sampler_free(mines_sampler *sampler);

/*
 * mines_sampler_draw - boards number first .. first + count - 1 of a seed.
 *
 * boards: count * rows * cols bytes, 1 = mine (known ones included), 0 = no mine. threads: 0 means one per available
 * processor. After MINES_INTERRUPTED or MINES_OUT_OF_MEMORY the contents of boards are unspecified. MINES_BAD_ARGUMENT
 * also where first + count is more than 2^64 - 1, or the boards take more bytes than there are addresses.
 */
MINES_API mines_status mines_sampler_draw(const mines_sampler *sampler, const mines_options *options, uint64_t seed,
                                          uint64_t first, uint64_t count, uint32_t threads, uint8_t *boards);

/*
 * mines_sampler_tally - draw boards number 0, 1, 2, ... of a seed and count per cell.
 *
 * Draws until count boards exist (0: no limit) or time_ms milliseconds have passed since the call began (0: no limit;
 * not both 0), but at least one batch of min(count, MINES_BATCH) boards. Stopped by count, the tallies depend on the
 * seed and the count alone. mine: in how many boards the cell holds a mine (known ones included). zero_around: in how
 * many no neighbour does. Both rows * cols, either may be NULL. *drawn (may be NULL): the number of boards tallied.
 */
MINES_API mines_status mines_sampler_tally(const mines_sampler *sampler, const mines_options *options, uint64_t seed,
                                           uint64_t count, uint32_t time_ms, uint32_t threads, uint64_t *mine,
                                           uint64_t *zero_around, uint64_t *drawn);

/* ---- Estimates --------------------------------------------------------------------------------------------------- */

/*
 * mines_quality - where the boards of an estimate come from, and how good they are.
 */
typedef struct mines_quality {
    uint32_t exact;   /* 1: the boards are independent and uniform. 0: they come from runs of a thinned count */
    uint32_t runs;    /* independent runs of the count; 1 where exact */
    uint32_t states;  /* that a layer of a run was allowed to keep; 0 where exact */
    double effective; /* of the runs, Kish's number: (sum w)^2 / sum w^2 over their estimates w of the total */
    uint64_t boards;  /* drawn */
} mines_quality;

/*
 * mines_estimate - shares over valid boards and their standard errors, for positions of any difficulty.
 *
 * board, rows, cols, mines: as for mines_solve. count: boards to draw; 0: as many as the time allows. time_ms: the
 * limit for the whole call; 0: none (not both 0). threads: 0 means one per available processor. mine, zero_around: the
 * share with a mine in the cell, and with none around it; mine_error, zero_around_error: their standard errors. All
 * rows * cols doubles; each may be NULL. quality: filled on every return; may be NULL.
 *
 * Where the count, with all of its vectors and the tables of a sampler, fits options.memory and half of the time, the
 * boards are those of mines_sampler_tally with the seed. mines_solve needs less: it may do where this does not.
 * Otherwise a thinned count is run 64 times: in each layer a few states stand for all, so that each run estimates the
 * number of valid boards without bias, and its boards weigh as much as its estimate. The errors are those of a ratio of
 * sums over runs. They are honest only where the runs weigh about the same, so that answers are given only with
 * effective >= 0.9 * runs. Where more states would be needed than fit the memory or the time: MINES_BUDGET_EXCEEDED,
 * and quality says what was tried. Fails otherwise as mines_solve. Depends on the seed, the memory and count alone
 * unless the time decided something.
 */
MINES_API mines_status mines_estimate(const char *board, size_t rows, size_t cols, uint32_t mines,
                                      const mines_options *options, uint64_t seed, uint64_t count, uint32_t time_ms,
                                      uint32_t threads, double *mine, double *mine_error, double *zero_around,
                                      double *zero_around_error, mines_quality *quality, mines_fault *fault);

/* ---- The functions of C[o]re.dll --------------------------------------------------------------------------------- */

/*
 * DetermineGrid2 - the one function of C[o]re.dll, for the 16 x 16 board with 51 mines of Minesweeper Flags.
 *
 * strMineBoard: exactly 256 bytes. probabilityMine, probabilityZeroMineAround: 256 floats each; numValidGen: one
 * number. A NULL output is skipped; a NULL board writes *numValidGen = 0 and nothing else.
 *
 * If any '-' cell holds a mine in every valid board, exactly those get probabilityMine 1.0, all else is -1.0 and
 * *numValidGen is 0. Otherwise numThread threads (0: one per available processor; never more than there are, nor more
 * than 32) draw valid boards until minValidGen exist (0: no minimum, the whole time) or timeCalculationMS milliseconds
 * have passed since the call began; at least one batch is always drawn. *numValidGen is their number, probabilityMine
 * the share with a mine in the cell, probabilityZeroMineAround the share with no mine around it; -1.0 for known mines
 * and opened cells. No valid board, or any other byte in the input: *numValidGen 0 and -1.0 everywhere. Re-entrant;
 * leaves nothing allocated.
 *
 * Where the count is not done 5 ms after the deadline, the boards are those of two runs of a thinned count, as in
 * mines_estimate, and the shares are weighed; certain mines are then only those that single numbers show.
 */
MINES_API void MINES_STDCALL DetermineGrid2(const char *strMineBoard, float *probabilityMine,
                                            float *probabilityZeroMineAround, unsigned int *numValidGen,
                                            unsigned int numThread, unsigned int minValidGen,
                                            unsigned int timeCalculationMS);

/*
 * mines_determine_grid2 - DetermineGrid2 as the other functions are called: with options and a status.
 *
 * Outputs as there; each may be NULL. MINES_OK after the shortcut and after sampling. Otherwise the outputs say that no
 * valid board exists, and the status says why: MINES_BAD_ARGUMENT, MINES_BAD_CELL, MINES_NO_VALID_BOARD,
 * MINES_OUT_OF_MEMORY, MINES_INTERRUPTED where options.poll asked to stop. Of the options only poll and context are
 * used.
 */
MINES_API mines_status mines_determine_grid2(const char *board, const mines_options *options, uint32_t num_thread,
                                             uint32_t min_valid_gen, uint32_t time_ms, float *probability_mine,
                                             float *probability_zero_mine_around, uint32_t *num_valid_gen);

/*
 * mines_get_grid_with_best_probability - the original's choice of the next cell, literally as its published
 * pseudo-code says, over '-' cells only.
 *
 * board, options, num_thread, min_valid_gen, time_ms: as for mines_determine_grid2, but there is no shortcut. *row and
 * *col count from 0; both are -1 where no valid board was drawn or the rule chose no cell. Fails as that does.
 */
MINES_API mines_status mines_get_grid_with_best_probability(const char *board, const mines_options *options,
                                                            uint32_t num_thread, uint32_t min_valid_gen,
                                                            uint32_t time_ms, int32_t *row, int32_t *col);

/* ---- Complete boards --------------------------------------------------------------------------------------------- */

/*
 * A *mask* is a complete board: rows * cols bytes, row-major, 0 for no mine, anything else for a mine. What is written
 * is 1 for a mine. Where no solver is needed, boards may be larger than MINES_MAX_SIDE.
 */
enum {
    MINES_MAX_GAME_SIDE = 32767,     /* rows and columns: 1 to this */
    MINES_MAX_GAME_CELLS = 268435456 /* rows * cols: up to this, 2^28 */
};

/*
 * mines_first_click - what the first click of a game may find. Where there are too many mines for the rule, it is kept
 * as far as it goes: all other cells are mines, then neighbours of the clicked cell, any choice of them equally likely,
 * and the clicked cell last of all.
 */
typedef enum mines_first_click {
    MINES_FIRST_ANYTHING = 0, /* whatever is there */
    MINES_FIRST_SAFE = 1,     /* no mine */
    MINES_FIRST_OPENING = 2   /* no mine, and none around */
} mines_first_click;

/* ---- Metrics of complete boards ---------------------------------------------------------------------------------- */

/*
 * mines_metrics - 3BV, openings, islands and ZiNi of many boards of one size, on threads.
 *
 * masks: count masks, one behind the other. Each output has count entries and may be NULL; what is not asked for is not
 * computed. A 0-cell is a safe cell with no mine around it.
 *
 * bbbv: 3BV, the fewest left clicks that open every safe cell: 1 for each opening and 1 for each safe cell of none.
 * openings: regions of 0-cells, each with the cells that touch it. islands: groups of touching safe cells that belong
 * to no opening. Cells touch diagonally too.
 *
 * zini, hzini: clicks of a greedy player who flags and chords, as Elmar Zimmermann and Christoph Nikolaus defined them
 * in 2009; zini is their Greedy ZiNi, hzini their Human ZiNi, which opens every opening first. Among equally good cells
 * the leftmost column comes first and in it the topmost cell, as in ms_toollib. docs/metrics.md tells the rest.
 *
 * threads: 0 means one per available processor. options.memory is what each thread may take: 3BV needs about a byte a
 * cell, ZiNi about ten. Fails with MINES_BAD_ARGUMENT, MINES_OUT_OF_MEMORY, MINES_BUDGET_EXCEEDED or
 * MINES_INTERRUPTED; then the outputs are unspecified.
 */
MINES_API mines_status mines_metrics(const uint8_t *masks, size_t count, size_t rows, size_t cols,
                                     const mines_options *options, uint32_t threads, uint32_t *bbbv, uint32_t *openings,
                                     uint32_t *islands, uint32_t *zini, uint32_t *hzini);

/*
 * mines_bbbv_solved - how much of the 3BV is done on boards that are partly played.
 *
 * opened: as many bytes as masks, not 0 where the cell is opened. An opening is done when all its 0-cells are opened, a
 * safe cell of no opening when it is. Opened mines count for nothing. solved: count entries. Everything else as for
 * mines_metrics.
 */
MINES_API mines_status mines_bbbv_solved(const uint8_t *masks, const uint8_t *opened, size_t count, size_t rows,
                                         size_t cols, const mines_options *options, uint32_t threads, uint32_t *solved);

/*
 * mines_numbers - the number of every cell: the mines around it, 9 for a mine.
 *
 * masks: count masks. numbers: as many bytes, another array. Fails with MINES_BAD_ARGUMENT alone.
 */
MINES_API mines_status mines_numbers(const uint8_t *masks, size_t count, size_t rows, size_t cols, uint8_t *numbers);

/* ---- The game ---------------------------------------------------------------------------------------------------- */

/*
 * mines_action_kind - what a player may do with a cell. Numbers are never reused or changed; later versions only
 * append.
 */
typedef enum mines_action_kind {
    MINES_ACTION_OPEN = 0,  /* open it; a 0 opens its unopened neighbours in turn, but passes flagged ones by */
    MINES_ACTION_FLAG = 1,  /* put a flag on it, or take it away */
    MINES_ACTION_CHORD = 2, /* where as many neighbours are flagged as the number says: open all others */
    MINES_ACTION_BOMB = 3   /* Minesweeper Flags: open the square around it */
} mines_action_kind;

/* mines_action - an action and where, counted from 0. */
typedef struct mines_action {
    uint32_t kind; /* mines_action_kind */
    uint32_t row;
    uint32_t col;
} mines_action;

/*
 * mines_refusal - why an action did nothing. The first reason that applies is given, in the order of this list but for
 * MINES_REFUSAL_NOTHING, which comes last. Later versions only append.
 */
typedef enum mines_refusal {
    MINES_REFUSAL_NONE = 0,      /* it was done */
    MINES_REFUSAL_OVER = 1,      /* the game is over */
    MINES_REFUSAL_OPENED = 2,    /* open, flag: the cell is opened already */
    MINES_REFUSAL_FLAGGED = 3,   /* open: the cell is flagged */
    MINES_REFUSAL_UNOPENED = 4,  /* chord: the cell is not opened */
    MINES_REFUSAL_ZERO = 5,      /* chord: the number is 0 */
    MINES_REFUSAL_COUNT = 6,     /* chord: the flags around are fewer or more than the number */
    MINES_REFUSAL_NOTHING = 7,   /* chord, bomb: nothing is left to open there */
    MINES_REFUSAL_BOMB_USED = 8, /* bomb: the player has none left */
    MINES_REFUSAL_NOT_BEHIND = 9 /* bomb: the player is not behind */
} mines_refusal;

/* mines_refusal_text - one short English sentence for a reason, without a full stop. As mines_status_text. */
MINES_API const char *mines_refusal_text(mines_refusal refusal);

/* mines_game_state - where a game stands. */
typedef enum mines_game_state {
    MINES_GAME_NEW = 0, /* nothing is opened yet; flags may be set */
    MINES_GAME_PLAYING = 1,
    MINES_GAME_WON = 2, /* all safe cells are opened, whatever is flagged */
    MINES_GAME_LOST = 3 /* a mine was opened */
} mines_game_state;

/*
 * mines_game - a game for one player: the mines, what is opened and flagged, and what was done, to go back and forth in
 * it. Opaque; not to be used by two threads at once, one of which changes it.
 *
 * A chord beside a wrong flag opens a mine and loses. It opens all unflagged neighbours all the same, so that their
 * order does not matter; each mine among them goes off. A board without mines is won by the first click, unless flags
 * are in its way; one without a safe cell can only be lost. When the game is over every action is refused, but it can
 * be undone.
 *
 * An action, undo and redo take time by the number of cells that change, not by the size of the board, except the first
 * click of a random game, which lays the mines. Memory: a byte a cell, 12 bytes an action, and 8 bytes for each row of
 * cells side by side that an action changed. Functions that take options, which may be NULL, use poll and context of
 * them alone; what is interrupted was not done, as if it had not been tried. Until it is over, poll can't use the game:
 * each function that it calls with it does nothing and gives MINES_BUSY, or 0. The same holds, and for ever, in a
 * process made by fork while another thread was doing something with the game.
 */
typedef struct mines_game mines_game;

/*
 * mines_game_new - a game whose mines are given.
 *
 * mask: rows * cols bytes, not kept. On MINES_OK *game is yours to free with mines_game_free; otherwise it is NULL.
 * Fails with MINES_BAD_ARGUMENT, MINES_OUT_OF_MEMORY or MINES_INTERRUPTED.
 */
MINES_API mines_status mines_game_new(const uint8_t *mask, size_t rows, size_t cols, const mines_options *options,
                                      mines_game **game);

/*
 * mines_game_new_random - a game whose mines are laid when the first cell is opened.
 *
 * mines: up to rows * cols; uniformly among the boards that keep the rule `first`. Where they lie depends on the size,
 * their number, seed, rule and (but for MINES_FIRST_ANYTHING) the cell opened first, and on nothing else. When the
 * first click is undone they are taken up again. Otherwise as mines_game_new.
 */
MINES_API mines_status mines_game_new_random(size_t rows, size_t cols, uint32_t mines, uint64_t seed,
                                             mines_first_click first, mines_game **game);

/* mines_game_copy - a second game that stands as this one does and shares nothing with it, yours to free. */
MINES_API mines_status mines_game_copy(const mines_game *game, mines_game **copy);

/* mines_game_free - give a game back. NULL is allowed. */
MINES_API void mines_game_free(mines_game *game);

/*
 * mines_game_act - do something with a cell, if the rules allow it.
 *
 * kind: MINES_ACTION_OPEN, MINES_ACTION_FLAG or MINES_ACTION_CHORD. *refusal (may be NULL) says why nothing was done,
 * which is MINES_OK, too. After an action that was not refused, what was undone before can't be done again. Fails with
 * MINES_BAD_ARGUMENT for another kind or a cell that is not on the board, or with MINES_OUT_OF_MEMORY or
 * MINES_INTERRUPTED; then nothing was done.
 */
MINES_API mines_status mines_game_act(mines_game *game, mines_action_kind kind, size_t row, size_t col,
                                      const mines_options *options, mines_refusal *refusal);

/* mines_game_undo - take back the last action. *done (may be NULL): 1, or 0 where there is none. */
MINES_API mines_status mines_game_undo(mines_game *game, uint32_t *done);

/*
 * mines_game_redo - do again what was undone last. *done (may be NULL): 1, or 0 where there is nothing. Fails with
 * MINES_BAD_ARGUMENT, MINES_OUT_OF_MEMORY or MINES_INTERRUPTED; then nothing was done.
 */
MINES_API mines_status mines_game_redo(mines_game *game, const mines_options *options, uint32_t *done);

/*
 * mines_game_changed - how many cells look different since the last mines_game_act, mines_game_undo or mines_game_redo,
 * and which: 0 where that did nothing.
 *
 * cells: the first `capacity` of them, as row * cols + col, ascending. May be NULL where capacity is 0. 0 for NULL.
 */
MINES_API size_t mines_game_changed(const mines_game *game, uint32_t *cells, size_t capacity);

/*
 * mines_game_log - how many actions were done and not undone, and which: a game from the same mask, or the same seed,
 * that does them one after the other stands as this one does.
 *
 * actions: the first `capacity` of them, oldest first. May be NULL where capacity is 0. 0 for NULL.
 */
MINES_API size_t mines_game_log(const mines_game *game, mines_action *actions, size_t capacity);

/* mines_game_info - where a game stands, in numbers. */
typedef struct mines_game_info {
    uint32_t rows, cols;
    uint32_t mines;
    mines_game_state state;
    uint32_t placed;   /* 1 once the mines lie */
    uint32_t opened;   /* safe cells that are opened; rows * cols - mines when the game is won */
    uint32_t exploded; /* mines that were opened */
    uint32_t flags;
    uint32_t actions; /* done, and not undone */
    uint32_t undone;  /* that can be done again */
} mines_game_info;

/* mines_game_get_info - fill *info. */
MINES_API mines_status mines_game_get_info(const mines_game *game, mines_game_info *info);

/*
 * mines_game_board - what the player sees, as mines_solve takes it: '-' unopened (flagged or not), '0' to '8', '+' a
 * mine that went off. board: rows * cols bytes, no NUL.
 */
MINES_API mines_status mines_game_board(const mines_game *game, char *board);

/* mines_game_flags - rows * cols bytes, 1 where a flag is. */
MINES_API mines_status mines_game_flags(const mines_game *game, uint8_t *flags);

/* mines_game_mask - the mines: rows * cols bytes, 1 each. MINES_BAD_ARGUMENT as long as they do not lie. */
MINES_API mines_status mines_game_mask(const mines_game *game, uint8_t *mask);

/* ---- Minesweeper Flags ------------------------------------------------------------------------------------------- */

/*
 * mines_flags_rules - how Minesweeper Flags is played. Set size to sizeof(mines_flags_rules) and everything that you do
 * not want otherwise to zero. NULL: the usual game.
 */
typedef struct mines_flags_rules {
    size_t size;            /* sizeof(mines_flags_rules), so that later versions can append fields */
    uint32_t rows, cols;    /* 0: 16 */
    uint32_t mines;         /* 0: 51, or as many as a given mask has; otherwise a mask must have this many */
    uint32_t wins;          /* mines that win; 0: more than half of them; more than there are: nobody wins */
    uint32_t bombs;         /* each player's; 0: 1 */
    uint32_t radius;        /* of a bomb; 0: 2, it opens 5 x 5 cells */
    uint32_t no_bombs;      /* not 0: there are none */
    uint32_t bomb_anytime;  /* not 0: a bomb may be used by who is not behind, too */
    uint32_t bomb_plays_on; /* not 0: who finds a mine by a bomb plays again, as by opening */
    uint32_t bomb_no_flood; /* not 0: a bomb opens its square and no more, whatever 0s are in it */
} mines_flags_rules;

/*
 * mines_flags_game - a game of Minesweeper Flags. Two players open cells in turn; a mine counts for the player who
 * opened it and who then plays again. The first to have so many as the rules say wins. A bomb opens the square around a
 * cell, as far as it is on the board, and then what its 0s open; it may be used by a player who is strictly behind, all
 * mines in it count, and it ends the turn. When all mines are found and nobody has won, it is a draw: a board without
 * mines is one from the start. There are no flags to set. Opaque; threads and costs as for mines_game.
 */
typedef struct mines_flags_game mines_flags_game;

/*
 * mines_flags_game_new - a game with the mines of a mask, not kept, or with a NULL mask laid at random: where they lie
 * depends on the size, their number and seed, and on nothing else.
 *
 * On MINES_OK *game is yours to free with mines_flags_game_free; otherwise it is NULL. Fails with MINES_BAD_ARGUMENT,
 * MINES_OUT_OF_MEMORY or MINES_INTERRUPTED.
 */
MINES_API mines_status mines_flags_game_new(const mines_flags_rules *rules, const uint8_t *mask, uint64_t seed,
                                            const mines_options *options, mines_flags_game **game);

/* mines_flags_game_copy - a second game that stands as this one does and shares nothing with it, yours to free. */
MINES_API mines_status mines_flags_game_copy(const mines_flags_game *game, mines_flags_game **copy);

/* mines_flags_game_free - give a game back. NULL is allowed. */
MINES_API void mines_flags_game_free(mines_flags_game *game);

/*
 * mines_flags_game_act - the player whose turn it is does something. kind: MINES_ACTION_OPEN or MINES_ACTION_BOMB.
 * Otherwise as mines_game_act.
 */
MINES_API mines_status mines_flags_game_act(mines_flags_game *game, mines_action_kind kind, size_t row, size_t col,
                                            const mines_options *options, mines_refusal *refusal);

/* mines_flags_game_undo, mines_flags_game_redo, mines_flags_game_changed, mines_flags_game_log - as for mines_game. */
MINES_API mines_status mines_flags_game_undo(mines_flags_game *game, uint32_t *done);
MINES_API mines_status mines_flags_game_redo(mines_flags_game *game, const mines_options *options, uint32_t *done);
MINES_API size_t mines_flags_game_changed(const mines_flags_game *game, uint32_t *cells, size_t capacity);
MINES_API size_t mines_flags_game_log(const mines_flags_game *game, mines_action *actions, size_t capacity);

/* mines_flags_info - where a game stands, in numbers. Players are 0, who begins, and 1. */
typedef struct mines_flags_info {
    uint32_t rows, cols;
    uint32_t mines;
    uint32_t wins;     /* mines that win */
    uint32_t turn;     /* whose it is; of no meaning when the game is over */
    uint32_t score[2]; /* mines found */
    uint32_t bombs[2]; /* left */
    uint32_t over;     /* 1: somebody has won, or all mines are found */
    int32_t winner;    /* -1: nobody, or nobody yet */
    uint32_t opened;   /* safe cells that are opened */
    uint32_t actions;  /* done, and not undone */
    uint32_t undone;   /* that can be done again */
} mines_flags_info;

/* mines_flags_game_get_info - fill *info. */
MINES_API mines_status mines_flags_game_get_info(const mines_flags_game *game, mines_flags_info *info);

/*
 * mines_flags_game_board - what the players see, as mines_solve takes it: '-' unopened, '0' to '8', '+' a mine that was
 * found. board: rows * cols bytes, no NUL.
 */
MINES_API mines_status mines_flags_game_board(const mines_flags_game *game, char *board);

/* mines_flags_game_owner - rows * cols bytes: 1 a mine that player 0 found, 2 one that player 1 found, 0 all else. */
MINES_API mines_status mines_flags_game_owner(const mines_flags_game *game, uint8_t *owner);

/* mines_flags_game_mask - the mines: rows * cols bytes, 1 each. */
MINES_API mines_status mines_flags_game_mask(const mines_flags_game *game, uint8_t *mask);

/* ---- Board files ------------------------------------------------------------------------------------------------- */

/*
 * mines_format - the kinds of board files. docs/files.md describes each byte for byte. Numbers are never reused.
 */
typedef enum mines_format {
    MINES_FORMAT_TEXT = 0,   /* a character a cell, a line a row: positions, and complete boards with * and . */
    MINES_FORMAT_MBF = 1,    /* .mbf: complete boards, sides up to 255 */
    MINES_FORMAT_ABF = 2,    /* .abf: the same bytes by another name */
    MINES_FORMAT_MINE = 3,   /* .mine: positions, with their number of mines */
    MINES_FORMAT_LINK = 4,   /* b=..&m=..: complete boards, in the links of ZiNi calculators */
    MINES_FORMAT_TATHAM = 5, /* game ids of Simon Tatham's Mines: complete boards; written as the game does, masked */
    MINES_FORMAT_TATHAM_PLAIN = 6 /* the same, written without the mask; read alike */
} mines_format;

/*
 * mines_file - what a board file says besides its cells.
 */
typedef struct mines_file {
    uint32_t rows, cols;
    int32_t mines;     /* all of them; -1: the file doesn't say */
    uint32_t complete; /* 1: every mine is known, and the mask says where they are */
    int32_t first_row; /* the first click that some formats keep; both -1: none */
    int32_t first_col;
} mines_file;

/*
 * mines_file_fault - what is wrong with a file. In reading, offset is that of the byte at fault, from 0; it may be the
 * file's length. In writing it is the index of the cell at fault, row * cols + col. text is one English sentence
 * without a full stop, static and never NULL; "" where nothing is wrong.
 */
typedef struct mines_file_fault {
    uint64_t offset;
    const char *text;
} mines_file_fault;

/*
 * mines_file_read - the board in a file of a known format.
 *
 * bytes: the whole file, length of them, any whatever. cells: the position as the player sees it, in the characters of
 * all boards and 'F' for an unopened cell with a flag, which may be wrong; unopened all over where the format knows
 * mines alone. mask: 1 for a mine, else 0; 0 all over where the board is not complete. Both have room for capacity
 * bytes. options may be NULL; of them, only poll and context are used. No memory is taken.
 *
 * MINES_TOO_SMALL: rows * cols > capacity; file->rows and file->cols say what is needed, and what else the file holds
 * may not have been looked at. So a first call with capacity 0 asks for the size; a size that the file is too short for
 * is a fault already then. MINES_BAD_FILE: *fault (may be NULL) says where and why. MINES_BAD_ARGUMENT,
 * MINES_INTERRUPTED. Other than after MINES_OK, cells and mask are unspecified.
 */
MINES_API mines_status mines_file_read(mines_format format, const void *bytes, size_t length,
                                       const mines_options *options, mines_file *file, char *cells, uint8_t *mask,
                                       size_t capacity, mines_file_fault *fault);

/*
 * mines_file_write - a board as a file of that format.
 *
 * cells, mask: as mines_file_read gives them; any byte but 0 is a mine. cells may be NULL where the board is complete:
 * nothing is opened. mask is looked at where the board is complete, and then says how many mines there are, whatever
 * file->mines is. bytes: room for capacity bytes. *length: how many the file takes, also with MINES_TOO_SMALL; else 0.
 *
 * MINES_BAD_CELL: a byte that is no cell, or a cell that does not agree with the mask. MINES_BAD_FILE: the format can't
 * hold this board: it is too large, or not every mine is known, or their number is not or can't be right. *fault (may
 * be NULL) says at which cell and why. MINES_BAD_ARGUMENT, MINES_TOO_SMALL, MINES_INTERRUPTED. options as for
 * mines_file_read.
 */
MINES_API mines_status mines_file_write(mines_format format, const mines_file *file, const char *cells,
                                        const uint8_t *mask, const mines_options *options, void *bytes, size_t capacity,
                                        size_t *length, mines_file_fault *fault);

/* ---- Generation -------------------------------------------------------------------------------------------------- */

/*
 * mines_logic - what a new board may ask of its player. Such a board can be won from the first click by logic alone:
 * some unopened cell is safe in all valid boards, the number of mines included, until all safe cells are opened.
 */
typedef enum mines_logic {
    MINES_LOGIC_ANY = 0,              /* anything: all boards that keep the first click's rule are equally likely */
    MINES_LOGIC_NO_GUESS = 1,         /* no guess, by rejection: all such boards are equally likely */
    MINES_LOGIC_NO_GUESS_REPAIRED = 2 /* no guess, by moving mines of a random board: faster, not equally likely */
} mines_logic;

/*
 * mines_request - a board as it is wished. Set size to sizeof(mines_request) and everything else you do not use to
 * zero.
 */
typedef struct mines_request {
    size_t size;             /* sizeof(mines_request), so that later versions can append fields */
    uint32_t rows, cols;     /* as for a mask; up to MINES_MAX_SIDE where logic is not MINES_LOGIC_ANY */
    uint32_t mines;          /* up to rows * cols */
    mines_first_click first; /* not MINES_FIRST_ANYTHING where logic is not MINES_LOGIC_ANY */
    uint32_t row, col;       /* of the first click, from 0 */
    mines_logic logic;
    uint32_t least_bbbv; /* the 3BV is to be at least this */
    uint32_t most_bbbv;  /* and at most this; 0: no limit */
    uint64_t tries;      /* random boards looked at for each board wished, at most; 0: no limit */
} mines_request;

/*
 * mines_generate - boards number first .. first + count - 1 of a seed, like the request.
 *
 * Each board depends on the request, the seed and its number alone: it is the same on every machine, for every number
 * of threads and however the calls are split. A range of 3BV is met by rejection; so, apart from
 * MINES_LOGIC_NO_GUESS_REPAIRED, all boards like the request are equally likely.
 *
 * masks: count * rows * cols bytes, 1 = mine. threads: 0 means one per available processor. options.memory is what each
 * thread may take. *tried (may be NULL): how many random boards were looked at, up to those that were found.
 * MINES_NOT_FOUND: for one of the boards none was found in request.tries, or none can exist. Without a limit of tries
 * the search for what can't be found ends only by options.poll. After any failure the contents of masks are
 * unspecified. Fails with MINES_BAD_ARGUMENT (also where most_bbbv is below least_bbbv, first + count is more than
 * 2^64 - 1, or the masks take more bytes than there are addresses), MINES_NOT_FOUND, MINES_INTERRUPTED,
 * MINES_OUT_OF_MEMORY or MINES_BUDGET_EXCEEDED.
 */
MINES_API mines_status mines_generate(const mines_request *request, const mines_options *options, uint64_t seed,
                                      uint64_t first, uint64_t count, uint32_t threads, uint8_t *masks,
                                      uint64_t *tried);

/*
 * mines_no_guess - whether boards can be won from a first click without a guess, the number of mines included.
 *
 * masks: count masks, one behind the other, of up to MINES_MAX_SIDE rows and columns. row, col: the first click, from
 * 0. answers: count bytes, 1 where the board can be won so; 0 where it can't, where the first click is a mine, and
 * where the count would take more than options.memory, which is what each thread may take. threads: 0 means one per
 * available processor. Fails with MINES_BAD_ARGUMENT, MINES_INTERRUPTED, MINES_OUT_OF_MEMORY or MINES_BUDGET_EXCEEDED.
 */
MINES_API mines_status mines_no_guess(const uint8_t *masks, size_t count, size_t rows, size_t cols, size_t row,
                                      size_t col, const mines_options *options, uint32_t threads, uint8_t *answers);

/* ---- Version ----------------------------------------------------------------------------------------------------- */

/* mines_version - of the library at run time: major * 10000 + minor * 100 + patch. */
MINES_API uint32_t mines_version(void);

/* mines_version_text - the same as text, "0.1.0". Static: do not free it. */
MINES_API const char *mines_version_text(void);

/* mines_simd_name - the kernel that the sampler uses on this machine, "portable" at least. Static. */
MINES_API const char *mines_simd_name(void);

#ifdef __cplusplus
}
#endif

#endif
