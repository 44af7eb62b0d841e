import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { naiveAutomaton, naiveTree } from '../../../tests/fixtures/naive-learner.ts';
import { type NaiveMerging, naiveRedBlue } from '../../../tests/fixtures/naive-red-blue.ts';
import {
  arbitraryDialogues,
  arbitraryLambda,
  arbitraryTreeOptions,
  buildSymbolCorpus,
  copies,
  dialogue,
} from '../../../tests/fixtures/tagged-dialogues.ts';
import type { SymbolInfo, TaggedDialogue } from '../../domain/symbols.ts';
import { assembleAutomaton } from '../automaton/assemble.ts';
import { mergeStates } from '../automaton/learn.ts';
import { checkAutomaton } from '../automaton/reading/check-automaton.ts';
import { growPrefixTree } from '../automaton/tree/grow-tree.ts';
import type { PrefixTreeOptions } from '../automaton/tree/prefix-tree.ts';
import type { AccessPath, MergeDecision } from './decisions.ts';
import { type PolicyOptions, policyOf } from './learn-merging.ts';
import { mergeByPolicy, type TriedPair } from './search.ts';

const WHOLE: PrefixTreeOptions = { tau: 0, depth: null, continueAt: 'ends' };
const PLAIN: PolicyOptions = {
  policy: 'alergia',
  lambda: 0.1,
  alpha: 0.05,
  k: 2,
  states: null,
  leastVisits: 0,
  mostForced: null,
};

function merge(
  dialogues: readonly TaggedDialogue[],
  options: Partial<PolicyOptions> = {},
  decisions: readonly MergeDecision[] = [],
  { tree: treeOptions = WHOLE, ordersOnly }: { tree?: PrefixTreeOptions; ordersOnly?: number } = {},
) {
  const { symbols, ...corpus } = buildSymbolCorpus(dialogues);
  const { tree } = growPrefixTree({ symbols, ...corpus }, treeOptions);
  const tried: TriedPair[] = [];
  const { orders, ...policy } = policyOf(tree, symbols, { ...PLAIN, ...options });
  const chosen = { ...policy, orders: orders.slice(0, ordersOnly) };
  const merged = mergeByPolicy(tree, symbols, chosen, decisions, (one) => tried.push(one));
  const nameOf = (state: number): string =>
    JSON.stringify(pathOf(state).map(({ role, tag }) => `${role} ${tag}`));
  const pathOf = (state: number): SymbolInfo[] =>
    state === 0 ? [] : [...pathOf(tree.parents[state]!), symbols[tree.symbols[state]!]!];
  const named: string[][] = [];
  merged.classOf.forEach((stateClass, state) => {
    const first = merged.classOf.indexOf(stateClass);
    if (first === state) named.push([]);
    const place = [...new Set(merged.classOf.subarray(0, state + 1))].indexOf(stateClass);
    named[place]?.push(nameOf(state));
  });
  return { tree, symbols, merged, tried, pathOf, named };
}

const at = (...symbols: readonly string[]): AccessPath =>
  symbols.map((symbol) => {
    const [role, tag] = symbol.split(':');
    return { role: role === 'u' ? 'user' : 'system', tag: tag ?? '' };
  });

const many = (count: number, key: string, ...turns: readonly string[]) => copies(count, key, ...turns);

describe('the paper’s φ as a policy', () => {
  it("gives the classes of the paper's merging", () => {
    fc.assert(
      fc.property(arbitraryDialogues, arbitraryTreeOptions, arbitraryLambda, (dialogues, options, lambda) => {
        const { tree, symbols, merged } = merge(dialogues, { policy: 'phi', lambda }, [], { tree: options });
        const paper = mergeStates(tree, symbols, lambda);
        expect(merged.classes).toBe(paper.classes);
        const smallest = new Map<number, number>();
        paper.classOf.forEach((stateClass, state) => {
          if (!smallest.has(stateClass)) smallest.set(stateClass, state);
        });
        expect([...merged.classOf]).toEqual(Array.from(paper.classOf, (one) => smallest.get(one)));
      }),
    );
  });

  it('gives the classes of the naive learner', () => {
    fc.assert(
      fc.property(arbitraryDialogues, arbitraryTreeOptions, arbitraryLambda, (dialogues, options, lambda) => {
        const { named } = merge(dialogues, { policy: 'phi', lambda }, [], { tree: options });
        const naive = naiveAutomaton(naiveTree(dialogues, options), lambda);
        const sorted = (classes: readonly (readonly string[])[]) =>
          classes.map((states) => [...states].sort().join()).sort();
        expect(sorted(named)).toEqual(sorted(naive.states.map(({ treeStates }) => [...treeStates])));
      }),
      { numRuns: 30 },
    );
  });
});

