import type { SymbolInfo } from '#shared/domain/symbols.ts';

/** Where in the automaton dialogues are looked at: everywhere, at a state, or along a transition. */
export type Place =
  | { readonly kind: 'all' }
  | { readonly kind: 'state'; readonly state: number }
  | { readonly kind: 'transition'; readonly from: number; readonly symbol: SymbolInfo; readonly to: number };

export const EVERYWHERE: Place = { kind: 'all' };

export function samePlace(a: Place, b: Place): boolean {
  if (a.kind === 'all' || b.kind === 'all') return a.kind === b.kind;
  if (a.kind === 'state' || b.kind === 'state') {
    return a.kind === 'state' && b.kind === 'state' && a.state === b.state;
  }
  return a.from === b.from && a.symbol.role === b.symbol.role && a.symbol.tag === b.symbol.tag;
}
