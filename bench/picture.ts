/**
 * Compares our pictures with others of equal size: the directly-follows graph, FlowDisco, pm4py's heuristics net.
 *
 * npx node bench/picture.ts [corpus …] [--seeds N] [--no-vectors] (default: tickets multiwoz sgd star, 5 seeds)
 *
 * Each seed samples dialogues with 4,000 turns, and a fifth is held out. Sizes are 14 and 20 states. In percent:
 * - `covered`: turns of unseen dialogues that follow a transition, the first turn from the start,
 * - `beyondChance`: points above the directly-follows graph on shuffled tags, with as many transitions,
 * - `for90`: the number of states, most visited first, that contain 90 % of the turns,
 * - `oursAhead` and `oursAheadBeyondChance`: points that our picture of equal size reaches more, paired by seed.
 *
 * FlowDisco's method (without its tags): MiniLM, k-means per speaker, transitions above 0.1 of what leaves a state.
 * `--no-vectors` leaves this slowest method out. Needs MiniLM and pm4py as `.ci/run` installs them.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { knownEncoder } from '../electron/backend/providers/embeddings/known-encoder.ts';
import { selectDialogues } from '../shared/algorithms/automaton/corpus/select-dialogues.ts';
import { sphericalKMeans } from '../shared/algorithms/moves/clusters/spherical-k-means.ts';
import { induceMoves } from '../shared/algorithms/moves/induce.ts';
import { createMovesCorpus } from '../shared/algorithms/moves/moves-corpus.ts';
import {
  learnOverviewFrom,
  overviewSymbols,
  withMainTransitions,
} from '../shared/algorithms/overview/learn-overview.ts';
import {
  rankSymbols,
  type SymbolSequences,
  sequencesOf,
  takeSymbols,
  turnKinds,
} from '../shared/algorithms/overview/one-symbol.ts';
import { replay, shuffled } from '../shared/algorithms/overview/replay.ts';
import { createRandom } from '../shared/algorithms/random/random.ts';
import { ROLES, type Role } from '../shared/domain/dialogue.ts';
import { readAnnotatedDialogues, readSupportThreads } from '../tests/fixtures/annotated-corpora.ts';
import { copyMiniLm, missingMiniLm } from '../tests/fixtures/minilm/installed.ts';
import { heuristicsSchema, openMining } from '../tests/fixtures/pm4py/mining.ts';
import { buildSymbolCorpus } from '../tests/fixtures/tagged-dialogues.ts';

const MOST_TURNS = 4000;
const HELD_OUT_OF = 5;
const SEED = 1;
const SEEDS = Number(/ --seeds (\d+)/.exec(process.argv.join(' '))?.[1] ?? 5);
const SHUFFLES = 3;
const GIVEN_STATES = [14, 20];
const LEAST_EXIT_SHARE = 0.1;
const MOST_CLUSTERS = 14;
const MOST_COMPARED = 500;

interface Turn {
  readonly role: Role;
  readonly tags: readonly string[];
  readonly text: string;
}
interface Dialogue {
  readonly key: string;
  readonly turns: readonly Turn[];
}

interface Picture {
  readonly states: number;
  readonly transitions: number;
  readonly unreached: number;
  readonly visits: Int32Array;
  /** By unseen dialogue: its turns, and those that follow a transition of the picture. */
  follow(unseen: SymbolSequences): readonly { readonly turns: number; readonly followed: number }[];
}

type Learn = (seen: SymbolSequences, draws: number | null) => Picture | Promise<Picture>;

const mining = openMining();
const dialoguesIn = ({ offsets }: SymbolSequences): number => offsets.length - 1;

function ours(states: number): Learn {
  return (seen, draws) => {
    const automaton = withMainTransitions(learnOverviewFrom(seen, dialoguesIn(seen), { states }), draws);
    const visits = new Int32Array(automaton.stateCount);
    for (const state of automaton.pathStates) visits[state]!++;
    return {
      states: automaton.stateCount,
      transitions: automaton.main?.reduce((sum, isMain) => sum + isMain, 0) ?? 0,
      unreached: 0, // `mainTransitions` connects every state.
      visits,
      follow: (unseen) => replay(automaton, unseen),
    };
  };
}

