import type { DialogramClient } from '#shared/contract/contract.ts';
import type { FitnessReference } from '#shared/contract/fitness.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import { about, pageOf, question } from '../../client/queries.ts';

interface Held {
  readonly run: RunId | null;
  readonly reference: FitnessReference;
  readonly seconds: number;
}

const CHANGING = about('corpus', 'tags', 'runs', 'automata', 'flows');

export const fitnessQueries = ({ fitness, flows }: DialogramClient) => ({
  check: (held: Held & { readonly where: string }, page: number) =>
    question('fitness', fitness.check, { ...held, ...pageOf(page) }, CHANGING),
  dialogue: (held: Held, dialogue: DialogueId) =>
    question('fitness.dialogue', fitness.dialogue, { ...held, dialogue }, CHANGING),
  flows: question('flows.list', flows.list, undefined, about('flows')),
});
