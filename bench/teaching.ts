/**
 * Measures how many answers a taught tagger needs, in Teach's order and in random order.
 *
 * npx node bench/teaching.ts [corpus[:dialogues[:seeds]] …] (default: sgd:900:3 multiwoz:900:3 star:1200:3)
 *
 * npx node bench/teaching.ts corpus:answers.tsv[:seeds] uses a person's answers, as `teach` reads
 *
 * Macro F1 over moves with at least ten held-out turns, mean of the roles, by answers per role, in percent.
 * `gain` is the mean difference to random order with the 95 % interval of resampled held-out dialogues.
 * A person's own answers are held out in five parts by dialogue.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { turnsOfRole } from '../shared/algorithms/moves/turns-of-role.ts';
import { createRandom } from '../shared/algorithms/random/random.ts';
import {
  type Answer,
  bestMoves,
  fitCalibrated,
  fitTaught,
  readTaught,
  type TaughtMoves,
} from '../shared/algorithms/teaching/taught-moves.ts';
import { createTeachingCorpus } from '../shared/algorithms/teaching/teaching-corpus.ts';
import { fineClusters, nextQuestions, unsureness } from '../shared/algorithms/teaching/teaching-order.ts';
import {
  chooseColumns,
  fitTurnEncoder,
  pickRows,
  turnFeatures,
} from '../shared/algorithms/teaching/turn-features.ts';
import { ROLES, type Role, turnsOf } from '../shared/domain/dialogue.ts';

interface Turn {
  readonly speaker: Role;
  readonly text: string;
  readonly acts?: readonly string[];
}

const COUNTS = [25, 50, 100, 200, 300];
const ASKED_AT_ONCE = 10;
const LEAST_HELD = 10;
const percent = (share: number): number => Math.round(1000 * share) / 10;

function readRole(name: string, file: string, limit: number) {
  const lines = createRandom(1)
    .shuffle(gunzipSync(readFileSync(file)).toString('utf8').split('\n').filter(Boolean))
    .slice(0, limit);
  const reading = createTeachingCorpus();
  const acts: string[][] = [];
  const places: string[] = [];
  for (const line of lines) {
    const { id, turns } = JSON.parse(line) as { id: string; turns: readonly Turn[] };
    const spans = turnsOf(
      turns.map(({ speaker }) => speaker),
      true,
    );
    reading.add(
      spans.map(({ role, first, last }) => ({
        role,
        texts: turns.slice(first, last + 1).map(({ text }) => text),
      })),
    );
    for (const [turn, { first, last }] of spans.entries()) {
      places.push(`${id} ${turn}`);
      const said = turns.slice(first, last + 1).flatMap((turn) => turn.acts ?? []);
      // STAR's acts are names of replies, without slots.
      acts.push([
        ...new Set(said.map((act) => (name === 'star' ? act : (act.split('-')[0] ?? '').toLowerCase()))),
      ]);
    }
  }
  return { corpus: reading.finish(), acts, places };
}

function roleOf({ corpus, acts }: Pick<ReturnType<typeof readRole>, 'corpus' | 'acts'>, role: Role) {
  const turns = turnsOfRole(corpus.moves, role).filter((turn) => acts[turn]!.length > 0);
  if (turns.length === 0) return null;
  const encoder = fitTurnEncoder(corpus, role, 1);
  const rows = turnFeatures(corpus, chooseColumns(corpus, role), encoder).rowsOf(turns);
  const vectors = encoder.encode(
    Array.from(turns, (turn) => corpus.moves.sentences[turn]!.map(({ words }) => words)),
  );
  return {
    rows,
    vectors,
    dialogues: turns.map((turn) => corpus.moves.dialogues[turn]!),
    answers: Array.from(turns, (turn): Answer => acts[turn] as unknown as Answer),
  };
}
type RoleData = NonNullable<ReturnType<typeof roleOf>>;

function countsByDialogue(
  { rows, answers, dialogues }: RoleData,
  held: readonly number[],
  taught: TaughtMoves,
) {
  const sure = readTaught(taught, pickRows(rows, held));
  const result = new Map<number, Map<string, [number, number, number]>>();
  for (const [at, row] of held.entries()) {
    const said = bestMoves(taught, sure, at).map(({ move }) => move);
    const of = result.get(dialogues[row]!) ?? new Map<string, [number, number, number]>();
    result.set(dialogues[row]!, of);
    for (const move of new Set([...said, ...answers[row]!])) {
      const count = of.get(move) ?? [0, 0, 0];
      if (said.includes(move)) count[1]++;
      if (answers[row]!.includes(move)) count[2]++;
      if (said.includes(move) && answers[row]!.includes(move)) count[0]++;
      of.set(move, count);
    }
  }
  return result;
}
type Counts = ReturnType<typeof countsByDialogue>;

function macroF1(counts: Counts, dialogues: Iterable<number>, moves: readonly string[]): number {
  const sums = new Map(moves.map((move) => [move, [0, 0, 0]]));
  for (const dialogue of dialogues)
    for (const [move, count] of counts.get(dialogue) ?? []) {
      const sum = sums.get(move);
      if (sum) for (let i = 0; i < 3; i++) sum[i]! += count[i]!;
    }
  let total = 0;
  for (const [hit, said, meant] of sums.values())
    total += said! + meant! === 0 ? 1 : (2 * hit!) / (said! + meant!);
  return total / moves.length;
}

function teachInOrder(data: RoleData, pool: readonly number[], seed: number, order: 'random' | 'worth') {
  const { rows, answers, vectors } = data;
  const random = createRandom(seed);
  const shuffled = random.shuffle(pool);
  const poolVectors = {
    dimensions: vectors.dimensions,
    count: shuffled.length,
    values: Float32Array.from(
      { length: shuffled.length * vectors.dimensions },
      (_, at) =>
        vectors.values[
          shuffled[Math.floor(at / vectors.dimensions)]! * vectors.dimensions + (at % vectors.dimensions)
        ]!,
    ),
  };
  const clusters = order === 'worth' ? fineClusters(poolVectors, seed) : null;
  const poolRows = pickRows(rows, shuffled);
  const answered = new Uint8Array(shuffled.length);
  let asked: number[] = [];
  let taught: TaughtMoves | undefined;
  const marks = new Map<number, TaughtMoves>();
  const answerMs: number[] = [];
  for (const count of COUNTS) {
    while (asked.length < Math.min(count, shuffled.length)) {
      if (!clusters) {
        asked = [...shuffled.keys()].slice(0, count);
        continue;
      }
      const started = performance.now();
      const unsure = taught
        ? unsureness(readTaught(taught, poolRows), taught.moves.length)
        : new Float64Array(shuffled.length).fill(1);
      const wanted = Math.min(ASKED_AT_ONCE, count - asked.length);
      for (const question of nextQuestions(clusters, unsure, answered, wanted)) {
        const row = question.kind === 'turn' ? question.row : clusters.turns[question.cluster]![0]!;
        answered[row] = 1;
        asked.push(row);
      }
      taught = fitTaught(
        pickRows(poolRows, asked),
        asked.map((row) => answers[shuffled[row]!]!),
        { from: taught, iterations: 25 },
      );
      answerMs.push(performance.now() - started);
    }
    marks.set(
      count,
      fitCalibrated(
        pickRows(poolRows, asked),
        asked.map((row) => answers[shuffled[row]!]!),
        asked.map((row) => data.dialogues[shuffled[row]!]!),
        seed,
      ),
    );
  }
  return { marks, answerMs };
}

function measure(name: string, file: string, limit: number, seeds: number) {
  const read = readRole(name, file, limit);
  const curves: Record<string, number[]> = {};
  /** By number of answers and resample, summed over seeds and roles. */
  const differences: Record<string, number[]> = {};
  let summed = 0;
  const add = (into: Record<string, number[]>, key: string, value: number) => {
    const values = into[key] ?? [];
    values.push(value);
    into[key] = values;
  };
  const answerMs: number[] = [];
  let turns = 0;
  for (const role of ROLES) {
    const data = roleOf(read, role);
    if (!data) continue;
    turns += data.dialogues.length;
    for (let seed = 1; seed <= seeds; seed++) {
      const all = createRandom(seed).shuffle([...new Set(data.dialogues)]);
      const heldDialogues = new Set(all.slice(0, Math.floor(all.length / 3)));
      const held: number[] = [];
      const pool: number[] = [];
      for (const [row, dialogue] of data.dialogues.entries())
        (heldDialogues.has(dialogue) ? held : pool).push(row);
      const support = new Map<string, number>();
      for (const row of held)
        for (const move of data.answers[row]!) support.set(move, (support.get(move) ?? 0) + 1);
      const moves = [...support].filter(([, count]) => count >= LEAST_HELD).map(([move]) => move);
      summed++;
      const judge = (taught: TaughtMoves) => countsByDialogue(data, held, taught);
      const full = pool.slice(0, 6000);
      const everything = judge(
        fitTaught(
          pickRows(data.rows, full),
          full.map((row) => data.answers[row]!),
          { penalty: 0.0003 },
        ),
      );
      add(curves, `${role} all`, macroF1(everything, heldDialogues, moves));
      const random = teachInOrder(data, pool, seed, 'random');
      const worth = teachInOrder(data, pool, seed, 'worth');
      answerMs.push(...worth.answerMs);
      for (const count of COUNTS) {
        const [left, right] = [judge(worth.marks.get(count)!), judge(random.marks.get(count)!)];
        add(curves, `${role} ${count} worth`, macroF1(left, heldDialogues, moves));
        add(curves, `${role} ${count} random`, macroF1(right, heldDialogues, moves));
        const draws = createRandom(seed);
        const drawn = [...heldDialogues];
        for (let resample = 0; resample < 200; resample++) {
          const sample = drawn.map(() => draws.pick(drawn));
          const resampled = differences[count] ?? [];
          differences[count] = resampled;
          resampled[resample] =
            (resampled[resample] ?? 0) + macroF1(left, sample, moves) - macroF1(right, sample, moves);
        }
      }
    }
  }
  const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / Math.max(1, values.length);
  const sorted = answerMs.sort((a, b) => a - b);
  return {
    turns,
    f1: Object.fromEntries(Object.entries(curves).map(([key, values]) => [key, percent(mean(values))])),
    gain: Object.fromEntries(
      Object.entries(differences).map(([key, values]) => {
        const ordered = values.map((sum) => sum / summed).sort((a, b) => a - b);
        const at = (share: number) => percent(ordered[Math.floor(share * (ordered.length - 1))]!);
        return [key, { mean: percent(mean(ordered)), low: at(0.025), high: at(0.975) }];
      }),
    ),
    answerMs: {
      median: Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0),
      most: Math.round(sorted.at(-1) ?? 0),
    },
  };
}

