/*
 * test_concurrent.c - the whole library on many threads at the same time: with handles of their own, shared handles,
 * and calls that use threads themselves. Each job gives the same result as alone. Mainly for the thread sanitizer.
 */
#include <minesweeper_core.h>

#include <pthread.h>

#include "calls.h"
#include "check.h"
#include "positions.h"

enum { THREADS = 8, ROUNDS = 3, SIDE = 16, CELLS = SIDE * SIDE, MINES = 51 };

/* A hash of all results of a job. */
static void add(uint64_t *sum, const void *data, size_t length)
{
    const unsigned char *bytes = data;
    for (size_t i = 0; i < length; i++)
        *sum = (*sum ^ bytes[i]) * UINT64_C(0x100000001B3);
}

#define ADD(sum, array) add(sum, array, sizeof(array))

/* Two positions, and handles of the first that all threads use. */
static position shared_position, other_position;
static mines_solution *shared_solution;
static mines_sampler *shared_sampler;
static mines_game *shared_games[2]; /* classic, Flags */
static uint8_t shared_masks[40 * CELLS];

/* Each job adds its results to *sum. It must return MINES_OK. */
typedef mines_status job(uint64_t *sum);

static mines_status query_shared_solution(uint64_t *sum)
{
    double values[CELLS * 9] = {0};
    uint8_t safe[CELLS] = {0}, sure[CELLS] = {0};
    char text[2000] = "";
    size_t length = 0;
    mines_status status = mines_solution_mine(shared_solution, values);
    add(sum, values, CELLS * sizeof *values);
    if (status == MINES_OK)
        status = mines_solution_zero_around(shared_solution, NULL, values);
    add(sum, values, CELLS * sizeof *values);
    if (status == MINES_OK)
        status = mines_solution_number(shared_solution, NULL, values);
    ADD(sum, values);
    if (status == MINES_OK)
        status = mines_solution_certain(shared_solution, safe, sure);
    ADD(sum, safe);
    ADD(sum, sure);
    if (status == MINES_OK)
        status = mines_solution_total_text(shared_solution, NULL, text, sizeof text, &length);
    add(sum, text, length);
    return status;
}

static mines_status use_shared_sampler(uint64_t *sum)
{
    enum { BOARDS = 700 };
    uint8_t boards[BOARDS * CELLS] = {0};
    uint64_t mine[CELLS] = {0}, zero_around[CELLS] = {0}, drawn;
    mines_status status =
        mines_sampler_draw(shared_sampler, 3, 50, BOARDS, &SIZED(mines_options, .threads = 2), boards);
    ADD(sum, boards);
    if (status == MINES_OK)
        status = mines_sampler_tally(shared_sampler, 4, 40000, 0, &SIZED(mines_options, .threads = 3), mine,
                                     zero_around, &drawn);
    ADD(sum, mine);
    ADD(sum, zero_around);
    return status;
}

static mines_status query_shared_games(uint64_t *sum)
{
    mines_status status = MINES_OK;
    for (int i = 0; i < 2 && status == MINES_OK; i++) {
        const mines_game *game = shared_games[i];
        char board[CELLS] = {0};
        uint8_t cells[3][CELLS] = {{0}};
        uint32_t changed[CELLS] = {0};
        size_t count = 0;
        mines_game_info info = {.size = sizeof info};
        mines_game *copy = NULL;
        const mines_status looked[] = {
            mines_game_board(game, board),    mines_game_flagged(game, cells[0]),
            mines_game_owner(game, cells[1]), mines_game_mask(game, cells[2]),
            mines_game_get_info(game, &info), mines_game_changed(game, changed, CELLS, &count),
        };
        for (size_t k = 0; k < sizeof looked / sizeof *looked && status == MINES_OK; k++)
            status = looked[k];
        ADD(sum, board);
        ADD(sum, cells);
        ADD(sum, changed);
        add(sum, &info, sizeof info);
        if (status == MINES_OK)
            status = mines_game_copy(game, NULL, &copy);
        if (status == MINES_OK)
            status = mines_game_undo(copy, NULL, NULL);
        if (status == MINES_OK)
            status = mines_game_redo(copy, NULL, NULL);
        if (status == MINES_OK)
            status = mines_game_act(copy, MINES_ACTION_OPEN, 3, 4, NULL, NULL);
        if (status == MINES_OK)
            status = mines_game_board(copy, board);
        ADD(sum, board);
        mines_game_free(copy);
    }
    return status;
}

