/* frontier_tables.c - from graphs to stages: where to cut them, which ways there are, and alias tables. */
#include "frontier.h"

#include "bits.h"

#include <string.h>

const msc_frontier_limits msc_frontier_usual = {4096, 4096, 32768, 1024, 1 << 20};
const msc_frontier_limits msc_frontier_quick = {256, 256, 1024, 256, 1 << 16};

/* One way through some layers, towards the chain's start. */
typedef struct path {
    uint64_t mask;
    uint32_t state; /* reached */
    uint32_t mines;
} path;

/* Ways with the same state and mines. */
typedef struct group {
    uint32_t state, mines;
    uint32_t first, count; /* paths */
} group;

/* The groups that lead to one state. */
typedef struct ending {
    uint32_t state;
    uint32_t first, count; /* groups */
    uint32_t paths;
} ending;

typedef struct builder {
    msc_frontier *out;
    const msc_reduced *reduced;
    const msc_chain *chain;
    msc_arena *arena, *scratch;
    msc_poll *poll;
    msc_frontier_limits limits;
    size_t stage_room;
    size_t entries; /* of all tables */

    uint32_t cells; /* of the mask being filled */
    uint32_t site[64];

    size_t room;        /* of the arrays from here on: the most paths or outcomes of a table so far */
    path *path, *spare; /* ways of the block at hand, and room to sort and grow them */
    uint32_t paths;
    group *group;
    uint32_t groups;
    ending *ending;
    uint32_t endings;
    uint32_t *tally; /* room for sorting */
    double *ways_to; /* by state of the component at hand */
    size_t states;   /* of the largest component */

    double *weight; /* alias construction */
    uint64_t *threshold;
    uint32_t *alias, *stack;
} builder;

/* Entries that the next stage may have. This must not depend on the memory there is: with other stages the same seed
   would give other boards. */
static size_t most_entries(const builder *b)
{
    return b->entries > b->limits.many ? b->limits.few_entries : b->limits.entries;
}

static size_t span(const msc_chain *chain, uint32_t i) { return (size_t)chain->high[i] - chain->low[i] + 1; }

static uint32_t box_size(const builder *b, const msc_graph *graph, uint32_t layer)
{
    return b->reduced->box[graph->box[layer]].size;
}

/* The forward vectors of a layer's states: where they begin, and how many entries they have together. */
static size_t layer_base(const msc_graph *graph, uint32_t layer) { return graph->vector[graph->first_state[layer]]; }

static size_t layer_nodes(const msc_graph *graph, uint32_t layer)
{
    return layer_base(graph, layer + 1) - layer_base(graph, layer);
}

/* x * 2^power without leaving the range of a double on the way, unless the result does. */
static double scaled(double x, int power)
{
    for (; power > 900; power -= 900)
        x *= msc_power_of_two(900);
    for (; power < -900; power += 900)
        x *= msc_power_of_two(-900);
    return x * msc_power_of_two(power);
}

/* Room for so many paths at hand, or outcomes of one table. What the arrays hold is lost. */
static bool make_room(builder *b, double wanted)
{
    size_t n = (size_t)wanted;
    if (n <= b->room)
        return true;
    n = n < 2 * b->room ? 2 * b->room : n;
    msc_arena *scratch = b->scratch;
    b->path = msc_resize(scratch, b->path, n + 1, sizeof *b->path);
    b->spare = msc_resize(scratch, b->spare, n + 1, sizeof *b->spare);
    b->group = msc_resize(scratch, b->group, n + 1, sizeof *b->group);
    b->ending = msc_resize(scratch, b->ending, n + 1, sizeof *b->ending);
    /* sorting counts by mines of a mask and by state of a layer */
    b->tally = msc_resize(scratch, b->tally, n + b->states + 65 + 2, sizeof *b->tally);
    b->weight = msc_resize(scratch, b->weight, n, sizeof *b->weight);
    b->threshold = msc_resize(scratch, b->threshold, n, sizeof *b->threshold);
    b->alias = msc_resize(scratch, b->alias, n, sizeof *b->alias);
    b->stack = msc_resize(scratch, b->stack, n, sizeof *b->stack);
    b->room = n;
    return scratch->status == MINES_OK;
}

