const CLOSING =
  /(^|[^a-z])(good ?bye|bye|farewell|clos(e|es|ed|ing)|(re)?solved|resolution|thanks?|thank[- _]you|say[- _]glad|wish(es)?|enjoy|end[- _](call|chat|conversation|dialogue))($|[^a-z])/i;

/** Whether a tag says by its name that the matter is done: a dialogue that ends with another one was broken off. */
export const isClosingTag = (tag: string): boolean => CLOSING.test(tag.replaceAll('_', '-'));
