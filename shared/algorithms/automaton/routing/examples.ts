import { ROLES } from '../../../domain/dialogue.ts';
import type { SymbolCorpus } from '../../../domain/symbols.ts';
import { createRandom, type Random } from '../../random/random.ts';
import { dialoguesAtState, type TrackedDialogues } from '../reading/visits.ts';

interface ExampleOptions {
  readonly count: number;
  readonly seed: number;
  /** Dialogues that must not be drawn, such as the query's own. */
  readonly excluded?: ReadonlySet<number>;
}

interface TurnExample {
  readonly dialogue: number;
  readonly state: number;
  readonly turn: number;
}

/**
 * Draws distinct dialogues of I(q), all equally likely (section 3.3, appendix B), with the next agent turn of each.
 * Skips dialogues without an agent turn after their last visit.
 * @param state q, the last valid state of a route
 * @returns in random order; all candidates if there are too few
 */
export function sampleSystemTurns(
  tracked: TrackedDialogues,
  corpus: SymbolCorpus,
  state: number,
  options: ExampleOptions,
): TurnExample[] {
  const random = createRandom(options.seed);
  const examples: TurnExample[] = [];
  for (const { dialogue, lastTurn } of drawDialogues(tracked, [state], random)) {
    if (examples.length >= options.count) break;
    if (options.excluded?.has(dialogue)) continue;
    const turn = nextSystemTurn(corpus, dialogue, lastTurn);
    if (turn === -1) continue;
    examples.push({ dialogue, state, turn });
  }
  return examples;
}

interface DrawnDialogue {
  readonly dialogue: number;
  readonly state: number;
  readonly lastTurn: number;
}

/** Yields the dialogues of each state in random order. A dialogue at several states comes several times. */
export function* drawDialogues(
  tracked: TrackedDialogues,
  states: readonly number[],
  random: Random,
): Generator<DrawnDialogue> {
  for (const state of states) {
    const dialogues = dialoguesAtState(tracked, state);
    for (const at of drawWithoutRepetition(dialogues.length, random)) {
      const lastTurn = tracked.lastTurns[tracked.stateOffsets[state] + at];
      yield { dialogue: dialogues[at], state, lastTurn };
    }
  }
}

const SYSTEM = ROLES.indexOf('system');

/** Returns the first agent turn after turn `after` (-1 is the start); -1 if there is none. */
export function nextSystemTurn(corpus: SymbolCorpus, dialogue: number, after: number): number {
  const firstTurn = corpus.turnOffsets[dialogue];
  for (let turn = firstTurn + after + 1; turn < corpus.turnOffsets[dialogue + 1]; turn++) {
    if (corpus.turnRoles[turn] === SYSTEM) return turn - firstTurn;
  }
  return -1;
}

/** Yields 0 … count-1 in random order (Fisher and Yates over a sparse array); five of 50,000 cost five draws. */
export function* drawWithoutRepetition(count: number, random: Random): Generator<number> {
  const moved = new Map<number, number>();
  for (let drawn = 0; drawn < count; drawn++) {
    const place = drawn + random.integer(count - drawn);
    yield moved.get(place) ?? place;
    moved.set(place, moved.get(drawn) ?? drawn);
    moved.delete(drawn);
  }
}
