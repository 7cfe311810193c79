# The C declarations of include/minesweeper_core.h. tests/test_faces.py compares the names.
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t


cdef extern from "minesweeper_core.h" nogil:
    ctypedef enum mines_status:
        MINES_OK
        MINES_INTERRUPTED

    const char *mines_status_text(mines_status status)

    ctypedef enum mines_reason:
        MINES_REASON_NONE

    ctypedef struct mines_fault:
        mines_reason reason
        int32_t row
        int32_t col

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

    const char *mines_version_text()
    const char *mines_simd_name()
