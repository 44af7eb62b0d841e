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

/** Dialogues of up to seven turns, each with any of five tags. */
const anyCorpus = (mostTags: number) =>
  fc.array(
    fc.array(fc.uniqueArray(fc.constantFrom(...MOVES), { maxLength: mostTags }), {
      minLength: 1,
      maxLength: 7,
    }),
    { minLength: 12, maxLength: 40 },
  );

/** True if no turn whose tags are all too rare for the picture follows after the last drawn one. */
function endsDrawn({ symbols }: AutomatonGraph, turns: readonly (readonly string[])[]): boolean {
  const drawn = turns.map((tags, turn) => {
    const role = turn % 2 === 0 ? 'user' : 'system';
    const own = new Set(symbols.filter((symbol) => symbol.role === role).map(({ tag }) => tag));
    if (tags.length === 0) return own.has('untagged') ? true : null;
    return tags.some((tag) => own.has(tag) || own.has(`${tag.split('-')[0]}-*`));
  });
  return drawn.findLast((is) => is !== null) ?? false;
}

const rowsOf = (csv: string): Record<string, string>[] => {
  const [head = '', ...rows] = csv.trim().split(/\r?\n/);
  const names = head.split(',');
  return rows.map((row) => Object.fromEntries(row.split(',').map((cell, at) => [names[at], cell])));
};

// The paper's learner reads all tags of a turn, so a turn with two tags would be at two states.
it.each([
  ['overview', 2],
  ['paper', 1],
] as const)('gives the same number for the same question in every view (%s)', async (learner, mostTags) => {
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
      // Learning from too few dialogues with a tag is refused.
      const { state: learned } = await ended(client, (await client.automata.learn({ learner })).job);
      fc.pre(learned === 'done');
      const graph = readGraph(await client.automata.graph({}));

      // The correct result: the paths themselves, counted only here.
      const { items, total } = await client.analysis.ways({ most: 500 });
      expect(items).toHaveLength(total);
      const reach = new Map<number, number>();
      const end = new Map<number, number>();
      const between = new Map<string, number>();
      const add = <Key>(to: Map<Key, number>, key: Key): void => {
        to.set(key, (to.get(key) ?? 0) + 1);
      };
      for (const { dialogue, states } of items) {
        for (const state of new Set(states)) add(reach, state);
        const last = states.at(-1);
        // The paper's automaton may stop before the dialogue ends; an overview may pass over its last turn.
        const turns = corpus[dialogue - 1] ?? [];
        const tagged = turns.filter((tags) => tags.length > 0).length;
        const isWhole = learner === 'paper' ? states.length === tagged : endsDrawn(graph, turns);
        if (last !== undefined && isWhole) add(end, last);
        for (const pair of new Set(states.map((to, at) => `${states[at - 1] ?? 0}-${to}`)))
          add(between, pair);
      }
      // Dialogues without a tag have no path but are at the start.
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
      for (const at of figures.ways.from.keys())
        expect(figures.ways.dialogues[at]).toBe(
          between.get(`${figures.ways.from[at]}-${figures.ways.to[at]}`),
        );

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
    { numRuns: 5 },
  );
});
