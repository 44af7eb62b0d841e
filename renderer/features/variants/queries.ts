import type { DialogramClient } from '#shared/contract/contract.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { about, pageOf, question } from '../../client/queries.ts';

interface VariantsAsked {
  readonly run: RunId | null;
  readonly where: string;
  readonly fold: boolean;
  /** Share of the dialogues to cover, 0 … 1. */
  readonly cover: number;
  readonly order: 'commonest' | 'slowest';
}

export const variantQueries = ({ analysis }: DialogramClient) => ({
  variants: (asked: VariantsAsked, page: number) =>
    question('variants', analysis.variants, { ...asked, ...pageOf(page) }, about('corpus', 'tags', 'runs')),
});
