import type { z } from 'zod';
import type { RoutePolicy } from '#shared/algorithms/automaton/routing/route.ts';
import type { TurnReader } from '#shared/algorithms/overview/replay.ts';
import type { TrackedContext } from '#shared/algorithms/retrieval/context/context-parts.ts';
import { type ContextRoute, routeContext } from '#shared/algorithms/retrieval/context/context-route.ts';
import {
  contextStructure,
  deepestStates,
  enteringSymbol,
  positionName,
} from '#shared/algorithms/retrieval/context/context-structure.ts';
import { encodeTags, symbolLookup } from '#shared/algorithms/retrieval/retrieval-corpus.ts';
import type { RouteResult } from '#shared/contract/automata.ts';
import type { contextRouteSchema } from '#shared/contract/comparison.ts';
import type { Automaton, AutomatonStructure } from '#shared/domain/automaton.ts';
import { ROLE_NAMES, type Role } from '#shared/domain/dialogue.ts';
import { formatAmount } from '#shared/domain/figure-text.ts';
import type { SymbolInfo } from '#shared/domain/symbols.ts';

type ExplainedStep = z.output<typeof contextRouteSchema>['steps'][number];

/**
 * Describes each step of a route: the tag it followed, and the tags it skipped.
 * @param support distinct dialogues of each state
 */
export function describeContextRoute(
  context: TrackedContext,
  route: ContextRoute,
  history: readonly { readonly role: Role; readonly tags: readonly string[] }[],
  end: number,
  support: ArrayLike<number>,
): { steps: ExplainedStep[]; stoppedBecause: string } {
  const known = new Set(context.symbols.map(({ role, tag }) => `${role} ${tag}`));
  const steps: ExplainedStep[] = [];
  for (const { back, symbol, outcome, state } of route.steps) {
    const at = { back, state, support: support[state]!, outcome };
    if (back === 0) {
      const tag = positionName(symbol);
      const reason =
        outcome === 'matched' ? `This is the ${tag} of the dialogue.` : `No training dialogue has a ${tag}.`;
      steps.push({ ...at, turn: null, role: null, tag, reason });
      continue;
    }
    const turn = end - back;
    const { role, tags } = history[turn]!;
    if (outcome === 'unknown') {
      // The route only says "not in the alphabet". Each of these tags is listed here.
      for (const tag of new Set(tags)) {
        if (known.has(`${role} ${tag}`)) continue;
        const reason = `Skipped #${tag}, because no ${ROLE_NAMES[role]} turn in the training dialogues has this tag.`;
        steps.push({ ...at, turn, role, tag, reason });
      }
      continue;
    }
    const { tag } = context.symbols[symbol]!;
    const reason =
      outcome === 'matched'
        ? `#${tag} (${ROLE_NAMES[role]}, ${distance(back)}) leads to state ${state}.`
        : `Skipped #${tag} (${ROLE_NAMES[role]}, ${distance(back)}), because state ${state} has no transition for it.`;
    steps.push({ ...at, turn, role, tag, reason });
  }
  return { steps, stoppedBecause: describeEnd(context, route, support) };
}

function describeEnd({ automaton }: TrackedContext, route: ContextRoute, support: ArrayLike<number>): string {
  const turnsAt = (state: number): number => automaton.rangeEnds[state]! - automaton.rangeStarts[state]!;
  const turnsWords = (state: number): string => formatAmount(turnsAt(state), 'turn');
  const dialoguesWords = (state: number): string => formatAmount(support[state]!, 'dialogue');
  const deepest = route.path.at(-1) ?? 0;
  if (route.backedOff === 0)
    return `The same history was found before ${turnsWords(deepest)} in ${dialoguesWords(deepest)}.`;
  return `The longest known history was found before only ${turnsWords(deepest)} in ${dialoguesWords(deepest)}, so a shorter one is used. The shorter history was found before ${turnsWords(route.state)} in ${dialoguesWords(route.state)}.`;
}

const distance = (back: number): string => (back === 1 ? 'last turn' : `${back} turns back`);

export interface Visit {
  readonly turn: number;
  readonly state: number;
  readonly symbol: SymbolInfo;
}

