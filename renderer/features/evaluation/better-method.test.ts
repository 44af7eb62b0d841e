import { expect, it } from 'vitest';
import { estimate, testMethod } from '../../../tests/fixtures/evaluation.ts';
import { betterMethod } from './run-list.tsx';

const methods = [
  testMethod('bm25', { actF1: estimate(31.14) }),
  testMethod('ranker', { actF1: estimate(38.92) }),
  testMethod('cheat', { actF1: estimate(90), oracle: true }),
  testMethod('onnx', { actF1: estimate(45) }),
];
const result = { methods, queries: 300 };
const BM25 = { name: 'bm25', title: 'BM25' };
const RANKER = { name: 'ranker', title: 'Context ranker' };
const USABLE = ['bm25', 'ranker', 'cheat'];

it('names the best usable method and by how much it is better than the best one in use', () => {
  expect(betterMethod(result, [BM25], USABLE)).toEqual({
    name: 'ranker',
    sentence:
      'In this project, RANKER finds better examples than BM25: act F1 38.9 % instead of 31.1 % (300 turns).',
  });
});

it('says so if the method in use was not measured', () => {
  expect(betterMethod(result, [{ name: 'state', title: 'the current state' }], USABLE)?.sentence).toBe(
    'In this project, RANKER finds better examples than the other measured methods: act F1 38.9 % (300 turns). The method “the current state” was not measured.',
  );
});

it('says nothing if the best is in use, is not clearly better, or nothing was measured', () => {
  expect(betterMethod(result, [BM25, RANKER], USABLE)).toBeNull();
  const close = [
    testMethod('bm25', { actF1: estimate(38) }),
    testMethod('ranker', { actF1: estimate(38.5) }),
  ];
  expect(betterMethod({ methods: close, queries: 300 }, [BM25], USABLE)).toBeNull();
  expect(betterMethod({ methods: [testMethod('ranker')], queries: 300 }, [BM25], USABLE)).toBeNull();
  expect(betterMethod({ methods: [], queries: 0 }, [BM25], USABLE)).toBeNull();
});

it('compares the words of the examples where no acts were measured', () => {
  const texts = [
    testMethod('bm25', { rougeL: { best: estimate(50), mean: estimate(20) } }),
    testMethod('ranker', { rougeL: { best: estimate(40), mean: estimate(30) } }),
  ];
  expect(betterMethod({ methods: texts, queries: 1 }, [BM25], USABLE)?.sentence).toBe(
    'In this project, RANKER finds better examples than BM25: mean ROUGE-L 30.0 % instead of 20.0 % (1 turn).',
  );
});
