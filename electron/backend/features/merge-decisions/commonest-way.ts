import type { AccessPath } from '#shared/algorithms/merging/decisions.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import type { AutomatonView } from '../automata/index.ts';

/**
 * Returns the symbols by which most dialogues first reach a state; ties go to fewer symbols, then to the first
 * dialogue.
 *
 * @throws DialogramError for the start, and for an unknown state
 */
export function commonestWay(view: AutomatonView, state: number): AccessPath {
  requireState(view, state);
  const ways = new Map<string, { count: number; readonly path: AccessPath }>();
  for (const dialogue of view.dialoguesAtState(state)) {
    const visits = view.visitsOf(dialogue);
    const path = visits
      .slice(0, visits.findIndex((visit) => visit.state === state) + 1)
      .map(({ symbol: { role, tag } }) => ({ role, tag }));
    const key = JSON.stringify(path);
    const known = ways.get(key);
    if (known) known.count++;
    else ways.set(key, { count: 1, path });
  }
  const [first] = [...ways.values()].sort(
    (one, other) => other.count - one.count || one.path.length - other.path.length,
  );
  return first?.path ?? [];
}

/** @throws DialogramError for the start, and for a state that the automaton does not have */
export function requireState(view: AutomatonView, state: number): void {
  if (state > 0 && state < view.structure.stateCount) return;
  throw new DialogramError(
    'INVALID',
    state === 0 ? 'The start is never merged.' : `The automaton has no state ${state}.`,
    { value: String(state), nextStep: `Choose a state from 1 to ${view.structure.stateCount - 1}.` },
  );
}
