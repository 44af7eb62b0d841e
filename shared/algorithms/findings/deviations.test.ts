import { expect, it } from 'vitest';
import { referenceOfSequences } from '../fitness/reference.ts';
import type { Activities } from '../variants/variants.ts';
import { deviationFrom } from './deviations.ts';

/** Sixty dialogues that take the steps a and b, and as many about something else. */
const log: Activities = {
  symbols: ['a', 'b', 'c'].map((tag) => ({ role: 'system', tag })),
  offsets: Int32Array.from({ length: 121 }, (_, at) => 2 * at),
  steps: Int32Array.from({ length: 240 }, (_, at) => (at < 120 ? at % 2 : 2)),
  turns: Int32Array.from({ length: 240 }, (_, at) => at % 2),
};

it('compares a drafted flow only with the dialogues that it was drafted from', () => {
  const corpus = { taken: Array.from({ length: 120 }, (_, at) => at) };
  const flow = { reference: referenceOfSequences(log, [0]), log, name: 'the flow “a”' };
  const told = (isOwn?: (dialogue: number) => boolean): string[] =>
    deviationFrom(corpus, isOwn ? { ...flow, isOwn } : flow, () => true)!.found.map(({ sentence }) =>
      sentence.map(({ text }) => text).join(''),
    );
  expect(told()[0]).toMatch(/^of dialogues leave the flow “a”/);
  expect(told((dialogue) => dialogue < 60)).toEqual([]);
  expect(told((dialogue) => dialogue < 90)[0]).toMatch(
    /^of the dialogues that the flow “a” was drafted from leave it/,
  );
});
