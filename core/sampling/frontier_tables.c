/* frontier_tables.c - from graphs to stages, with alias tables over the ways through them. */
#include "frontier_paths.h"

#include "../base/scaling.h"
#include "alias.h"

#include <string.h>

const mcore_frontier_limits mcore_frontier_usual = {4096, 4096, 32768, 1024, 1 << 20};
const mcore_frontier_limits mcore_frontier_quick = {256, 256, 1024, 256, 1 << 16};

typedef struct builder {
    mcore_frontier *out;
    const mcore_reduced *reduced;
    const mcore_chain *chain;
    mcore_arena *arena, *scratch;
    mcore_poll *poll;
    mcore_frontier_limits limits;
    size_t stage_room;
    size_t entries; /* of all tables */

    uint32_t cells; /* of the mask being filled */
    uint32_t site[64];

    size_t room;       /* for the most paths or outcomes of a table so far, of both of these */
    mcore_paths paths; /* of the stage at hand */
    mcore_alias alias; /* of the node at hand */
} builder;

/* Entries that the next stage may have. This must not depend on the memory there is: with other stages the same seed
   would give other boards. */
static size_t most_entries(const builder *b)
{
    return b->entries > b->limits.many ? b->limits.few_entries : b->limits.entries;
}

static size_t span(const mcore_chain *chain, uint32_t i) { return (size_t)chain->high[i] - chain->low[i] + 1; }

/* x * 2^power without leaving the range of a double on the way, unless the result does. */
static double scaled(double x, int power)
{
    for (; power > 900; power -= 900)
        x *= mcore_power_of_two(900);
    for (; power < -900; power += 900)
        x *= mcore_power_of_two(-900);
    return x * mcore_power_of_two(power);
}

/* Room for so many paths at hand, or outcomes of one table. What there was is lost. */
static bool make_room(builder *b, double wanted)
{
    size_t n = (size_t)wanted;
    if (n <= b->room)
        return true;
    b->room = n < 2 * b->room ? 2 * b->room : n;
    return mcore_paths_room(&b->paths, b->room) && mcore_alias_reserve(&b->alias, b->scratch, b->room);
}

/* ---- Stages ------------------------------------------------------------------------------------------------------ */

static mcore_stage *add_stage(builder *b, mcore_stage_kind kind, size_t nodes)
{
    mcore_frontier *out = b->out;
    if (!mcore_arena_reserve(b->arena, (void **)&out->stage, &b->stage_room, (size_t)out->stages + 1,
                             sizeof *out->stage))
        return NULL;
    mcore_stage *stage = out->stage + out->stages;
    *stage = (mcore_stage){.kind = kind, .nodes = (uint32_t)nodes};
    stage->node = mcore_arena_alloc_zeroed(b->arena, nodes, sizeof *stage->node);
    if (stage->node == NULL)
        return NULL;
    out->stages++;
    return stage;
}

/* The mask is complete with the last stage: what its bits stand for. */
static bool end_mask(builder *b)
{
    if (b->cells == 0)
        return true;
    mcore_stage *stage = b->out->stage + b->out->stages - 1;
    stage->cells = b->cells;
    stage->site = mcore_arena_alloc(b->arena, b->cells, sizeof *stage->site);
    if (stage->site == NULL)
        return false;
    memcpy(stage->site, b->site, b->cells * sizeof *b->site);
    b->cells = 0;
    return true;
}

/* Give a box the next bits of the mask. */
static void place_box(builder *b, const mcore_graph *graph, uint32_t layer)
{
    const mcore_box *box = b->reduced->box + graph->box[layer];
    for (uint32_t i = 0; i < box->size; i++)
        b->site[b->cells++] = b->reduced->cells[box->first_cell + i];
}

/* ---- Tables over the ways ---------------------------------------------------------------------------------------- */

/* Entry of the node's group, from what is known of a component's inside or of the chain. */
typedef double (*group_weight)(const builder *b, const mcore_path_group *g, uint32_t component, uint32_t layer,
                               uint32_t k, uint32_t *next);

/* Before component `component`: p mines, of which the group has some. */
static double weight_in_chain(const builder *b, const mcore_path_group *g, uint32_t component, uint32_t layer,
                              uint32_t p, uint32_t *next)
{
    (void)layer;
    if (p < g->mines || p - g->mines < b->chain->low[component] || p - g->mines > b->chain->high[component])
        return 0.0;
    *next = p - g->mines - b->chain->low[component];
    return b->chain->prefix[component][*next];
}

