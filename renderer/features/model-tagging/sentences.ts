import type {
  ModelPriceSource,
  ModelRun,
  ModelRunReport,
  TagEstimate,
} from '#shared/contract/model-tagging.ts';
import { costText, formatCount, formatSeconds, spentText } from '#shared/domain/figure-text.ts';

/** Says where a price comes from, so that nobody takes an old price list for today's bill. */
export function describePrice(price: ModelPriceSource | null): string {
  if (price === null) return 'unknown: enter it under Settings, Models';
  if (price.source === 'local') return 'none, the server is on this machine';
  const figures = `${costText(price.inputUsd)} in, ${costText(price.outputUsd)} out per million tokens`;
  return price.source === 'list' ? `${figures} (list of ${price.asOf})` : figures;
}

export function describeCost(cost: TagEstimate['costUsd'], which: 'most' | 'likely'): string {
  return cost === null ? 'unknown' : costText(cost[which]);
}

/** Says what a paused run waits for; undefined if no text is needed. */
export function describePause(reason: ModelRun['reason']): string | undefined {
  switch (reason?.code) {
    case 'pilot':
      return 'pilot done';
    case 'budget':
      return 'budget reached';
    case 'provider':
      return 'refused by the server';
    case 'elsewhere':
      return 'waiting for answers from elsewhere';
  }
}

interface ReportRow {
  readonly label: string;
  readonly value: string;
  readonly hint?: string;
}

const inSeconds = (ms: number | null): string =>
  ms === null ? '–' : ms < 1000 ? `${Math.round(ms)} ms` : formatSeconds(ms / 1000);

export function reportRows(report: ModelRunReport): ReportRow[] {
  const { dialogues } = report;
  const rows: ReportRow[] = [
    { label: 'Dialogues', value: `${formatCount(dialogues.done)} of ${formatCount(dialogues.total)}` },
    { label: 'Turns left for a person', value: formatCount(report.flaggedRounds) },
    { label: 'Dialogues without an answer', value: formatCount(dialogues.failed) },
    { label: 'Requests', value: formatCount(report.requests) },
    { label: 'Answers from the cache', value: formatCount(report.cached) },
    { label: 'Retries', value: formatCount(report.retries) },
    {
      label: 'Tokens in, out',
      value: `${formatCount(report.inputTokens)}, ${formatCount(report.outputTokens)}`,
    },
    {
      label: 'Cost',
      value: spentText(report),
    },
    {
      label: 'Latency, median and 95 %',
      value: `${inSeconds(report.latencyMedianMs)}, ${inSeconds(report.latencyP95Ms)}`,
    },
  ];
  if (report.batched > 0)
    rows.splice(6, 0, { label: 'Answers from batch files', value: formatCount(report.batched) });
  return rows;
}
