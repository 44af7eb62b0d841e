import { useQuery } from '@tanstack/react-query';
import type {
  ModelPriceSource,
  ModelRun,
  ModelRunReport,
  ModelTaggingSettings,
  TagEstimate,
} from '#shared/contract/model-tagging.ts';
import {
  costText,
  formatAmount,
  formatCount,
  formatDuration,
  formatSeconds,
  spentText,
} from '#shared/domain/figure-text.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import { client } from '../../client/api.ts';
import { about, freshQuestion, question } from '../../client/queries.ts';
import { defineCommands } from '../../commands/commands.ts';
import { FigureTable } from '../../ui/lists/figure-table.tsx';
import { Unanswered } from '../../ui/state/notice.tsx';

/** Runs, and the dialogues that each has tagged so far. */
const RUNS = about('modelTaggings', 'runs', 'jobs');
const PROMPTS = about('prompts');

export const modelTaggingQueries = {
  prompts: question(
    'modelTagging.prompts',
    client.modelTagging.prompts,
    undefined,
    about('project', 'prompts'),
  ),
  runs: question('modelTagging.runs', client.modelTagging.runs, undefined, RUNS),
  preview: (settings: ModelTaggingSettings, dialogue: DialogueId | null) =>
    freshQuestion('modelTagging.preview', client.modelTagging.preview, { settings, dialogue }, PROMPTS),
  estimate: (settings: ModelTaggingSettings, run: RunId | null) =>
    freshQuestion('modelTagging.estimate', client.modelTagging.estimate, { settings, run }, PROMPTS),
  report: (run: RunId) => question('modelTagging.report', client.modelTagging.report, { run }, RUNS),
  results: (run: RunId, which: 'pilot' | 'flagged' | 'failed') =>
    question('modelTagging.results', client.modelTagging.results, { run, which, limit: 200 }, RUNS),
};

export const MODEL_TAGGING = 'model-tagging';

export const modelTaggingCommands = defineCommands(
  'tags',
  { group: 'Corpus, tags, automaton' },
  {
    model: { title: 'Tag with a model…' },
  },
);

/** Says where a price comes from, so that nobody takes an old price list for today's bill. */
export function describePrice(price: ModelPriceSource | null): string {
  if (price === null) return 'unknown (enter the price under Settings, Models)';
  if (price.source === 'local') return 'none, because the server is on this machine';
  const figures = `${costText(price.inputUsd)} in, ${costText(price.outputUsd)} out per million tokens`;
  return price.source === 'list' ? `${figures} (price list of ${price.asOf})` : figures;
}

export function describeCost(cost: TagEstimate['costUsd'], which: 'most' | 'likely'): string {
  return cost === null ? 'unknown' : costText(cost[which]);
}

export function describePause(reason: ModelRun['reason']): string | undefined {
  switch (reason?.code) {
    case 'pilot':
      return 'pilot done';
    case 'budget':
      return 'budget reached';
    case 'provider':
      return 'refused by the server';
    case 'elsewhere':
      return 'waiting for answers to the exported prompts';
  }
}

export function describePilot({
  dialogues,
  askedMs,
  vocabulary,
  variant,
}: Pick<ModelRunReport, 'dialogues' | 'askedMs' | 'vocabulary' | 'variant'>): string[] {
  const left = dialogues.total - dialogues.done;
  const sentences: string[] = [];
  if (left > 0 && dialogues.done > 0 && askedMs > 0)
    sentences.push(
      `Tagging the other ${formatAmount(left, 'dialogue')} one at a time would take about ${formatDuration((left * askedMs) / dialogues.done / 1000)}.`,
    );
  if (vocabulary && vocabulary.size >= MANY_TAGS && 2 * vocabulary.once > vocabulary.size)
    sentences.push(
      `${formatCount(vocabulary.once)} of ${formatAmount(vocabulary.size, 'tag')} were used only once. An automaton needs tags that recur.${variant === 'open' ? ' Try the closed vocabulary, which prefers existing tags.' : ''}`,
    );
  return sentences;
}

/** With fewer tags, nothing can be said about the rest, even if most occurred once. */
const MANY_TAGS = 10;

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
    { label: 'Turns to tag by hand', value: formatCount(report.flaggedTurns) },
    { label: 'Dialogues without an answer', value: formatCount(dialogues.failed) },
    { label: 'Requests', value: formatCount(report.requests) },
    { label: 'Cached answers', value: formatCount(report.cached) },
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
      label: 'Latency, median and 95th percentile',
      value: `${inSeconds(report.latencyMedianMs)}, ${inSeconds(report.latencyP95Ms)}`,
    },
  ];
  if (report.batched > 0)
    rows.splice(6, 0, { label: 'Answers from batch files', value: formatCount(report.batched) });
  return rows;
}

const atMostTwice = (name: string, likely: number, most = likely) => ({
  name,
  likely: formatCount(likely),
  most: formatCount(2 * most),
});

interface EstimateBoxProps {
  readonly settings: ModelTaggingSettings;
  readonly run: RunId | null;
}

export function EstimateBox({ settings, run }: EstimateBoxProps) {
  const estimate = useQuery(modelTaggingQueries.estimate(settings, run));
  if (estimate.isError || !estimate.data)
    return <Unanswered of={estimate} loading="Preparing the requests…" />;
  const { data } = estimate;
  return (
    <>
      <FigureTable
        className="report tagging-estimate"
        caption="Estimate"
        columns={[
          { name: '', isName: true, value: ({ name }) => name },
          { name: 'Likely', className: 'number', value: ({ likely }) => likely },
          { name: 'At most', className: 'number', value: ({ most }) => most },
        ]}
        rows={[
          atMostTwice('Requests', data.requests),
          atMostTwice('Tokens in', data.input.likely, data.input.most),
          atMostTwice('Tokens out', data.output.likely, data.output.most),
          {
            name: 'Cost',
            likely: describeCost(data.costUsd, 'likely'),
            most: describeCost(data.costUsd, 'most'),
          },
        ]}
        keyOf={({ name }) => name}
        rowClass={({ name }) => (name === 'Cost' ? 'main' : undefined)}
      />
      <dl className="tagging-facts grid gap-1-4">
        <dt>Dialogues</dt>
        <dd>
          {formatCount(data.dialogues)}
          {data.inParts > 0 && `, ${formatCount(data.inParts)} in parts`}
        </dd>
        <dt>Already answered</dt>
        <dd>{formatCount(data.cached)}, not included in these figures</dd>
        {data.alike > 0 && (
          <>
            <dt>Identical requests</dt>
            <dd>{formatCount(data.alike)}, sent once</dd>
          </>
        )}
        <dt>Price</dt>
        <dd>{describePrice(data.price)}</dd>
      </dl>
      <p className="quiet small">
        {data.measured
          ? '“Likely” is based on the average of the pilot.'
          : '“Likely” assumes four bytes per token.'}{' '}
        “At most” assumes one token per byte, full-length answers and every request sent twice. Nothing was
        sent for this estimate.
      </p>
    </>
  );
}
