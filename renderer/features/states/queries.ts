import type { DialogramClient } from '#shared/contract/contract.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { about, question } from '../../client/queries.ts';

export const stateQueries = ({ stateNames }: DialogramClient) => ({
  names: (automaton: RunId | null) =>
    question('state-names', stateNames.list, { automaton }, about('stateNames', 'automata', 'corpus')),
  phases: (automaton: RunId | null) =>
    question('phases', stateNames.phases, { automaton }, about('stateNames', 'automata', 'corpus')),
});
