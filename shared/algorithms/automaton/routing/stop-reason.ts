import { ROLE_NAMES, type Role } from '../../../domain/dialogue.ts';

/** The reason why a route ended. */
export type StopReason =
  | {
      /** Nothing stopped it: it went through every turn. */
      readonly kind: 'end-of-dialogue';
      readonly rounds: number;
    }
  | {
      /** `no-transition`: the state has no transition with the tag. `unknown-tag`: no training dialogue has it. */
      readonly kind: 'no-transition' | 'unknown-tag';
      /** Index of the turn, from 0. */
      readonly round: number;
      readonly role: Role;
      /** The tags that did not match: the first one (literal), or all that were left (greedy). */
      readonly tags: readonly string[];
      /** The last valid state. */
      readonly state: number;
      /** |I(state)| */
      readonly support: number;
    };

export type StopKind = StopReason['kind'];

/** Returns the reason as an English sentence, with the turn (from 1, as people count), tag and state. */
export function describeStop(reason: StopReason): string {
  if (reason.kind === 'end-of-dialogue') {
    return `The whole dialogue was routed (${counted(reason.rounds, 'turn')}).`;
  }
  const tags = reason.tags.map((tag) => JSON.stringify(tag)).join(', ');
  const who = ROLE_NAMES[reason.role];
  const where = `state ${reason.state} (${counted(reason.support, 'dialogue')})`;
  return reason.kind === 'no-transition'
    ? `Turn ${reason.round + 1} (${who}): no transition for ${tags} from ${where}.`
    : `Turn ${reason.round + 1} (${who}): no training dialogue has ${tags} from the ${who}; the route stays at ${where}.`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
