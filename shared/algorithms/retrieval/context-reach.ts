import type { SymbolInfo } from '../../domain/symbols.ts';
import { matchSymbols } from '../automaton/corpus-change.ts';
import type { StopKind } from '../automaton/stop-reason.ts';
import { CONTEXT_DEFAULTS, type ContextAutomaton } from './context-automaton.ts';
import { routeContext } from './context-route.ts';
import { type TurnCorpus, turnPositions } from './turn-corpus.ts';

/** How far back the histories of answers are followed; the automaton never stops, it skips. */
export interface ContextReach {
  /** Answers whose history was routed. */
  readonly answers: number;
  /** Rounds of their histories, as far back as the automaton looks. */
  readonly rounds: number;
  /** Rounds all of whose tags had a transition, from the last one back to the first that had a tag without one. */
  readonly roundsFollowed: number;
  /** By what the first tag without a transition was. */
  readonly stops: Readonly<Record<StopKind, number>>;
  /** By how many rounds back that was: index 0 is the last round before the answer. */
  readonly stopsByRound: readonly number[];
  /** Answers whose deepest state tracks fewer turns than `smallSupport`. */
  readonly endedInSmallState: number;
}

/**
 * Routes the history of every answer of some dialogues that the automaton was not learned from.
 *
 * @param alphabet of the corpus that the automaton was learned from
 */
export function measureContextReach(
  automaton: ContextAutomaton,
  alphabet: readonly SymbolInfo[],
  dialogues: TurnCorpus,
  smallSupport: number,
  lookedBack = CONTEXT_DEFAULTS.rounds,
): ContextReach {
  const symbolOf = matchSymbols(dialogues.symbols, alphabet);
  const positions = turnPositions(dialogues);
  const none = new Int32Array(0);
  const encoded = Array.from(dialogues.roundRoles, (role, round) => {
    const own = dialogues.symbolIds.subarray(
      dialogues.symbolOffsets[round],
      dialogues.symbolOffsets[round + 1],
    );
    return { role, words: none, shapes: none, symbols: own.map((symbol) => symbolOf[symbol]) };
  });
  const stops: Record<StopKind, number> = { 'end-of-dialogue': 0, 'no-transition': 0, 'unknown-tag': 0 };
  const stopsByRound: number[] = [];
  let rounds = 0;
  let roundsFollowed = 0;
  let endedInSmallState = 0;
  dialogues.turnRounds.forEach((end, turn) => {
    const start = Math.max(dialogues.roundOffsets[dialogues.turnDialogues[turn]], end - lookedBack);
    const history = encoded.slice(start, end);
    const { steps, path } = routeContext(automaton, history, positions[turn], 0);
    const deepest = path[path.length - 1];
    if (automaton.rangeEnds[deepest] - automaton.rangeStarts[deepest] < smallSupport) endedInSmallState++;
    rounds += end - start;
    const missed = steps.find(({ back, outcome }) => back > 0 && outcome !== 'matched');
    roundsFollowed += missed ? missed.back - 1 : end - start;
    if (!missed) {
      stops['end-of-dialogue']++;
      return;
    }
    stops[missed.outcome === 'unknown' ? 'unknown-tag' : 'no-transition']++;
    while (stopsByRound.length < missed.back) stopsByRound.push(0);
    stopsByRound[missed.back - 1]++;
  });
  return {
    answers: dialogues.turnRounds.length,
    rounds,
    roundsFollowed,
    stops,
    stopsByRound,
    endedInSmallState,
  };
}
