import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { layOut } from '#shared/algorithms/layout/lay-out.ts';
import { describeState } from '#shared/algorithms/layout/scene/describe.ts';
import { readFigures } from '#shared/contract/analysis.ts';
import { type AutomatonGraph, readGraph } from '#shared/contract/automata.ts';
import { formatCount } from '#shared/domain/figure-text.ts';
import { stateRows } from '../../renderer/graph/table/states-rows.ts';
import { neutral } from '../fixtures/dialogues.ts';
import { ended, makeProject, tagWith } from '../fixtures/project.ts';

const MOVES = ['greet', 'ask-status', 'ask-refund', 'thank', 'complain'];

const anyCorpus = (mostTags: number) =>
  fc.array(
    fc.array(fc.uniqueArray(fc.constantFrom(...MOVES), { maxLength: mostTags }), {
      minLength: 1,
      maxLength: 7,
    }),
    // Findings need 30 dialogues.
    { minLength: 30, maxLength: 50 },
  );

const roleOf = (turn: number) => (turn % 2 === 0 ? 'user' : 'system');

/** True if no turn with only rare tags comes before the first, or after the last, drawn one. */
function drawnEdges({ symbols }: AutomatonGraph, turns: readonly (readonly string[])[]) {
  const drawn = turns.map((tags, turn) => {
    const own = new Set(symbols.filter(({ role }) => role === roleOf(turn)).map(({ tag }) => tag));
    if (tags.length === 0) return own.has('untagged') ? true : null;
    return tags.some((tag) => own.has(tag) || own.has(`${tag.split('-')[0]}-*`));
  });
  return {
    begins: drawn.find((is) => is !== null) ?? false,
    ends: drawn.findLast((is) => is !== null) ?? false,
  };
}

const add = <Key>(to: Map<Key, number>, key: Key): void => {
  to.set(key, (to.get(key) ?? 0) + 1);
};

/**
 * The dialogues by their first, or last, turn. An untagged turn counts if the graph draws such turns.
 * A tag without a name in the graph counts for its family.
 */
function countEdges(
  { symbols }: AutomatonGraph,
  corpus: readonly (readonly (readonly string[])[])[],
  asDrawn: boolean,
) {
  const counts = new Map<string, number>();
  for (const turns of corpus) {
    const own = turns.flatMap((tags, turn) => {
      const role = roleOf(turn);
      const isDrawn = symbols.some((symbol) => symbol.role === role && symbol.tag === 'untagged');
      const isName = (tag: string) => symbols.some((symbol) => symbol.role === role && symbol.tag === tag);
      const [tag = 'untagged'] = tags;
      const family = `${tag.split('-')[0]}-*`;
      const name = asDrawn && !isName(tag) && isName(family) ? family : tag;
      return tags.length > 0 || isDrawn ? [`${role} ${name}`] : [];
    });
    for (const [edge, at] of [
      ['begins', 0],
      ['ends', -1],
    ] as const) {
      const key = own.at(at);
      if (key !== undefined) add(counts, `${edge} ${key}`);
    }
  }
  return counts;
}

const rowsOf = (csv: string): Record<string, string>[] => {
  const [head = '', ...rows] = csv.trim().split(/\r?\n/);
  const names = head.split(',');
  return rows.map((row) => Object.fromEntries(row.split(',').map((cell, at) => [names[at], cell])));
};

