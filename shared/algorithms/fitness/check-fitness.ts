import type { DeviationKind } from '../../domain/finding.ts';
import type { SymbolInfo } from '../../domain/symbols.ts';
import { type Activities, variantsOf } from '../variants/variants.ts';
import { type AlignedMove, createAligner, modelOf } from './align.ts';
import type { Reference } from './reference.ts';

interface Deviation {
  readonly kind: DeviationKind;
  /** A state of the reference if its states have names; otherwise −1 with a description in `after`. */
  readonly state: number;
  readonly after: SymbolInfo | null;
  readonly move: SymbolInfo;
}

interface CountedDeviation extends Deviation {
  readonly dialogues: readonly number[];
}

interface ShownMove {
  readonly move: SymbolInfo;
  readonly deviation: DeviationKind | null;
  readonly turn: number | null;
}

export interface FitnessCheck {
  readonly dialogues: number;
  readonly checked: number;
  readonly whole: number;
  /** Dialogues left out because they are too long for a reference of this many states. */
  readonly tooLong: number;
  /** Mean of the checked dialogues, 0 … 1; null if there are none. */
  readonly mean: number | null;
  /** length = all dialogues; −1 if a dialogue was not checked */
  readonly fitness: Float64Array;
  readonly deviations: readonly CountedDeviation[];
}

/** A transition is rare if at most this share of the continuing dialogues take it, and ENOUGH continue. */
const RARE_SHARE = 0.02;
const ENOUGH = 50;

/**
 * Compares dialogues with a reference. Equal sequences are aligned once, most common first, as a time limit drops the
 * rest.
 * `goesOn` is asked before each sequence; false stops and returns the results so far.
 */
export function checkFitness(
  log: Activities,
  reference: Reference,
  isTaken: (dialogue: number) => boolean,
  goesOn: () => boolean,
): FitnessCheck {
  const { align, moves, placeOf, model } = prepare(log, reference);
  const fitness = new Float64Array(log.offsets.length - 1).fill(-1);
  const found = new Map<string, { readonly deviation: Deviation; readonly dialogues: number[] }>();
  const variants = variantsOf(log, false, isTaken);
  const takers: number[][] = Array.from(model.from, () => []);
  const passing = new Int32Array(model.states);
  const note = (kind: DeviationKind, state: number, symbol: number, dialogues: readonly number[]): void => {
    const deviation: Deviation = { kind, ...placeOf(state), move: moves[symbol]! };
    const key = keyOf(deviation);
    const known = found.get(key);
    if (known) known.dialogues.push(...dialogues);
    else found.set(key, { deviation, dialogues: [...dialogues] });
  };
  let [dialogues, checked, whole, tooLong, sum] = [0, 0, 0, 0, 0];
  let stopped = false;
  for (const [variant, { dialogues: own }] of variants.entries()) {
    dialogues += own.length;
    stopped ||= !goesOn();
    if (stopped) continue;
    const aligned = align(own[0]!);
    if (aligned === null) {
      tooLong += own.length;
      continue;
    }
    const { alignment, deviations } = aligned;
    checked += own.length;
    sum += alignment.fitness * own.length;
    if (alignment.cost === 0) whole += own.length;
    for (const dialogue of own) fitness[dialogue] = alignment.fitness;
    const seen = new Set<string>();
    for (const { kind, state, symbol } of deviations) {
      const key = `${kind} ${state} ${symbol}`;
      if (seen.has(key)) continue;
      seen.add(key);
      note(kind, state, symbol, own);
    }
    const taken = new Set(alignment.moves.flatMap((move) => (move.kind === 'both' ? [move.step] : [])));
    for (const step of taken) takers[step]!.push(variant);
    for (const state of new Set([...taken].map((step) => model.from[step]!))) passing[state]! += own.length;
  }
  takers.forEach((taking, step) => {
    const own = taking.flatMap((variant) => variants[variant]!.dialogues);
    const from = model.from[step]!;
    if (own.length === 0 || passing[from]! < ENOUGH || own.length > RARE_SHARE * passing[from]!) return;
    note('rare', from, model.symbols[step]!, own);
  });
  return {
    dialogues,
    checked,
    whole,
    tooLong,
    mean: checked === 0 ? null : sum / checked,
    fitness,
    deviations: [...found.values()]
      .map(({ deviation, dialogues: own }) => ({ ...deviation, dialogues: distinct(own) }))
      .sort((a, b) => b.dialogues.length - a.dialogues.length || (keyOf(a) < keyOf(b) ? -1 : 1)),
  };
}

