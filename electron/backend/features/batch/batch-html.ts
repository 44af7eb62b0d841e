import type { EstimateValue } from '#shared/contract/evaluation.ts';
import { modelOf } from '#shared/domain/agent.ts';
import { FIGURES, type Figure, isClear } from '#shared/domain/answer-figures.ts';
import { costText } from '#shared/domain/cost-text.ts';
import { figureText, formatCount, formatSetShare, intervalText } from '#shared/domain/figure-text.ts';
import { textOf } from './batch-rows.ts';
import type { ExportedBatch } from './exported-batch.ts';

const FIGURE_TITLES: Readonly<Record<Figure, string>> = {
  corpusBleu: 'corpus BLEU',
  bleu: 'sentence BLEU',
  rouge1: 'ROUGE-1',
  rouge2: 'ROUGE-2',
  rougeL: 'ROUGE-L',
  actF1: 'act F1',
  embedding: 'embedding similarity',
  words: 'tokens (13a)',
  characters: 'characters',
  latencyMs: 'latency ms',
  costUsd: 'cost USD a row',
  failures: 'failures %',
};

const STYLE = `
:root { color-scheme: light dark; font: 13px/1.45 system-ui, sans-serif; }
body { margin: 24px; }
h1 { font-size: 18px; margin: 0 0 4px; }
h2 { font-size: 15px; margin: 24px 0 8px; }
table { border-collapse: collapse; width: 100%; }
th, td { border: 1px solid color-mix(in srgb, currentColor 22%, transparent); padding: 4px 8px; text-align: left; vertical-align: top; }
th { font-weight: 600; }
td.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
small { opacity: 0.75; }
.problem { color: #b3261e; }
.rows td { white-space: pre-wrap; overflow-wrap: anywhere; min-width: 160px; }
.rows td:first-child { min-width: 0; white-space: nowrap; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 16px; margin: 8px 0; }
dt { opacity: 0.75; } dd { margin: 0; }
.wide { overflow-x: auto; }
@media (prefers-color-scheme: dark) { .problem { color: #f2b8b5; } }
`;

