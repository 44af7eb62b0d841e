/**
 * Counts the edge crossings of a laid-out automaton, compared with the layered layout of ELK (elkjs, which no other
 * part of this app needs: `npm install --no-save elkjs`), and measures the time of each.
 *
 * npx node bench/layout.ts [automaton.json …] (what `dialogram export automaton --to json` writes)
 *
 * Without files: the demo, learned as an overview of 40 states, STAR and SGD likewise if their folders exist (see
 * `bench/overview.ts`), and graphs drawn from a seed: 60 states and 150 transitions, 500 and 2,000, most of them to a
 * state a little further on. Edges are cut into short lines; two edges cross if such lines do, away from a state that
 * both touch. `backShare`: the share of dialogues on backward edges, among those on all edges except loops. ELK uses
 * its default options, from left to right. Medians of three runs. Prints one JSON object per row.
 */
import { readFileSync } from 'node:fs';
import { buildSymbolCorpus } from '../shared/algorithms/automaton/corpus/symbol-corpus.ts';
import { DEFAULT_PAPER_OPTIONS } from '../shared/algorithms/automaton/presets.ts';
import type { AutomatonDocument } from '../shared/algorithms/automaton/written/json.ts';
import { type DrawnAutomaton, toDrawn } from '../shared/algorithms/layout/drawn-automaton.ts';
import { layOut } from '../shared/algorithms/layout/lay-out.ts';
import { pointOn } from '../shared/algorithms/layout/scene/edge-curve.ts';
import { learnOverview } from '../shared/algorithms/overview/learn-overview.ts';
import { createRandom } from '../shared/algorithms/random/random.ts';
import { ROLES } from '../shared/domain/dialogue.ts';
import type { TaggedDialogue } from '../shared/domain/symbols.ts';
import { missingCorpus, readAnnotatedDialogues } from '../tests/fixtures/annotated-corpora.ts';

const RUNS = 3;
const NEAR_PX = 14;
const ALL = { minSupport: 1, maxDepth: Number.POSITIVE_INFINITY };

interface Line {
  readonly from: number;
  readonly to: number;
  /** x, y of each point. */
  readonly points: readonly number[];
}

/** Pairs of edges that cross, once for each place. */
function crossings(lines: readonly Line[], centres: ReadonlyMap<number, readonly [number, number]>): number {
  let count = 0;
  const pieces = lines.flatMap(({ points }, line) =>
    Array.from({ length: points.length / 2 - 1 }, (_, at) => ({
      line,
      at: points.slice(2 * at, 2 * at + 4),
    })),
  );
  const cell = 60;
  const grid = new Map<string, number[]>();
  const cellsOf = ([ax, ay, bx, by]: readonly number[]): string[] => {
    const cells: string[] = [];
    for (let x = Math.floor(Math.min(ax!, bx!) / cell); x <= Math.floor(Math.max(ax!, bx!) / cell); x++)
      for (let y = Math.floor(Math.min(ay!, by!) / cell); y <= Math.floor(Math.max(ay!, by!) / cell); y++)
        cells.push(`${x} ${y}`);
    return cells;
  };
  const compared = new Set<number>();
  pieces.forEach(({ line, at }, index) => {
    compared.clear();
    for (const key of cellsOf(at)) {
      const there = grid.get(key) ?? [];
      for (const other of there) {
        if (compared.has(other)) continue;
        compared.add(other);
        const [one, two] = [lines[line]!, lines[pieces[other]!.line]!];
        if (one === two) continue;
        const point = meeting(at, pieces[other]!.at);
        if (!point) continue;
        const shared = [one.from, one.to].filter((state) => state === two.from || state === two.to);
        const isAtState = shared.some((state) => {
          const [x, y] = centres.get(state)!;
          return Math.hypot(point[0] - x, point[1] - y) < NEAR_PX;
        });
        if (!isAtState) count++;
      }
      there.push(index);
      grid.set(key, there);
    }
  });
  return count;
}

