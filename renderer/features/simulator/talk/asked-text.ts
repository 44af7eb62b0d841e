import type { Talk } from '#shared/contract/agents.ts';
import { costText, formatAmount, formatCount } from '#shared/domain/figure-text.ts';

type Asked = Pick<NonNullable<Talk['turns'][number]['asked']>, 'tokens' | 'costUsd' | 'cached'>;

/** Says how many tokens a request to a model took, and what it cost. */
export function askedText({ tokens, costUsd, cached }: Asked): string {
  const count = tokens
    ? `${formatCount(tokens.input)} tokens in, ${formatCount(tokens.output)} out`
    : 'tokens unknown';
  if (cached) return `${count}, from the cache`;
  return `${count}, ${costUsd === null ? 'cost unknown' : costText(costUsd)}`;
}

/** Says how many tokens the turns of a dialogue took, in total and on average. Cached answers count too. */
export function talkTokensText(turns: readonly Asked[]): string {
  const told = turns.flatMap(({ tokens }) => tokens ?? []);
  if (told.length === 0) return 'tokens unknown';
  const sum = told.reduce((all, { input, output }) => all + input + output, 0);
  const each = told.length > 1 ? `, ${formatCount(Math.round(sum / told.length))} a turn` : '';
  return `${formatAmount(sum, 'token')} so far${each}`;
}
