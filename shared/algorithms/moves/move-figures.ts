import type { Role } from '#shared/domain/dialogue.ts';
import type { MovesCorpus } from './moves-corpus.ts';
import type { MovedTurn } from './moves-model.ts';

export interface MoveUnit {
  readonly role: Role;
  readonly move: number;
  readonly leaf: number;
}

export interface MoveExample {
  readonly unit: number;
  readonly turn: number;
  readonly start: number;
  readonly end: number;
  readonly closeness: number;
  readonly margin: number;
}

/** The figures of a run's moves by unit. `units.length` is a turn without a move; one more is outside the dialogue. */
export interface MoveFigures {
  readonly units: readonly MoveUnit[];
  readonly first: Int32Array;
  readonly second: Int32Array;
  /** Triples: a unit or neighbor, the unit or neighbor of the next turn, and the number of turns. */
  readonly pairs: Int32Array;
  /** Triples: the units of a turn's first and second move (−1 for none), and the number of turns. */
  readonly together: Int32Array;
  /** Quadruples: index of the sample, unit, move in the run on the sample, and the number of turns. */
  readonly samples: Int32Array;
  readonly examples: readonly MoveExample[];
}

const CENTRAL = 8;
const BORDERLINE = 3;

export function figuresOfMoves(
  corpus: MovesCorpus,
  turns: readonly MovedTurn[],
  runs: readonly ReadonlyMap<number, number>[],
): MoveFigures {
  const units: MoveUnit[] = [];
  const known = new Map<string, number>();
  const unitOf = ({ role }: MovedTurn, said: MovedTurn['moves'][number] | undefined): number => {
    if (!said) return -1;
    const key = `${role} ${said.move} ${said.leaf}`;
    let unit = known.get(key);
    if (unit === undefined) {
      unit = units.push({ role, move: said.move, leaf: said.leaf }) - 1;
      known.set(key, unit);
    }
    return unit;
  };
  const first = Int32Array.from(turns, (turn) => unitOf(turn, turn.moves[0]));
  const second = Int32Array.from(turns, (turn) => unitOf(turn, turn.moves[1]));

  const none = units.length;
  const outside = none + 1;
  const pairs = counter();
  const together = counter();
  for (let turn = 0; turn < turns.length; turn++) {
    const here = first[turn] < 0 ? none : first[turn];
    const opens = turn === 0 || corpus.dialogues[turn - 1] !== corpus.dialogues[turn];
    const ends = corpus.dialogues[turn + 1] !== corpus.dialogues[turn];
    if (opens) pairs.count(outside, here);
    pairs.count(here, ends ? outside : first[turn + 1] < 0 ? none : first[turn + 1]);
    if (first[turn] >= 0) together.count(first[turn], second[turn]);
  }
  const samples: number[] = [];
  for (const [sample, run] of runs.entries()) {
    const counts = counter();
    for (const [turn, move] of run) if (first[turn] >= 0 && move >= 0) counts.count(first[turn], move);
    for (const [unit, move, count] of counts.all()) samples.push(sample, unit, move, count);
  }
  return {
    units,
    first,
    second,
    pairs: Int32Array.from([...pairs.all()].flat()),
    together: Int32Array.from([...together.all()].flat()),
    samples: Int32Array.from(samples),
    examples: examplesOf(corpus, turns, first, units.length),
  };
}

function counter() {
  const counts = new Map<number, Map<number, number>>();
  return {
    count(a: number, b: number): void {
      let row = counts.get(a);
      if (!row) {
        row = new Map();
        counts.set(a, row);
      }
      row.set(b, (row.get(b) ?? 0) + 1);
    },
    *all(): Generator<[number, number, number]> {
      for (const [a, row] of counts) for (const [b, count] of row) yield [a, b, count];
    },
  };
}

const SHORTEST = 20;
const LONGEST = 140;

export function byTypical(
  a: Pick<MoveExample, 'start' | 'end' | 'closeness'>,
  b: Pick<MoveExample, 'start' | 'end' | 'closeness'>,
): number {
  const isMedium = ({ start, end }: typeof a): number =>
    Number(end - start >= SHORTEST && end - start <= LONGEST);
  return isMedium(b) - isMedium(a) || b.closeness - a.closeness;
}

function examplesOf(
  corpus: MovesCorpus,
  turns: readonly MovedTurn[],
  first: Int32Array,
  units: number,
): MoveExample[] {
  const central = Array.from({ length: units }, () => best(CENTRAL, byTypical));
  const borderline = Array.from({ length: units }, () => best(BORDERLINE, (a, b) => a.margin - b.margin));
  for (const [turn, { moves, sentences }] of turns.entries()) {
    const unit = first[turn];
    if (unit < 0) continue;
    for (const [at, { start, end, move, closeness, margin }] of sentences.entries()) {
      if (move !== moves[0].move) continue;
      const words = (): string => corpus.sentences[turn][at].words.join(' ');
      const example = { unit, turn, start, end, closeness, margin };
      central[unit].offer(example, words);
      borderline[unit].offer(example, words);
    }
  }
  return central.flatMap((kept, unit) => [...new Set([...kept.all(), ...borderline[unit].all()])]);
}

function best(most: number, order: (a: MoveExample, b: MoveExample) => number) {
  const kept: { readonly example: MoveExample; readonly words: string }[] = [];
  return {
    offer(example: MoveExample, wordsOf: () => string): void {
      const last = kept.at(-1);
      if (kept.length === most && last && order(example, last.example) >= 0) return;
      const words = wordsOf();
      const same = kept.findIndex((other) => other.words === words);
      if (same >= 0) {
        if (order(example, kept[same].example) >= 0) return;
        kept.splice(same, 1);
      }
      kept.push({ example, words });
      kept.sort((a, b) => order(a.example, b.example));
      if (kept.length > most) kept.pop();
    },
    all: () => kept.map(({ example }) => example),
  };
}
