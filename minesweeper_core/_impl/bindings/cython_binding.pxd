# The C declarations of include/minesweeper_core.h; tests/test_abi.py compares them.
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t


cdef extern from "minesweeper_core.h" nogil:
    ctypedef enum mines_status:
        MINES_OK
        MINES_BUDGET_EXCEEDED
        MINES_INTERRUPTED
        MINES_TOO_SMALL

    const char *mines_status_text(mines_status status)

    ctypedef enum mines_reason:
        MINES_REASON_NONE

    ctypedef struct mines_fault:
        mines_reason reason
        int32_t row
        int32_t col
        uint64_t needed

    ctypedef struct mines_options:
        size_t size
        uint64_t memory
        int (*poll)(void *context, double progress) noexcept
        void *context

    ctypedef struct mines_solution:
        pass

    mines_status mines_solve(const char *board, size_t rows, size_t cols, uint32_t mines,
                             const mines_options *options, mines_solution **solution, mines_fault *fault)

    void mines_solution_free(mines_solution *solution)
    mines_status mines_solution_mine(const mines_solution *solution, double *mine)
    mines_status mines_solution_certain(const mines_solution *solution, uint8_t *safe, uint8_t *mines)
    mines_status mines_solution_zero_around(const mines_solution *solution, const mines_options *options,
                                            double *zero_around)

    mines_status mines_solution_number(const mines_solution *solution, const mines_options *options, double *number)
    size_t mines_solution_total_words(const mines_solution *solution)
    mines_status mines_solution_total(const mines_solution *solution, const mines_options *options,
                                      uint32_t *words, size_t capacity, size_t *used)

    mines_status mines_solve_many(const char *boards, size_t count, size_t rows, size_t cols, const uint32_t *mines,
                                  const mines_options *options, uint32_t threads, double *mine, double *zero_around,
                                  uint8_t *safe, uint8_t *certain_mines, mines_status *status)

    ctypedef struct mines_cost:
        uint64_t components
        uint64_t boxes
        uint64_t states
        uint64_t edges
        uint64_t bytes

    mines_status mines_solution_cost(const mines_solution *solution, mines_cost *cost)

    ctypedef struct mines_sampler:
        pass

    mines_status mines_sampler_new(const mines_solution *solution, const mines_options *options,
                                   mines_sampler **sampler)

    void mines_sampler_free(mines_sampler *sampler)
    mines_status mines_sampler_draw(const mines_sampler *sampler, const mines_options *options, uint64_t seed,
                                    uint64_t first, uint64_t count, uint32_t threads, uint8_t *boards)

    mines_status mines_sampler_tally(const mines_sampler *sampler, const mines_options *options, uint64_t seed,
                                     uint64_t count, uint32_t time_ms, uint32_t threads,
                                     uint64_t *mine, uint64_t *zero_around, uint64_t *drawn)

    mines_status mines_determine_grid2(const char *board, const mines_options *options, uint32_t num_thread,
                                       uint32_t min_valid_gen, uint32_t time_ms, float *probability_mine,
                                       float *probability_zero_mine_around, uint32_t *num_valid_gen)

    mines_status mines_get_grid_with_best_probability(const char *board, const mines_options *options,
                                                      uint32_t num_thread, uint32_t min_valid_gen, uint32_t time_ms,
                                                      int32_t *row, int32_t *col)

    mines_status mines_metrics(const uint8_t *masks, size_t count, size_t rows, size_t cols,
                               const mines_options *options, uint32_t threads, uint32_t *bbbv, uint32_t *openings,
                               uint32_t *islands, uint32_t *zini, uint32_t *hzini)
    mines_status mines_bbbv_solved(const uint8_t *masks, const uint8_t *opened, size_t count, size_t rows, size_t cols,
                                   const mines_options *options, uint32_t threads, uint32_t *solved)
    mines_status mines_numbers(const uint8_t *masks, size_t count, size_t rows, size_t cols, uint8_t *numbers)
    ctypedef enum mines_first_click:
        MINES_FIRST_ANYTHING

    ctypedef enum mines_action_kind:
        MINES_ACTION_OPEN
        MINES_ACTION_FLAG
        MINES_ACTION_CHORD
        MINES_ACTION_BOMB

    ctypedef struct mines_action:
        uint32_t kind
        uint32_t row
        uint32_t col

    ctypedef enum mines_refusal:
        MINES_REFUSAL_NONE
        MINES_REFUSAL_OVER
        MINES_REFUSAL_OPENED
        MINES_REFUSAL_FLAGGED
        MINES_REFUSAL_UNOPENED
        MINES_REFUSAL_ZERO
        MINES_REFUSAL_COUNT
        MINES_REFUSAL_NOTHING
        MINES_REFUSAL_BOMB_USED
        MINES_REFUSAL_NOT_BEHIND

    const char *mines_refusal_text(mines_refusal refusal)

    ctypedef enum mines_game_state:
        MINES_GAME_NEW
        MINES_GAME_PLAYING
        MINES_GAME_WON
        MINES_GAME_LOST

    ctypedef struct mines_game:
        pass

    mines_status mines_game_new(const uint8_t *mask, size_t rows, size_t cols, const mines_options *options,
                                mines_game **game)

    mines_status mines_game_new_random(size_t rows, size_t cols, uint32_t mines, uint64_t seed,
                                       mines_first_click first, mines_game **game)

    mines_status mines_game_copy(const mines_game *game, mines_game **copy)
    void mines_game_free(mines_game *game)
    mines_status mines_game_act(mines_game *game, mines_action_kind kind, size_t row, size_t col,
                                const mines_options *options, mines_refusal *refusal)

    mines_status mines_game_undo(mines_game *game, uint32_t *done)
    mines_status mines_game_redo(mines_game *game, const mines_options *options, uint32_t *done)
    size_t mines_game_changed(const mines_game *game, uint32_t *cells, size_t capacity)
    size_t mines_game_log(const mines_game *game, mines_action *actions, size_t capacity)

    ctypedef struct mines_game_info:
        uint32_t rows, cols
        uint32_t mines
        mines_game_state state
        uint32_t placed
        uint32_t opened
        uint32_t exploded
        uint32_t flags
        uint32_t actions
        uint32_t undone

    mines_status mines_game_get_info(const mines_game *game, mines_game_info *info)
    mines_status mines_game_board(const mines_game *game, char *board)
    mines_status mines_game_flags(const mines_game *game, uint8_t *flags)
    mines_status mines_game_mask(const mines_game *game, uint8_t *mask)

    ctypedef struct mines_flags_rules:
        size_t size
        uint32_t rows, cols
        uint32_t mines
        uint32_t wins
        uint32_t bombs
        uint32_t radius
        uint32_t no_bombs
        uint32_t bomb_anytime
        uint32_t bomb_plays_on
        uint32_t bomb_no_flood

    ctypedef struct mines_flags_game:
        pass

    mines_status mines_flags_game_new(const mines_flags_rules *rules, const uint8_t *mask, uint64_t seed,
                                      const mines_options *options, mines_flags_game **game)

    mines_status mines_flags_game_copy(const mines_flags_game *game, mines_flags_game **copy)
    void mines_flags_game_free(mines_flags_game *game)
    mines_status mines_flags_game_act(mines_flags_game *game, mines_action_kind kind, size_t row, size_t col,
                                      const mines_options *options, mines_refusal *refusal)

    mines_status mines_flags_game_undo(mines_flags_game *game, uint32_t *done)
    mines_status mines_flags_game_redo(mines_flags_game *game, const mines_options *options, uint32_t *done)
    size_t mines_flags_game_changed(const mines_flags_game *game, uint32_t *cells, size_t capacity)
    size_t mines_flags_game_log(const mines_flags_game *game, mines_action *actions, size_t capacity)

    ctypedef struct mines_flags_info:
        uint32_t rows, cols
        uint32_t mines
        uint32_t wins
        uint32_t turn
        uint32_t score[2]
        uint32_t bombs[2]
        uint32_t over
        int32_t winner
        uint32_t opened
        uint32_t actions
        uint32_t undone

    mines_status mines_flags_game_get_info(const mines_flags_game *game, mines_flags_info *info)
    mines_status mines_flags_game_board(const mines_flags_game *game, char *board)
    mines_status mines_flags_game_owner(const mines_flags_game *game, uint8_t *owner)
    mines_status mines_flags_game_mask(const mines_flags_game *game, uint8_t *mask)

    ctypedef enum mines_format:
        MINES_FORMAT_TEXT
        MINES_FORMAT_MBF
        MINES_FORMAT_ABF
        MINES_FORMAT_MINE
        MINES_FORMAT_LINK
        MINES_FORMAT_TATHAM
        MINES_FORMAT_TATHAM_PLAIN

    ctypedef struct mines_file:
        uint32_t rows
        uint32_t cols
        int32_t mines
        uint32_t complete
        int32_t first_row
        int32_t first_col

    ctypedef struct mines_file_fault:
        uint64_t offset
        const char *text

    mines_status mines_file_read(mines_format format, const void *bytes, size_t length, const mines_options *options,
                                 mines_file *file, char *cells, uint8_t *mask, size_t capacity,
                                 mines_file_fault *fault)
    mines_status mines_file_write(mines_format format, const mines_file *file, const char *cells,
                                  const uint8_t *mask, const mines_options *options, void *bytes, size_t capacity,
                                  size_t *length, mines_file_fault *fault)

    ctypedef enum mines_logic:
        MINES_LOGIC_ANY

    ctypedef struct mines_request:
        size_t size
        uint32_t rows, cols
        uint32_t mines
        mines_first_click first
        uint32_t row, col
        mines_logic logic
        uint32_t least_bbbv
        uint32_t most_bbbv
        uint64_t tries

    mines_status mines_generate(const mines_request *request, const mines_options *options, uint64_t seed,
                                uint64_t first, uint64_t count, uint32_t threads, uint8_t *masks, uint64_t *tried)

    mines_status mines_no_guess(const uint8_t *masks, size_t count, size_t rows, size_t cols, size_t row, size_t col,
                                const mines_options *options, uint32_t threads, uint8_t *answers)

    ctypedef struct mines_quality:
        uint32_t exact
        uint32_t runs
        uint32_t states
        double effective
        uint64_t boards

    mines_status mines_estimate(const char *board, size_t rows, size_t cols, uint32_t mines,
                                const mines_options *options, uint64_t seed, uint64_t count, uint32_t time_ms,
                                uint32_t threads, double *mine, double *mine_error, double *zero_around,
                                double *zero_around_error, mines_quality *quality, mines_fault *fault)

    const char *mines_version_text()
    const char *mines_simd_name()
