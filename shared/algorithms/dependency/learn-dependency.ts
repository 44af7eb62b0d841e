import type { Automaton } from '../../domain/automaton.ts';
import type { SymbolCorpus } from '../../domain/symbols.ts';
import { automatonOfPaths } from '../automaton/assemble.ts';
import { type Learned, type LearningStage, learningReport, type PaperOptions } from '../automaton/learn.ts';
import { transitionOf } from '../automaton/reading/transitions.ts';
import { connectStates } from '../overview/main-transitions.ts';
import type { SymbolSequences } from '../overview/one-symbol.ts';

interface DependencyLimits {
  /** Dialogues that go directly from a to c / √(dialogues with a · dialogues with c). */
  readonly strength: number;
  readonly share: number;
  /** The least excess of a before c over a after c, relative to both, -1 … 1. */
  readonly direction: number;
  /** A transition a → c is dropped if b lies between a and c in this share of the dialogues with all three. */
  readonly between: number;
  /** For `between`, the path through b must also be at least this strong, relative to a → c. */
  readonly indirect: number;
  /** A transition is left out if every part of a longer path is at least this strong, relative to the transition. */
  readonly detour: number;
}

export const DEPENDENCY_DEFAULTS: DependencyLimits = {
  strength: 0.1,
  share: 0.02,
  direction: 0.3,
  between: 0.5,
  indirect: 0.2,
  detour: 0.5,
};

interface Dependency {
  readonly from: number;
  readonly to: number;
  readonly dialogues: number;
}

/** Returns the transitions of a designed flow: strong, in one direction, no shortcuts. By dialogues, then ids. */
export function dependencies(sequences: Steps, limits: DependencyLimits): Dependency[] {
  const { symbols, offsets, steps } = sequences;
  const size = symbols.length;
  const dialogueCount = offsets.length - 1;
  const { straight, withStep } = countSteps(sequences);
  const kept = new Map<number, number>();
  straight.forEach((count, at) => {
    if (count === 0) return;
    const from = Math.floor(at / size);
    const to = at % size;
    const back = straight[to * size + from];
    if (
      count >= limits.strength * Math.sqrt(withStep[from] * withStep[to]) &&
      count >= limits.share * dialogueCount &&
      (count - back) / (count + back + 1) >= limits.direction
    )
      kept.set(at, count);
  });

  const places = new Int32Array(dialogueCount * size).fill(-1);
  for (let dialogue = 0; dialogue < dialogueCount; dialogue++) {
    for (let step = offsets[dialogue]; step < offsets[dialogue + 1]; step++)
      places[dialogue * size + steps[step]] = step;
  }
  const liesBetween = (from: number, middle: number, to: number): boolean => {
    let all = 0;
    let between = 0;
    for (let row = 0; row < places.length; row += size) {
      const [first, second, third] = [places[row + from], places[row + middle], places[row + to]];
      if (first === -1 || second === -1 || third === -1) continue;
      all++;
      if (first < second && second < third) between++;
    }
    return all > 0 && between >= limits.between * all;
  };
  for (const [at, count] of [...kept]) {
    const from = Math.floor(at / size);
    const to = at % size;
    for (let middle = 0; middle < size; middle++) {
      const weaker = Math.min(kept.get(from * size + middle) ?? 0, kept.get(middle * size + to) ?? 0);
      if (weaker === 0 || weaker < limits.indirect * count || !liesBetween(from, middle, to)) continue;
      kept.delete(at);
      break;
    }
  }
  for (const [at, count] of [...kept].sort((left, right) => left[1] - right[1] || left[0] - right[0])) {
    if (hasDetour(kept, size, at, limits.detour * count)) kept.delete(at);
  }
  return [...kept]
    .sort((left, right) => right[1] - left[1] || left[0] - right[0])
    .map(([at, dialogues]) => ({ from: Math.floor(at / size), to: at % size, dialogues }));
}

/** Dialogues that went straight from one step to another (row by row), and dialogues with each step. */
export function countSteps({ symbols, offsets, steps }: Steps) {
  const size = symbols.length;
  const straight = new Int32Array(size * size);
  const withStep = new Int32Array(size);
  for (let dialogue = 0; dialogue + 1 < offsets.length; dialogue++) {
    for (let step = offsets[dialogue]; step < offsets[dialogue + 1]; step++) {
      withStep[steps[step]]++;
      if (step + 1 < offsets[dialogue + 1]) straight[steps[step] * size + steps[step + 1]]++;
    }
  }
  return { straight, withStep };
}

function hasDetour(kept: ReadonlyMap<number, number>, size: number, arrow: number, least: number): boolean {
  const from = Math.floor(arrow / size);
  const to = arrow % size;
  const met = new Set([from]);
  for (const step of met) {
    for (const [at, count] of kept) {
      if (at === arrow || count < least || Math.floor(at / size) !== step) continue;
      if (at % size === to) return true;
      met.add(at % size);
    }
  }
  return false;
}