describe('red-blue merging', () => {
  const arbitraryPolicy = fc.oneof(
    fc.constantFrom(1, 0.5, 0.05).map((alpha) => ({ policy: 'alergia' as const, alpha })),
    fc.constantFrom(0, 1, 2).map((k) => ({ policy: 'k-tails' as const, k })),
  );
  const arbitraryLimits = fc.record({
    leastVisits: fc.constantFrom(0, 0, 2, 3),
    mostForced: fc.constantFrom(null, null, 0, 1),
  });

  it('agrees with the naive learner, for any decisions of people', () => {
    const picks = fc.array(fc.nat(), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(
        arbitraryDialogues,
        arbitraryPolicy,
        arbitraryLimits,
        picks,
        (dialogues, own, limits, at) => {
          // Later joins and limits are not part of red-blue.
          const {
            tree,
            pathOf,
            merged: before,
          } = merge(dialogues, { ...own, ...limits }, [], { ordersOnly: 1 });
          const [one, other, pinned] = at.map((pick) => 1 + (pick % Math.max(1, tree.stateCount - 1)));
          const isMet = tree.stateCount > 1 && one !== other;
          const decisions: MergeDecision[] = isMet
            ? [
                { kind: 'never', left: pathOf(one!), right: pathOf(other!) },
                { kind: 'pin', left: pathOf(pinned!) },
              ]
            : [];
          const { named, merged } = merge(dialogues, { ...own, ...limits }, decisions, { ordersOnly: 1 });
          const naiveOf = (met: boolean) =>
            naiveRedBlue(naiveTree(dialogues, WHOLE), {
              policy:
                own.policy === 'alergia'
                  ? { name: 'alergia', alpha: own.alpha }
                  : { name: 'k-tails', k: own.k },
              ...limits,
              pinned: met ? [nameOf(pathOf(pinned!))] : [],
              never: met ? [[nameOf(pathOf(one!)), nameOf(pathOf(other!))]] : [],
            } satisfies NaiveMerging);
          expect(before.classes).toBe(naiveOf(false).length);
          expect(merged.classes).toBe(naiveOf(isMet).length);
          expect(named).toEqual(naiveOf(isMet));
        },
      ),
      { numRuns: 150 },
    );
  });

  it('returns a deterministic automaton in which every dialogue keeps its path', () => {
    const arbitraryOptions = fc.record({
      policy: fc.constantFrom<PolicyOptions['policy']>('phi', 'alergia', 'k-tails'),
      leastVisits: fc.constantFrom(0, 2, 4),
      states: fc.constantFrom(null, 3, 6),
    });
    fc.assert(
      fc.property(arbitraryDialogues, arbitraryOptions, (dialogues, options) => {
        const { tree, symbols, merged, tried } = merge(dialogues, options);
        const automaton = assembleAutomaton(tree, symbols, merged.classOf);
        expect(() => checkAutomaton(automaton)).not.toThrow();
        expect(automaton.stateCount).toBe(merged.classes);
        expect(merged.tried).toBe(tried.length);
        const unions = tried.filter(({ verdict }) => verdict.merged && verdict.changed.size > 0);
        expect(unions).toHaveLength(merged.accepted);
        expect(merged.accepted + merged.forced).toBe(tree.stateCount - merged.classes);
        const joined = Array.from(merged.classOf.keys()).filter((state) => merged.classOf[state] !== state);
        expect(joined).toHaveLength(tree.stateCount - merged.classes);
      }),
    );
  });

  const flows = [
    ...many(80, 'a', 'u:hello', 's:ask', 'u:tell', 's:done'),
    ...many(40, 'b', 'u:hello', 's:ask', 'u:refuse', 's:ask', 'u:tell', 's:done'),
    ...many(20, 'c', 'u:hello', 's:ask', 'u:refuse', 's:ask', 'u:refuse', 's:ask', 'u:tell', 's:done'),
  ];

  it('closes a loop if futures are similar, and gives the reason for other refusals', () => {
    const { merged, tried } = merge(flows, { alpha: 1e-4 });
    expect(merged.classes).toBe(6);
    const ending = [
      ...many(60, 'a', 'u:ask', 's:ok'),
      ...many(60, 'b', 'u:ask', 's:ok', 'u:more', 's:ok', 'u:more', 's:ok'),
    ];
    expect(tried.every(({ verdict }) => verdict.merged)).toBe(true);
    const apart = merge(ending, { alpha: 0.05 });
    const refusal = apart.tried.find(({ verdict }) => !verdict.merged)?.verdict;
    expect(refusal).toMatchObject({ merged: false, reason: { kind: 'shares', symbol: -1 } });
  });

  it('merges rare states with the state of their symbol', () => {
    const typo = dialogue('z', 'u:hello', 's:done', 'u:tell', 's:done');
    const plain = merge([...flows, typo], { alpha: 1e-4 });
    const joined = merge([...flows, typo], { alpha: 1e-4, leastVisits: 5 });
    expect(joined.merged.classes).toBe(6);
    expect(plain.merged.classes).toBeGreaterThanOrEqual(6);
  });

  it('merges down to a number of states, the most similar first', () => {
    const { merged, tried } = merge(flows, { policy: 'k-tails', k: 9, states: 6 });
    expect(merged.classes).toBe(6);
    expect(tried.at(-1)?.verdict.merged).toBe(true);
    // States of different symbols are never merged.
    expect(merge(flows, { states: 2 }).merged.classes).toBe(6);
  });

  it('limits the merges that one merge forces', () => {
    const { merged } = merge(flows, { policy: 'k-tails', k: 0, mostForced: 1 });
    expect(merged.refused.forces).toBeGreaterThan(0);
    expect(merged.classes).toBeGreaterThan(merge(flows, { policy: 'k-tails', k: 0 }).merged.classes);
  });

  it('does not depend on the order of the dialogues', () => {
    const { merged } = merge(flows, { alpha: 0.05 });
    expect(merge(flows.toReversed(), { alpha: 0.05 }).merged.classOf).toEqual(merged.classOf);
  });

  it.each([0, -1, 1.1, Number.NaN])('refuses α = %d', (alpha) => {
    expect(() => merge([], { alpha })).toThrow(`alpha is ${alpha}`);
  });

  it.each([-1, 0.5])('refuses k = %d', (k) => {
    expect(() => merge([], { policy: 'k-tails', k })).toThrow(`k is ${k}`);
  });
});

