import {
  dialoguesAtState,
  dialoguesOnTransition,
  trackDialogues,
} from '#shared/algorithms/automaton/reading/tracked.ts';
import { createRouter } from '#shared/algorithms/automaton/routing/route.ts';
import type { RoundReader } from '#shared/algorithms/overview/read-round.ts';
import type { Automaton } from '#shared/domain/automaton.ts';
import type { AutomatonView, Visit } from './automaton-view.ts';

/** An automaton in which a dialogue is one path from q₀, round by round. */
export function createPaperView(
  automaton: Automaton,
  readRound: RoundReader = (_role, tags) => tags,
): AutomatonView {
  const tracked = trackDialogues(automaton);
  return {
    structure: automaton,
    paths: automaton,
    readRound,
    context: null,
    dialoguesAtState: (state) => dialoguesAtState(tracked, state),
    dialoguesOnTransition: (transition) => dialoguesOnTransition(tracked, transition),
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
    route({ rounds, policy, before }) {
      const read = rounds.map(({ role, tags }) => ({ role, tags: readRound(role, tags) }));
      const route = createRouter(automaton).route(before === null ? read : read.slice(0, before), policy);
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