/* ---- Alias tables ------------------------------------------------------------------------------------------------ */

/*
 * Walker's method as Vose made it linear: weight[0 .. n - 1], all positive, to threshold and alias. A uniform index i
 * and a uniform 64-bit fraction f give i where f < threshold[i], else alias[i].
 */
static void make_alias(builder *b, uint32_t n)
{
    double *weight = b->weight, sum = 0.0;
    for (uint32_t i = 0; i < n; i++)
        sum += weight[i];
    uint32_t small = 0, large = n; /* two stacks in one array */
    for (uint32_t i = 0; i < n; i++) {
        weight[i] = weight[i] / sum * n;
        b->alias[i] = i;
        b->threshold[i] = UINT64_MAX;
        if (weight[i] < 1.0)
            b->stack[small++] = i;
        else
            b->stack[--large] = i;
    }
    while (small > 0 && large < n) {
        uint32_t poor = b->stack[--small], rich = b->stack[large];
        b->threshold[poor] = (uint64_t)(weight[poor] * 18446744073709551616.0);
        b->alias[poor] = rich;
        weight[rich] -= 1.0 - weight[poor];
        if (weight[rich] < 1.0) {
            large++;
            b->stack[small++] = rich;
        }
    }
}

/* Scale weights so that the largest is near 1 and drop those that vanish beside it; keep[] says which are left. */
static uint32_t keep_positive(builder *b, uint32_t n, uint32_t *keep)
{
    uint32_t kept = 0;
    msc_rescale(b->weight, n);
    for (uint32_t i = 0; i < n; i++) {
        if (b->weight[i] > 0.0) {
            b->weight[kept] = b->weight[i];
            keep[kept++] = i;
        }
    }
    return kept;
}

/* ---- Stages ------------------------------------------------------------------------------------------------------ */

static msc_stage *add_stage(builder *b, msc_stage_kind kind, size_t nodes)
{
    msc_frontier *out = b->out;
    if (!msc_grow(b->arena, (void **)&out->stage, &b->stage_room, (size_t)out->stages + 1, sizeof *out->stage))
        return NULL;
    msc_stage *stage = out->stage + out->stages;
    *stage = (msc_stage){.kind = kind, .nodes = (uint32_t)nodes};
    stage->node = msc_take_zero(b->arena, nodes, sizeof *stage->node);
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
    msc_stage *stage = b->out->stage + b->out->stages - 1;
    stage->cells = b->cells;
    stage->site = msc_take(b->arena, b->cells, sizeof *stage->site);
    if (stage->site == NULL)
        return false;
    memcpy(stage->site, b->site, b->cells * sizeof *b->site);
    b->cells = 0;
    return true;
}

/* Give a box the next bits of the mask. */
static void place_box(builder *b, const msc_graph *graph, uint32_t layer)
{
    const msc_box *box = b->reduced->box + graph->box[layer];
    for (uint32_t i = 0; i < box->size; i++)
        b->site[b->cells++] = b->reduced->cells[box->first_cell + i];
}

/* ---- Which ways there are ---------------------------------------------------------------------------------------- */