/** A self-contained page: no scripts, no external resources, and imported text as text. */
export function* htmlOfBatch(batch: ExportedBatch): Generator<string> {
  const { row, columns, items, summary } = batch;
  const { params, startedAt, result } = row;
  const title = `Batch run of ${row.startedAt}`;
  const failures = summary.columns.reduce((sum, column) => sum + column.failures, 0);
  const unit = params.answering.unit === 'next-turn' ? 'turns' : 'dialogues';
  yield `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>${title}</title><style>${STYLE}</style></head><body>
<h1>${title}</h1>
<dl>
${pairs([
  ['Begun', startedAt],
  ['State', result?.state ?? 'unfinished'],
  [
    'Asked',
    `${summary.items} of ${items.length} ${unit} of ${summary.dialogues} dialogues; ${params.heldOut} ${unit} are held out`,
  ],
  ['Columns', String(columns.length)],
  ['Rows without an answer, or not all of it', String(failures)],
  ['Tags', `${params.tagger}, run ${params.run}`],
  ['Examples a column', String(params.answering.examples)],
  ['Turns of context', params.answering.context === null ? 'all' : String(params.answering.context)],
  ['Seeds', `sample ${params.seed}, draws ${params.answering.seed}`],
  ['Examples masked', params.answering.masking ? 'yes' : 'no'],
  [
    'Version of the prompt',
    params.answering.promptVersion === null ? 'none' : String(params.answering.promptVersion),
  ],
  ['Embedding similarity by', summary.encoder],
  [
    'Intervals',
    `${formatSetShare(summary.bootstrap.level)}, bootstrap over dialogues, ${formatCount(summary.bootstrap.resamples)} resamples, seed ${summary.bootstrap.seed}`,
  ],
])}
</dl>
<h2>In total</h2><div class="wide"><table><thead><tr><th>Column</th>${FIGURES.map((figure) => `<th>${FIGURE_TITLES[figure]}</th>`).join('')}<th>distinct-1</th><th>distinct-2</th><th>model tokens in / out</th><th>cost</th></tr></thead><tbody>
`;
  for (const column of summary.columns) {
    const { tokens, cost } = column;
    yield `<tr><th>${escaped(column.title)}</th>${FIGURES.map((figure) => estimateCell(column.figures[figure])).join('')}${[column.distinct1, column.distinct2].map((value) => cell(figureText(value, { digits: 3 }))).join('')}${cell(`${formatCount(tokens.input)} / ${formatCount(tokens.output)}${unknown(tokens.unknown === column.rows && modelOf(column.column) === null ? 0 : tokens.unknown)}`)}${cell(`${costText(cost.usd)}${unknown(cost.unknown)}`)}</tr>
`;
  }
  yield '</tbody></table></div>';
  const baseline = summary.columns.find(({ key }) => key === summary.against);
  if (baseline) yield* differencesOf(baseline.title, summary);
  yield `
<h2>Row by row</h2><div class="wide"><table class="rows"><thead><tr><th>Dialogue</th><th>Asked</th><th>What was said</th>${columns.map(({ title: name }) => `<th>${escaped(name)}</th>`).join('')}</tr></thead><tbody>
`;
  for (const item of items) {
    const answers = batch.cells(item).map((one) => {
      if (!one) return '<td></td>';
      const problem = one.problem === null ? '' : `<div class="problem">${escaped(one.problem)}</div>`;
      return `<td>${escaped(textOf(one.answers))}${problem}<br><small>BLEU ${figureText(one.measures.bleu)} · ROUGE-L ${figureText(one.measures.rougeL)}</small></td>`;
    });
    yield `<tr><td>${escaped(batch.externalId(item))}<br><small>turn ${item.rounds.map((round) => round + 1).join(', ')}</small></td><td>${escaped(item.asked)}</td><td>${escaped(item.truths.join('\n'))}</td>${answers.join('')}</tr>
`;
  }
  yield '</tbody></table></div></body></html>\n';
}

/** Each column minus the baseline, on the same rows. Bold means that the interval excludes 0. */
function* differencesOf(baseline: string, { columns }: ExportedBatch['summary']): Generator<string> {
  yield `
<h2>Minus ${escaped(baseline)}</h2><div class="wide"><table><thead><tr><th>Column</th>${FIGURES.map((figure) => `<th>${FIGURE_TITLES[figure]}</th>`).join('')}</tr></thead><tbody>
`;
  for (const { title, difference } of columns) {
    if (difference === null) continue;
    yield `<tr><th>${escaped(title)}</th>${FIGURES.map((figure) => estimateCell(difference[figure], true)).join('')}</tr>
`;
  }
  yield '</tbody></table></div>';
}

const pairs = (list: readonly (readonly [string, string])[]): string =>
  list.map(([name, value]) => `<dt>${escaped(name)}</dt><dd>${escaped(value)}</dd>`).join('\n');

const cell = (text: string): string => `<td class="number">${text}</td>`;

const unknown = (rows: number): string =>
  rows === 0 ? '' : `<br><small>${formatCount(rows)} unknown</small>`;

function estimateCell(value: EstimateValue, signed = false): string {
  const { estimate, lower, upper } = value;
  if (estimate === null) return cell('–');
  // Nothing at all, such as the cost of answers without a model.
  if (estimate === 0 && !lower && !upper) return cell('0');
  const digits = Math.abs(estimate) < 1 ? 3 : 1;
  const range = intervalText({ lower, upper }, { digits });
  const figure = figureText(estimate, { digits, signed });
  return cell(
    `${signed && isClear(value) ? `<b>${figure}</b>` : figure}${range && `<br><small>${range}</small>`}`,
  );
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