/* In front of `layer` of the component: k mines of its own, of which the group has some. */
static double weight_in_component(const builder *b, const mcore_path_group *g, uint32_t component, uint32_t layer,
                                  uint32_t k, uint32_t *next)
{
    const mcore_graph *graph = b->chain->graph + component;
    if (k < g->mines || k - g->mines < graph->kmin[g->state] || k - g->mines > graph->kmax[g->state])
        return 0.0;
    size_t at = graph->vector[g->state] + (k - g->mines - graph->kmin[g->state]);
    *next = (uint32_t)(at - mcore_layer_base(graph, layer));
    return graph->forward[at];
}

/* The weight of the sea with p mines in the components; exactly 0 where it can't hold the rest. */
static double sea_weight(const builder *b, size_t index)
{
    uint32_t n = b->chain->components;
    size_t p = b->chain->low[n] + index;
    if (p > b->reduced->mines_left || b->reduced->mines_left - p > b->reduced->sea_cells)
        return 0.0;
    return b->chain->suffix[n][index];
}

/* All components at once: the group leads to its number of mines. */
static double weight_alone(const builder *b, const mcore_path_group *g, uint32_t component, uint32_t layer, uint32_t k,
                           uint32_t *next)
{
    uint32_t n = b->chain->components;
    (void)component;
    (void)layer;
    (void)k;
    if (g->mines < b->chain->low[n] || g->mines > b->chain->high[n])
        return 0.0;
    *next = g->mines - b->chain->low[n];
    return sea_weight(b, *next);
}

typedef struct table {
    mcore_stage *stage;
    size_t room;
} table;

/* The groups that lead to a node, k mines, as its entries; in a WAYS stage each way of a group on its own. */
static bool add_node(builder *b, table *t, mcore_node *node, const mcore_ending *end, group_weight weigh,
                     uint32_t component, uint32_t layer, uint32_t k)
{
    mcore_stage *stage = t->stage;
    bool ways = stage->kind == MCORE_STAGE_WAYS;
    uint32_t *next = b->alias.next;
    uint32_t kept = 0;
    const uint32_t *keep = b->alias.keep;
    for (uint32_t i = 0; i < end->count; i++) {
        const mcore_path_group *g = b->paths.group + end->first + i;
        double weight = weigh(b, g, component, layer, k, next + i);
        b->alias.weight[i] = scaled(weight * g->count, b->chain->weights.tilt * (int)g->mines);
    }
    uint32_t groups = mcore_alias_prune(&b->alias, end->count);
    for (uint32_t i = 0; i < groups; i++)
        kept += ways ? b->paths.group[end->first + keep[i]].count : 1;
    size_t size = ways ? sizeof *stage->entry.way : sizeof *stage->entry.group;
    void *data = ways ? (void *)stage->entry.way : (void *)stage->entry.group;
    if (!mcore_arena_reserve(b->arena, &data, &t->room, stage->entries + kept, size))
        return false;
    if (ways)
        stage->entry.way = data;
    else
        stage->entry.group = data;
    node->first = (uint32_t)stage->entries;
    node->count = kept;
    stage->entries += kept;
    b->entries += kept;
    if (ways) {
        mcore_way_entry *entry = stage->entry.way + node->first;
        for (uint32_t i = groups, at = kept; i-- > 0;) {
            const mcore_path_group *g = b->paths.group + end->first + keep[i];
            double each = b->alias.weight[i] / g->count;
            for (uint32_t w = g->count; w-- > 0;) {
                entry[--at].mask[0] = b->paths.path[g->first + w].mask;
                entry[at].next[0] = next[keep[i]];
                b->alias.weight[at] = each;
            }
        }
        mcore_alias_build(&b->alias, kept);
        for (uint32_t i = 0; i < kept; i++) {
            entry[i].threshold = b->alias.threshold[i];
            entry[i].mask[1] = entry[b->alias.other[i]].mask[0];
            entry[i].next[1] = entry[b->alias.other[i]].next[0];
        }
    } else {
        mcore_group_entry *entry = stage->entry.group + node->first;
        for (uint32_t i = 0; i < groups; i++) {
            const mcore_path_group *g = b->paths.group + end->first + keep[i];
            entry[i].first[0] = g->first;
            entry[i].count[0] = g->count;
            entry[i].next[0] = next[keep[i]];
        }
        mcore_alias_build(&b->alias, kept);
        for (uint32_t i = 0; i < kept; i++) {
            const mcore_group_entry *other = entry + b->alias.other[i];
            entry[i].threshold = b->alias.threshold[i];
            entry[i].first[1] = other->first[0];
            entry[i].count[1] = other->count[0];
            entry[i].next[1] = other->next[0];
        }
    }
    return true;
}