export function alignDialogue(
  log: Activities,
  reference: Reference,
  dialogue: number,
): { readonly fitness: number; readonly moves: ShownMove[] } | null {
  const { align, moves, model, placesOf } = prepare(log, reference);
  const aligned = align(dialogue);
  if (aligned === null) return null;
  const { alignment, deviations } = aligned;
  const places = placesOf(dialogue);
  const kindAt = new Map(deviations.map(({ at, kind }) => [at, kind]));
  const shown = alignment.moves.flatMap((move, at): ShownMove[] => {
    const deviation = kindAt.get(at) ?? null;
    if (move.kind !== 'model') {
      const place = places[move.at]!;
      return [{ move: log.symbols[log.steps[place]!]!, deviation, turn: log.turns[place]! }];
    }
    // A move in the wrong place is shown where it happens.
    return deviation === null ? [] : [{ move: moves[model.symbols[move.step]!]!, deviation, turn: null }];
  });
  return { fitness: alignment.fitness, moves: shown };
}

export const keyOf = ({ kind, state, after, move }: Deviation): string =>
  JSON.stringify([kind, state, after?.role, after?.tag, move.role, move.tag]);

const distinct = (values: readonly number[]): number[] => [...new Set(values)].sort((a, b) => a - b);

interface FoundDeviation {
  readonly kind: DeviationKind;
  readonly state: number;
  readonly symbol: number;
  readonly at: number;
}

function prepare({ symbols, offsets, steps }: Activities, reference: Reference) {
  const ids = new Map<string, number>();
  const moves: SymbolInfo[] = [];
  const idOf = ({ role, tag }: SymbolInfo): number => {
    const key = `${role} ${tag}`;
    let id = ids.get(key);
    if (id === undefined) {
      id = moves.push({ role, tag }) - 1;
      ids.set(key, id);
    }
    return id;
  };
  const model = modelOf(reference, idOf);
  const known = moves.length;
  const ofLog = symbols.map((symbol) => (reference.roles.has(symbol.role) ? idOf(symbol) : -1));
  const entering = new Int32Array(reference.states).fill(-1);
  model.to.forEach((state, step) => {
    entering[state] = model.symbols[step]!;
  });
  const placeOf = (state: number): Pick<Deviation, 'state' | 'after'> =>
    reference.nameOf(state) === null
      ? { state: -1, after: moves[entering[state]!]! }
      : { state, after: null };
  const aligner = createAligner(model);
  const placesOf = (dialogue: number): number[] => {
    const places: number[] = [];
    for (let at = offsets[dialogue]!; at < offsets[dialogue + 1]!; at++)
      if (ofLog[steps[at]!] !== -1) places.push(at);
    return places;
  };
  return {
    model,
    moves,
    placeOf,
    placesOf,
    align(dialogue: number) {
      const sequence = placesOf(dialogue).map((at) => ofLog[steps[at]!]!);
      const alignment = aligner.align(sequence);
      return alignment && { alignment, deviations: explain(alignment.moves, sequence, model, known) };
    },
  };
}

/** Returns why each one-sided move deviates. A move left out at one place and done at another counts once. */
function explain(
  moves: readonly AlignedMove[],
  sequence: readonly number[],
  model: { readonly from: Int32Array; readonly symbols: Int32Array },
  known: number,
): FoundDeviation[] {
  const left = new Map<number, number>();
  for (const move of moves)
    if (move.kind === 'model') {
      const symbol = model.symbols[move.step]!;
      left.set(symbol, (left.get(symbol) ?? 0) + 1);
    }
  const done = new Set<number>();
  const moved = new Map<number, number>();
  const found: FoundDeviation[] = [];
  moves.forEach((move, at) => {
    if (move.kind === 'model') return;
    const symbol = sequence[move.at]!;
    if (move.kind === 'sequence') {
      const isMoved = (left.get(symbol) ?? 0) > (moved.get(symbol) ?? 0);
      if (isMoved) moved.set(symbol, (moved.get(symbol) ?? 0) + 1);
      const kind =
        symbol >= known ? 'unknown' : isMoved ? 'order' : done.has(symbol) ? 'repeated' : 'misplaced';
      found.push({ kind, state: move.state, symbol, at });
    }
    done.add(symbol);
  });
  moves.forEach((move, at) => {
    if (move.kind !== 'model') return;
    const symbol = model.symbols[move.step]!;
    const elsewhere = moved.get(symbol) ?? 0;
    if (elsewhere > 0) moved.set(symbol, elsewhere - 1);
    else found.push({ kind: 'skipped', state: model.from[move.step]!, symbol, at });
  });
  return found;
}