const FEW = 100;
const PARTS = 5;

/** Measures with a person's answers: dialogue, turn, role, move. */
function measureAnswers(name: string, file: string, answersFile: string, seeds: number) {
  const { corpus, places } = readRole(name, file, 1e9);
  const acts: string[][] = places.map(() => []);
  const placeOf = new Map(places.map((place, at) => [place, at]));
  for (const line of readFileSync(answersFile, 'utf8').split(/\r?\n/).slice(1)) {
    const [dialogue, turn, , move] = line.split('\t');
    const at = placeOf.get(`${dialogue} ${turn}`);
    if (at !== undefined && move) acts[at]!.push(move);
  }
  const roles = ROLES.flatMap((role) => roleOf({ corpus, acts }, role) ?? []);
  const all = roles.flatMap(({ dialogues }, role) =>
    Array.from(dialogues, (dialogue, row) => ({ role, row, dialogue })),
  );
  const shares: Record<string, number[]> = { few: [], all: [] };
  for (let seed = 1; seed <= seeds; seed++) {
    const random = createRandom(seed);
    const right = { few: 0, all: 0 };
    const order = random.shuffle([...new Set(all.map(({ dialogue }) => dialogue))]);
    const partOf = new Map(order.map((dialogue, at) => [dialogue, at % PARTS]));
    for (let part = 0; part < PARTS; part++) {
      const others = random.shuffle(all.filter(({ dialogue }) => partOf.get(dialogue) !== part));
      for (const [which, answers] of [
        ['few', others.slice(0, FEW)],
        ['all', others],
      ] as const)
        for (const [role, { rows, answers: given, dialogues }] of roles.entries()) {
          const own = answers.filter((answer) => answer.role === role).map(({ row }) => row);
          const taught = fitCalibrated(
            pickRows(rows, own),
            own.map((row) => given[row]!),
            own.map((row) => dialogues[row]!),
            seed,
          );
          const held = all
            .filter((answer) => answer.role === role && partOf.get(answer.dialogue) === part)
            .map(({ row }) => row);
          const sure = readTaught(taught, pickRows(rows, held));
          for (const [at, row] of held.entries())
            if (given[row]!.includes(bestMoves(taught, sure, at)[0].move)) right[which]++;
        }
    }
    for (const which of ['few', 'all'] as const) shares[which]!.push(percent(right[which] / all.length));
  }
  return { turns: all.length, ...shares };
}

const folder = process.env.DIALOGRAM_DATA ?? fileURLToPath(new URL('../../shared/data', import.meta.url));
const asked = process.argv.slice(2);
for (const one of asked.length > 0 ? asked : ['sgd:900:3', 'multiwoz:900:3', 'star:1200:3']) {
  const [name = '', limit = '', seeds] = one.split(':');
  const file = join(folder, name, 'dialogues.jsonl.gz');
  console.log(
    JSON.stringify({
      [one]: !existsSync(file)
        ? { skipped: `no such file: ${file}; set DIALOGRAM_DATA` }
        : limit.endsWith('.tsv')
          ? measureAnswers(name, file, limit, Number(seeds) || 4)
          : measure(name, file, Number(limit) || 1e9, Number(seeds) || 3),
    }),
  );
}
