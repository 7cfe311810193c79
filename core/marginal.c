#include "marginal.h"

#include <float.h>
#include <string.h>

double msc_open_interval(double p)
{
    double most = 1.0 - DBL_EPSILON / 2;
    return p < DBL_MIN ? DBL_MIN : p > most ? most : p;
}

/* What `low` .. `high` mines in a group of `size` like cells make certain. */
static uint8_t certain_of(uint32_t low, uint32_t high, uint32_t size)
{
    return high == 0 ? MSC_CERTAIN_SAFE : low == size ? MSC_CERTAIN_MINE : 0;
}

bool msc_certain_cells(const msc_reduced *reduced, const msc_certain *certain, uint8_t *cell)
{
    uint8_t seen = 0;
    memset(cell, 0, reduced->board->sites);
    for (uint32_t i = 0; i < reduced->decided_cells; i++) {
        uint32_t site = reduced->decided[i];
        cell[site] = reduced->fate[site] == MSC_FATE_MINE ? MSC_CERTAIN_MINE : MSC_CERTAIN_SAFE;
        seen |= cell[site];
    }
    for (uint32_t i = 0; i < reduced->boxes; i++) {
        const msc_box *box = reduced->box + i;
        uint8_t own = certain_of(certain->box_low[i], certain->box_high[i], box->size);
        for (uint32_t k = 0; k < box->size; k++)
            cell[reduced->cells[box->first_cell + k]] = own;
        seen |= own;
    }
    uint8_t own = reduced->sea_cells > 0 ? certain_of(certain->sea_low, certain->sea_high, reduced->sea_cells) : 0;
    for (uint32_t i = 0; i < reduced->sea_cells; i++)
        cell[reduced->sea[i]] = own;
    return ((seen | own) & MSC_CERTAIN_MINE) != 0;
}

/* P(mine) of each cell of a component's boxes, from forward and backward vectors. False: stopped. */
static bool component_mines(const msc_graph *graph, const msc_reduced *reduced, const msc_weights *weights,
                            const double *b, double *box_mine, msc_poll *poll)
{
    for (uint32_t layer = 0; layer < graph->layers; layer++) {
        double mass[MSC_BOX_CELLS + 1] = {0};
        uint32_t size = reduced->box[graph->box[layer]].size;
        for (uint32_t s = graph->first_state[layer]; s < graph->first_state[layer + 1]; s++) {
            const double *from = graph->forward + graph->vector[s];
            size_t length = msc_vector_length(graph, s);
            uint32_t j = graph->first_mines[s];
            for (size_t e = graph->first_edge[s]; e < graph->first_edge[s + 1]; e++, j++) {
                uint32_t t = graph->target[e];
                if (t == MSC_NONE)
                    continue;
                const double *to = b + graph->vector[t] + msc_edge_shift(graph, s, j, t);
                double sum = 0.0;
                for (size_t i = 0; i < length; i++)
                    sum += from[i] * to[i];
                mass[j] += sum;
            }
        }
        double all = 0.0, mines = 0.0;
        for (uint32_t j = 0; j <= size; j++) {
            all += mass[j] * weights->weight[size][j];
            mines += mass[j] * weights->weight[size][j] * j;
        }
        box_mine[graph->box[layer]] = mines / (all * size);
        if (msc_poll_step(poll, msc_poll_work(msc_layer_room(graph, layer))))
            return false;
    }
    return true;
}

static double sea_mine(const msc_chain *chain, const msc_reduced *reduced)
{
    uint32_t n = chain->components;
    double mines = 0.0;
    for (uint32_t p = chain->low[n]; p <= chain->high[n] && p < reduced->mines_left; p++)
        mines += chain->prefix[n][p - chain->low[n]] * chain->suffix[n][p - chain->low[n]] * (reduced->mines_left - p);
    return mines / (chain->total * reduced->sea_cells);
}

mines_status msc_marginal(const msc_chain *chain, const msc_reduced *reduced, const uint8_t *certain_cell,
                          double *mine, msc_arena *arena, msc_poll *poll)
{
    double sea = reduced->sea_cells > 0 ? sea_mine(chain, reduced) : 0.0;
    double *box_mine = msc_take(arena, reduced->boxes, sizeof *box_mine);
    size_t most_room = 0, most_terminal = 0;
    for (uint32_t i = 0; i < chain->components; i++) {
        const msc_graph *g = chain->graph + i;
        size_t room = msc_graph_room(g, 0), terminal = msc_vector_length(g, msc_graph_end(g));
        most_room = room > most_room ? room : most_room;
        most_terminal = terminal > most_terminal ? terminal : most_terminal;
    }
    double *terminal = msc_resize(arena, NULL, most_terminal, sizeof *terminal);
    double *b = msc_resize(arena, NULL, most_room, sizeof *b);
    mines_status status = arena->status;
    for (uint32_t i = 0; i < chain->components && status == MINES_OK; i++) {
        msc_chain_terminal(chain, i, chain->suffix[i + 1], 0, terminal);
        if (!msc_graph_backward(chain->graph + i, reduced, &chain->weights, terminal, 0, b, NULL, poll) ||
            !component_mines(chain->graph + i, reduced, &chain->weights, b, box_mine, poll))
            status = MINES_INTERRUPTED;
    }
    msc_release(arena, terminal);
    msc_release(arena, b);
    if (status != MINES_OK)
        return status;

    for (uint32_t site = 0; site < reduced->board->sites; site++)
        mine[site] = reduced->fate[site] == MSC_FATE_KNOWN || certain_cell[site] == MSC_CERTAIN_MINE;
    for (uint32_t i = 0; i < reduced->boxes; i++) {
        const msc_box *box = reduced->box + i;
        const uint32_t *site = reduced->cells + box->first_cell;
        for (uint32_t k = 0; k < box->size && certain_cell[site[0]] == 0; k++)
            mine[site[k]] = msc_open_interval(box_mine[i]);
    }
    for (uint32_t i = 0; i < reduced->sea_cells && certain_cell[reduced->sea[0]] == 0; i++)
        mine[reduced->sea[i]] = msc_open_interval(sea);
    return MINES_OK;
}