static mines_status build_incoming(builder *b, uint32_t component)
{
    msc_incoming *in = b->out->incoming + component;
    const msc_graph *graph = b->chain->graph + component;
    if (in->first != NULL)
        return MINES_OK;
    size_t edges = graph->first_edge[graph->states];
    in->first = msc_take_zero(b->arena, (size_t)graph->states + 2, sizeof *in->first);
    in->source = msc_take(b->arena, edges, sizeof *in->source);
    in->mines = msc_take(b->arena, edges, sizeof *in->mines);
    if (b->arena->status != MINES_OK)
        return b->arena->status;
    /* counts two places further on, so that filling moves them to where they belong */
    size_t *at = in->first + 1;
    for (size_t e = 0; e < edges; e++) {
        if (graph->target[e] != MSC_NONE)
            at[graph->target[e] + 1]++;
    }
    for (uint32_t state = 0; state < graph->states; state++)
        at[state + 1] += at[state];
    for (uint32_t state = 0; state < graph->states; state++) {
        uint32_t j = graph->first_mines[state];
        for (size_t e = graph->first_edge[state]; e < graph->first_edge[state + 1]; e++, j++) {
            uint32_t target = graph->target[e];
            if (target == MSC_NONE)
                continue;
            in->source[at[target]] = state;
            in->mines[at[target]++] = (uint8_t)j;
        }
        if (msc_poll_step(b->poll, 8))
            return MINES_INTERRUPTED;
    }
    return MINES_OK;
}

/* Each path at the end of a layer becomes all paths through it. */
static uint32_t through_layer(builder *b, uint32_t component, uint32_t layer, uint32_t bit, path *paths, uint32_t count,
                              path *to)
{
    const msc_incoming *in = b->out->incoming + component;
    uint32_t size = box_size(b, b->chain->graph + component, layer), found = 0;
    for (uint32_t i = 0; i < count; i++) {
        for (size_t e = in->first[paths[i].state]; e < in->first[paths[i].state + 1]; e++) {
            uint32_t j = in->mines[e];
            const uint8_t *subset = b->out->subset + b->out->subset_first[j];
            for (uint32_t way = 0; way < msc_ways[size][j]; way++)
                to[found++] = (path){paths[i].mask | (uint64_t)subset[way] << bit, in->source[e], paths[i].mines + j};
        }
    }
    return found;
}

/* Stable: paths by state, then mines. */
static void sort_paths(builder *b, path *paths, uint32_t count, uint32_t first_state, uint32_t states)
{
    if (count <= 32) {
        for (uint32_t i = 1; i < count; i++) {
            path moving = paths[i];
            uint32_t at = i;
            for (; at > 0 && (paths[at - 1].state > moving.state ||
                              (paths[at - 1].state == moving.state && paths[at - 1].mines > moving.mines));
                 at--)
                paths[at] = paths[at - 1];
            paths[at] = moving;
        }
        return;
    }
    path *from = paths, *to = b->spare;
    for (int by_state = 0; by_state < 2; by_state++) {
        uint32_t buckets = by_state ? states : 65; /* a mask has 0 to 64 mines */
        memset(b->tally, 0, ((size_t)buckets + 1) * sizeof *b->tally);
        for (uint32_t i = 0; i < count; i++)
            b->tally[(by_state ? from[i].state - first_state : from[i].mines) + 1]++;
        for (uint32_t bucket = 0; bucket < buckets; bucket++)
            b->tally[bucket + 1] += b->tally[bucket];
        for (uint32_t i = 0; i < count; i++)
            to[b->tally[by_state ? from[i].state - first_state : from[i].mines]++] = from[i];
        path *other = from;
        from = to;
        to = other;
    }
}

/*
 * All ways from layer `from` of component `first` to `state` in front of layer `to` of component `last`, through all
 * components between, as one more ending with its groups. The first box gets bit `bit` of the masks.
 */
