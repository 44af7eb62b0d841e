/** What tags say by their names of how a dialogue ends; underscores and hyphens part words. */

const WORDS =
  'good ?bye|bye|farewell|clos(e|es|ed|ing)|(re)?solved|resolution|say-glad|wish(es)?|enjoy|invite-back|you-?a?re-welcome|end-(call|chat|conversation|dialogue)';
const THANKS = 'thanks?|thank-?you';

const wholeWords = (words: string): RegExp => new RegExp(`(^|[^a-z])(${words})($|[^a-z])|^welcome$`, 'i');
const CLOSING = wholeWords(`${WORDS}|${THANKS}`);
const CLOSING_OF_AGENT = wholeWords(WORDS);

/** Tags of a customer who only takes leave. */
const POLITE =
  /thank|\bbye|good.?bye|farewell|praise|confirm|deny|affirm|negate|\back|greet|solved|glad|welcome|other/i;

const hyphened = (tag: string): string => tag.replaceAll(/[_ ]/g, '-');

/** Whether the matter is done with this move: a dialogue that ends with another one was broken off. */
export const isClosingTag = (tag: string): boolean => CLOSING.test(hyphened(tag));

/** Whether an agent closes with this move, wherever it stands: thanks alone do not, as those for waiting come early. */
export const closesWherever = (tag: string): boolean => CLOSING_OF_AGENT.test(hyphened(tag));

/** Whether a customer only takes leave by it: who says more after a closing move has come back. */
export const isLeaveTaking = (tag: string): boolean => POLITE.test(tag);
