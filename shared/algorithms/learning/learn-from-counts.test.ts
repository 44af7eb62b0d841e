import { describe, expect, it } from 'vitest';
import { buildSymbolCorpus } from '../../../tests/fixtures/tagged-dialogues.ts';
import type { Automaton } from '../../domain/automaton.ts';
import type { SymbolInfo, TaggedDialogue } from '../../domain/symbols.ts';
import { DEFAULT_PAPER_OPTIONS } from '../automaton/learn.ts';
import { createRandom } from '../random/random.ts';
import { learn } from './learn.ts';
import { type CountedTree, learnFromCounts } from './learn-from-counts.ts';

const TAGS = ['ask', 'answer', 'thank', 'order_book', 'order_pay', ''];

/** Dialogues of a random process whose next tag depends on the last. */
function dialoguesOf(seed: number, count: number): TaggedDialogue[] {
  const random = createRandom(seed);
  const nexts = TAGS.map(() => [random.integer(TAGS.length), random.integer(TAGS.length)] as const);
  return Array.from({ length: count }, (_, at) => {
    let last = random.integer(2);
    return {
      key: String(at),
      turns: Array.from({ length: random.integer(7) }, (_, turn) => {
        last = random.next() < 0.1 ? random.integer(TAGS.length) : nexts[last][random.integer(2)];
        const tag = TAGS[last];
        return { role: turn % 2 === 0 ? 'user' : 'system', tags: tag === '' ? [] : [tag] } as const;
      }),
    };
  });
}

/** Counts a tree of dialogues and cuts paths with fewer than `least`. */
function countedTree(dialogues: readonly TaggedDialogue[], least: number): CountedTree {
  const turns: SymbolInfo[] = [];
  const parents = [-1];
  const turnOf = [-1];
  const taken = [0];
  const ends = [0];
  const child = new Map<string, number>();
  for (const { turns: said } of dialogues) {
    let node = 0;
    taken[0]++;
    for (const { role, tags } of said) {
      const tag = tags[0] ?? '';
      if (!turns.some((turn) => turn.role === role && turn.tag === tag)) turns.push({ role, tag });
      const turn = turns.findIndex((one) => one.role === role && one.tag === tag);
      const key = `${node} ${turn}`;
      if (!child.has(key)) {
        child.set(key, parents.push(node) - 1);
        turnOf.push(turn);
        taken.push(0);
        ends.push(0);
      }
      node = child.get(key)!;
      taken[node]++;
    }
    ends[node]++;
  }
  const kept = parents.map((_, node) => node).filter((node) => node === 0 || taken[node] >= least);
  const numbers = new Map(kept.map((node, at) => [node, at]));
  const cut = kept.map(
    (node) =>
      taken[node] - ends[node] - kept.reduce((sum, one) => sum + (parents[one] === node ? taken[one] : 0), 0),
  );
  return {
    turns,
    parents: Int32Array.from(kept, (node) => numbers.get(parents[node]) ?? -1),
    turnOf: Int32Array.from(kept, (node) => turnOf[node]),
    ends: Int32Array.from(kept, (node) => ends[node]),
    cut: Int32Array.from(cut),
  };
}

function structureOf({
  pathOffsets: _offsets,
  pathStates: _states,
  pathTurns: _turns,
  pathSymbols: _symbols,
  isFromStart: _isFromStart,
  ...structure
}: Automaton) {
  return structure;
}

describe('learning from counts', () => {
  it('learns the same overview as from all dialogues if none is cut', () => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const dialogues = dialoguesOf(seed, 400);
      for (const states of [6, 12, 30]) {
        const all = learn('overview', buildSymbolCorpus(dialogues), { ...DEFAULT_PAPER_OPTIONS, states });
        const counted = learnFromCounts(countedTree(dialogues, 1), {
          learner: 'overview',
          states,
          lambda: null,
        });
        expect(counted.structure).toEqual(structureOf(all.automaton as Automaton));
        expect(counted.report).toEqual(all.report);
      }
    }
  });

  it("learns the same paper's automaton as from all dialogues, with and without merging", () => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const dialogues = dialoguesOf(seed, 300);
      for (const lambda of [null, 0.1, 0.6]) {
        const all = learn('paper', buildSymbolCorpus(dialogues), {
          ...DEFAULT_PAPER_OPTIONS,
          tau: 0,
          lambda,
        });
        const counted = learnFromCounts(countedTree(dialogues, 1), { learner: 'paper', states: 40, lambda });
        expect(counted.structure).toEqual(structureOf(all.automaton as Automaton));
        expect(counted.report).toEqual(all.report);
      }
    }
  });

  it('counts dialogues that are cut at the states they reach, but not as ends', () => {
    const turns = (...tags: string[]) => tags.map((tag) => ({ role: 'user' as const, tags: [tag] }));
    const dialogues: TaggedDialogue[] = [
      ...Array.from({ length: 50 }, (_, at) => ({ key: `a${at}`, turns: turns('ask', 'thank') })),
      ...Array.from({ length: 3 }, (_, at) => ({ key: `b${at}`, turns: turns('ask', 'complain') })),
    ];
    for (const learner of ['overview', 'paper'] as const) {
      const { structure } = learnFromCounts(countedTree(dialogues, 10), {
        learner,
        states: 10,
        lambda: null,
      });
      expect(structure.symbols.map(({ tag }) => tag)).toEqual(['ask', 'thank']);
      expect(structure.dialogueCount).toBe(53);
      expect([...structure.support]).toEqual([53, 53, 50]);
      expect([...structure.transitionSupport]).toEqual([53, 50]);
      expect([...structure.ends]).toEqual([0, 0, 50]);
    }
  });
});