static void add_ending(builder *b, uint32_t first, uint32_t from, uint32_t last, uint32_t to, uint32_t state,
                       uint32_t bit)
{
    path *paths = b->path + b->paths, *spare = b->spare;
    uint32_t count = 1;
    paths[0] = (path){0, state, 0}; /* NOLINT(clang-analyzer-core.NullDereference): room was made before */
    for (uint32_t component = last + 1; component-- > first;) {
        const msc_graph *graph = b->chain->graph + component;
        uint32_t high = component == last ? to : graph->layers, low = component == first ? from : 0;
        if (component != last) {
            for (uint32_t i = 0; i < count; i++)
                paths[i].state = msc_graph_end(graph);
        }
        for (uint32_t layer = high; layer-- > low;) {
            count = through_layer(b, component, layer, bit, paths, count, spare);
            bit += box_size(b, graph, layer);
            memcpy(paths, spare, count * sizeof *paths);
        }
    }
    const uint32_t *first_state = b->chain->graph[first].first_state + from;
    sort_paths(b, paths, count, first_state[0], first_state[1] - first_state[0]);
    ending *end = b->ending + b->endings++;
    *end = (ending){state, b->groups, 0, count};
    for (uint32_t i = 0; i < count; i++) {
        group *g = b->group + b->groups - 1;
        if (end->count == 0 || g->state != paths[i].state || g->mines != paths[i].mines) {
            g = b->group + b->groups++;
            *g = (group){paths[i].state, paths[i].mines, b->paths + i, 0};
            end->count++;
        }
        g->count++;
    }
    b->paths += count;
}

static void forget_endings(builder *b) { b->paths = b->groups = b->endings = 0; }

/* ---- Tables over them -------------------------------------------------------------------------------------------- */

/* Entry of the node's group, from what is known of a component's inside or of the chain. */
typedef double (*group_weight)(const builder *b, const group *g, uint32_t component, uint32_t layer, uint32_t k,
                               uint32_t *next);

/* Before component `component`: p mines, of which the group has some. */
static double weight_in_chain(const builder *b, const group *g, uint32_t component, uint32_t layer, uint32_t p,
                              uint32_t *next)
{
    (void)layer;
    if (p < g->mines || p - g->mines < b->chain->low[component] || p - g->mines > b->chain->high[component])
        return 0.0;
    *next = p - g->mines - b->chain->low[component];
    return b->chain->prefix[component][*next];
}

/* In front of `layer` of the component: k mines of its own, of which the group has some. */
static double weight_in_component(const builder *b, const group *g, uint32_t component, uint32_t layer, uint32_t k,
                                  uint32_t *next)
{
    const msc_graph *graph = b->chain->graph + component;
    if (k < g->mines || k - g->mines < graph->kmin[g->state] || k - g->mines > graph->kmax[g->state])
        return 0.0;
    size_t at = graph->vector[g->state] + (k - g->mines - graph->kmin[g->state]);
    *next = (uint32_t)(at - layer_base(graph, layer));
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
static double weight_alone(const builder *b, const group *g, uint32_t component, uint32_t layer, uint32_t k,
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
    msc_stage *stage;
    size_t room;
} table;

/* The groups that lead to a node, k mines, as its entries; in a WAYS stage each way of a group on its own. */
static bool add_node(builder *b, table *t, msc_node *node, const ending *end, group_weight weigh, uint32_t component,
                     uint32_t layer, uint32_t k)
{
    msc_stage *stage = t->stage;
    bool ways = stage->kind == MSC_STAGE_WAYS;
    uint32_t *next = b->stack; /* free until make_alias */
    uint32_t kept = 0;
    uint32_t *keep = b->tally;
    for (uint32_t i = 0; i < end->count; i++) {
        const group *g = b->group + end->first + i;
        double weight = weigh(b, g, component, layer, k, next + i);
        b->weight[i] = scaled(weight * g->count, b->chain->weights.tilt * (int)g->mines);
    }
    uint32_t groups = keep_positive(b, end->count, keep);
    for (uint32_t i = 0; i < groups; i++)
        kept += ways ? b->group[end->first + keep[i]].count : 1;
    size_t size = ways ? sizeof *stage->entry.way : sizeof *stage->entry.group;
    void *data = ways ? (void *)stage->entry.way : (void *)stage->entry.group;
    if (!msc_grow(b->arena, &data, &t->room, stage->entries + kept, size))
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
        msc_way_entry *entry = stage->entry.way + node->first;
        for (uint32_t i = groups, at = kept; i-- > 0;) {
            const group *g = b->group + end->first + keep[i];
            double each = b->weight[i] / g->count;
            for (uint32_t w = g->count; w-- > 0;) {
                entry[--at].mask[0] = b->path[g->first + w].mask;
                entry[at].next[0] = next[keep[i]];
                b->weight[at] = each;
            }
        }
        make_alias(b, kept);
        for (uint32_t i = 0; i < kept; i++) {
            entry[i].threshold = b->threshold[i];
            entry[i].mask[1] = entry[b->alias[i]].mask[0];
            entry[i].next[1] = entry[b->alias[i]].next[0];
        }
    } else {
        msc_group_entry *entry = stage->entry.group + node->first;
        for (uint32_t i = 0; i < groups; i++) {
            const group *g = b->group + end->first + keep[i];
            entry[i].first[0] = g->first;
            entry[i].count[0] = g->count;
            entry[i].next[0] = next[keep[i]];
        }
        make_alias(b, kept);
        for (uint32_t i = 0; i < kept; i++) {
            const msc_group_entry *other = entry + b->alias[i];
            entry[i].threshold = b->threshold[i];
            entry[i].first[1] = other->first[0];
            entry[i].count[1] = other->count[0];
            entry[i].next[1] = other->next[0];
        }
    }
    return true;
}