/** The point where two lines cross, their ends left out. */
function meeting(a: readonly number[], b: readonly number[]): [number, number] | null {
  const [ax, ay, bx, by] = a as [number, number, number, number];
  const [cx, cy, dx, dy] = b as [number, number, number, number];
  const area = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx);
  if (Math.abs(area) < 1e-9) return null;
  const s = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / area;
  const t = ((cx - ax) * (by - ay) - (cy - ay) * (bx - ax)) / area;
  return s > 0 && s <= 1 && t > 0 && t <= 1 ? [ax + s * (bx - ax), ay + s * (by - ay)] : null;
}

function median(of: readonly number[]): number {
  return [...of].sort((a, b) => a - b)[of.length >> 1] ?? 0;
}

function ours(automaton: DrawnAutomaton) {
  const times: number[] = [];
  let layout = layOut(automaton, ALL, null);
  for (let run = 0; run < RUNS; run++) {
    const started = performance.now();
    layout = layOut(automaton, ALL, null);
    times.push(performance.now() - started);
  }
  const { nodes, edges } = layout.scene;
  const carried = (kinds: readonly string[]): number =>
    edges.reduce((sum, { kind, support }) => (kinds.includes(kind) ? sum + support : sum), 0);
  const lines = edges
    .filter(({ from, to }) => from !== to)
    .map(({ from, to, curve }): Line => {
      const points = [curve[0]!, curve[1]!];
      for (let piece = 0; piece * 6 + 7 < curve.length; piece++)
        for (let step = 1; step <= 12; step++) {
          const { x, y } = pointOn(curve, piece, step / 12);
          points.push(x, y);
        }
      return { from, to, points };
    });
  const centres = new Map(nodes.map(({ state, x, y }) => [state, [x, y] as const]));
  const seats = new Set(nodes.map(({ x, y }) => `${Math.round(x / 20)} ${Math.round(y / 20)}`));
  return {
    states: nodes.length,
    edges: lines.length,
    crossings: crossings(lines, centres),
    backShare: Number((carried(['back']) / carried(['tree', 'cross', 'back'])).toFixed(2)),
    overlaps: nodes.length - seats.size,
    milliseconds: Math.round(median(times)),
    pairs: lines.map(({ from, to }) => [from, to] as const),
    ids: nodes.map(({ state }) => state),
  };
}

interface ElkAnswer {
  readonly children?: readonly { readonly id: string; readonly x?: number; readonly y?: number }[];
  readonly edges?: readonly {
    readonly id: string;
    readonly sections?: readonly {
      readonly startPoint: { readonly x: number; readonly y: number };
      readonly endPoint: { readonly x: number; readonly y: number };
      readonly bendPoints?: readonly { readonly x: number; readonly y: number }[];
    }[];
  }[];
}

async function elk(ids: readonly number[], pairs: readonly (readonly [number, number])[]) {
  const name = process.env.ELK ?? 'elkjs/lib/elk.bundled.js';
  const { default: Elk } = await import(name);
  const engine = new Elk();
  const graph = () => ({
    id: 'root',
    layoutOptions: { 'elk.algorithm': 'layered', 'elk.direction': 'RIGHT', 'elk.edgeRouting': 'POLYLINE' },
    children: ids.map((id) => ({ id: String(id), width: 22, height: 22 })),
    edges: pairs.map(([from, to], at) => ({ id: `e${at}`, sources: [String(from)], targets: [String(to)] })),
  });
  const times: number[] = [];
  let answer: ElkAnswer = {};
  for (let run = 0; run < RUNS; run++) {
    const started = performance.now();
    answer = await engine.layout(graph());
    times.push(performance.now() - started);
  }
  const centres = new Map(
    (answer.children ?? []).map(({ id, x = 0, y = 0 }) => [Number(id), [x + 11, y + 11] as const]),
  );
  const lines = (answer.edges ?? []).map(({ sections }, at): Line => {
    const [from, to] = pairs[at]!;
    const all = (sections ?? []).flatMap(({ startPoint, bendPoints = [], endPoint }) => [
      startPoint,
      ...bendPoints,
      endPoint,
    ]);
    return { from, to, points: all.flatMap(({ x, y }) => [x, y]) };
  });
  return { crossings: crossings(lines, centres), milliseconds: Math.round(median(times)) };
}

