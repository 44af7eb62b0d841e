import { ROLE_NAMES, type Role } from '../../domain/dialogue.ts';
import type { LiveStep, MissedTag } from './live-route.ts';

/** A state with the tags that name it: "state 12 (sports, tickets)". */
export function describePlace(state: number, tags: readonly string[]): string {
  if (state === 0) return 'the start';
  return tags.length === 0 ? `state ${state}` : `state ${state} (${tags.join(', ')})`;
}

/** Describes a turn without a tag. */
export function describeUntagged(place: string): string {
  return `No tags, so nothing to follow; it stays at ${place}.`;
}

/**
 * Returns a sentence on the part of a turn that the automaton could not follow, with the tags and the state that the
 * route fell back to; null if it followed all.
 *
 * @param place the route's place after it, as `describePlace` says it
 */
export function describeOffTheMap(
  { role, matched, missed, passedOver, followed, forced }: LiveStep,
  place: string,
): string | null {
  if (!followed) {
    return missed.length === 0
      ? `Not followed: the route had stopped at ${place}.`
      : `Not followed: the route had stopped before ${listed(missed)}, at ${place}.`;
  }
  if (missed.length === 0) {
    if (matched.length > 0) return null;
    return passedOver.length === 0
      ? describeUntagged(place)
      : `This picture passes over rarer moves such as #${passedOver.join(', #')}; it stays at ${place}.`;
  }
  if (forced) return `The step by ${listed(missed)} does not exist in this automaton; it stays at ${place}.`;
  const known = missed.filter((tag) => tag.known);
  const unknown = missed.filter((tag) => !tag.known);
  const parts = [
    known.length > 0 && `no transition for ${listed(known)}`,
    unknown.length > 0 && `no training dialogue has ${listed(unknown)} from the ${ROLE_NAMES[role]}`,
  ].filter((part) => part !== false);
  const end = matched.length > 0 ? `followed #${matched.join(', #')} to ${place}` : `fell back to ${place}`;
  return `${capitalised(parts.join(', and '))}; ${end}.`;
}

/** Describes everything that the context automaton skipped, over all turns. */
export function describeSkipped(
  skipped: readonly { readonly role: Role; readonly tag: string; readonly known: boolean }[],
  place: string,
  backedOff: number,
): string[] {
  const sentences = skipped.map(({ role, tag, known }) =>
    known
      ? `No transition for #${tag} of the ${ROLE_NAMES[role]}; it was skipped.`
      : `No training dialogue has #${tag} from the ${ROLE_NAMES[role]}; it was skipped.`,
  );
  if (backedOff > 0)
    sentences.push(
      `Too few dialogues took the whole path: went back ${backedOff} ${backedOff === 1 ? 'state' : 'states'} to ${place}.`,
    );
  return sentences;
}

function listed(tags: readonly MissedTag[]): string {
  return tags.map(({ tag }) => `#${tag}`).join(', ');
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
