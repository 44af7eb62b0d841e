import type { TrackedContext } from '#shared/algorithms/retrieval/context/context-parts.ts';
import { routeContext } from '#shared/algorithms/retrieval/context/context-route.ts';
import {
  contextStructure,
  deepestStates,
  enteringSymbol,
} from '#shared/algorithms/retrieval/context/context-structure.ts';
import { encodeTags, symbolLookup } from '#shared/algorithms/retrieval/retrieval-corpus.ts';
import type { AutomatonView, RouteRequest, Visit } from './automaton-view.ts';
import { describeContextRoute } from './context-explanation.ts';

/** A state with fewer turns cannot give five different examples. */
export const ROUTE_SUPPORT = 5;

/** Returns the view of a context automaton: every answer has its own path, from q₀ back through its history. */
export function createContextView(context: TrackedContext): AutomatonView {
  const { automaton, turnDialogues, turnRounds, dialogueCount } = context;
  const structure = contextStructure(context);
  const deepest = deepestStates(context);
  const firstTurns = new Int32Array(dialogueCount + 1);
  for (const dialogue of turnDialogues) firstTurns[dialogue + 1]!++;
  for (let dialogue = 0; dialogue < dialogueCount; dialogue++)
    firstTurns[dialogue + 1]! += firstTurns[dialogue]!;

  const dialoguesAtState = (state: number): Int32Array => {
    if (state === 0) return Int32Array.from({ length: dialogueCount }, (_, dialogue) => dialogue);
    const turns = automaton.turns.subarray(automaton.rangeStarts[state], automaton.rangeEnds[state]);
    return Int32Array.from(new Set(Array.from(turns, (turn) => turnDialogues[turn]))).sort();
  };
  return {
    structure,
    paths: null,
    context,
    readRound: (_role, tags) => tags,
    dialoguesAtState,
    // In a tree, the dialogues on a transition are those at its target.
    dialoguesOnTransition: (transition) => dialoguesAtState(structure.transitionTargets[transition]!),
    visitsOf(dialogue) {
      const visits: Visit[] = [];
      for (let turn = firstTurns[dialogue]!; turn < firstTurns[dialogue + 1]!; turn++) {
        const path: number[] = [];
        for (let state = deepest[automaton.slots[turn]!]!; state > 0; state = automaton.parents[state]!)
          path.push(state);
        for (const state of path.reverse())
          visits.push({ round: turnRounds[turn]!, state, symbol: enteringSymbol(context, state) });
      }
      return visits;
    },
    route: (request) => routeThrough(context, structure.support, request),
  };
}

/** Routes the history before a turn; by default before the last answer of the dialogue. */
function routeThrough(context: TrackedContext, support: Int32Array, { rounds, before }: RouteRequest) {
  const answers = rounds.flatMap(({ role }, at) =>
    at > 0 && role === 'system' && rounds[at - 1]?.role === 'user' ? [at] : [],
  );
  const end = before ?? answers[answers.length - 1] ?? rounds.length;
  const history = rounds.slice(0, end);
  const lookup = symbolLookup(context.symbols);
  const encoded = history.map((round) => encodeTags(lookup, round));
  const position = answers.filter((at) => at < end).length;
  const route = routeContext(context.automaton, encoded, position, ROUTE_SUPPORT);
  const explained = describeContextRoute(context, route, history, end, support);
  // One step per turn, newest first, after the position.
  const steps = [];
  for (let back = 0; back <= history.length; back++) {
    const own = explained.steps.filter((step) => step.back === back);
    const round = end - back;
    // The position comes first and belongs to no turn.
    const said = history[round];
    const last = route.steps.findLast((step) => step.back <= back);
    const state = last?.state ?? 0;
    steps.push({
      round,
      role: said?.role ?? ('system' as const),
      tags: said ? [...said.tags] : own.map(({ tag }) => tag),
      matched: own.filter(({ outcome }) => outcome === 'matched').map(({ tag }) => tag),
      state,
      support: support[state] ?? 0,
      reason: own.map(({ reason }) => reason).join(' '),
    });
  }
  return { steps, stoppedBecause: explained.stoppedBecause, tracked: support[route.state] ?? 0 };
}