/* Masks of all paths at hand, for a GROUPS stage. */
static bool keep_masks(builder *b, msc_stage *stage)
{
    if (stage->kind != MSC_STAGE_GROUPS)
        return true;
    stage->mask = msc_take(b->arena, b->paths, sizeof *stage->mask);
    if (stage->mask == NULL)
        return false;
    for (uint32_t i = 0; i < b->paths; i++)
        stage->mask[i] = b->path[i].mask;
    return true;
}

/* A table of counts: weights b->weight[0 .. n - 1] of the outcomes next = 0 .. n - 1. */
static bool add_counts(builder *b, table *t, msc_node *node, uint32_t n)
{
    msc_stage *stage = t->stage;
    uint32_t *keep = b->tally;
    uint32_t kept = keep_positive(b, n, keep);
    void *data = stage->entry.count;
    if (!msc_grow(b->arena, &data, &t->room, stage->entries + kept, sizeof *stage->entry.count))
        return false;
    stage->entry.count = data;
    node->first = (uint32_t)stage->entries;
    node->count = kept;
    stage->entries += kept;
    b->entries += kept;
    make_alias(b, kept);
    msc_count_entry *entry = stage->entry.count + node->first;
    for (uint32_t i = 0; i < kept; i++)
        entry[i] = (msc_count_entry){b->threshold[i], {keep[i], keep[b->alias[i]]}};
    return true;
}

/* ---- The chain --------------------------------------------------------------------------------------------------- */

static mines_status stage_total(builder *b)
{
    size_t n = span(b->chain, b->chain->components);
    table t = {add_stage(b, MSC_STAGE_TOTAL, 1), 0};
    if (t.stage == NULL)
        return b->arena->status;
    const double *prefix = b->chain->prefix[b->chain->components];
    for (size_t i = 0; i < n; i++)
        b->weight[i] = prefix[i] * sea_weight(b, i);
    return add_counts(b, &t, t.stage->node, (uint32_t)n) ? MINES_OK : b->arena->status;
}

