import { roleAt } from '../../domain/dialogue.ts';
import type { SymbolInfo } from '../../domain/symbols.ts';
import type { TaggedRows } from '../automaton/corpus/tagged-rows.ts';
import type { RoundTimes } from './measure-flow.ts';

/** Rules that tell from tags how a dialogue ends, used by all figures on abandoned, closed and reopened dialogues. */

/** A customer wants something new: a request, a question, a problem or a complaint. */
const RAISES =
  /^(ask|request|inquire|enquire|inform-intent|chase|report|complain|still|want|need|order|cancel|change)/;
/** A customer still wants something, even in the only turn. */
const STILL_WANTS = /^(ask|request|inquire|enquire|chase|report|still|want|need|order|cancel|change)/;
/** The same if the customer spoke before: a complaint about the answer, or an ignored reply. */
const STILL_WAITS = /^(complain|gives?-details|inform|answer|provide|say-tried|say-unsure)/;
/** Tags by which an agent waits for the customer in this dialogue. */
const AGENT_WANTS = /^(ask|request|inquire|enquire|check-facts|check-details)/;
/** Questions that need no reply here: "anything else?", "please write privately", "bear with us". */
const NEEDS_NO_REPLY =
  /private|direct-message|\bdm\b|anything-else|more-help|req-?more|to-wait|patience|refer|rate/;

const wholeWords = (words: string): RegExp => new RegExp(`(^|[^a-z])(${words})($|[^a-z])`);
const CLOSES = wholeWords(
  'good-?bye|bye|farewell|clos(e|es|ed|ing)|(re)?solved|(re)?solution|end-(call|chat|conversation|dialogue)',
);
const NOT_SOLVED = /(^|[^a-z])(not-|un)(re)?solved/;
const CLOSES_FOR_CUSTOMER = wholeWords('thanks?|thank-?you');
const CLOSES_FOR_AGENT = wholeWords('you-?a?re-welcome');

const plain = (tag: string): string => tag.toLowerCase().replaceAll(/[_ ]/g, '-');

/** True if a customer raises a request, a problem or a complaint with this tag. */
export const raisesMatter = (tag: string): boolean => RAISES.test(plain(tag));

/**
 * Returns true if an agent's turn with this tag, or a customer's turn with this main tag, closes the matter: thanks, a
 * confirmation that it is solved, or goodbye. An agent's thanks do not count, as agents thank for waiting.
 */
export function closesMatter({ role, tag }: SymbolInfo): boolean {
  const name = plain(tag);
  if (NOT_SOLVED.test(name)) return false;
  if (CLOSES.test(name)) return true;
  return role === 'user' ? CLOSES_FOR_CUSTOMER.test(name) : CLOSES_FOR_AGENT.test(name) || name === 'welcome';
}

/** In the tickets, nine of ten customers who reply do so within a day. */
const HOURS_UNTIL_ABANDONED = 24;
const SECONDS_OF_AN_HOUR = 3600;

type TaggedEnds = Pick<TaggedRows, 'roundOffsets' | 'roundRoles' | 'tagOffsets' | 'tagIds' | 'tagNames'>;

/**
 * Finds the dialogues that the customer left unresolved, going by the main tag of the last turn: the customer still wants something
 * and nobody answered, or the agent asked for something and the customer never did. A complaint or a reply counts if the
 * customer spoke before: then an answer did not help, or a reply was not picked up. A dialogue that the agent moved to a private channel
 * does not count, since its end cannot be seen. Nor does one whose last turn has no tag, or is less than a day older than
 * the newest message of all dialogues: somebody may still answer.
 *
 * @param times of the same turns; null if no times are known
 * @returns length = dialogues; 1 = abandoned. Linear in turns
 */
export function abandonedDialogues(
  { roundOffsets, roundRoles, tagOffsets, tagIds, tagNames }: TaggedEnds,
  times: Pick<RoundTimes, 'ends'> | null,
): Uint8Array {
  const names = tagNames.map((name) => plain(name ?? ''));
  let newest = Number.NEGATIVE_INFINITY;
  for (const end of times?.ends ?? []) if (end > newest) newest = end;
  const isAbandoned = new Uint8Array(roundOffsets.length - 1);
  for (let dialogue = 0; dialogue < isAbandoned.length; dialogue++) {
    const first = roundOffsets[dialogue]!;
    const last = roundOffsets[dialogue + 1]! - 1;
    if (last < first) continue;
    const tags = Array.from(tagIds.subarray(tagOffsets[last], tagOffsets[last + 1]), (id) => names[id]!);
    const [main] = tags;
    if (main === undefined) continue;
    if (times && newest - times.ends[last]! < HOURS_UNTIL_ABANDONED * SECONDS_OF_AN_HOUR) continue;
    const role = roleAt(roundRoles[last]!);
    const spokeBefore = roundRoles.subarray(first, last).includes(roundRoles[last]!);
    const isOpen =
      role === 'user'
        ? STILL_WANTS.test(main) || (spokeBefore && STILL_WAITS.test(main))
        : AGENT_WANTS.test(main) && !tags.some((tag) => NEEDS_NO_REPLY.test(tag));
    if (isOpen) isAbandoned[dialogue] = 1;
  }
  return isAbandoned;
}