function eachStep({ offsets, steps }: SymbolSequences, at: number, see: (from: number, to: number) => void) {
  for (let step = offsets[at]!; step < offsets[at + 1]!; step++)
    see(step === offsets[at] ? -1 : steps[step - 1]!, steps[step]!);
}

function pictureOfPairs(
  seen: SymbolSequences,
  choose: (counts: ReadonlyMap<string, number>, leaving: ReadonlyMap<number, number>) => Iterable<string>,
): Picture {
  const counts = new Map<string, number>();
  const leaving = new Map<number, number>();
  const visits = new Int32Array(seen.symbols.length);
  for (let dialogue = 0; dialogue < dialoguesIn(seen); dialogue++)
    eachStep(seen, dialogue, (from, to) => {
      visits[to]!++;
      counts.set(`${from} ${to}`, (counts.get(`${from} ${to}`) ?? 0) + 1);
      leaving.set(from, (leaving.get(from) ?? 0) + 1);
    });
  const drawn = new Set(choose(counts, leaving));
  const states = visits.filter((count) => count > 0).length + 1;
  const reached = new Set([-1]);
  for (const from of reached)
    for (let to = 0; to < visits.length; to++) if (drawn.has(`${from} ${to}`)) reached.add(to);
  return {
    states,
    transitions: drawn.size,
    unreached: states - reached.size,
    visits,
    follow: (unseen) =>
      Array.from({ length: dialoguesIn(unseen) }, (_, dialogue) => {
        let followed = 0;
        eachStep(unseen, dialogue, (from, to) => {
          if (drawn.has(`${from} ${to}`)) followed++;
        });
        return { turns: unseen.turnCounts[dialogue]!, followed };
      }),
  };
}

/** The directly-follows graph with as many of its most frequent transitions as ours. */
const followsGraph: Learn = (seen, draws) =>
  pictureOfPairs(seen, (counts) =>
    [...counts]
      .sort((a, b) => b[1] - a[1])
      .slice(0, draws ?? counts.size)
      .map(([pair]) => pair),
  );

const aboveShare: Learn = (seen) =>
  pictureOfPairs(seen, (counts, leaving) =>
    [...counts]
      .filter(([pair, count]) => count > LEAST_EXIT_SHARE * leaving.get(Number(pair.split(' ')[0]))!)
      .map(([pair]) => pair),
  );

const heuristicsNet: Learn = async (seen) => {
  const events = Array.from({ length: dialoguesIn(seen) }, (_, dialogue) =>
    Array.from(seen.steps.subarray(seen.offsets[dialogue], seen.offsets[dialogue + 1]), (symbol, at) => [
      String(dialogue),
      String(symbol),
      new Date(1000 * at).toISOString(),
    ]),
  ).flat();
  const { starts, follows } = await mining.ask({ events, heuristics: true }, heuristicsSchema);
  return pictureOfPairs(seen, () => [
    ...starts.map((to) => `-1 ${to}`),
    ...follows.map(([from, to]) => `${from} ${to}`),
  ]);
};

interface Split {
  readonly seen: SymbolSequences;
  readonly unseen: SymbolSequences;
}

const FIGURES = ['states', 'transitions', 'unreached', 'covered', 'beyondChance', 'for90'] as const;
type Row = Record<(typeof FIGURES)[number], number>;

/** The share of turns followed, 0 … 100. */
function coverageOf(picture: Picture, unseen: SymbolSequences): number {
  const followed = picture.follow(unseen);
  const total = (of: (one: (typeof followed)[number]) => number) =>
    followed.reduce((sum, one) => sum + of(one), 0);
  return (100 * total((one) => one.followed)) / total((one) => one.turns);
}

