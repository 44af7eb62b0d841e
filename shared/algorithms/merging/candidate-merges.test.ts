import { describe, expect, it } from 'vitest';
import { buildSymbolCorpus, copies } from '../../../tests/fixtures/tagged-dialogues.ts';
import type { Automaton } from '../../domain/automaton.ts';
import type { TaggedDialogue } from '../../domain/symbols.ts';
import { assembleAutomaton } from '../automaton/assemble.ts';
import { delta } from '../automaton/reading/transitions.ts';
import { growPrefixTree } from '../automaton/tree/grow-tree.ts';
import { alikeness, candidateMerges, forcedBy, futureOf } from './candidate-merges.ts';

function treeOf(dialogues: readonly TaggedDialogue[]): Automaton {
  const corpus = buildSymbolCorpus(dialogues);
  const { tree } = growPrefixTree(corpus, { tau: 0, depth: null, continueAt: 'ends' });
  return assembleAutomaton(
    tree,
    corpus.symbols,
    Int32Array.from({ length: tree.stateCount }, (_, at) => at),
  );
}

function at(automaton: Automaton, ...moves: string[]): number {
  const idOf = new Map(automaton.symbols.map(({ role, tag }, id) => [`${role[0]}:${tag}`, id]));
  return moves.reduce((state, move) => delta(automaton, state, idOf.get(move) ?? -1), 0);
}

const TWO_BRANCHES = [
  ...copies(10, 'refund', 'u:refund', 's:ask', 'u:number', 's:bye'),
  ...copies(10, 'return', 'u:return', 's:ask', 'u:number', 's:bye'),
  ...copies(10, 'greet', 'u:hello', 's:hello'),
];

describe('alikeness', () => {
  it('is the share of continuations that both states have in common', () => {
    const future = (...counts: [number, number][]) => new Map(counts);
    expect(alikeness(future([0, 3], [1, 1]), future([0, 1], [1, 3]))).toBeCloseTo(0.5);
    expect(alikeness(future([0, 3]), future([1, 3]))).toBe(0);
    expect(alikeness(future(), future())).toBe(1);
    expect(alikeness(future(), future([0, 1]))).toBe(0);
  });
});

describe('candidateMerges', () => {
  it('are pairs of one role with similar futures, each with the merges that determinism forces', () => {
    const automaton = treeOf(TWO_BRANCHES);
    const found = candidateMerges(automaton, { support: 5, alike: 0.5, most: 100 });
    const pairs = [[], ['s:ask'], ['s:ask', 'u:number'], ['s:ask', 'u:number', 's:bye']].map((moves) => [
      at(automaton, 'u:refund', ...moves),
      at(automaton, 'u:return', ...moves),
    ]);
    const own = found.find(({ left, right }) => left === pairs[0]?.[0] && right === pairs[0]?.[1]);
    expect(own).toMatchObject({ alike: 1, forced: pairs.slice(1) });
    for (const { left, right, alike } of found) {
      expect(automaton.roles[left]).toBe(automaton.roles[right]);
      expect(alike).toBeCloseTo(alikeness(futureOf(automaton, left), futureOf(automaton, right)));
    }
    expect(found.map(({ alike }) => alike)).toEqual(found.map(({ alike }) => alike).sort((a, b) => b - a));
  });

  it('leave out states with few dialogues, and merges with the start', () => {
    const automaton = treeOf(TWO_BRANCHES);
    expect(candidateMerges(automaton, { support: 31, alike: 0, most: 100 })).toEqual([]);
    expect(forcedBy(automaton, 0, 1)).toBeNull();
  });
});