interface RouteRequest {
  readonly turns: readonly { readonly role: Role; readonly tags: readonly string[] }[];
  readonly policy: RoutePolicy;
  /** The turn whose history is routed; if null, the learner decides. */
  readonly before: number | null;
}

/** A learned automaton of any learner, for drawing, drill-down and routing. Dialogues are 0 … dialogueCount − 1. */
export interface AutomatonView {
  readonly structure: AutomatonStructure;
  /** The path of each dialogue; null if dialogues have several paths. */
  readonly paths: Automaton | null;
  dialoguesAtState(state: number): Int32Array;
  dialoguesOnTransition(transition: number): Int32Array;
  visitsOf(dialogue: number): Visit[];
  route(request: RouteRequest): RouteResult;
  /** Returns the tags of a turn that a route can follow. */
  readonly readTurn: TurnReader;
  /** The turns behind a context automaton's states; null for other automata. */
  readonly context: TrackedContext | null;
}

/** Minimum number of turns of a state for a route. With fewer, it cannot give five different examples. */
export const ROUTE_SUPPORT = 5;

/** In a context automaton, every answer has its own path, from q₀ back through the answer's history. */
export function createContextView(context: TrackedContext): AutomatonView {
  const { automaton, replyDialogues, replyTurns, dialogueCount } = context;
  const structure = contextStructure(context);
  const deepest = deepestStates(context);
  const firstReplies = new Int32Array(dialogueCount + 1);
  for (const dialogue of replyDialogues) firstReplies[dialogue + 1]!++;
  for (let dialogue = 0; dialogue < dialogueCount; dialogue++)
    firstReplies[dialogue + 1]! += firstReplies[dialogue]!;

  const dialoguesAtState = (state: number): Int32Array => {
    if (state === 0) return Int32Array.from({ length: dialogueCount }, (_, dialogue) => dialogue);
    const replies = automaton.replies.subarray(automaton.rangeStarts[state], automaton.rangeEnds[state]);
    return Int32Array.from(new Set(Array.from(replies, (reply) => replyDialogues[reply]))).sort();
  };
  return {
    structure,
    paths: null,
    context,
    readTurn: (_role, tags) => tags,
    dialoguesAtState,
    // In a tree, a transition has the same dialogues as its target.
    dialoguesOnTransition: (transition) => dialoguesAtState(structure.transitionTargets[transition]!),
    visitsOf(dialogue) {
      const visits: Visit[] = [];
      for (let reply = firstReplies[dialogue]!; reply < firstReplies[dialogue + 1]!; reply++) {
        const path: number[] = [];
        for (let state = deepest[automaton.slots[reply]!]!; state > 0; state = automaton.parents[state]!)
          path.push(state);
        for (const state of path.reverse())
          visits.push({ turn: replyTurns[reply]!, state, symbol: enteringSymbol(context, state) });
      }
      return visits;
    },
    route: (request) => routeThrough(context, structure.support, request),
  };
}

function routeThrough(context: TrackedContext, support: Int32Array, { turns, before }: RouteRequest) {
  const answers = turns.flatMap(({ role }, at) =>
    at > 0 && role === 'system' && turns[at - 1]?.role === 'user' ? [at] : [],
  );
  const end = before ?? answers[answers.length - 1] ?? turns.length;
  const history = turns.slice(0, end);
  const lookup = symbolLookup(context.symbols);
  const encoded = history.map((turn) => encodeTags(lookup, turn));
  const position = answers.filter((at) => at < end).length;
  const route = routeContext(context.automaton, encoded, position, ROUTE_SUPPORT);
  const explained = describeContextRoute(context, route, history, end, support);
  // The position comes first; then follows one step per turn, newest first.
  const steps = [];
  for (let back = 0; back <= history.length; back++) {
    const own = explained.steps.filter((step) => step.back === back);
    const turn = end - back;
    // The first step is the position, not a turn.
    const said = history[turn];
    const last = route.steps.findLast((step) => step.back <= back);
    const state = last?.state ?? 0;
    steps.push({
      turn,
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
