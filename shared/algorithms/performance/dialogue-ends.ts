import type { SymbolInfo } from '../../domain/symbols.ts';

/**
 * What the names of tags say about how a dialogue ends. All figures, fields, filters and questions about abandoned, closed
 * and reopened dialogues read these rules.
 */

/** A customer wants something new: a request, a question, a problem or a complaint. */
const RAISES =
  /^(ask|request|inquire|enquire|inform-intent|chase|report|complain|still|want|need|order|cancel|change)/;
/** A customer still wants something: as above without complaints, or details that nobody has picked up. */
const STILL_WANTS =
  /^(ask|request|inquire|enquire|chase|report|still|want|need|order|cancel|change|give-details|inform|answer|provide|say-tried|say-unsure)/;
/** Tags by which an agent waits for the customer in this dialogue. */
const AGENT_WANTS = /^(ask|request|inquire|enquire|check-facts|check-details)/;
/** Questions that need no reply here: "anything else?", "please write privately", "bear with us". */
const NEEDS_NO_REPLY =
  /private|direct-message|\bdm\b|anything-else|more-help|req-?more|to-wait|patience|refer|rate/;

const wholeWords = (words: string): RegExp => new RegExp(`(^|[^a-z])(${words})($|[^a-z])`);
const CLOSES = wholeWords(
  'good-?bye|bye|farewell|clos(e|es|ed|ing)|(re)?solved|resolution|end-(call|chat|conversation|dialogue)',
);
const NOT_SOLVED = /(^|[^a-z])(not-|un)(re)?solved/;
const CLOSES_FOR_CUSTOMER = wholeWords('thanks?|thank-?you');
const CLOSES_FOR_AGENT = wholeWords('you-?a?re-welcome');

const plain = (tag: string): string => tag.toLowerCase().replaceAll(/[_ ]/g, '-');

/** Whether a customer raises a request, a problem or a complaint by it. */
export const raisesMatter = (tag: string): boolean => RAISES.test(plain(tag));

/**
 * Whether an agent's turn with this tag, or a customer's turn with this main tag, closes the matter: thanks, a confirmation that it is solved, or goodbye. An agent's
 * thanks do not, as agents thank for waiting.
 */
export function closesMatter({ role, tag }: SymbolInfo): boolean {
  const name = plain(tag);
  if (NOT_SOLVED.test(name)) return false;
  if (CLOSES.test(name)) return true;
  return role === 'user' ? CLOSES_FOR_CUSTOMER.test(name) : CLOSES_FOR_AGENT.test(name) || name === 'welcome';
}

/**
 * Whether a dialogue that ends with this move was abandoned: the customer still wants something and nobody answered, or the
 * agent asked for something and the customer never replied. A dialogue that the agent moved to a private channel was not
 * abandoned; how it went on cannot be seen.
 */
export function isAbandonedAfter({ role, tag }: SymbolInfo): boolean {
  const name = plain(tag);
  if (role === 'user') return STILL_WANTS.test(name);
  return AGENT_WANTS.test(name) && !NEEDS_NO_REPLY.test(name);
}
