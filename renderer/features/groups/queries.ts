import type { DialogramClient } from '#shared/contract/contract.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { about, pageOf, question } from '../../client/queries.ts';

interface GroupsAsked {
  readonly run: RunId | null;
  readonly left: string;
  readonly right: string;
}

export const groupQueries = ({ analysis }: DialogramClient) => ({
  compare: (asked: GroupsAsked, page: number) =>
    question('groups', analysis.compare, { ...asked, ...pageOf(page) }, about('corpus', 'tags', 'runs')),
});