/* Masks of all paths at hand, for a GROUPS stage. */
static bool keep_masks(builder *b, mcore_stage *stage)
{
    if (stage->kind != MCORE_STAGE_GROUPS)
        return true;
    stage->mask = mcore_arena_alloc(b->arena, b->paths.paths, sizeof *stage->mask);
    if (stage->mask == NULL)
        return false;
    for (uint32_t i = 0; i < b->paths.paths; i++)
        stage->mask[i] = b->paths.path[i].mask;
    return true;
}

/* A table of counts: weights b->alias.weight[0 .. n - 1] of the outcomes next = 0 .. n - 1. */
static bool add_counts(builder *b, table *t, mcore_node *node, uint32_t n)
{
    mcore_stage *stage = t->stage;
    const uint32_t *keep = b->alias.keep;
    uint32_t kept = mcore_alias_prune(&b->alias, n);
    void *data = stage->entry.count;
    if (!mcore_arena_reserve(b->arena, &data, &t->room, stage->entries + kept, sizeof *stage->entry.count))
        return false;
    stage->entry.count = data;
    node->first = (uint32_t)stage->entries;
    node->count = kept;
    stage->entries += kept;
    b->entries += kept;
    mcore_alias_build(&b->alias, kept);
    mcore_count_entry *entry = stage->entry.count + node->first;
    for (uint32_t i = 0; i < kept; i++)
        entry[i] = (mcore_count_entry){b->alias.threshold[i], {keep[i], keep[b->alias.other[i]]}};
    return true;
}

/* ---- The chain --------------------------------------------------------------------------------------------------- */

static mines_status stage_total(builder *b)
{
    size_t n = span(b->chain, b->chain->components);
    table t = {add_stage(b, MCORE_STAGE_TOTAL, 1), 0};
    if (t.stage == NULL)
        return b->arena->status;
    const double *prefix = b->chain->prefix[b->chain->components];
    for (size_t i = 0; i < n; i++)
        b->alias.weight[i] = prefix[i] * sea_weight(b, i);
    return add_counts(b, &t, t.stage->node, (uint32_t)n) ? MINES_OK : b->arena->status;
}

/* Components first .. last, with so many ways together, in one stage. */
static mines_status stage_joint(builder *b, uint32_t first, uint32_t last, double paths)
{
    const mcore_chain *chain = b->chain;
    uint32_t cells = 0;
    for (uint32_t i = first; i <= last; i++) {
        for (uint32_t layer = 0; layer < chain->graph[i].layers; layer++)
            cells += mcore_paths_box(&b->paths, chain->graph + i, layer);
        mines_status status = mcore_paths_incoming(&b->paths, i);
        if (status != MINES_OK)
            return status;
    }
    if (b->cells + cells > 64 && !end_mask(b))
        return b->arena->status;
    if (!make_room(b, paths))
        return b->scratch->status;
    mcore_paths_through(&b->paths, first, last, b->cells);
    for (uint32_t i = last + 1; i-- > first;) {
        for (uint32_t layer = chain->graph[i].layers; layer-- > 0;)
            place_box(b, chain->graph + i, layer);
    }
    /* alone, the stage draws the number of mines too */
    bool alone = first == 0 && last + 1 == chain->components;
    size_t nodes = alone ? 1 : span(chain, last + 1);
    bool ways = nodes * b->paths.paths <= b->limits.way_entries;
    table t = {add_stage(b, ways ? MCORE_STAGE_WAYS : MCORE_STAGE_GROUPS, nodes), 0};
    if (t.stage == NULL || !keep_masks(b, t.stage))
        return b->arena->status;
    for (size_t p = 0; p < nodes; p++) {
        if (!add_node(b, &t, t.stage->node + p, b->paths.ending, alone ? weight_alone : weight_in_chain, first, 0,
                      chain->low[last + 1] + (uint32_t)p))
            return b->arena->status;
        if (mcore_poll_step(b->poll, 16 * b->paths.groups))
            return MINES_INTERRUPTED;
    }
    return MINES_OK;
}

