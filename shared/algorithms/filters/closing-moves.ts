/** Tags by which the agent ends a dialogue, whoever named them. */
const CLOSING =
  /good.?bye|\bbye\b|farewell|resolved|solved|\bclos(e|ing)|say.glad|invite.back|you.?re.welcome|^welcome$/i;
/** Tags of a customer who only takes leave. */
const POLITE =
  /thank|\bbye|good.?bye|farewell|praise|confirm|deny|affirm|negate|\back|greet|solved|glad|welcome|other/i;

export const isClosing = (tag: string): boolean => CLOSING.test(tag);
export const isPolite = (tag: string): boolean => POLITE.test(tag);