/** Learns on seen dialogues and follows unseen ones; chance is the directly-follows graph with shuffled symbols. */
async function measure(learn: Learn, { seen, unseen }: Split, draws: number | null): Promise<Row> {
  const picture = await learn(seen, draws);
  const { states, transitions, unreached } = picture;
  const covered = coverageOf(picture, unseen);
  const random = createRandom(SEED);
  let chance = 0;
  for (let time = 0; time < SHUFFLES; time++) {
    const learned = await followsGraph(shuffled(seen, random), transitions);
    chance += coverageOf(learned, shuffled(unseen, random)) / SHUFFLES;
  }
  const sorted = [...picture.visits].sort((a, b) => b - a);
  const all = sorted.reduce((sum, count) => sum + count, 0);
  let [held, for90] = [0, 0];
  while (held < 0.9 * all) held += sorted[for90++]!;
  return { states, transitions, unreached, covered, beyondChance: covered - chance, for90 };
}

function spreadOf(values: readonly number[]): string {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return `${mean.toFixed(1)} ± ${Math.sqrt(squares / Math.max(1, values.length - 1)).toFixed(1)}`;
}

interface Vectors {
  readonly count: number;
  readonly dimensions: number;
  readonly values: Float32Array;
}

interface Clustering {
  readonly clusters: number;
  readonly silhouette: number;
  readonly of: Int32Array;
}

function distancesOf({ dimensions, values }: Vectors, rows: readonly number[]): Float32Array {
  const distances = new Float32Array(rows.length ** 2);
  for (const [left, a] of rows.entries())
    for (const [right, b] of rows.entries()) {
      let cosine = 0;
      for (let at = 0; at < dimensions; at++)
        cosine += values[a * dimensions + at]! * values[b * dimensions + at]!;
      distances[left * rows.length + right] = 1 - cosine;
    }
  return distances;
}

function silhouetteOf(
  of: Int32Array,
  clusters: number,
  rows: readonly number[],
  distances: Float32Array,
): number {
  let total = 0;
  for (const [left, row] of rows.entries()) {
    const sums = new Float64Array(clusters);
    const counts = new Int32Array(clusters);
    for (const [right, other] of rows.entries()) {
      if (other === row) continue;
      sums[of[other]!]! += distances[left * rows.length + right]!;
      counts[of[other]!]!++;
    }
    const own = of[row]!;
    if (counts[own] === 0) continue;
    let nearest = Number.POSITIVE_INFINITY;
    for (let cluster = 0; cluster < clusters; cluster++)
      if (cluster !== own && counts[cluster]! > 0)
        nearest = Math.min(nearest, sums[cluster]! / counts[cluster]!);
    const inside = sums[own]! / counts[own]!;
    if (Number.isFinite(nearest)) total += (nearest - inside) / Math.max(nearest, inside);
  }
  return total / rows.length;
}

function clusterings(vectors: Vectors, seenRows: readonly number[], seed: number): Clustering[] {
  const { dimensions, values } = vectors;
  const known = {
    dimensions,
    count: seenRows.length,
    values: Float32Array.from(
      { length: seenRows.length * dimensions },
      (_, at) => values[seenRows[Math.floor(at / dimensions)]! * dimensions + (at % dimensions)]!,
    ),
  };
  const compared = createRandom(seed)
    .shuffle(
      seenRows.filter((row) => values.subarray(row * dimensions, (row + 1) * dimensions).some(Boolean)),
    )
    .slice(0, MOST_COMPARED);
  const distances = distancesOf(vectors, compared);
  return Array.from({ length: MOST_CLUSTERS - 1 }, (_, at) => {
    const { count, centres } = sphericalKMeans(known, at + 2, createRandom(seed));
    const of = Int32Array.from({ length: vectors.count }, (_, row) => {
      let [best, most] = [0, Number.NEGATIVE_INFINITY];
      for (let centre = 0; centre < count; centre++) {
        let cosine = 0;
        for (let one = 0; one < dimensions; one++)
          cosine += values[row * dimensions + one]! * centres[centre * dimensions + one]!;
        if (cosine > most) [best, most] = [centre, cosine];
      }
      return best;
    });
    return { clusters: count, silhouette: silhouetteOf(of, count, compared, distances), of };
  });
}

