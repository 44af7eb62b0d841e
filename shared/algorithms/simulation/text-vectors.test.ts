import { expect, it } from 'vitest';
import type { RetrievalTurn } from '../retrieval/retrieval-corpus.ts';
import { cosine, meanVector, textsToCompare } from './text-vectors.ts';

const user = (text: string, ...tags: string[]): RetrievalTurn => ({ role: 'user', text, tags });

it('compares the directions of vectors', () => {
  const mean = meanVector([Float32Array.of(1, 0), Float32Array.of(0, 1)]);
  expect(cosine(mean!, Float32Array.of(1, 0))).toBeCloseTo(Math.SQRT1_2);
  expect(meanVector([])).toBeNull();
});

it('chooses texts of every tag, once for those that differ in numbers only', () => {
  const many = Array.from({ length: 50 }, (_, at) =>
    user(`The parcel is ${'abcdefghij'[at % 10]} late`, 'late'),
  );
  const numbers = Array.from({ length: 50 }, (_, at) => user(`It is order ${at}.`, 'number'));
  const agent: RetrievalTurn = { role: 'system', text: 'Hello.', tags: ['greets'] };
  const chosen = textsToCompare([...many, ...numbers, agent, user('Bye.', 'leaves')], 6);
  expect(chosen).toHaveLength(6);
  expect(chosen).toContain('Bye.');
  expect(chosen.filter((text) => text.startsWith('It is order'))).toHaveLength(1);
  expect(chosen).not.toContain('Hello.');
});
