/*
 * test_signature.c - a hash of the boards of many positions, requests and seeds. Every build of one version must print
 * the same, for all compilers, options, word sizes and processors; .ci/run compares them.
 */
#include <minesweeper_core.h>

#include <inttypes.h>

#include "calls.h"
#include "check.h"
#include "positions.h"

enum { BOARDS = 700 };

static uint64_t mix(uint64_t hash, uint64_t word) { return (hash ^ word) * UINT64_C(0x100000001B3); }

static uint64_t signature_of(const position *p, uint64_t seed)
{
    static uint8_t boards[BOARDS * 30 * 30];
    static uint64_t mine[900], zero_around[900];
    uint64_t hash = UINT64_C(0xCBF29CE484222325), drawn = 0;
    size_t cells = p->rows * p->cols;
    mines_solution *solution = NULL;
    mines_sampler *sampler = NULL;
    if (CHECK_SAME(mines_solve(p->cells, p->rows, p->cols, p->mines, NULL, &solution, NULL), MINES_OK) &&
        CHECK_SAME(mines_sampler_new(solution, NULL, &sampler), MINES_OK)) {
        CHECK_SAME(mines_sampler_draw(sampler, seed, 100, BOARDS, &SIZED(mines_options, .threads = 2), boards),
                   MINES_OK);
        for (size_t i = 0; i < BOARDS * cells; i++)
            hash = mix(hash, boards[i]);
        CHECK_SAME(mines_sampler_tally(sampler, seed, 20000, 0, &SIZED(mines_options, .threads = 3), mine, zero_around,
                                       &drawn),
                   MINES_OK);
        for (size_t i = 0; i < cells; i++)
            hash = mix(mix(hash, mine[i]), zero_around[i]);
    }
    mines_sampler_free(sampler);
    mines_solution_free(solution);
    return hash;
}

static uint64_t signature_of_request(const mines_generate_request *request, uint64_t seed)
{
    static uint8_t boards[60 * 480];
    uint64_t hash = UINT64_C(0xCBF29CE484222325), tried = 0;
    CHECK_SAME(mines_generate(request, seed, 7, 60, &SIZED(mines_options, .threads = 2), boards, &tried), MINES_OK);
    for (size_t i = 0; i < (size_t)60 * request->rows * request->cols; i++)
        hash = mix(hash, boards[i]);
    return mix(hash, tried);
}

int main(void)
{
    static position p;
    uint64_t state = 11, hash = 0;
    for (unsigned i = 0; i < 40; i++) {
        position_random(&p, 16, 16, 51, i * 2 + 5, i % 3 * 40, &state);
        hash = mix(hash, signature_of(&p, next_random(&state)));
    }
    for (unsigned i = 0; i < 10; i++) {
        position_random(&p, 16, 30, 99, i * 8 + 5, 0, &state);
        hash = mix(hash, signature_of(&p, next_random(&state)));
        position_isolated(&p, 16, 16, 51, &state);
        hash = mix(hash, signature_of(&p, next_random(&state)));
    }
    position_blank(&p, 30, 30, 450);
    hash = mix(hash, signature_of(&p, 0));
    position_lattice(&p, 16, 30, 99, &state);
    hash = mix(hash, signature_of(&p, UINT64_MAX));
    for (int logic = MINES_GENERATE_ANY; logic <= MINES_GENERATE_NO_GUESS_REPAIRED; logic++) {
        mines_generate_request request = {.size = sizeof request,
                                          .rows = 16,
                                          .cols = 30,
                                          .mines = 99,
                                          .row = 15,
                                          .first_click = MINES_FIRST_OPENING,
                                          .logic = (mines_generate_logic)logic};
        hash = mix(hash, signature_of_request(&request, next_random(&state)));
        request.cols = 16;
        request.mines = 40;
        request.first_click = MINES_FIRST_SAFE;
        request.min_bbbv = 70;
        hash = mix(hash, signature_of_request(&request, next_random(&state)));
    }
    printf("signature %016" PRIx64 "\n", hash);
    return check_done("test_signature");
}
