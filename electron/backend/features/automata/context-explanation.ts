import type { TrackedContext } from '#shared/algorithms/retrieval/context/context-parts.ts';
import type { ContextRoute } from '#shared/algorithms/retrieval/context/context-route.ts';
import { positionName } from '#shared/algorithms/retrieval/context/context-structure.ts';
import { ROLE_NAMES, type Role } from '#shared/domain/dialogue.ts';

/** One step of a route through the context automaton, as text. */
interface ExplainedStep {
  /** 0 = the position; 1 = the last turn before the answer; … */
  readonly back: number;
  /** Index of that turn; null for the position. */
  readonly round: number | null;
  readonly role: Role | null;
  /** The tag, or the position in words. */
  readonly tag: string;
  readonly outcome: 'matched' | 'unknown' | 'skipped';
  readonly state: number;
  /** Distinct dialogues tracked at the state. */
  readonly support: number;
  readonly reason: string;
}

/**
 * Describes every step of a route: the tag it followed, the tags it skipped with the reason, and where it
 * backed off.
 * @param end the turn to be answered;
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
        outcome === 'matched' ? `This is the ${tag} of its dialogue.` : `No training answer is the ${tag}.`;
      steps.push({ ...at, round: null, role: null, tag, reason });
      continue;
    }
    const round = end - back;
    const { role, tags } = history[round]!;
    if (outcome === 'unknown') {
      // The route knows them only as "not in the alphabet"; each is named here.
      for (const tag of new Set(tags)) {
        if (known.has(`${role} ${tag}`)) continue;
        const reason = `Skipped #${tag}: no training dialogue has it from the ${ROLE_NAMES[role]}.`;
        steps.push({ ...at, round, role, tag, reason });
      }
      continue;
    }
    const { tag } = context.symbols[symbol]!;
    const reason =
      outcome === 'matched'
        ? `#${tag}, said by the ${ROLE_NAMES[role]} ${distance(back)}, leads to state ${state}.`
        : `Skipped #${tag}, said by the ${ROLE_NAMES[role]} ${distance(back)}: state ${state} has no transition for it.`;
    steps.push({ ...at, round, role, tag, reason });
  }
  return { steps, stoppedBecause: describeEnd(context, route, support) };
}

function describeEnd({ automaton }: TrackedContext, route: ContextRoute, support: ArrayLike<number>): string {
  const turnsAt = (state: number): number => automaton.rangeEnds[state]! - automaton.rangeStarts[state]!;
  const where = (state: number): string =>
    `state ${state} (${counted(turnsAt(state), 'turn')} of ${counted(support[state]!, 'dialogue')})`;
  const deepest = route.path.at(-1) ?? 0;
  if (route.backedOff === 0) return `The whole history was read; nothing leads beyond ${where(deepest)}.`;
  return `Backed off ${counted(route.backedOff, 'state')} from ${where(deepest)}, which has too few turns, to ${where(route.state)}.`;
}

const distance = (back: number): string => (back === 1 ? 'last' : `${back} turns back`);

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
