import type { AutomatonStructure } from '../../../domain/automaton.ts';
import { formatCount } from '../../../domain/figure-text.ts';
import type { SymbolInfo } from '../../../domain/symbols.ts';
import { toDrawn } from '../../layout/drawn-automaton.ts';
import { spokenTag } from '../../layout/labels/label-text.ts';
import { stateName } from '../../layout/scene/describe.ts';
import { OTHER_TAG } from '../../overview/one-symbol.ts';

/**
 * Returns the names of states as pictures show them: people's names, or else the moves that lead there.
 * @param names people's names by number, '' for none
 */
export function shownNames(automaton: AutomatonStructure, names: readonly string[]): string[] {
  const drawn = toDrawn(automaton);
  const named = {
    ...drawn,
    states: { ...drawn.states, names: drawn.states.roles.map((_, at) => names[at] ?? '') },
  };
  return drawn.states.roles.map((_, state) => stateName(named, state));
}

/** Returns the name of a move as pictures show it. */
export const moveName = ({ tag }: Pick<SymbolInfo, 'tag'>): string => spokenTag(tag);

/** Returns what stands on a transition: its dialogues, and its move unless that is the name of the state. */
export function shownMove(symbol: SymbolInfo, support: number, target: string): string {
  const move = moveName(symbol);
  // Automata of earlier versions have one state for all rare moves.
  return move === target || symbol.tag === OTHER_TAG
    ? formatCount(support)
    : `${move} ${formatCount(support)}`;
}