function chooseClusters(byRole: readonly (readonly Clustering[])[], states: number): Clustering[] {
  const [one = [], two] = byRole;
  if (!two) return [one.find(({ clusters }) => clusters === states - 1) ?? one.at(-1)!];
  const pairs = one.flatMap((a) =>
    two.filter((b) => a.clusters + b.clusters === states - 1).map((b) => [a, b]),
  );
  const worth = (pair: readonly Clustering[]): number =>
    pair.reduce((sum, { silhouette }) => sum + silhouette, 0);
  return pairs.reduce((a, b) => (worth(b) > worth(a) ? b : a));
}

function corpusOf(name: string): Dialogue[] {
  if (name === 'tickets')
    return readSupportThreads().map(({ id, turns }) => ({
      key: id,
      turns: turns.map(({ role, moves, text }) => ({ role, tags: moves, text })),
    }));
  if (name !== 'tickets-cues') return readAnnotatedDialogues(name);
  const threads = readSupportThreads();
  const corpus = createMovesCorpus();
  for (const { turns } of threads) corpus.add(turns.map(({ role, text }) => ({ role, texts: [text] })));
  const { turns: induced } = induceMoves(corpus.finish(), { method: 'auto', moves: 'auto', seed: SEED });
  let turn = 0;
  return threads.map(({ id, turns }) => ({
    key: id,
    turns: turns.map(({ role, text }) => ({
      role,
      text,
      tags: induced[turn++]!.moves.map(({ move }) => `move ${move}`),
    })),
  }));
}

const folder = mkdtempSync(join(tmpdir(), 'dialogram-minilm-'));
const wantsVectors = !process.argv.includes('--no-vectors');
if (wantsVectors && missingMiniLm !== null) throw new Error(`${missingMiniLm} Leave it out by --no-vectors.`);
const encoder = wantsVectors ? await knownEncoder(await copyMiniLm(folder)).load() : null;
const vectorOf = new Map<string, Float32Array>();

async function encode(texts: readonly string[]): Promise<Vectors> {
  if (encoder === null) throw new Error('Vectors were left out.');
  const { dimensions } = encoder;
  const missing = [...new Set(texts)].filter((text) => !vectorOf.has(text));
  for (let first = 0; first < missing.length; first += 64) {
    const part = missing.slice(first, first + 64);
    const values = await encoder.encodeTexts(part);
    for (const [at, text] of part.entries())
      vectorOf.set(text, values.slice(at * dimensions, (at + 1) * dimensions));
  }
  const values = new Float32Array(texts.length * dimensions);
  for (const [at, text] of texts.entries()) values.set(vectorOf.get(text)!, at * dimensions);
  return { count: texts.length, dimensions, values };
}

interface Measurement {
  readonly size: number;
  readonly picture: string;
  readonly row: Row;
  readonly ours: Row;
}

