/**
 * Counts the crossings of laid-out lines, compared with ELK's layered layout by default options.
 *
 * npx node bench/layout.ts [automaton.json …] (exported by `dialogram export automaton --to json`)
 *
 * `backShare`: of the dialogues on all edges but loops, the share on edges that lead back.
 * `letters`: px of the smallest letters in a window of 1440 × 900. `milliseconds`: processor time.
 */

import { readFileSync } from 'node:fs';
import { createHeldOutKeys } from '../electron/backend/features/retrieval/index.ts';
import { DEFAULT_PAPER_OPTIONS } from '../shared/algorithms/automaton/learn.ts';
import type { AutomatonDocument } from '../shared/algorithms/automaton/written/json.ts';
import { type DrawnAutomaton, toDrawn } from '../shared/algorithms/layout/drawn-automaton.ts';
import { layOut } from '../shared/algorithms/layout/lay-out.ts';
import { TEXT_FONT_PX, USUAL_STAGE } from '../shared/algorithms/layout/layered/card-measures.ts';
import { wholeScale } from '../shared/algorithms/layout/scene/fit.ts';
import type { Scene } from '../shared/algorithms/layout/scene/scene.ts';
import { chooseSize } from '../shared/algorithms/learning/choose-size.ts';
import { learnOverview } from '../shared/algorithms/overview/learn-overview.ts';
import { createRandom } from '../shared/algorithms/random/random.ts';
import { ROLES } from '../shared/domain/dialogue.ts';
import type { TaggedDialogue } from '../shared/domain/symbols.ts';
import {
  missingCorpus,
  readAnnotatedDialogues,
  readSupportThreads,
  SUPPORT_THREADS,
} from '../tests/fixtures/annotated-corpora.ts';
import { crossingsIn, elkLayout } from '../tests/fixtures/crossings.ts';
import { buildSymbolCorpus, demoDialogues } from '../tests/fixtures/tagged-dialogues.ts';

const lettersOf = (bounds: Parameters<typeof wholeScale>[0]): number =>
  Number((wholeScale(bounds, USUAL_STAGE) * TEXT_FONT_PX).toFixed(1));

const ALL = { minSupport: 1, maxDepth: Number.POSITIVE_INFINITY };
const RUNS = 3;

const cpuMs = (since: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(since);
  return Math.round((user + system) / 1000);
};

function median(of: readonly number[]): number {
  return [...of].sort((a, b) => a - b)[of.length >> 1] ?? 0;
}

function ours(automaton: DrawnAutomaton) {
  const times: number[] = [];
  let layout = layOut(automaton, ALL, null);
  for (let run = 0; run < RUNS; run++) {
    const started = process.cpuUsage();
    layout = layOut(automaton, ALL, null);
    times.push(cpuMs(started));
  }
  const { nodes, edges } = layout.scene;
  const carried = (kinds: readonly string[]): number =>
    edges.reduce((sum, { kind, support }) => (kinds.includes(kind) ? sum + support : sum), 0);
  const seats = new Set(nodes.map(({ x, y }) => `${Math.round(x / 20)} ${Math.round(y / 20)}`));
  return {
    states: nodes.length,
    ...crossingsIn(layout.scene),
    backShare: Number((carried(['back']) / carried(['tree', 'cross', 'back'])).toFixed(2)),
    overlaps: nodes.length - seats.size,
    milliseconds: median(times),
    scene: layout.scene,
    letters: lettersOf(layout.scene.bounds),
  };
}

async function elk(scene: Scene) {
  const started = process.cpuUsage();
  const { crossings, width: right, height: bottom } = await elkLayout(scene);
  return {
    crossings,
    letters: lettersOf({ left: 0, top: 0, right, bottom }),
    milliseconds: cpuMs(started),
  };
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

/**
 * Draws a random automaton. Each state has a transition from an earlier one. Of the other transitions, one in eight
 * leads back, and most lead a little forward.
 */
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
  const picture = (dialogues: readonly TaggedDialogue[]): DrawnAutomaton => {
    const corpus = buildSymbolCorpus(dialogues);
    const { states } = chooseSize(corpus, DEFAULT_PAPER_OPTIONS, createHeldOutKeys());
    return toDrawn(learnOverview(corpus, { ...DEFAULT_PAPER_OPTIONS, states }).automaton);
  };
  yield ['demo', picture(demoDialogues())];
  if (missingCorpus(SUPPORT_THREADS) === null) {
    const threads = readSupportThreads().map(({ id, turns }) => ({
      key: id,
      turns: turns.map(({ role, moves }) => ({ role, tags: moves })),
    }));
    yield ['support threads', picture(threads)];
  }
  for (const corpus of ['multiwoz', 'sgd', 'star'])
    if (missingCorpus(corpus) === null) yield [corpus, picture(readAnnotatedDialogues(corpus))];
  yield ['60 states by a seed', drawnBySeed(60, 150, 1)];
  yield ['500 states by a seed', drawnBySeed(500, 2000, 1)];
}

for (const [graph, automaton] of graphs()) {
  const { scene, ...own } = ours(automaton);
  process.stdout.write(`${JSON.stringify({ graph, ...own, elk: await elk(scene) })}\n`);
}
