import type { DialogramClient } from '#shared/contract/contract.ts';
import type { CleaningRule } from '#shared/domain/cleaning-rule.ts';
import { about, question } from '../../client/queries.ts';

/** Queries for the rules in use, and for what rules would remove. */
export const cleaningQueries = ({ cleaning }: DialogramClient) => ({
  state: question('cleaning', cleaning.state, undefined, about('corpus')),
  preview: (rules: readonly CleaningRule[]) =>
    question('cleaning preview', cleaning.preview, { rules: [...rules] }, about('corpus')),
});