function drawnOf({ dialogues, alphabet, states, transitions }: AutomatonDocument): DrawnAutomaton {
  const symbolOf = new Map(alphabet.map(({ role, tag }, at) => [`${role} ${tag}`, at]));
  return {
    dialogues,
    symbols: alphabet,
    states: {
      roles: states.map(({ role }) => (role === null ? 2 : ROLES.indexOf(role))),
      support: states.map(({ support }) => support),
      ends: states.map(({ ends }) => ends),
      merged: states.map(({ united }) => united),
      depths: states.map(({ depth }) => depth),
    },
    transitions: {
      from: transitions.map(({ from }) => from),
      to: transitions.map(({ to }) => to),
      symbol: transitions.map(({ role, tag }) => symbolOf.get(`${role} ${tag}`) ?? 0),
      support: transitions.map(({ support }) => support),
    },
  };
}

/** Every state has a way in from an earlier one; the others lead mostly a little on, one in eight back. */
function drawnBySeed(stateCount: number, transitionCount: number, seed: number): DrawnAutomaton {
  const random = createRandom(seed);
  const pick = (below: number): number => random.integer(below);
  const pairs = new Map<string, readonly [number, number]>();
  for (let state = 1; state < stateCount; state++) {
    const from = Math.max(0, state - 1 - pick(8));
    pairs.set(`${from} ${state}`, [from, state]);
  }
  while (pairs.size < transitionCount) {
    const from = pick(stateCount);
    const by = 1 + pick(10);
    const to = random.next() < 0.125 ? from - by : from + by;
    if (to > 0 && to < stateCount) pairs.set(`${from} ${to}`, [from, to]);
  }
  const all = [...pairs.values()];
  const states = Array.from({ length: stateCount }, (_, state) => state);
  return {
    dialogues: 1000,
    symbols: [{ role: 'user', tag: 'a-tag' }],
    states: {
      roles: states.map((state) => (state === 0 ? 2 : state % 2)),
      support: states.map((state) => 1000 - state),
      ends: states.map(() => 0),
      merged: states.map(() => 1),
      depths: states,
    },
    transitions: {
      from: all.map(([from]) => from),
      to: all.map(([, to]) => to),
      symbol: all.map(() => 0),
      support: all.map(() => 1 + pick(500)),
    },
  };
}

function* graphs(): Generator<readonly [string, DrawnAutomaton]> {
  const files = process.argv.slice(2);
  for (const file of files) yield [file, drawnOf(JSON.parse(readFileSync(file, 'utf8')))];
  if (files.length > 0) return;
  const overview = (dialogues: readonly TaggedDialogue[]): DrawnAutomaton =>
    toDrawn(learnOverview(buildSymbolCorpus(dialogues), { ...DEFAULT_PAPER_OPTIONS, states: 40 }).automaton);
  for (const corpus of ['star', 'sgd'])
    if (missingCorpus(corpus) === null) yield [corpus, overview(readAnnotatedDialogues(corpus))];
  yield ['60 states by a seed', drawnBySeed(60, 150, 1)];
  yield ['500 states by a seed', drawnBySeed(500, 2000, 1)];
}

for (const [graph, automaton] of graphs()) {
  const { pairs, ids, ...own } = ours(automaton);
  const other = await elk(ids, pairs).catch((error: unknown) => ({ missing: String(error) }));
  process.stdout.write(`${JSON.stringify({ graph, ...own, elk: other })}\n`);
}