/* Components first .. last, with so many ways together, in one stage. */
static mines_status stage_joint(builder *b, uint32_t first, uint32_t last, double paths)
{
    const msc_chain *chain = b->chain;
    uint32_t cells = 0;
    for (uint32_t i = first; i <= last; i++) {
        for (uint32_t layer = 0; layer < chain->graph[i].layers; layer++)
            cells += box_size(b, chain->graph + i, layer);
        mines_status status = build_incoming(b, i);
        if (status != MINES_OK)
            return status;
    }
    if (b->cells + cells > 64 && !end_mask(b))
        return b->arena->status;
    if (!make_room(b, paths))
        return b->scratch->status;
    forget_endings(b);
    add_ending(b, first, 0, last, chain->graph[last].layers, msc_graph_end(chain->graph + last), b->cells);
    for (uint32_t i = last + 1; i-- > first;) {
        for (uint32_t layer = chain->graph[i].layers; layer-- > 0;)
            place_box(b, chain->graph + i, layer);
    }
    /* alone, the stage draws the number of mines too */
    bool alone = first == 0 && last + 1 == chain->components;
    size_t nodes = alone ? 1 : span(chain, last + 1);
    bool ways = nodes * b->paths <= b->limits.way_entries;
    table t = {add_stage(b, ways ? MSC_STAGE_WAYS : MSC_STAGE_GROUPS, nodes), 0};
    if (t.stage == NULL || !keep_masks(b, t.stage))
        return b->arena->status;
    for (size_t p = 0; p < nodes; p++) {
        if (!add_node(b, &t, t.stage->node + p, b->ending, alone ? weight_alone : weight_in_chain, first, 0,
                      chain->low[last + 1] + (uint32_t)p))
            return b->arena->status;
        if (msc_poll_step(b->poll, 16 * b->groups))
            return MINES_INTERRUPTED;
    }
    return MINES_OK;
}

/* Component `i` alone: how many mines it holds. */
static mines_status stage_share(builder *b, uint32_t i)
{
    const msc_chain *chain = b->chain;
    const msc_graph *graph = chain->graph + i;
    uint32_t end = msc_graph_end(graph), own = graph->kmax[end] - graph->kmin[end] + 1;
    size_t nodes = span(chain, i + 1);
    bool walk = nodes * own > most_entries(b);
    table t = {add_stage(b, walk ? MSC_STAGE_SHARE_WALK : MSC_STAGE_SHARE, walk ? 0 : nodes), 0};
    if (t.stage == NULL)
        return b->arena->status;
    t.stage->component = i;
    for (size_t node = 0; node < nodes && !walk; node++) {
        for (uint32_t k = 0; k < own; k++) {
            group g = {0, graph->kmin[end] + k, 0, 1};
            uint32_t next;
            double before = weight_in_chain(b, &g, i, 0, chain->low[i + 1] + (uint32_t)node, &next);
            b->weight[k] = before * graph->forward[graph->vector[end] + k];
        }
        if (!add_counts(b, &t, t.stage->node + node, own))
            return b->arena->status;
    }
    return MINES_OK;
}

/* ---- Inside a component ------------------------------------------------------------------------------------------ */

/* Whether the states of a layer stand for others: then not all ways through it weigh the same. */
static bool is_thinned(const msc_graph *graph, uint32_t layer)
{
    if (graph->multiplier == NULL)
        return false;
    for (uint32_t state = graph->first_state[layer]; state < graph->first_state[layer + 1]; state++) {
        if (graph->multiplier[state] != 1.0)
            return true;
    }
    return false;
}

/*
 * Where a block that ends in front of layer `to` may begin: the layer with the fewest nodes among those in the earlier
 * half of what the limits and a mask allow, or layer 0. Not before `lowest`; `to` itself where not even one layer fits.
 * *paths: the ways of the block.
 */
static uint32_t cut(builder *b, uint32_t component, uint32_t to, uint32_t lowest, double *paths)
{
    double total[65] = {0}; /* paths by layers taken */
    const msc_graph *graph = b->chain->graph + component;
    const uint32_t *first_state = graph->first_state;
    uint32_t from = to, cells = 0;
    for (uint32_t state = first_state[to]; state < first_state[to + 1]; state++)
        b->ways_to[state] = graph->vector[state + 1] > graph->vector[state] ? 1.0 : 0.0;
    while (from > lowest && !(from < to && is_thinned(graph, from))) {
        uint32_t layer = from - 1, size = box_size(b, graph, layer);
        double all = 0.0;
        for (uint32_t state = first_state[layer]; state < first_state[layer + 1] && all <= b->limits.paths;
             state++) {
            double ways = 0.0;
            uint32_t j = graph->first_mines[state];
            for (size_t e = graph->first_edge[state]; e < graph->first_edge[state + 1]; e++, j++) {
                if (graph->target[e] != MSC_NONE)
                    ways += msc_ways[size][j] * b->ways_to[graph->target[e]];
            }
            b->ways_to[state] = ways;
            all += ways;
        }
        cells += size;
        if (cells > 64 || all > b->limits.paths)
            break;
        from = layer;
        total[to - from] = all;
    }
    uint32_t best = from;
    for (uint32_t layer = from + 1; from > 0 && layer < to - (to - from) / 2; layer++) {
        if (layer_nodes(graph, layer) < layer_nodes(graph, best))
            best = layer;
    }
    *paths = best < to ? total[to - best] : 0.0;
    return best;
}

