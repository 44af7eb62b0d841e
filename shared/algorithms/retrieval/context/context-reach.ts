import type { SymbolInfo } from '../../../domain/symbols.ts';
import type { StopKind } from '../../automaton/routing/stop-reason.ts';
import { matchSymbols } from '../../automaton/tree/corpus-change.ts';
import type { EncodedTags } from '../retrieval-corpus.ts';
import { type TurnCorpus, turnPositions } from '../turn-corpus.ts';
import { followContext } from './context-route.ts';
import { CONTEXT_DEFAULTS, type ContextAutomaton } from './context-states.ts';

/** The reach of the histories of answers, going back in time. The automaton never stops, it skips. */
interface ContextReach {
  /** Answers whose history was routed. */
  readonly answers: number;
  /** Turns of their histories, as far back as the automaton looks. */
  readonly rounds: number;
  /** Turns all of whose tags had a transition, from the last one back to the first that had a tag without one. */
  readonly roundsFollowed: number;
  /** By the kind of the first tag without a transition. */
  readonly stops: Readonly<Record<StopKind, number>>;
  /** Stops by how many turns back they were: index 0 is the last turn before the answer. */
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
  const { roundRoles, roundOffsets, turnDialogues, turnRounds } = dialogues;
  const symbolOf = matchSymbols(dialogues.symbols, alphabet);
  const positions = turnPositions(dialogues);
  const symbolIds = dialogues.symbolIds.map((symbol) => symbolOf[symbol]);
  const encoded: EncodedTags[] = [];
  for (let round = 0; round < roundRoles.length; round++) {
    const symbols = symbolIds.subarray(dialogues.symbolOffsets[round], dialogues.symbolOffsets[round + 1]);
    encoded.push({ role: roundRoles[round], symbols });
  }
  const stops: Record<StopKind, number> = { 'end-of-dialogue': 0, 'no-transition': 0, 'unknown-tag': 0 };
  const stopsByRound: number[] = [];
  let rounds = 0;
  let roundsFollowed = 0;
  let endedInSmallState = 0;
  let missedBack = 0;
  let missed: StopKind = 'end-of-dialogue';
  const onStep: Parameters<typeof followContext>[3] = (back, _role, _symbol, outcome) => {
    if (missedBack > 0 || back === 0 || outcome === 'matched') return;
    missedBack = back;
    missed = outcome === 'unknown' ? 'unknown-tag' : 'no-transition';
  };
  for (let turn = 0; turn < turnRounds.length; turn++) {
    const end = turnRounds[turn];
    const start = Math.max(roundOffsets[turnDialogues[turn]], end - lookedBack);
    missedBack = 0;
    missed = 'end-of-dialogue';
    const deepest = followContext(automaton, encoded.slice(start, end), positions[turn], onStep);
    if (automaton.rangeEnds[deepest] - automaton.rangeStarts[deepest] < smallSupport) endedInSmallState++;
    rounds += end - start;
    roundsFollowed += missedBack > 0 ? missedBack - 1 : end - start;
    stops[missed]++;
    if (missedBack === 0) continue;
    while (stopsByRound.length < missedBack) stopsByRound.push(0);
    stopsByRound[missedBack - 1]++;
  }
  return {
    answers: dialogues.turnRounds.length,
    rounds,
    roundsFollowed,
    stops,
    stopsByRound,
    endedInSmallState,
  };
}
