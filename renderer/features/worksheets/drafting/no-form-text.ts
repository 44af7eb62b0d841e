import { formatAmount, formatSetShare, formatShare } from '#shared/domain/figure-text.ts';
import type { DraftedWorksheet } from '#shared/domain/worksheet.ts';
import { LEAST_FORM } from '#shared/domain/worksheet.ts';

export function noFormText({
  fields,
  dialogues,
}: Pick<DraftedWorksheet, 'dialogues'> & {
  readonly fields: readonly Pick<DraftedWorksheet['fields'][number], 'field' | 'share'>[];
}): string {
  const [most] = fields.toSorted((a, b) => b.share - a.share);
  const asked = most
    ? ` Agents ask most often for “${most.field}” (${formatShare(most.share)} of the dialogues).`
    : '';
  return `These ${formatAmount(dialogues, 'dialogue')} have too little in common for a worksheet.${asked} A worksheet needs something that agents ask for in at least ${formatSetShare(LEAST_FORM)} of the dialogues. Choose other dialogues, such as those about one topic.`;
}
