import { describe, expect, it } from 'vitest';
import { questionsFor } from './questions.ts';

const known = { tags: ['ask-question', 'thank', 'say-thanks-again', 'other'], fields: ['brand'] };
const firstFor = (query: string) => questionsFor(query, known)[0]?.asked;

describe('typed questions', () => {
  it('find the intended question', () => {
    expect(firstFor('where do customers wait longest?')).toEqual({ kind: 'wait', field: null });
    expect(firstFor('slow steps')).toEqual({ kind: 'wait', field: null });
    expect(firstFor('main paths')).toEqual({ kind: 'paths', field: null });
    expect(firstFor('share of the ten most common paths')).toEqual({ kind: 'paths', field: null });
    expect(firstFor('segments')).toEqual({ kind: 'segment', field: null });
    expect(firstFor('periods')).toEqual({ kind: 'change', field: null });
    expect(firstFor('reopened')).toEqual({ kind: 'reopened', field: null });
    expect(firstFor('where and why do dialogues deviate')).toEqual({ kind: 'deviation', field: null });
    expect(firstFor('how long')).toEqual({ kind: 'length', field: null });
    expect(firstFor('what do customers write about')).toEqual({ kind: 'topic', field: null });
    expect(firstFor('brand')).toEqual({ kind: 'segment', field: 'brand' });
  });

  it('name a tag to ask what follows it', () => {
    expect(firstFor('what follows ask question')).toEqual({
      kind: 'follows',
      move: { role: null, tag: 'ask-question' },
    });
    expect(questionsFor('thank', known).map(({ words }) => words)).toContain(
      'How common is “thank”, and what follows?',
    );
  });

  it.each(['how many customers complain?', 'which brand has the most complaints', 'complaining'])(
    'name a tag in another form of its word: %s',
    (query) => {
      const tags = ['asks-for-help', 'complains', 'asks-to-confirm'];
      expect(questionsFor(query, { tags, fields: ['brand'] })[0]?.asked).toEqual({
        kind: 'follows',
        move: { role: null, tag: 'complains' },
      });
    },
  );

  it.each([
    ['ask-question then thank within 2 h', 7200],
    ['ask question, and then thank within two hours?', 7200],
    ['ask-question → thank within 30 min', 1800],
    ['how often does ask-question lead to … thank', undefined],
    ['ask-question followed by thank', null],
  ])('name two tags in order: %s', (query, seconds) => {
    const asked = firstFor(query);
    if (seconds === undefined) expect(asked?.kind).not.toBe('order');
    else
      expect(asked).toEqual({
        kind: 'order',
        move: { role: null, tag: 'ask-question' },
        next: { role: null, tag: 'thank' },
        seconds,
      });
  });

  it('offer all questions for empty text, and none if nothing fits', () => {
    expect(questionsFor('xyzzy', known)).toEqual([]);
    expect(questionsFor(' ', known).length).toBeGreaterThan(14);
  });
});
