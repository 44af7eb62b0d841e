import type { DialogramClient } from '#shared/contract/contract.ts';
import { about, question } from '../../client/queries.ts';

export const noteQueries = ({ notes }: DialogramClient) => ({
  pins: question('notes.pins', notes.pins, undefined, about('notes', 'tags')),
  guidelines: question('notes.guidelines', notes.guidelines, undefined, about('notes')),
});
