import type { DialogramClient } from '#shared/contract/contract.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { about, question } from '../../client/queries.ts';

export const annotationQueries = ({ annotations }: DialogramClient) => ({
  list: (automaton: RunId) =>
    question('annotations', annotations.list, { automaton }, about('annotations', 'automata', 'corpus')),
});
