import type { Automaton, AutomatonStructure } from '../../domain/automaton.ts';
import { ROLES } from '../../domain/dialogue.ts';
import type { LearningReport } from '../../domain/figures.ts';
import type { SymbolInfo } from '../../domain/symbols.ts';
import { symbolCorpusFromRows } from '../automaton/corpus/symbol-corpus.ts';
import { learningReport, mergedTree } from '../automaton/learn.ts';
import { growPrefixTree } from '../automaton/tree/grow-tree.ts';
import type { PrefixTree } from '../automaton/tree/prefix-tree.ts';
import { learnOverviewFrom, overviewSequences } from '../overview/learn-overview.ts';
import { dialoguesOf, turnKinds } from '../overview/one-symbol.ts';

/** A prefix tree with one tag per turn, counted by a database. Node 0 is the start; parents come first. */
export interface CountedTree {
  readonly turns: readonly SymbolInfo[];
  /** length = nodes; -1 for the start */
  readonly parents: Int32Array;
  /** length = nodes; an index into `turns`, -1 for the start */
  readonly turnOf: Int32Array;
  readonly ends: Int32Array;
  /** length = nodes; dialogues that continue from the node on paths that were cut because they are too rare */
  readonly cut: Int32Array;
}

export interface CountedOptions {
  readonly learner: 'overview' | 'paper';
  /** For `overview`: the maximum number of states, including the start. */
  readonly states: number;
  readonly lambda: number | null;
}

export interface LearnedFromCounts {
  readonly structure: AutomatonStructure;
  readonly report: LearningReport;
}

/**
 * Learns from a counted prefix tree. If no path is cut, the result equals that of all dialogues (the paper's with τ =
 * 0).
 * @throws RangeError on an option out of range
 */
export function learnFromCounts(tree: CountedTree, options: CountedOptions): LearnedFromCounts {
  const { corpus, dialogues, isCut } = corpusOf(tree);
  if (options.learner === 'paper') {
    const { tree: grown } = growPrefixTree(corpus, GROWN);
    const { lambda } = options;
    return withoutPaths(mergedTree(counted(grown, dialogues, isCut), corpus.symbols, { ...GROWN, lambda }));
  }
  const sequences = overviewSequences({ ...turnKinds(corpus), dialogues, isCut }, options);
  const automaton = learnOverviewFrom(sequences, dialoguesOf(dialogues, dialogues.length), options);
  return withoutPaths({ automaton, report: learningReport(automaton) });
}

const GROWN = { tau: 0, depth: null, continueAt: 'ends' } as const;

function corpusOf({ turns, parents, turnOf, ends, cut }: CountedTree) {
  const depths = new Int32Array(parents.length);
  const entries: { readonly node: number; readonly count: number; readonly isCut: boolean }[] = [];
  let total = 0;
  for (let node = 0; node < parents.length; node++) {
    if (node > 0) depths[node] = depths[parents[node]] + 1;
    for (const isCut of [false, true]) {
      const count = (isCut ? cut : ends)[node];
      if (count === 0) continue;
      entries.push({ node, count, isCut });
      total += depths[node];
    }
  }
  const turnOffsets = new Int32Array(entries.length + 1);
  const turnIds = new Int32Array(total);
  for (const [at, { node }] of entries.entries()) {
    turnOffsets[at + 1] = turnOffsets[at] + depths[node];
    for (let from = node, turn = turnOffsets[at + 1]; from > 0; from = parents[from])
      turnIds[--turn] = turnOf[from];
  }
  const tagOffsets = new Int32Array(total + 1);
  for (let turn = 0; turn < total; turn++)
    tagOffsets[turn + 1] = tagOffsets[turn] + (turns[turnIds[turn]].tag === '' ? 0 : 1);
  const corpus = symbolCorpusFromRows({
    // Sorting by these keys keeps their order.
    keys: entries.map((_, at) => String(at).padStart(10, '0')),
    turnOffsets,
    turnRoles: Uint8Array.from(turnIds, (turn) => ROLES.indexOf(turns[turn].role)),
    tagOffsets,
    tagIds: turnIds.filter((turn) => turns[turn].tag !== ''),
    tagNames: turns.map(({ tag }) => tag),
  });
  return {
    corpus,
    dialogues: Int32Array.from(entries, ({ count }) => count),
    isCut: Uint8Array.from(entries, ({ isCut }) => (isCut ? 1 : 0)),
  };
}

function counted(tree: PrefixTree, pathDialogues: Int32Array, isCut: Uint8Array): PrefixTree {
  const { pathOffsets, pathStates, stateCount } = tree;
  const support = new Int32Array(stateCount);
  const ends = new Int32Array(stateCount);
  let dialogueCount = 0;
  for (let path = 0; path + 1 < pathOffsets.length; path++) {
    const count = pathDialogues[path];
    let state = 0;
    for (let visit = pathOffsets[path]; visit < pathOffsets[path + 1]; visit++) {
      state = pathStates[visit];
      support[state] += count;
    }
    if (isCut[path] === 0) ends[state] += count;
    dialogueCount += count;
  }
  support[0] = dialogueCount;
  return { ...tree, dialogueCount, support, ends, pathDialogues };
}

function withoutPaths({
  automaton: {
    pathOffsets: _offsets,
    pathStates: _states,
    pathTurns: _turns,
    pathSymbols: _symbols,
    isFromStart: _isFromStart,
    pathDialogues: _dialogues,
    ...structure
  },
  report,
}: {
  readonly automaton: Automaton;
  readonly report: LearningReport;
}): LearnedFromCounts {
  return { structure, report };
}
