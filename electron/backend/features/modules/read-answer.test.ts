import { describe, expect, it } from 'vitest';
import { readEndpointAnswer } from './ask-endpoint.ts';

const json = (value: unknown, field: string) =>
  readEndpointAnswer(
    new TextEncoder().encode(JSON.stringify(value)),
    'application/json; charset=utf-8',
    field,
  );

describe('an endpoint’s answer in JSON', () => {
  const results = [{ text: 'First.', tags: ['a'] }, { text: 'Second.' }, { id: 3 }];

  it('is read at a place in a list, or of each item of it', () => {
    expect(json({ results }, 'results.0.text')).toEqual({ passages: ['First.'] });
    expect(json({ results }, 'results.text')).toEqual({ passages: ['First.', 'Second.'] });
    expect(json(results, 'text')).toEqual({ passages: ['First.', 'Second.'] });
    expect(json({ pages: [{ results }, { results }] }, 'pages.results.text')).toEqual({
      passages: ['First.', 'Second.', 'First.', 'Second.'],
    });
  });

  it('is shown as it stands where it is no text', () => {
    expect(json({ results: { count: 2 } }, 'results')).toEqual({ passages: ['{\n "count": 2\n}'] });
  });

  it('says which field it lacks, and does not take a list’s own abilities for one', () => {
    const fault = { fault: 'The answer has no field "results.words".' };
    expect(json({ results }, 'results.words')).toEqual(fault);
    expect(json({ results }, 'results.length')).toEqual({
      fault: 'The answer has no field "results.length".',
    });
    expect(json({ results }, 'results.7')).toEqual({ fault: 'The answer has no field "results.7".' });
    expect(json({ results: 'text' }, 'results.0')).toEqual({ fault: 'The answer has no field "results.0".' });
    expect(json([], '')).toEqual({ passages: [] });
  });
});
