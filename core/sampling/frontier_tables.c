/* frontier_tables.c - builds the stages of a frontier and their alias tables from the graphs of a solution. */
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
    size_t stage_capacity;
    size_t entries; /* of all tables */

    /* the mask that the present stages fill */
    uint32_t cells;
    uint32_t site[64];

    size_t capacity;   /* of both of these, in paths or outcomes */
    mcore_paths paths; /* of the present stage */
    mcore_alias alias; /* of the present node */
} builder;

/* How many entries the next stage may have. This must not depend on the memory available: with other stages the same
   seed would give other boards. */
static size_t most_entries(const builder *b)
{
    return b->entries > b->limits.large ? b->limits.entries_if_large : b->limits.entries;
}

/* x * 2^power, where no intermediate result leaves the range of a double unless the final one does. */
static double scaled(double x, int power)
{
    for (; power > 900; power -= 900)
        x *= mcore_power_of_two(900);
    for (; power < -900; power += 900)
        x *= mcore_power_of_two(-900);
    return x * mcore_power_of_two(power);
}

/* Prepare the lists for that many paths or outcomes; their contents are lost. */
static bool reserve(builder *b, double wanted)
{
    size_t n = (size_t)wanted;
    if (n <= b->capacity)
        return true;
    b->capacity = n < 2 * b->capacity ? 2 * b->capacity : n;
    return mcore_paths_reserve(&b->paths, b->capacity) && mcore_alias_reserve(&b->alias, b->scratch, b->capacity);
}

/* How many different numbers of mines a component can have. */
static uint32_t own_span(const mcore_graph *graph)
{
    uint32_t end = mcore_graph_end(graph);
    return graph->kmax[end] - graph->kmin[end] + 1;
}

/* ---- Stages ------------------------------------------------------------------------------------------------------ */

