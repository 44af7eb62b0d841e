import { ROLES } from '../../domain/dialogue.ts';
import {
  COMPARISONS,
  type Comparison,
  type DialogueFilter,
  MOVE_ORDERS,
  type NamedMove,
} from '../../domain/dialogue-filter.ts';
import { DURATION_UNITS, secondsOf } from './write-where.ts';

/** A filter that cannot be parsed; `at` is the position in its text, from 0. */
export class UnreadableFilter extends Error {
  readonly at: number;
  constructor(message: string, at: number) {
    super(message);
    this.at = at;
    this.name = 'UnreadableFilter';
  }
}

const TIMES = ['within', 'over'] as const;

/** The deepest nesting that is allowed. Deeper filters could overflow the stack. */
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
 * Parses a filter, e.g. `domain = hotel and (turns > 8 or tag = "ask for details") and not brand in (A, B)`.
 * `and` binds more strongly than `or`. Order of moves: `A later B within 2 h`, `A directly B`, `A never B`.
 * Throws UnreadableFilter.
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
    const what = kind === 'end' ? 'the filter ends there' : `found "${found}"`;
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

  function wholeNumber(wanted: string): number {
    const found = Number(peek().text);
    if (peek().kind !== 'word' || !Number.isInteger(found) || found < 0) throw wrong(wanted);
    next++;
    return found;
  }

  const automaton = (): number | null =>
    taken(isWord('of')) ? wholeNumber('the number of an automaton') : null;

  function move(): NamedMove {
    const named = tokens[next + 1]?.kind === 'word' || tokens[next + 1]?.kind === 'quoted';
    const role = named ? ROLES.find((known) => isWord(known)) : undefined;
    if (role) next++;
    if (peek().kind !== 'word' && peek().kind !== 'quoted') throw wrong('the name of a move');
    const { kind, text: tag } = take();
    return { role: role ?? null, tag: kind === 'word' ? tag.replace(/^#(?=.)/, '') : tag };
  }

  function wordAt(place: number): string {
    const token = tokens[place];
    return token?.kind === 'word' ? token.text.toLowerCase() : '';
  }

  /** @returns null if no test of a path or of the order of moves begins here */
  function sequence(): DialogueFilter | null {
    const [word, following] = [wordAt(next), wordAt(next + 1)];
    if (word === 'passes' && following === 'state') {
      next += 2;
      return { kind: 'state', state: wholeNumber('the number of a state'), automaton: automaton() };
    }
    if (word === 'passes' && following === 'edge') {
      next += 2;
      const from = wholeNumber('the number of a state');
      if (!taken(isWord('to'))) throw wrong('"to"');
      return { kind: 'edge', from, to: wholeNumber('the number of a state'), automaton: automaton() };
    }
    if (word === 'leaves' && following === 'at') {
      next += 2;
      return { kind: 'leaves', state: wholeNumber('the number of a state'), automaton: automaton() };
    }
    if ((word === 'starts' || word === 'ends') && following === 'with') {
      next += 2;
      return { kind: word, move: move() };
    }
    if (word === 'returns' && following === 'to') {
      next += 2;
      return { kind: 'returns', move: move() };
    }
    const namesMove = tokens[next + 1]?.kind === 'quoted' || !['', 'is', 'in', 'not'].includes(following);
    if (word === 'repeats' && namesMove) {
      next++;
      const repeated = move();
      const least = taken(isSign('>=')) ? wholeNumber('the minimum number of times') : 2;
      return { kind: 'repeats', move: repeated, least };
    }
    const isRole = ROLES.some((role) => role === word) && isOrder(next + 2);
    return isRole || isOrder(next + 1) ? ordered() : null;
  }

  const isOrder = (place: number): boolean => MOVE_ORDERS.some((order) => order === wordAt(place));

  function ordered(): DialogueFilter {
    const first = move();
    const order = MOVE_ORDERS.find((known) => isWord(known));
    if (!order) throw wrong('"later", "directly" or "never"');
    next++;
    const second = move();
    const time = order === 'never' ? undefined : TIMES.find((known) => isWord(known));
    if (!time) return { kind: 'order', order, move: first, next: second, time: null };
    next++;
    return { kind: 'order', order, move: first, next: second, time: { kind: time, seconds: duration() } };
  }

  /** `2 h`, `2h`, `30 min` */
  function duration(): number {
    const [, digits = '', unit = ''] = /^(\d+(?:\.\d+)?)([a-z]*)$/i.exec(peek().text) ?? [];
    if (peek().kind !== 'word' || digits === '') throw wrong('a time such as "2 h"');
    next++;
    const seconds = secondsOf(Number(digits), unit === '' ? take().text : unit);
    if (seconds !== null) return seconds;
    next--;
    throw wrong(`a unit of time: ${DURATION_UNITS.join(', ')}`);
  }

  function test(): DialogueFilter {
    const found = sequence();
    if (found) return found;
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
