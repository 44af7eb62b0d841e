import { COMPARISONS, type Comparison, type DialogueFilter } from '../../domain/dialogue-filter.ts';

/** A filter that cannot be read; `at` is the place in its text, from 0. */
export class UnreadableFilter extends Error {
  readonly at: number;
  constructor(message: string, at: number) {
    super(message);
    this.at = at;
    this.name = 'UnreadableFilter';
  }
}

/** Deeper than a person writes; what is deeper is refused before it fills the stack. */
const MOST_DEPTH = 50;

interface Token {
  readonly kind: 'word' | 'quoted' | 'sign' | 'end';
  readonly text: string;
  readonly at: number;
}

const TOKEN = /\s*(?:"((?:[^"\\]|\\.)*)"|(!=|<=|>=|[=<>(),])|([^\s"=<>!(),]+))/y;

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  let at = 0;
  while (text.slice(at).trim() !== '') {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    const start = at + (text.slice(at).length - text.slice(at).trimStart().length);
    if (!match) throw new UnreadableFilter(`"${text.slice(start, start + 20)}" cannot be read.`, start);
    const [, quoted, sign, word] = match;
    if (quoted !== undefined)
      tokens.push({ kind: 'quoted', text: quoted.replace(/\\(.)/g, '$1'), at: start });
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign, at: start });
    else tokens.push({ kind: 'word', text: word, at: start });
    at = TOKEN.lastIndex;
  }
  return [...tokens, { kind: 'end', text: '', at: text.length }];
}

/**
 * Reads a filter as people type it, e.g. `domain = hotel and (rounds > 8 or tag = "ask for details") and not brand
 * in (A, B)`. `tag` and `text` are a tag that a round carries, and words that were said; `is missing` asks for a field
 * without a value. `and` binds more than `or`.
 *
 * @throws UnreadableFilter with the place
 */
export function readWhere(text: string): DialogueFilter {
  const tokens = tokensOf(text);
  let next = 0;
  let depth = 0;
  const peek = (): Token => tokens[next];
  const take = (): Token => tokens[next++];
  const isWord = (word: string): boolean => peek().kind === 'word' && peek().text.toLowerCase() === word;
  const isSign = (sign: string): boolean => peek().kind === 'sign' && peek().text === sign;
  const taken = (is: boolean): boolean => {
    if (is) next++;
    return is;
  };
  const wrong = (wanted: string): UnreadableFilter => {
    const { kind, text: found, at } = peek();
    const what = kind === 'end' ? 'the filter ends there' : `there is "${found}"`;
    return new UnreadableFilter(`Expected ${wanted}, but ${what}.`, at);
  };

  function joined(kind: 'all' | 'any', word: string, part: () => DialogueFilter): DialogueFilter {
    const of = [part()];
    while (taken(isWord(word))) of.push(part());
    return of.length === 1 ? of[0] : { kind, of };
  }
  const anyOf = (): DialogueFilter => joined('any', 'or', allOf);
  const allOf = (): DialogueFilter => joined('all', 'and', single);

  function single(): DialogueFilter {
    if (++depth > MOST_DEPTH) throw new UnreadableFilter('The filter is nested too deeply.', peek().at);
    try {
      if (taken(isWord('not'))) return { kind: 'not', of: single() };
      if (taken(isSign('('))) {
        const inside = anyOf();
        if (!taken(isSign(')'))) throw wrong('")"');
        return inside;
      }
      return test();
    } finally {
      depth--;
    }
  }

  function value(): string {
    if (peek().kind !== 'word' && peek().kind !== 'quoted') throw wrong('a value');
    return take().text;
  }

  function test(): DialogueFilter {
    if (peek().kind !== 'word' && peek().kind !== 'quoted') throw wrong('the name of a field');
    const { kind, text: field } = take();
    if (taken(isWord('is'))) {
      const isThere = taken(isWord('not'));
      if (!taken(isWord('missing'))) throw wrong('"missing"');
      const missing: DialogueFilter = { kind: 'missing', field };
      return isThere ? { kind: 'not', of: missing } : missing;
    }
    const isNot = taken(isWord('not'));
    const isList = taken(isWord('in'));
    if (isNot && !isList) throw wrong('"in"');
    if (isList) {
      if (!taken(isSign('('))) throw wrong('"("');
      const values = [value()];
      while (taken(isSign(','))) values.push(value());
      if (!taken(isSign(')'))) throw wrong('"," or ")"');
      const listed = testOf(kind, field, '=', values);
      return isNot ? { kind: 'not', of: listed } : listed;
    }
    const sign = peek();
    if (sign.kind !== 'sign' || sign.text === '(' || sign.text === ')' || sign.text === ',')
      throw wrong('one of = != < <= > >=, "in" or "is missing"');
    next++;
    if (sign.text === '!=') return { kind: 'not', of: testOf(kind, field, '=', [value()]) };
    const comparison = COMPARISONS.find((known) => known === sign.text) ?? '=';
    const isSpecial = kind === 'word' && (field === 'tag' || field === 'text');
    if (isSpecial && comparison !== '=') throw new UnreadableFilter(`"${field}" takes "=" only.`, sign.at);
    return testOf(kind, field, comparison, [value()]);
  }

  function testOf(
    kind: Token['kind'],
    field: string,
    comparison: Comparison,
    values: readonly string[],
  ): DialogueFilter {
    const each = (make: (one: string) => DialogueFilter): DialogueFilter =>
      values.length === 1 ? make(values[0]) : { kind: 'any', of: values.map(make) };
    if (kind === 'word' && field === 'tag') return each((tag) => ({ kind: 'tag', tag }));
    if (kind === 'word' && field === 'text') return each((query) => ({ kind: 'text', query }));
    return { kind: 'field', field, comparison, values };
  }

  const filter = anyOf();
  if (peek().kind !== 'end') throw wrong('"and" or "or"');
  return filter;
}