async function measureSplit(every: readonly Dialogue[], seed: number): Promise<Measurement[]> {
  // STAR tags only agents. Pictures never contain untagged turns.
  const roles = ROLES.filter((role) =>
    every.some(({ turns }) => turns.some((turn) => turn.role === role && turn.tags.length > 0)),
  );
  const withUntagged = roles.filter((role) =>
    every.some(({ turns }) => turns.some((turn) => turn.role === role && turn.tags.length === 0)),
  );
  let count = 0;
  const drawn = createRandom(seed)
    .shuffle([...every].sort((a, b) => (a.key < b.key ? -1 : 1)))
    .filter(({ turns }) => {
      count += turns.filter(({ role }) => roles.includes(role)).length;
      return count <= MOST_TURNS;
    })
    .map(({ key }) => key);
  const isDrawn = new Set(drawn);
  const isUnseen = new Set(drawn.filter((_, at) => at % HELD_OUT_OF === 0));
  const dialogues = every
    .filter(({ key }) => isDrawn.has(key))
    .map(({ key, turns }) => ({ key, turns: turns.filter(({ role }) => roles.includes(role)) }));
  const corpus = buildSymbolCorpus(dialogues);
  const [seenTags, unseenTags] = [false, true].map((wanted) =>
    selectDialogues(corpus, (dialogue) => isUnseen.has(corpus.keys[dialogue]!) === wanted),
  ) as [typeof corpus, typeof corpus];

  const places = dialogues.flatMap(({ key, turns }) => turns.map((turn) => ({ key, ...turn })));
  const byRole: { readonly rows: readonly number[]; readonly all: Clustering[] }[] = [];
  for (const role of encoder ? roles : []) {
    const rows = [...places.keys()].filter((at) => places[at]!.role === role);
    const vectors = await encode(rows.map((row) => places[row]!.text));
    const seenRows = [...rows.keys()].filter((at) => !isUnseen.has(places[rows[at]!]!.key));
    byRole.push({ rows, all: clusterings(vectors, seenRows, seed) });
  }
  const clustersAt = (states: number): Split => {
    const chosen = chooseClusters(
      byRole.map(({ all }) => all),
      states,
    );
    const clusterOf = new Array<string>(places.length);
    chosen.forEach(({ of }, role) => {
      of.forEach((cluster, at) => {
        clusterOf[byRole[role]!.rows[at]!] = `cluster ${cluster}`;
      });
    });
    let place = 0;
    const tagged = dialogues.map(({ key, turns }) => ({
      key,
      turns: turns.map(({ role }) => ({ role, tags: [clusterOf[place++]!] })),
    }));
    const clustered = buildSymbolCorpus(tagged);
    const of = (wanted: boolean) =>
      sequencesOf(
        turnKinds(
          selectDialogues(clustered, (dialogue) => isUnseen.has(clustered.keys[dialogue]!) === wanted),
        ),
        clustered.symbols,
      );
    return { seen: of(false), unseen: of(true) };
  };
  const tagsAt = (symbols: Parameters<typeof sequencesOf>[1]): Split => ({
    seen: sequencesOf(turnKinds(seenTags), symbols),
    unseen: sequencesOf(turnKinds(unseenTags), symbols),
  });

  const measured: Measurement[] = [];
  for (const size of GIVEN_STATES) {
    const tags = tagsAt(overviewSymbols(turnKinds(seenTags), { states: size }));
    const own = await measure(ours(size), tags, null);
    measured.push({ size, picture: 'ours', row: own, ours: own });
    const most = size - 1 - withUntagged.length;
    const plain = tagsAt(
      takeSymbols(
        turnKinds(seenTags),
        rankSymbols(turnKinds(seenTags), { named: 1, leastDialogues: 1 }),
        most,
      ),
    );
    const clusters = encoder ? clustersAt(size) : null;
    const others: [picture: string, learn: Learn, split: Split][] = [
      ['directly-follows, as many transitions as ours', followsGraph, plain],
      ['directly-follows, above 0.1', aboveShare, plain],
      ['heuristics net', heuristicsNet, plain],
    ];
    if (clusters)
      others.push(
        ['MiniLM k-means, as many transitions as ours', followsGraph, clusters],
        ['MiniLM k-means, above 0.1', aboveShare, clusters],
      );
    for (const [picture, learn, split] of others) {
      const row = await measure(learn, split, own.transitions);
      measured.push({ size, picture, row, ours: await measure(ours(size), tags, row.transitions) });
    }
  }
  return measured;
}

async function measureCorpus(name: string): Promise<void> {
  const every = corpusOf(name);
  const bySeed: Measurement[][] = [];
  for (let seed = 1; seed <= SEEDS; seed++) bySeed.push(await measureSplit(every, seed));
  for (const [at, { size, picture }] of bySeed[0]!.entries()) {
    const all = bySeed.map((measured) => measured[at]!);
    const spread = (read: (one: Measurement) => number): string => spreadOf(all.map(read));
    console.log(
      JSON.stringify({
        corpus: name,
        size,
        picture,
        ...Object.fromEntries(FIGURES.map((figure) => [figure, spread(({ row }) => row[figure])])),
        ...(picture !== 'ours' && {
          oursAhead: spread(({ row, ours: own }) => own.covered - row.covered),
          oursAheadBeyondChance: spread(({ row, ours: own }) => own.beyondChance - row.beyondChance),
        }),
      }),
    );
  }
}

const asked = process.argv.slice(2).filter((word) => !/^(-|\d+$)/.test(word));
for (const name of asked.length > 0 ? asked : ['tickets', 'multiwoz', 'sgd', 'star'])
  await measureCorpus(name);
await mining.close();
rmSync(folder, { recursive: true, force: true });
