import type { AutomatonStructure } from '../../domain/automaton.ts';
import type { SymbolInfo } from '../../domain/symbols.ts';
import { compareCodePoints } from '../automaton/code-point-order.ts';
import { type ContextAutomaton, POSITIONS } from './context-automaton.ts';
import type { RetrievalCorpus } from './retrieval-corpus.ts';

/**
 * The context automaton in the form in which every automaton is drawn, so that it is shown like the paper's.
 *
 * What are dialogues there are turns here: support counts the turns of a state, and a turn ends where its route
 * does. A tag is marked with how many rounds before the answer it stands, since the same tag said earlier is
 * another letter: `hotel ‹1›` is the last user round's, `hotel ‹3›` that of the one before.
 * The states keep their ids. O(transitions · log transitions).
 */
export function contextStructure(automaton: ContextAutomaton, corpus: RetrievalCorpus): AutomatonStructure {
  const { stateCount, parents, rangeStarts, rangeEnds, enteringBacks } = automaton;
  const letters = new Map<string, SymbolInfo>();
  const letterOf = (state: number): string => {
    const symbol = symbolOf(automaton, corpus, state);
    const key = `${symbol.role}\u0000${symbol.tag}`;
    if (!letters.has(key)) letters.set(key, symbol);
    return key;
  };
  const keys = Array.from({ length: stateCount }, (_, state) => (state === 0 ? '' : letterOf(state)));
  const ordered = [...letters].sort(
    ([, a], [, b]) => compareCodePoints(a.role, b.role) || compareCodePoints(a.tag, b.tag),
  );
  const ids = new Map(ordered.map(([key], id) => [key, id]));

  const transitionSymbols = new Int32Array(stateCount - 1);
  const transitionTargets = new Int32Array(stateCount - 1);
  const support = rangeEnds.map((end, state) => end - rangeStarts[state]);
  const ends = support.slice();
  const roles = new Uint8Array(stateCount).fill(2);
  const depths = new Int32Array(stateCount);
  for (let state = 0; state < stateCount; state++) {
    const from = automaton.childOffsets[state];
    const children = automaton.children.slice(from, automaton.childOffsets[state + 1]);
    children.sort((a, b) => ids.get(keys[a])! - ids.get(keys[b])!);
    children.forEach((child, at) => {
      transitionSymbols[from + at] = ids.get(keys[child])!;
      transitionTargets[from + at] = child;
      ends[state] -= support[child];
    });
  }
  for (let state = 1; state < stateCount; state++) {
    // A parent's id is smaller than its children's, so its depth is known.
    depths[state] = depths[parents[state]] + 1;
    if (enteringBacks[state] > 0) roles[state] = enteringBacks[state] % 2;
  }
  return {
    symbols: ordered.map(([, symbol]) => symbol),
    stateCount,
    dialogueCount: automaton.turns.length,
    transitionOffsets: automaton.childOffsets,
    transitionSymbols,
    transitionTargets,
    transitionSupport: transitionTargets.map((target) => support[target]),
    support,
    ends,
    united: new Int32Array(stateCount).fill(1),
    roles,
    depths,
  };
}

function symbolOf(automaton: ContextAutomaton, corpus: RetrievalCorpus, state: number): SymbolInfo {
  const symbol = automaton.enteringSymbols[state];
  const back = automaton.enteringBacks[state];
  // The position is that of the system turn to come.
  if (back === 0) return { role: 'system', tag: `turn ${symbol + 1}${symbol === POSITIONS - 1 ? '+' : ''}` };
  const { role, tag } = corpus.symbols[symbol];
  return { role, tag: `${tag} ‹${back}›` };
}

/** The turns a state tracks, I(q); a view, not a copy. */
export function turnsAtState(automaton: ContextAutomaton, state: number): Int32Array {
  return automaton.turns.subarray(automaton.rangeStarts[state], automaton.rangeEnds[state]);
}
