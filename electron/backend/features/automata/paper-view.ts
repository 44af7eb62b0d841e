import {
  dialoguesAtState,
  dialoguesOnTransition,
  type TrackedDialogues,
  trackDialogues,
} from '#shared/algorithms/automaton/reading/tracked.ts';
import { createRouter } from '#shared/algorithms/automaton/routing/route.ts';
import type { RoundReader } from '#shared/algorithms/overview/read-round.ts';
import type { Automaton, AutomatonStructure } from '#shared/domain/automaton.ts';
import type { AutomatonView, Visit } from './automaton-view.ts';

/** Reads turns in the same way as the paper's learner. */
export const allTags: RoundReader = (_role, tags) => tags;

/** An automaton in which a dialogue is one path from q₀, turn by turn. */
export function createPaperView(automaton: Automaton, readRound: RoundReader = allTags): AutomatonView {
  // Drawing needs only counts.
  let known: TrackedDialogues | null = null;
  const tracked = (): TrackedDialogues => {
    known ??= trackDialogues(automaton);
    return known;
  };
  return {
    ...createUntrackedView(automaton, readRound),
    paths: automaton,
    dialoguesAtState: (state) => dialoguesAtState(tracked(), state),
    dialoguesOnTransition: (transition) => dialoguesOnTransition(tracked(), transition),
    visitsOf(dialogue) {
      const visits: Visit[] = [];
      for (let at = automaton.pathOffsets[dialogue]!; at < automaton.pathOffsets[dialogue + 1]!; at++) {
        visits.push({
          round: automaton.pathRounds[at]!,
          state: automaton.pathStates[at]!,
          symbol: automaton.symbols[automaton.pathSymbols[at]!]!,
        });
      }
      return visits;
    },
  };
}

const NOBODY = new Int32Array(0);

/** An automaton in which dialogues are paths from q₀, but whose own dialogues are not here: it can be drawn and routed by. */
export function createUntrackedView(structure: AutomatonStructure, readRound: RoundReader): AutomatonView {
  return {
    structure,
    paths: null,
    readRound,
    context: null,
    dialoguesAtState: () => NOBODY,
    dialoguesOnTransition: () => NOBODY,
    visitsOf: () => [],
    route({ rounds, policy, before }) {
      const read = rounds.map(({ role, tags }) => ({ role, tags: readRound(role, tags) }));
      const route = createRouter(structure).route(before === null ? read : read.slice(0, before), policy);
      return {
        steps: route.steps.map(({ round, role, tags, matched, state, support }) => ({
          round,
          role,
          tags: [...tags],
          matched: [...matched],
          state,
          support,
        })),
        stoppedBecause: route.stoppedBecause,
        tracked: route.support,
      };
    },
  };
}