/* Component `i` alone: how many mines it holds. */
static mines_status stage_share(builder *b, uint32_t i)
{
    const mcore_chain *chain = b->chain;
    const mcore_graph *graph = chain->graph + i;
    uint32_t end = mcore_graph_end(graph), own = graph->kmax[end] - graph->kmin[end] + 1;
    size_t nodes = span(chain, i + 1);
    bool walk = nodes * own > most_entries(b);
    table t = {add_stage(b, walk ? MCORE_STAGE_SHARE_WALK : MCORE_STAGE_SHARE, walk ? 0 : nodes), 0};
    if (t.stage == NULL)
        return b->arena->status;
    t.stage->component = i;
    for (size_t node = 0; node < nodes && !walk; node++) {
        for (uint32_t k = 0; k < own; k++) {
            mcore_path_group g = {0, graph->kmin[end] + k, 0, 1};
            uint32_t next;
            double before = weight_in_chain(b, &g, i, 0, chain->low[i + 1] + (uint32_t)node, &next);
            b->alias.weight[k] = before * graph->forward[graph->vector[end] + k];
        }
        if (!add_counts(b, &t, t.stage->node + node, own))
            return b->arena->status;
    }
    return MINES_OK;
}

/* ---- Inside a component ------------------------------------------------------------------------------------------ */

/* Tables for layers from .. to - 1, whose ways are at hand. */
static mines_status stage_block(builder *b, uint32_t component, uint32_t from, uint32_t to, bool ways)
{
    const mcore_graph *graph = b->chain->graph + component;
    for (uint32_t layer = to; layer-- > from;)
        place_box(b, graph, layer);
    table t = {add_stage(b, ways ? MCORE_STAGE_WAYS : MCORE_STAGE_GROUPS, mcore_layer_nodes(graph, to)), 0};
    if (t.stage == NULL || !keep_masks(b, t.stage))
        return b->arena->status;
    for (uint32_t i = 0; i < b->paths.endings; i++) {
        uint32_t state = b->paths.ending[i].state;
        mcore_node *node = t.stage->node + (graph->vector[state] - mcore_layer_base(graph, to));
        for (uint32_t k = graph->kmin[state]; k <= graph->kmax[state]; k++) {
            if (!add_node(b, &t, node++, b->paths.ending + i, weight_in_component, component, from, k))
                return b->arena->status;
        }
        if (mcore_poll_step(b->poll, 16 * b->paths.ending[i].count * (graph->kmax[state] - graph->kmin[state] + 1)))
            return MINES_INTERRUPTED;
    }
    return MINES_OK;
}

/* A layer to be walked: together with the one before, if that is walked too and the mask has room. */
static mines_status stage_walk(builder *b, uint32_t component, uint32_t layer)
{
    const mcore_graph *graph = b->chain->graph + component;
    mcore_stage *last = b->out->stage + b->out->stages - 1;
    if (b->cells + mcore_paths_box(&b->paths, graph, layer) > 64 && !end_mask(b))
        return b->arena->status;
    if (last->kind != MCORE_STAGE_WALK || last->component != component || last->cells != 0) {
        last = add_stage(b, MCORE_STAGE_WALK, 0);
        if (last == NULL)
            return b->arena->status;
        last->component = component;
        last->to = layer + 1;
        last->bit = b->cells;
    }
    last->from = layer;
    place_box(b, graph, layer);
    return MINES_OK;
}