// The paper's learner reads all tags of a turn, so a turn with two tags would be at two states.
it.each([
  ['overview', 2],
  ['overview', 1],
  ['merging', 1],
  ['paper', 1],
] as const)(
  'gives the same number for the same question in every view (%s, tags of a turn: %s)',
  async (learner, mostTags) => {
    await fc.assert(
      fc.asyncProperty(anyCorpus(mostTags), async (corpus) => {
        fc.pre(corpus.some((turns) => turns.some((tags) => tags.length > 0)));
        const { client, folder } = await makeProject(
          corpus.map((turns, at) =>
            neutral(
              `d${at}`,
              ...turns.map((tags, turn) => {
                const words = `${turn % 2 === 0 ? 'u' : 's'}: turn ${turn}`;
                return tags.length === 0 ? words : `${words} #${tags.join(',')}`;
              }),
            ),
          ),
        );
        await tagWith(client, 'annotations');
        const { state: learned } = await ended(client, (await client.automata.learn({ learner })).job);
        fc.pre(learned === 'done');
        const graph = readGraph(await client.automata.graph({}));

        // The correct result: the paths themselves, counted only here.
        const { items, total } = await client.analysis.paths({ most: 500 });
        expect(items).toHaveLength(total);
        const reach = new Map<number, number>();
        const end = new Map<number, number>();
        const between = new Map<string, number>();
        for (const { dialogue, states } of items) {
          for (const state of new Set(states)) add(reach, state);
          const last = states.at(-1);
          // The paper's automaton may stop before the dialogue ends; an overview may pass over its last turn.
          const turns = corpus[dialogue - 1] ?? [];
          const tagged = turns.filter((tags) => tags.length > 0).length;
          const edges = drawnEdges(graph, turns);
          const isWhole = learner === 'paper' ? states.length === tagged : edges.ends;
          if (last !== undefined && isWhole) add(end, last);
          const isBegun = learner === 'paper' || edges.begins;
          const pairs = states.map((to, at) =>
            at === 0 && !isBegun ? null : `${states[at - 1] ?? 0}-${to}`,
          );
          for (const pair of new Set(pairs)) if (pair !== null) add(between, pair);
        }
        expect(graph.dialogues).toBeGreaterThanOrEqual(total);

        const figures = readFigures(await client.analysis.figures({}));
        const rows = stateRows(graph);
        const everything = { minSupport: 0, maxDepth: Number.POSITIVE_INFINITY, cover: 100 };
        const { scene } = layOut(graph, everything, null);
        const path = join(folder, 'states.csv');
        await client.automata.export({ out: path, to: 'states-csv' });
        const exported = rowsOf(readFileSync(path, 'utf8'));
        const json = join(folder, 'automaton.json');
        await client.automata.export({ out: json, to: 'json' });
        const document = JSON.parse(readFileSync(json, 'utf8'));

        for (const state of graph.states.roles.keys()) {
          if (state === 0) continue;
          const [reaches, ends] = [reach.get(state) ?? 0, end.get(state) ?? 0];
          const tracked = await client.automata.dialogues({ at: { state } });
          const filtered = await client.filters.count({ where: `passes state ${state}` });
          const card = scene.nodes.find((node) => node.state === state);
          expect({
            graph: graph.states.support[state],
            box: card?.value,
            hover: describeState(graph, state).includes(`${formatCount(reaches)} dialogue`),
            table: rows[state]?.support,
            list: tracked.tracked,
            filter: filtered.dialogues,
            figures: figures.states.dialogues[state],
            csv: exported[state]?.dialogues,
            json: document.states[state]?.support ?? document.states[state]?.dialogues,
          }).toEqual({
            graph: reaches,
            box: formatCount(reaches),
            hover: true,
            table: reaches,
            list: reaches,
            filter: reaches,
            figures: reaches,
            csv: String(reaches),
            json: reaches,
          });
          expect({
            graph: graph.states.ends[state],
            table: rows[state]?.ends,
            figures: figures.states.ends[state],
            csv: exported[state]?.ends,
          }).toEqual({ graph: ends, table: ends, figures: ends, csv: String(ends) });
          const line = scene.end?.edges.find(({ from }) => from === state);
          if (line) expect(line.support).toBe(ends);
        }
        for (const { from, to, support } of scene.edges) expect(support).toBe(between.get(`${from}-${to}`));
        for (const at of figures.transitions.from.keys())
          expect(figures.transitions.dialogues[at]).toBe(
            between.get(`${figures.transitions.from[at]}-${figures.transitions.to[at]}`),
          );

        // How dialogues begin and end, by the tag that stands for the first and the last turn.
        if (mostTags === 1) {
          const counted = countEdges(graph, corpus, false);
          const drawn = countEdges(graph, corpus, true);
          const { findings } = await client.findings.list({});
          for (const kind of ['begins', 'ends'] as const) {
            const { findings: answers } = await client.findings.answer({
              question: { kind, field: null },
            });
            for (const { id, dialogues } of [...answers, ...findings.filter((one) => one.kind === kind)])
              expect([id, dialogues]).toEqual([id, drawn.get(id)]);
          }
          for (const [key, dialogues] of counted) {
            const [edge = '', role = '', tag = ''] = key.split(' ');
            if (tag === 'untagged') continue;
            const kind = edge === 'begins' ? 'starts' : 'ends';
            const filtered = await client.filters.count({
              where: `${kind} with ${role === 'system' ? 'system' : 'user'} "${tag}"`,
            });
            const pattern = { kind, move: { role: role as 'user' | 'system', tag } } as const;
            const grouped = await client.analysis.patternDialogues({ pattern });
            const byOutcome = await client.filters.count({ where: `outcome = "${tag}"` });
            const ended = ['user', 'system'].map((speaker) => counted.get(`ends ${speaker} ${tag}`) ?? 0);
            expect({
              key,
              filter: filtered.dialogues,
              group: grouped.total,
              outcome: byOutcome.dialogues,
            }).toEqual({
              key,
              filter: dialogues,
              group: dialogues,
              outcome: ended.reduce((sum, count) => sum + count, 0),
            });
          }
        }

        // A filter by tag is a broader question, so its answer is never smaller.
        for (const [at, { tag }] of graph.symbols.entries()) {
          if (!MOVES.includes(tag)) continue;
          const [entry] = [...graph.transitions.symbol.keys()].filter(
            (one) => graph.transitions.symbol[one] === at,
          );
          const asAny = await client.filters.count({ where: `tag = "${tag}"` });
          if (entry !== undefined)
            expect(asAny.dialogues).toBeGreaterThanOrEqual(graph.transitions.support[entry] ?? 0);
        }
      }),
      { numRuns: 2 },
    );
  },
);