static mines_status own_handles(uint64_t *sum)
{
    mines_solution *solution = NULL;
    mines_sampler *sampler = NULL;
    double values[CELLS] = {0};
    uint8_t boards[20 * CELLS] = {0};
    mines_status status = mines_solve(other_position.cells, SIDE, SIDE, MINES, NULL, &solution, NULL);
    if (status == MINES_OK)
        status = mines_solution_zero_around(solution, NULL, values);
    ADD(sum, values);
    if (status == MINES_OK)
        status = mines_sampler_new(solution, NULL, &sampler);
    if (status == MINES_OK)
        status = mines_sampler_draw(sampler, 1, 2, 20, NULL, boards);
    ADD(sum, boards);
    mines_sampler_free(sampler);
    mines_solution_free(solution);
    return status;
}

static mines_status own_game(uint64_t *sum)
{
    mines_game *game = NULL;
    char board[CELLS] = {0};
    mines_status status = mines_game_new_random(SIDE, SIDE, 30, 8, MINES_FIRST_OPENING, NULL, &game);
    for (uint32_t i = 0; i < 40 && status == MINES_OK; i++)
        status = i % 7 == 6 ? mines_game_undo(game, NULL, NULL)
                            : mines_game_act(game, MINES_ACTION_OPEN, i * 5 % SIDE, i * 11 % SIDE, NULL, NULL);
    if (status == MINES_OK)
        status = mines_game_board(game, board);
    ADD(sum, board);
    mines_game_free(game);
    return status;
}

/* The seed is different in each call; only which cells have an answer is the same. */
static mines_status determine(uint64_t *sum)
{
    float mine[CELLS], zero_around[CELLS];
    unsigned int valid = 0;
    DetermineGrid2(shared_position.cells, mine, zero_around, &valid, 3, 30000, 600000);
    for (size_t i = 0; i < CELLS; i++) {
        uint8_t answers[] = {mine[i] >= 0.0f, zero_around[i] >= 0.0f};
        ADD(sum, answers);
    }
    uint8_t some[] = {valid > 0};
    ADD(sum, some);
    int32_t row, col;
    return mines_get_grid_with_best_probability(shared_position.cells, 3000, 600000,
                                                &SIZED(mines_options, .threads = 2), &row, &col);
}

static mines_status solve_many(uint64_t *sum)
{
    enum { COUNT = 80, AREA = 6 * 5 };
    char boards[COUNT * AREA];
    uint32_t mines[COUNT];
    double mine[COUNT * AREA] = {0};
    mines_status each[COUNT] = {MINES_OK};
    memset(boards, '-', sizeof boards);
    for (size_t i = 0; i < COUNT; i++) {
        mines[i] = 6;
        boards[i * AREA + i % AREA] = (char)('1' + (char)(i % 3));
    }
    mines_status status = mines_solve_many(boards, COUNT, 6, 5, mines, &SIZED(mines_options, .threads = 4),
                                           &SIZED(mines_solve_many_result, .mine = mine, .status = each));
    ADD(sum, mine);
    ADD(sum, each);
    return status;
}

static mines_status measure(uint64_t *sum)
{
    uint32_t out[6][40] = {{0}};
    mines_status status = mines_metrics(shared_masks, 40, SIDE, SIDE, &SIZED(mines_options, .threads = 3),
                                        &SIZED(mines_metrics_result, .bbbv = out[0], .openings = out[1],
                                               .islands = out[2], .zini = out[3], .hzini = out[4]));
    if (status == MINES_OK)
        status =
            mines_bbbv_solved(shared_masks, shared_masks, 40, SIDE, SIDE, &SIZED(mines_options, .threads = 2), out[5]);
    ADD(sum, out);
    return status;
}

static mines_status generate(uint64_t *sum)
{
    uint8_t masks[6 * CELLS] = {0}, answers[6] = {0};
    mines_generate_request request = {.size = sizeof request,
                                      .rows = SIDE,
                                      .cols = SIDE,
                                      .mines = 35,
                                      .first_click = MINES_FIRST_OPENING,
                                      .row = 3,
                                      .col = 4};
    mines_status status = MINES_OK;
    for (int logic = MINES_GENERATE_ANY; logic <= MINES_GENERATE_NO_GUESS_REPAIRED && status == MINES_OK; logic++) {
        request.logic = (mines_generate_logic)logic;
        request.min_bbbv = logic == MINES_GENERATE_ANY ? 80 : 0;
        for (uint32_t count = 2; count <= 6 && status == MINES_OK; count += 4) { /* fewer than threads, and more */
            uint64_t tried;
            status = mines_generate(&request, 7, 0, count, &SIZED(mines_options, .threads = 3), masks, &tried);
            add(sum, masks, count * (size_t)CELLS);
            add(sum, &tried, sizeof tried);
        }
    }
    if (status == MINES_OK)
        status = mines_no_guess(masks, 6, SIDE, SIDE, 3, 4, &SIZED(mines_options, .threads = 2), answers);
    ADD(sum, answers);
    return status;
}