/* All endings of a block. */
static void find_endings(builder *b, uint32_t component, uint32_t from, uint32_t to)
{
    const msc_graph *graph = b->chain->graph + component;
    forget_endings(b);
    for (uint32_t state = graph->first_state[to]; state < graph->first_state[to + 1]; state++) {
        if (graph->vector[state + 1] > graph->vector[state])
            add_ending(b, component, from, component, to, state, b->cells);
    }
}

/* Tables for layers from .. to - 1, whose ways are at hand. */
static mines_status stage_block(builder *b, uint32_t component, uint32_t from, uint32_t to, bool ways)
{
    const msc_graph *graph = b->chain->graph + component;
    for (uint32_t layer = to; layer-- > from;)
        place_box(b, graph, layer);
    table t = {add_stage(b, ways ? MSC_STAGE_WAYS : MSC_STAGE_GROUPS, layer_nodes(graph, to)), 0};
    if (t.stage == NULL || !keep_masks(b, t.stage))
        return b->arena->status;
    for (uint32_t i = 0; i < b->endings; i++) {
        uint32_t state = b->ending[i].state;
        msc_node *node = t.stage->node + (graph->vector[state] - layer_base(graph, to));
        for (uint32_t k = graph->kmin[state]; k <= graph->kmax[state]; k++) {
            if (!add_node(b, &t, node++, b->ending + i, weight_in_component, component, from, k))
                return b->arena->status;
        }
        if (msc_poll_step(b->poll, 16 * b->ending[i].count * (graph->kmax[state] - graph->kmin[state] + 1)))
            return MINES_INTERRUPTED;
    }
    return MINES_OK;
}