describe('decisions of people', () => {
  const dialogues = [
    ...many(20, 'a', 'u:book', 's:ask', 'u:tell', 's:done'),
    ...many(20, 'b', 'u:cancel', 's:ask', 'u:tell', 's:done'),
    ...many(20, 'c', 'u:greet', 's:greet'),
  ];
  const asked = { left: at('u:book', 's:ask'), right: at('u:cancel', 's:ask') };
  const isOne = ({ named }: ReturnType<typeof merge>, { left, right }: typeof asked) =>
    named.some((states) => states.includes(nameOf(left)) && states.includes(nameOf(right)));

  it('keep states apart, whether a policy requests the merge or another merge forces it', () => {
    for (const policy of ['phi', 'alergia', 'k-tails'] as const) {
      expect(isOne(merge(dialogues, { policy }), asked)).toBe(true);
      const never = merge(dialogues, { policy, states: 2, leastVisits: 30 }, [{ kind: 'never', ...asked }]);
      expect(isOne(never, asked)).toBe(false);
      expect(never.merged.decisions).toEqual([{ outcome: 'kept' }]);
    }
  });

  it('merge states that no policy would merge, with all that this forces', () => {
    const books = { left: at('u:book'), right: at('u:cancel') };
    expect(isOne(merge(dialogues), books)).toBe(false);
    const merged = merge(dialogues, {}, [{ kind: 'merge', ...books }]);
    expect(isOne(merged, books)).toBe(true);
    expect(isOne(merged, asked)).toBe(true);
  });

  it('keep policies from merging a pinned state, but not people', () => {
    const pin: MergeDecision = { kind: 'pin', left: asked.left };
    const pinned = merge(dialogues, {}, [pin]);
    expect(pinned.named).toContainEqual([nameOf(asked.left)]);
    expect(isOne(merge(dialogues, {}, [pin, { kind: 'merge', ...asked }]), asked)).toBe(true);
  });

  it('are reported if they were not found or not possible', () => {
    const gone = at('u:book', 's:gone');
    const { merged } = merge(dialogues, {}, [
      { kind: 'never', ...asked },
      { kind: 'merge', ...asked },
      { kind: 'never', left: asked.left, right: gone },
      { kind: 'merge', left: at('u:book'), right: at('u:greet', 's:greet') },
      { kind: 'merge', left: at(), right: at('u:book') },
    ]);
    expect(merged.decisions).toMatchObject([
      { outcome: 'kept' },
      { outcome: 'refused', reason: { kind: 'never' } },
      { outcome: 'not-found', path: gone },
      { outcome: 'refused', reason: { kind: 'roles' } },
      { outcome: 'refused', reason: { kind: 'start' } },
    ]);
  });
});

function nameOf(path: AccessPath): string {
  return JSON.stringify(path.map(({ role, tag }) => `${role} ${tag}`));
}