static mcore_stage *add_stage(builder *b, mcore_stage_kind kind, size_t nodes)
{
    mcore_frontier *out = b->out;
    if (!mcore_arena_reserve(b->arena, (void **)&out->stage, &b->stage_capacity, (size_t)out->stages + 1,
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

/* The last stage completes the mask: record the cells of its bits there, and begin a new mask. */
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

/* End the mask if it has no space for that many more cells. */
static bool fit_mask(builder *b, uint32_t cells) { return b->cells + cells <= 64 || end_mask(b); }

/* Give the cells of a box the next bits of the mask. */
static void add_box(builder *b, const mcore_graph *graph, uint32_t layer)
{
    const mcore_box *box = b->reduced->box + graph->box[layer];
    for (uint32_t i = 0; i < box->size; i++)
        b->site[b->cells++] = b->reduced->cells[box->first_cell + i];
}

/* ---- The weight of a group of paths ------------------------------------------------------------------------------ */

/* Weighs the node from which a group of paths comes to a node with k mines, and sets *next to its number; 0 if there is
   none. `component` and `layer` say where the stage begins. */
typedef double weigh_source(const builder *b, const mcore_path_group *g, uint32_t component, uint32_t layer, uint32_t k,
                            uint32_t *next);

/* Before `component`, where k counts the mines of all components up to the stage's last one. */
static double weigh_in_chain(const builder *b, const mcore_path_group *g, uint32_t component, uint32_t layer,
                             uint32_t k, uint32_t *next)
{
    (void)layer;
    if (k < g->mines || k - g->mines < b->chain->low[component] || k - g->mines > b->chain->high[component])
        return 0.0;
    *next = k - g->mines - b->chain->low[component];
    return b->chain->prefix[component][*next];
}

static size_t layer_base(const mcore_graph *graph, uint32_t layer) { return graph->vector[graph->first_state[layer]]; }

/* Before `layer` of the component, where k counts the component's own mines. */
static double weigh_in_component(const builder *b, const mcore_path_group *g, uint32_t component, uint32_t layer,
                                 uint32_t k, uint32_t *next)
{
    const mcore_graph *graph = b->chain->graph + component;
    if (k < g->mines || k - g->mines < graph->kmin[g->state] || k - g->mines > graph->kmax[g->state])
        return 0.0;
    size_t at = graph->vector[g->state] + (k - g->mines - graph->kmin[g->state]);
    *next = (uint32_t)(at - layer_base(graph, layer));
    return graph->forward[at];
}

/* The weight of the sea with low + index mines in the components; exactly 0 if it can't hold the rest. */
static double sea_weight(const builder *b, size_t index)
{
    uint32_t n = b->chain->components;
    size_t p = b->chain->low[n] + index;
    if (p > b->reduced->mines_left || b->reduced->mines_left - p > b->reduced->sea_cells)
        return 0.0;
    return b->chain->suffix[n][index];
}

/* A single stage for all components: each group decides their number of mines, which weighs as the sea does. */
static double weigh_all(const builder *b, const mcore_path_group *g, uint32_t component, uint32_t layer, uint32_t k,
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

/* ---- Tables ------------------------------------------------------------------------------------------------------ */

/* A stage whose entries are being added, and where its paths come from. */
typedef struct table {
    mcore_stage *stage;
    size_t capacity; /* entries */
    weigh_source *weigh;
    uint32_t component, layer;
} table;

/* Memory for a node's entries; they are the stage's last ones. */
static bool add_entries(builder *b, table *t, mcore_node *node, uint32_t count)
{
    mcore_stage *stage = t->stage;
    void *data = stage->entry.count;
    size_t size = sizeof *stage->entry.count;
    if (stage->kind == MCORE_STAGE_PATHS) {
        data = stage->entry.path;
        size = sizeof *stage->entry.path;
    } else if (stage->kind == MCORE_STAGE_GROUPS) {
        data = stage->entry.group;
        size = sizeof *stage->entry.group;
    }
    if (!mcore_arena_reserve(b->arena, &data, &t->capacity, stage->entries + count, size))
        return false;
    if (stage->kind == MCORE_STAGE_PATHS)
        stage->entry.path = data;
    else if (stage->kind == MCORE_STAGE_GROUPS)
        stage->entry.group = data;
    else
        stage->entry.count = data;
    node->first = (uint32_t)stage->entries;
    node->count = count;
    stage->entries += count;
    b->entries += count;
    return true;
}

/* Weigh the groups that lead to a node with k mines, as outcomes of b->alias. Returns how many have a weight. */
static uint32_t weigh_groups(builder *b, const table *t, const mcore_ending *end, uint32_t k)
{
    for (uint32_t i = 0; i < end->count; i++) {
        const mcore_path_group *g = b->paths.group + end->first + i;
        double weight = t->weigh(b, g, t->component, t->layer, k, b->alias.next + i);
        b->alias.weight[i] = scaled(weight * g->count, b->chain->weights.tilt * (int)g->mines);
    }
    return mcore_alias_prune(&b->alias, end->count);
}

/* One entry per path of the kept groups, `paths` in all; each path gets an equal part of its group's weight. */
static void write_paths(builder *b, const mcore_ending *end, uint32_t groups, uint32_t paths, mcore_path_entry *entry)
{
    mcore_alias *alias = &b->alias;
    for (uint32_t i = groups, at = paths; i-- > 0;) { /* from the end: weight[at] replaces weights already used */
        const mcore_path_group *g = b->paths.group + end->first + alias->keep[i];
        double each = alias->weight[i] / g->count;
        for (uint32_t p = g->count; p-- > 0;) {
            entry[--at].mask[0] = b->paths.path[g->first + p].mask;
            entry[at].next[0] = alias->next[alias->keep[i]];
            alias->weight[at] = each;
        }
    }
    mcore_alias_build(alias, paths);
    for (uint32_t i = 0; i < paths; i++) {
        const mcore_path_entry *other = entry + alias->other[i];
        entry[i].threshold = alias->threshold[i];
        entry[i].mask[1] = other->mask[0];
        entry[i].next[1] = other->next[0];
    }
}

/* One entry per kept group. */
static void write_groups(builder *b, const mcore_ending *end, uint32_t groups, mcore_group_entry *entry)
{
    mcore_alias *alias = &b->alias;
    for (uint32_t i = 0; i < groups; i++) {
        const mcore_path_group *g = b->paths.group + end->first + alias->keep[i];
        entry[i].first[0] = g->first;
        entry[i].count[0] = g->count;
        entry[i].next[0] = alias->next[alias->keep[i]];
    }
    mcore_alias_build(alias, groups);
    for (uint32_t i = 0; i < groups; i++) {
        const mcore_group_entry *other = entry + alias->other[i];
        entry[i].threshold = alias->threshold[i];
        entry[i].first[1] = other->first[0];
        entry[i].count[1] = other->count[0];
        entry[i].next[1] = other->next[0];
    }
}

/* Add the entries of a node with k mines: the groups of an ending or, in a PATHS stage, their paths. */
static bool add_node(builder *b, table *t, mcore_node *node, const mcore_ending *end, uint32_t k)
{
    uint32_t groups = weigh_groups(b, t, end, k);
    if (t->stage->kind == MCORE_STAGE_GROUPS) {
        if (!add_entries(b, t, node, groups))
            return false;
        write_groups(b, end, groups, t->stage->entry.group + node->first);
        return true;
    }
    uint32_t paths = 0;
    for (uint32_t i = 0; i < groups; i++)
        paths += b->paths.group[end->first + b->alias.keep[i]].count;
    if (!add_entries(b, t, node, paths))
        return false;
    write_paths(b, end, groups, paths, t->stage->entry.path + node->first);
    return true;
}

/* Keep the masks of all listed paths for a GROUPS stage. */
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

/* Add the entries of a node whose outcomes 0 .. n - 1 are nodes and have the weights b->alias.weight[]. */
static bool add_counts(builder *b, table *t, mcore_node *node, uint32_t n)
{
    const mcore_alias *alias = &b->alias;
    uint32_t kept = mcore_alias_prune(&b->alias, n);
    if (!add_entries(b, t, node, kept))
        return false;
    mcore_alias_build(&b->alias, kept);
    mcore_count_entry *entry = t->stage->entry.count + node->first;
    for (uint32_t i = 0; i < kept; i++)
        entry[i] = (mcore_count_entry){alias->threshold[i], {alias->keep[i], alias->keep[alias->other[i]]}};
    return true;
}

/* ---- Between components ------------------------------------------------------------------------------------------ */

static mines_status stage_total(builder *b)
{
    size_t n = mcore_chain_span(b->chain, b->chain->components);
    table t = {.stage = add_stage(b, MCORE_STAGE_TOTAL, 1)};
    if (t.stage == NULL)
        return b->arena->status;
    const double *prefix = b->chain->prefix[b->chain->components];
    for (size_t i = 0; i < n; i++)
        b->alias.weight[i] = prefix[i] * sea_weight(b, i);
    return add_counts(b, &t, t.stage->node, (uint32_t)n) ? MINES_OK : b->arena->status;
}

/* One stage for the components first .. last, which have that many paths together. */
static mines_status stage_joint(builder *b, uint32_t first, uint32_t last, double paths)
{
    const mcore_chain *chain = b->chain;
    uint32_t cells = 0;
    for (uint32_t i = first; i <= last; i++) {
        cells += mcore_paths_cells(&b->paths, i, 0, chain->graph[i].layers);
        mines_status status = mcore_paths_incoming(&b->paths, i);
        if (status != MINES_OK)
            return status;
    }
    if (!fit_mask(b, cells))
        return b->arena->status;
    if (!reserve(b, paths))
        return b->scratch->status;
    mcore_paths_through(&b->paths, first, last, b->cells);
    for (uint32_t i = last + 1; i-- > first;) {
        for (uint32_t layer = chain->graph[i].layers; layer-- > 0;)
            add_box(b, chain->graph + i, layer);
    }
    /* a stage for all components draws their number of mines, too */
    bool all = first == 0 && last + 1 == chain->components;
    size_t nodes = all ? 1 : mcore_chain_span(chain, last + 1);
    bool as_paths = nodes * b->paths.paths <= b->limits.path_entries;
    table t = {.stage = add_stage(b, as_paths ? MCORE_STAGE_PATHS : MCORE_STAGE_GROUPS, nodes),
               .weigh = all ? weigh_all : weigh_in_chain,
               .component = first};
    if (t.stage == NULL || !keep_masks(b, t.stage))
        return b->arena->status;
    for (size_t p = 0; p < nodes; p++) {
        if (!add_node(b, &t, t.stage->node + p, b->paths.ending, chain->low[last + 1] + (uint32_t)p))
            return b->arena->status;
        if (mcore_poll_step(b->poll, 16 * b->paths.groups))
            return MINES_INTERRUPTED;
    }
    return MINES_OK;
}

/* How many mines component `i` has. */
static mines_status stage_share(builder *b, uint32_t i)
{
    const mcore_chain *chain = b->chain;
    const mcore_graph *graph = chain->graph + i;
    uint32_t end = mcore_graph_end(graph), own = own_span(graph);
    size_t nodes = mcore_chain_span(chain, i + 1);
    bool walk = nodes * own > most_entries(b);
    table t = {.stage = add_stage(b, walk ? MCORE_STAGE_SHARE_WALK : MCORE_STAGE_SHARE, walk ? 0 : nodes)};
    if (t.stage == NULL)
        return b->arena->status;
    t.stage->component = i;
    for (size_t node = 0; node < nodes && !walk; node++) {
        for (uint32_t k = 0; k < own; k++) {
            mcore_path_group g = {0, graph->kmin[end] + k, 0, 1};
            uint32_t next;
            double before = weigh_in_chain(b, &g, i, 0, chain->low[i + 1] + (uint32_t)node, &next);
            b->alias.weight[k] = before * graph->forward[graph->vector[end] + k];
        }
        if (!add_counts(b, &t, t.stage->node + node, own))
            return b->arena->status;
    }
    return MINES_OK;
}

/* ---- Inside a component ------------------------------------------------------------------------------------------ */

/* Tables for layers from .. to - 1, whose paths are listed. */
static mines_status stage_block(builder *b, uint32_t component, uint32_t from, uint32_t to, mcore_stage_kind kind)
{
    const mcore_graph *graph = b->chain->graph + component;
    for (uint32_t layer = to; layer-- > from;)
        add_box(b, graph, layer);
    table t = {.stage = add_stage(b, kind, mcore_graph_layer_size(graph, to)),
               .weigh = weigh_in_component,
               .component = component,
               .layer = from};
    if (t.stage == NULL || !keep_masks(b, t.stage))
        return b->arena->status;
    for (uint32_t i = 0; i < b->paths.endings; i++) {
        uint32_t state = b->paths.ending[i].state;
        mcore_node *node = t.stage->node + (graph->vector[state] - layer_base(graph, to));
        for (uint32_t k = graph->kmin[state]; k <= graph->kmax[state]; k++) {
            if (!add_node(b, &t, node++, b->paths.ending + i, k))
                return b->arena->status;
        }
        if (mcore_poll_step(b->poll, 16 * b->paths.ending[i].count * (graph->kmax[state] - graph->kmin[state] + 1)))
            return MINES_INTERRUPTED;
    }
    return MINES_OK;
}

/* Walk a layer: in the same stage as the one before if that is a walk, too, and the mask has bits left. */
static mines_status stage_walk(builder *b, uint32_t component, uint32_t layer)
{
    const mcore_graph *graph = b->chain->graph + component;
    mcore_stage *last = b->out->stage + b->out->stages - 1;
    if (!fit_mask(b, mcore_paths_box_size(&b->paths, graph, layer)))
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
    add_box(b, graph, layer);
    return MINES_OK;
}

/* The kind of stage for the listed block before layer `to`: PATHS or GROUPS, or WALK if tables would be too large. */
static mcore_stage_kind kind_of_block(const builder *b, const mcore_graph *graph)
{
    size_t paths = 0, groups = 0;
    for (uint32_t i = 0; i < b->paths.endings; i++) {
        const mcore_ending *end = b->paths.ending + i;
        size_t length = mcore_graph_vector_length(graph, end->state);
        paths += length * end->paths;
        groups += length * end->count;
    }
    return paths <= b->limits.path_entries ? MCORE_STAGE_PATHS
           : groups <= most_entries(b)     ? MCORE_STAGE_GROUPS
                                           : MCORE_STAGE_WALK;
}

/* The next stage of a component before layer *to, which becomes the stage's first layer. */
static mines_status stage_layers(builder *b, uint32_t component, uint32_t *to)
{
    const mcore_graph *graph = b->chain->graph + component;
    double paths;
    uint32_t from = mcore_paths_cut(&b->paths, component, *to, 0, &paths);
    while (from < *to) {
        if (!fit_mask(b, mcore_paths_cells(&b->paths, component, from, *to)))
            return b->arena->status;
        if (!reserve(b, paths))
            return b->scratch->status;
        mcore_paths_block(&b->paths, component, from, *to, b->cells);
        mcore_stage_kind kind = kind_of_block(b, graph);
        if (kind != MCORE_STAGE_WALK) {
            mines_status status = stage_block(b, component, from, *to, kind);
            *to = from;
            return status;
        }
        if (mcore_poll_now(b->poll, -1.0))
            return MINES_INTERRUPTED;
        if (*to - from == 1)
            break;
        from = mcore_paths_cut(&b->paths, component, *to, *to - (*to - from) / 2, &paths); /* try a shorter block */
    }
    return stage_walk(b, component, --*to);
}

/* All stages of a component with too many paths for one. */
static mines_status stage_component(builder *b, uint32_t component)
{
    /* of the first component, the number of mines is known by then */
    mines_status status = component > 0 ? stage_share(b, component) : MINES_OK;
    if (status == MINES_OK)
        status = mcore_paths_incoming(&b->paths, component);
    for (uint32_t to = b->chain->graph[component].layers; to > 0 && status == MINES_OK;) {
        status = stage_layers(b, component, &to);
        if (status == MINES_OK && mcore_poll_now(b->poll, -1.0))
            status = MINES_INTERRUPTED;
    }
    if (status == MINES_OK)
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

static mines_status reserve_all(builder *b)
{
    const mcore_chain *chain = b->chain;
    size_t most = 0;
    for (uint32_t i = 0; i <= chain->components; i++)
        most = mcore_chain_span(chain, i) > most ? mcore_chain_span(chain, i) : most;
    if (mcore_paths_init(&b->paths) && reserve(b, (double)most))
        return MINES_OK;
    return b->arena->status != MINES_OK ? b->arena->status : b->scratch->status;
}

/* The first of the components that one stage can draw together with component `last`, and their number of paths;
   MCORE_NONE if `last` alone has too many. */
static uint32_t joint_from(const builder *b, uint32_t last, double *paths)
{
    const mcore_chain *chain = b->chain;
    const mcore_graph *graph = chain->graph + last;
    uint32_t first = last, cells = mcore_paths_cells(&b->paths, last, 0, graph->layers);
    size_t nodes = mcore_chain_span(chain, last + 1), width = own_span(graph);
    *paths = mcore_paths_count(&b->paths, last);
    if (*paths > b->limits.paths || nodes * width > most_entries(b))
        return MCORE_NONE;
    for (; first > 0; first--) {
        graph = chain->graph + first - 1;
        double more = mcore_paths_count(&b->paths, first - 1);
        cells += mcore_paths_cells(&b->paths, first - 1, 0, graph->layers);
        width += own_span(graph) - 1;
        if (*paths * more > b->limits.paths || cells > 64 || nodes * width > most_entries(b))
            break;
        *paths *= more;
    }
    return first;
}

static mines_status build(builder *b)
{
    uint32_t components = b->chain->components;
    mines_status status = reserve_all(b);
    for (uint32_t end = components; end > 0 && status == MINES_OK;) {
        double paths;
        uint32_t first = joint_from(b, end - 1, &paths);
        bool joint = first != MCORE_NONE;
        if (end == components && first != 0)
            status = stage_total(b);
        if (!joint)
            first = end - 1;
        if (status == MINES_OK)
            status = joint ? stage_joint(b, first, end - 1, paths) : stage_component(b, first);
        end = first;
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
                            .frontier = frontier,
                            .arena = arena,
                            .scratch = scratch,
                            .poll = poll,
                            .limit = limits->paths};
    return build(&b);
}