/* A layer to be walked: together with the one before, if that is walked too and the mask has room. */
static mines_status stage_walk(builder *b, uint32_t component, uint32_t layer)
{
    const msc_graph *graph = b->chain->graph + component;
    msc_stage *last = b->out->stage + b->out->stages - 1;
    if (b->cells + box_size(b, graph, layer) > 64 && !end_mask(b))
        return b->arena->status;
    if (last->kind != MSC_STAGE_WALK || last->component != component || last->cells != 0) {
        last = add_stage(b, MSC_STAGE_WALK, 0);
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
    const msc_graph *graph = b->chain->graph + component;
    /* with no component before it, all mines are its own */
    mines_status status = component > 0 ? stage_share(b, component) : MINES_OK;
    if (status == MINES_OK)
        status = build_incoming(b, component);
    for (uint32_t to = graph->layers, lowest = 0; to > 0 && status == MINES_OK;) {
        double paths;
        uint32_t from = cut(b, component, to, lowest, &paths);
        if (from == to) {
            status = stage_walk(b, component, --to);
            lowest = 0;
        } else {
            uint32_t cells = 0;
            for (uint32_t layer = from; layer < to; layer++)
                cells += box_size(b, graph, layer);
            if (b->cells + cells > 64 && !end_mask(b))
                return b->arena->status;
            if (!make_room(b, paths))
                return b->scratch->status;
            find_endings(b, component, from, to);
            size_t ways = 0, groups = 0;
            for (uint32_t i = 0; i < b->endings; i++) {
                const ending *end = b->ending + i;
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
        if (msc_poll_now(b->poll, -1.0))
            return MINES_INTERRUPTED;
    }
    b->out->stage[b->out->stages - 1].component_done = true;
    return status;
}

/* ---- The whole frontier ------------------------------------------------------------------------------------------ */

/* The ways of a component, or more than are allowed; its cells. */
static double count_paths(const builder *b, uint32_t component, uint32_t *cells)
{
    const msc_graph *graph = b->chain->graph + component;
    double *ways = b->ways_to;
    *cells = 0;
    for (uint32_t layer = 0; layer < graph->layers; layer++)
        *cells += box_size(b, graph, layer);
    if (*cells > 64 || graph->states / 64 > b->limits.paths || graph->multiplier != NULL)
        return 2.0 * b->limits.paths + 1.0;
    ways[msc_graph_end(graph)] = 1.0;
    for (uint32_t layer = graph->layers; layer-- > 0;) {
        uint32_t size = box_size(b, graph, layer);
        for (uint32_t state = graph->first_state[layer]; state < graph->first_state[layer + 1]; state++) {
            uint32_t j = graph->first_mines[state];
            ways[state] = 0.0;
            for (size_t e = graph->first_edge[state]; e < graph->first_edge[state + 1]; e++, j++) {
                if (graph->target[e] != MSC_NONE)
                    ways[state] += msc_ways[size][j] * ways[graph->target[e]];
            }
        }
    }
    return ways[0];
}

static void fill_subsets(msc_frontier *out)
{
    uint32_t at = 0;
    for (uint32_t j = 0; j <= MSC_BOX_CELLS; j++) {
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
    const msc_chain *chain = b->chain;
    size_t most = 0, states = 0;
    for (uint32_t i = 0; i <= chain->components; i++) {
        if (span(chain, i) > most)
            most = span(chain, i);
        if (i < chain->components && chain->graph[i].states > states)
            states = chain->graph[i].states;
    }
    b->states = states;
    b->ways_to = msc_take(b->scratch, states, sizeof *b->ways_to);
    b->out->incoming = msc_take_zero(b->arena, chain->components, sizeof *b->out->incoming);
    if (b->arena->status != MINES_OK)
        return b->arena->status;
    return make_room(b, (double)most) ? MINES_OK : b->scratch->status;
}

static mines_status build(builder *b)
{
    const msc_chain *chain = b->chain;
    mines_status status = take_room(b);
    bool begun = false;
    for (uint32_t last = chain->components; last > 0 && status == MINES_OK;) {
        uint32_t first = last - 1, cells;
        double paths = count_paths(b, first, &cells);
        const msc_graph *graph = chain->graph + first;
        size_t width = graph->kmax[msc_graph_end(graph)] + 1 - graph->kmin[msc_graph_end(graph)];
        bool joint = paths <= b->limits.paths && span(chain, last) * width <= most_entries(b);
        while (joint && first > 0) {
            uint32_t more_cells;
            double more = count_paths(b, first - 1, &more_cells);
            graph = chain->graph + first - 1;
            size_t wider = width + graph->kmax[msc_graph_end(graph)] - graph->kmin[msc_graph_end(graph)];
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
        if (status == MINES_OK && msc_poll_now(b->poll, -1.0))
            status = MINES_INTERRUPTED;
    }
    if (status == MINES_OK && !end_mask(b))
        status = b->arena->status;
    return status;
}

mines_status msc_frontier_build(msc_frontier *frontier, const mines_solution *solution, msc_arena *arena,
                                msc_arena *scratch, msc_poll *poll, const msc_frontier_limits *limits)
{
    *frontier = (msc_frontier){.solution = solution};
    fill_subsets(frontier);
    builder b = {.out = frontier, .reduced = &solution->reduced, .chain = &solution->chain, .arena = arena,
                 .scratch = scratch, .poll = poll, .limits = *limits};
    return build(&b);
}