static mines_status convert(uint64_t *sum)
{
    mines_status status = MINES_OK;
    for (int format = MINES_FORMAT_TEXT; format <= MINES_FORMAT_TATHAM_PLAIN && status == MINES_OK; format++) {
        mines_file file = {.size = sizeof file,
                           .rows = SIDE,
                           .cols = SIDE,
                           .complete = format != MINES_FORMAT_MINE,
                           .mines = 40,
                           .first_row = -1,
                           .first_col = -1};
        char bytes[4 * CELLS], cells[CELLS];
        uint8_t mask[CELLS];
        size_t length = 0;
        memset(cells, '-', sizeof cells);
        status = mines_file_write((mines_format)format, &file, cells, shared_masks, NULL, bytes, sizeof bytes, &length,
                                  NULL);
        if (status == MINES_OK)
            status = mines_file_read((mines_format)format, bytes, length, NULL, &file, cells, mask, CELLS, NULL);
        if (status != MINES_OK)
            return status;
        add(sum, bytes, length);
        ADD(sum, cells);
        ADD(sum, mask);
    }
    return MINES_OK;
}

static job *const jobs[] = {query_shared_solution,
                            use_shared_sampler,
                            query_shared_games,
                            own_handles,
                            own_game,
                            determine,
                            solve_many,
                            measure,
                            generate,
                            convert};
enum { JOBS = sizeof jobs / sizeof *jobs };

/* The results of all jobs in one thread. */
typedef struct worker {
    unsigned first; /* the first job; different threads begin with different ones */
    uint64_t sum[JOBS];
    mines_status status[JOBS];
} worker;

static void *work(void *argument)
{
    worker *w = argument;
    for (unsigned i = 0; i < JOBS; i++) {
        unsigned number = (w->first + i) % JOBS;
        w->status[number] = jobs[number](&w->sum[number]);
    }
    return NULL;
}

static void share(void)
{
    uint64_t state = 11;
    position_random(&shared_position, SIDE, SIDE, MINES, 15, 0, &state);
    position_lattice(&other_position, SIDE, SIDE, MINES, &state);
    CHECK_SAME(mines_solve(shared_position.cells, SIDE, SIDE, MINES, NULL, &shared_solution, NULL), MINES_OK);
    CHECK_SAME(mines_sampler_new(shared_solution, NULL, &shared_sampler), MINES_OK);
    for (size_t i = 0; i < 40; i++)
        place_mines(shared_masks + i * CELLS, CELLS, 40, &state);
    CHECK_SAME(mines_game_new(shared_masks, SIDE, SIDE, NULL, &shared_games[0]), MINES_OK);
    for (uint32_t i = 0; i < CELLS; i += 5)
        CHECK_SAME(mines_game_act(shared_games[0], shared_masks[i] ? MINES_ACTION_FLAG : MINES_ACTION_OPEN, i / SIDE,
                                  i % SIDE, NULL, NULL),
                   MINES_OK);
    CHECK_SAME(mines_game_new_flags(NULL, NULL, 5, NULL, &shared_games[1]), MINES_OK);
    for (uint32_t i = 0; i < CELLS; i += 9)
        CHECK_SAME(mines_game_act(shared_games[1], MINES_ACTION_OPEN, i / SIDE, i % SIDE, NULL, NULL), MINES_OK);
}

int main(void)
{
    static worker alone, together[THREADS];
    pthread_t thread[THREADS];
    share();
    if (check_failures == 0)
        work(&alone);
    /* the jobs need more stack than threads have with some C libraries */
    pthread_attr_t roomy;
    CHECK_SAME(pthread_attr_init(&roomy), 0);
    CHECK_SAME(pthread_attr_setstacksize(&roomy, 4 << 20), 0);
    for (unsigned round = 0; round < ROUNDS && check_failures == 0; round++) {
        unsigned begun = 0;
        memset(together, 0, sizeof together);
        for (; begun < THREADS; begun++) {
            together[begun].first = round % 2 == 0 ? begun + round : round; /* different jobs, or the same one */
            if (!CHECK_SAME(pthread_create(&thread[begun], &roomy, work, &together[begun]), 0))
                break;
        }
        for (unsigned i = 0; i < begun; i++) {
            CHECK_SAME(pthread_join(thread[i], NULL), 0);
            for (unsigned k = 0; k < JOBS; k++) {
                CHECK_SAME(together[i].status[k], MINES_OK);
                CHECK(together[i].sum[k] == alone.sum[k]);
            }
        }
    }
    mines_game_free(shared_games[1]);
    mines_game_free(shared_games[0]);
    mines_sampler_free(shared_sampler);
    mines_solution_free(shared_solution);
    return check_done("test_concurrent");
}