/* A component with more ways than one stage takes. */
static mines_status stage_component(builder *b, uint32_t component)
{
    const mcore_graph *graph = b->chain->graph + component;
    /* with no component before it, all mines are its own */
    mines_status status = component > 0 ? stage_share(b, component) : MINES_OK;
    if (status == MINES_OK)
        status = mcore_paths_incoming(&b->paths, component);
    for (uint32_t to = graph->layers, lowest = 0; to > 0 && status == MINES_OK;) {
        double paths;
        uint32_t from = mcore_paths_cut(&b->paths, component, to, lowest, &paths);
        if (from == to) {
            status = stage_walk(b, component, --to);
            lowest = 0;
        } else {
            uint32_t cells = 0;
            for (uint32_t layer = from; layer < to; layer++)
                cells += mcore_paths_box(&b->paths, graph, layer);
            if (b->cells + cells > 64 && !end_mask(b))
                return b->arena->status;
            if (!make_room(b, paths))
                return b->scratch->status;
            mcore_paths_block(&b->paths, component, from, to, b->cells);
            size_t ways = 0, groups = 0;
            for (uint32_t i = 0; i < b->paths.endings; i++) {
                const mcore_ending *end = b->paths.ending + i;
                size_t length = graph->vector[end->state + 1] - graph->vector[end->state];
                ways += length * end->paths;
                groups += length * end->count;
            }
            if (ways <= b->limits.way_entries || groups <= most_entries(b)) {
                status = stage_block(b, component, from, to, ways <= b->limits.way_entries);
                to = from;
                lowest = 0;
            } else if (to - from > 1) {
                lowest = to - (to - from) / 2; /* try a shorter one */
            } else {
                status = stage_walk(b, component, --to);
                lowest = 0;
            }
        }
        if (mcore_poll_now(b->poll, -1.0))
            return MINES_INTERRUPTED;
    }
    b->out->stage[b->out->stages - 1].component_done = true;
    return status;
}

/* ---- The whole frontier ------------------------------------------------------------------------------------------ */

static void fill_subsets(mcore_frontier *out)
{
    uint32_t at = 0;
    for (uint32_t j = 0; j <= MCORE_BOX_CELLS; j++) {
        out->subset_first[j] = (uint16_t)at;
        for (uint32_t subset = 0; subset < 256; subset++) {
            uint32_t ones = 0;
            for (uint32_t rest = subset; rest != 0; rest &= rest - 1)
                ones++;
            if (ones == j)
                out->subset[at++] = (uint8_t)subset;
        }
    }
}

static mines_status take_room(builder *b)
{
    const mcore_chain *chain = b->chain;
    size_t most = 0;
    for (uint32_t i = 0; i <= chain->components; i++)
        most = span(chain, i) > most ? span(chain, i) : most;
    if (mcore_paths_begin(&b->paths) && make_room(b, (double)most))
        return MINES_OK;
    return b->arena->status != MINES_OK ? b->arena->status : b->scratch->status;
}

static mines_status build(builder *b)
{
    const mcore_chain *chain = b->chain;
    mines_status status = take_room(b);
    bool begun = false;
    for (uint32_t last = chain->components; last > 0 && status == MINES_OK;) {
        uint32_t first = last - 1, cells;
        double paths = mcore_paths_count(&b->paths, first, &cells);
        const mcore_graph *graph = chain->graph + first;
        size_t width = graph->kmax[mcore_graph_end(graph)] + 1 - graph->kmin[mcore_graph_end(graph)];
        bool joint = paths <= b->limits.paths && span(chain, last) * width <= most_entries(b);
        while (joint && first > 0) {
            uint32_t more_cells;
            double more = mcore_paths_count(&b->paths, first - 1, &more_cells);
            graph = chain->graph + first - 1;
            size_t wider = width + graph->kmax[mcore_graph_end(graph)] - graph->kmin[mcore_graph_end(graph)];
            if (paths * more > b->limits.paths || cells + more_cells > 64 ||
                span(chain, last) * wider > most_entries(b))
                break;
            paths *= more;
            cells += more_cells;
            width = wider;
            first--;
        }
        if (!begun && !(joint && first == 0))
            status = stage_total(b);
        begun = true;
        if (status == MINES_OK)
            status = joint ? stage_joint(b, first, last - 1, paths) : stage_component(b, first);
        last = first;
        if (status == MINES_OK && mcore_poll_now(b->poll, -1.0))
            status = MINES_INTERRUPTED;
    }
    if (status == MINES_OK && !end_mask(b))
        status = b->arena->status;
    return status;
}

mines_status mcore_frontier_build(mcore_frontier *frontier, const mines_solution *solution, mcore_arena *arena,
                                  mcore_arena *scratch, mcore_poll *poll, const mcore_frontier_limits *limits)
{
    *frontier = (mcore_frontier){.solution = solution};
    fill_subsets(frontier);
    builder b = {.out = frontier,
                 .reduced = &solution->reduced,
                 .chain = &solution->chain,
                 .arena = arena,
                 .scratch = scratch,
                 .poll = poll,
                 .limits = *limits};
    b.paths = (mcore_paths){.reduced = b.reduced,
                            .chain = b.chain,
                            .out = frontier,
                            .arena = arena,
                            .scratch = scratch,
                            .poll = poll,
                            .limit = limits->paths};
    return build(&b);
}
