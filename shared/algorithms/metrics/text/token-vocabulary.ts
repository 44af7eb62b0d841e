/** Numbers for tokens, so texts are compared as integers instead of strings. */
interface TokenVocabulary {
  /** The number of distinct tokens so far; ids are 0 … size − 1. */
  readonly size: number;
  /** The ids of a text's tokens in order; tokens not seen before get the next id. */
  idsOf(tokens: readonly string[]): Int32Array;
}

/** An empty vocabulary. Scores compare ids for equality only, so they do not depend on the order of arrival. */
export function createTokenVocabulary(): TokenVocabulary {
  const idByToken = new Map<string, number>();
  return {
    get size() {
      return idByToken.size;
    },
    idsOf(tokens) {
      const ids = new Int32Array(tokens.length);
      for (let position = 0; position < tokens.length; position++) {
        const token = tokens[position];
        let id = idByToken.get(token);
        if (id === undefined) {
          id = idByToken.size;
          idByToken.set(token, id);
        }
        ids[position] = id;
      }
      return ids;
    },
  };
}