type Steps = Pick<SymbolSequences, 'symbols' | 'offsets' | 'steps' | 'turns'>;

interface StepLimits {
  /** A label is in at least this share of the dialogues, 0 … 1. */
  readonly leastShare: number;
  /** A label is an end marker, not a step, if it comes last in at least this share of its dialogues. */
  readonly endShare: number;
}

/** Returns each dialogue's steps in order of first occurrence. Labels of one turn are sorted by id. */
export function firstSteps(corpus: SymbolCorpus, { leastShare, endShare }: StepLimits): Steps {
  const dialogueCount = corpus.keys.length;
  const counts = new Int32Array(corpus.symbols.length);
  eachDialogue(corpus, (steps) => {
    for (const symbol of new Set(steps.map(({ symbol }) => symbol))) counts[symbol]++;
  });
  const isKept = counts.map((count) => (count > 0 && count >= leastShare * dialogueCount ? 1 : 0));
  const lasts = new Int32Array(counts.length);
  eachDialogue(corpus, (steps) => {
    const last = steps.findLast(({ symbol }) => isKept[symbol] === 1);
    if (last) lasts[last.symbol]++;
  });
  const kept = Array.from(counts.keys()).filter(
    (symbol) => isKept[symbol] === 1 && lasts[symbol] < endShare * counts[symbol],
  );
  const idOf = new Map(kept.map((symbol, id) => [symbol, id]));
  const offsets = [0];
  const steps: number[] = [];
  const turns: number[] = [];
  eachDialogue(corpus, (own) => {
    const met = new Set<number>();
    for (const { symbol, turn } of own) {
      const id = idOf.get(symbol);
      if (id === undefined || met.has(id)) continue;
      met.add(id);
      steps.push(id);
      turns.push(turn);
    }
    offsets.push(steps.length);
  });
  return {
    symbols: kept.map((symbol) => corpus.symbols[symbol]),
    offsets: Int32Array.from(offsets),
    steps: Int32Array.from(steps),
    turns: Int32Array.from(turns),
  };
}

function eachDialogue(
  { keys, turnOffsets, symbolOffsets, symbolIds }: SymbolCorpus,
  visit: (steps: readonly { readonly symbol: number; readonly turn: number }[]) => void,
): void {
  for (let dialogue = 0; dialogue < keys.length; dialogue++) {
    const steps: { symbol: number; turn: number }[] = [];
    for (let turn = turnOffsets[dialogue]; turn < turnOffsets[dialogue + 1]; turn++) {
      for (let row = symbolOffsets[turn]; row < symbolOffsets[turn + 1]; row++)
        steps.push({ symbol: symbolIds[row], turn: turn - turnOffsets[dialogue] });
    }
    visit(steps);
  }
}

export const STEP_DEFAULTS: StepLimits = { leastShare: 0.05, endShare: 0.7 };

export type LearnedDependency = Learned<'dependency', PaperOptions>;

/**
 * Learns one state per label, visited at its first occurrence, as in a designed flow.
 * Dialogues about several tasks give a poor result.
 */
export function learnDependency(
  corpus: SymbolCorpus,
  options: PaperOptions,
  onStage: (stage: LearningStage) => void = () => {},
): LearnedDependency {
  onStage('tree');
  const sequences = firstSteps(corpus, STEP_DEFAULTS);
  onStage('merging');
  const arrows = dependencies(sequences, DEPENDENCY_DEFAULTS);
  onStage('automaton');
  const { symbols, offsets, steps, turns } = sequences;
  const plain = automatonOfPaths(symbols, {
    stateCount: symbols.length + 1,
    pathOffsets: offsets,
    pathStates: steps.map((symbol) => symbol + 1),
    pathSymbols: steps,
    pathTurns: turns,
    isWhole: new Uint8Array(offsets.length - 1).fill(1),
  });
  const automaton = { ...plain, main: drawnTransitions(plain, arrows) };
  return {
    learner: 'dependency',
    corpus,
    options,
    automaton,
    report: learningReport(automaton),
  };
}

function drawnTransitions(
  automaton: Automaton,
  arrows: readonly { readonly from: number; readonly to: number }[],
): Uint8Array {
  const { symbols, transitionTargets, transitionSymbols } = automaton;
  const stateOf = new Int32Array(symbols.length).fill(-1);
  transitionTargets.forEach((state, transition) => {
    stateOf[transitionSymbols[transition]] = state;
  });
  const isMain = new Uint8Array(transitionTargets.length);
  for (const { from, to } of arrows) isMain[transitionOf(automaton, stateOf[from], to)] = 1;
  connectStates(automaton, isMain);
  return isMain;
}
