import type { BatchColumnHead, BatchFormat, BatchSummary } from '#shared/contract/batch.ts';
import { modelOf } from '#shared/domain/agent.ts';
import {
  costText,
  figureText,
  formatCount,
  formatSetShare,
  intervalText,
} from '#shared/domain/figure-text.ts';
import { type Estimate, FIGURES, type Figure, isClear } from '#shared/domain/figures.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { type CsvCell, csvLine, csvTable } from '../../output/csv.ts';
import { type OutputTarget, writeInPieces } from '../../output/target.ts';
import {
  type BatchCellRow,
  type BatchItemRow,
  cellsOf,
  findCell,
  readItems,
} from '../../store/comparing/batch-run-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { headOf } from '../retrieval/index.ts';
import { summariseBatch } from './batch-figures.ts';
import { type BatchRunRow, batchRuns, headReader, measuresOf, textOf } from './batch-rows.ts';

function totalsAsCsv({ columns, against }: BatchSummary): string {
  const named = (names: readonly string[]) =>
    names.flatMap((name) => [name, `${name} lower`, `${name} upper`]);
  const header = [
    'column',
    'key',
    'uses the correct labels',
    'baseline',
    'rows',
    'turns',
    ...named(FIGURES),
    ...(against === null ? [] : named(FIGURES.map((figure) => `${figure} minus baseline`))),
    'distinct1',
    'distinct2',
    'rows without a known cost',
  ];
  const rows = columns.map(
    ({ title, key, rows: answered, turns, figures, difference, ...column }): CsvCell[] => [
      title,
      key,
      column.usesLabels,
      against,
      answered,
      turns,
      ...[figures, ...(against === null ? [] : [difference])].flatMap((of) =>
        FIGURES.flatMap((figure) => [
          of?.[figure].estimate ?? null,
          of?.[figure].lower ?? null,
          of?.[figure].upper ?? null,
        ]),
      ),
      column.distinct1,
      column.distinct2,
      column.cost.unknown,
    ],
  );
  return [header, ...rows].map(csvLine).join('');
}

interface ExportedBatch {
  readonly row: BatchRunRow;
  readonly columns: readonly BatchColumnHead[];
  readonly summary: BatchSummary;
  readonly items: readonly BatchItemRow[];
  readonly externalId: (item: BatchItemRow) => string;
  /** By column; null if there is no answer yet. */
  readonly cells: (item: BatchItemRow) => readonly (BatchCellRow | null)[];
  readonly whole: (item: BatchItemRow, index: number) => BatchCellRow | null;
}

const FIGURE_TITLES: Readonly<Record<Figure, string>> = {
  corpusBleu: 'corpus BLEU',
  bleu: 'sentence BLEU',
  rouge1: 'ROUGE-1',
  rouge2: 'ROUGE-2',
  rougeL: 'ROUGE-L',
  actF1: 'act F1',
  examplesF1: 'act F1 of examples',
  embedding: 'embedding similarity',
  bertScore: 'BERTScore',
  words: 'tokens (13a)',
  characters: 'characters',
  latencyMs: 'latency ms',
  costUsd: 'cost USD per row',
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
function* htmlOfBatch(batch: ExportedBatch): Generator<string> {
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
  ['Started', startedAt],
  ['State', result?.state ?? 'unfinished'],
  [
    'Sample',
    `${summary.items} of ${items.length} ${unit} of ${summary.dialogues} dialogues; ${params.heldOut} ${unit} are kept for testing`,
  ],
  ['Columns', String(columns.length)],
  ['Rows without a complete answer', String(failures)],
  ['Tags', `${params.tagger}, run ${params.run}`],
  ['Examples per column', String(params.answering.examples)],
  ['Turns of context', params.answering.context === null ? 'all' : String(params.answering.context)],
  ['Seeds', `${params.seed} for the sample, ${params.answering.seed} for random choices`],
  ['Examples masked', params.answering.masking ? 'yes' : 'no'],
  [
    'Prompt version',
    params.answering.promptVersion === null ? 'none' : String(params.answering.promptVersion),
  ],
  ['Encoder for embedding similarity', summary.encoder],
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
    yield `<tr><th>${headCell(column)}</th>${FIGURES.map((figure) => estimateCell(column.figures[figure])).join('')}${[column.distinct1, column.distinct2].map((value) => cell(figureText(value, { digits: 3 }))).join('')}${cell(`${formatCount(tokens.input)} / ${formatCount(tokens.output)}${unknown(tokens.unknown === column.rows && modelOf(column.column) === null ? 0 : tokens.unknown)}`)}${cell(`${costText(cost.usd)}${unknown(cost.unknown)}`)}</tr>
`;
  }
  yield '</tbody></table></div>';
  const baseline = summary.columns.find(({ key }) => key === summary.against);
  if (baseline) yield* differencesOf(baseline.title, summary);
  yield `
<h2>Row by row</h2><div class="wide"><table class="rows"><thead><tr><th>Dialogue</th><th>Previous turn</th><th>True answer</th>${columns.map((column) => `<th>${headCell(column)}</th>`).join('')}</tr></thead><tbody>
`;
  for (const item of items) {
    const answers = batch.cells(item).map((one) => {
      if (!one) return '<td></td>';
      const problem = one.problem === null ? '' : `<div class="problem">${escaped(one.problem)}</div>`;
      return `<td>${escaped(textOf(one.answers))}${problem}<br><small>BLEU ${figureText(one.measures.bleu)} · ROUGE-L ${figureText(one.measures.rougeL)}</small></td>`;
    });
    yield `<tr><td>${escaped(batch.externalId(item))}<br><small>turn ${item.turns.map((turn) => turn + 1).join(', ')}</small></td><td>${escaped(item.asked)}</td><td>${escaped(item.truths.join('\n'))}</td>${answers.join('')}</tr>
`;
  }
  yield '</tbody></table></div></body></html>\n';
}

/** Each column minus the baseline, on the same rows. Bold means that the interval excludes 0. */
function* differencesOf(baseline: string, { columns }: ExportedBatch['summary']): Generator<string> {
  yield `
<h2>Difference from ${escaped(baseline)}</h2><div class="wide"><table><thead><tr><th>Column</th>${FIGURES.map((figure) => `<th>${FIGURE_TITLES[figure]}</th>`).join('')}</tr></thead><tbody>
`;
  for (const { difference, ...column } of columns) {
    if (difference === null) continue;
    yield `<tr><th>${headCell(column)}</th>${FIGURES.map((figure) => estimateCell(difference[figure], true)).join('')}</tr>
`;
  }
  yield '</tbody></table></div>';
}

const pairs = (list: readonly (readonly [string, string])[]): string =>
  list.map(([name, value]) => `<dt>${escaped(name)}</dt><dd>${escaped(value)}</dd>`).join('\n');

const headCell = ({ title, usesLabels }: Pick<BatchColumnHead, 'title' | 'usesLabels'>): string =>
  `${escaped(title)}${usesLabels ? '<br><small>uses the correct labels</small>' : ''}`;

const cell = (text: string): string => `<td class="number">${text}</td>`;

const unknown = (rows: number): string =>
  rows === 0 ? '' : `<br><small>${formatCount(rows)} unknown</small>`;

function estimateCell(value: Estimate, signed = false): string {
  const { estimate, lower, upper } = value;
  if (estimate === null) return cell('–');
  // No interval for constants, such as the cost without a model.
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

const WRITERS: Readonly<Record<BatchFormat, (batch: ExportedBatch) => Iterable<string>>> = {
  csv: csvOf,
  jsonl: linesOf,
  html: htmlOfBatch,
  'totals.csv': ({ summary }) => [totalsAsCsv(summary)],
  'totals.json': ({ summary }) => [`${JSON.stringify(summary, null, 2)}\n`],
};

export async function writeBatch(
  database: ReadDatabase,
  { run, to, against }: { readonly run: RunId; readonly to: BatchFormat; readonly against: string | null },
  out: OutputTarget,
): Promise<{ path: string; bytes: number }> {
  const row = batchRuns.require(database, run);
  const { columns } = row.params;
  const head = headReader(database);
  const batch: ExportedBatch = {
    row,
    columns: columns.map((column) => headOf(column, row.params.tagger)),
    summary: summariseBatch(database, run, against),
    items: readItems(database, run),
    externalId: (item) => head(item).externalId,
    cells(item) {
      const cells = new Map(cellsOf(database, run, [item.item]).map((cell) => [cell.columnIndex, cell]));
      return columns.map((_, index) => cells.get(index) ?? null);
    },
    whole: (item, index) => findCell(database, run, item.item, index),
  };
  return writeInPieces(out, WRITERS[to](batch));
}

interface CsvRow {
  readonly item: BatchItemRow;
  readonly head: BatchColumnHead;
  readonly cell: BatchCellRow;
  readonly measures: ReturnType<typeof measuresOf>;
}

function csvOf({ items, columns, externalId, cells }: ExportedBatch): Generator<string> {
  function* rows(): Generator<CsvRow> {
    for (const item of items)
      for (const [index, cell] of cells(item).entries()) {
        const head = columns[index];
        if (cell && head) yield { item, head, cell, measures: measuresOf(cell.measures) };
      }
  }
  return csvTable<CsvRow>(
    [
      ['row', ({ item }) => item.item],
      ['dialogue', ({ item }) => externalId(item)],
      ['turn', ({ item }) => item.turns.join(' ')],
      ['column', ({ head }) => head.title],
      ['method', ({ head: { column } }) => (column.kind === undefined ? column.method : column.kind)],
      ['answerer', ({ head: { column } }) => column.answerer?.kind ?? null],
      ['model', ({ head: { column } }) => modelOf(column)?.model ?? null],
      ['uses the correct labels', ({ head }) => head.usesLabels],
      ['asked', ({ item }) => item.asked],
      ['truth', ({ item }) => item.truths.join('\n')],
      ['answer', ({ cell }) => textOf(cell.answers)],
      ['BLEU', ({ measures }) => measures.bleu],
      ['ROUGE-1', ({ measures }) => measures.rouge1],
      ['ROUGE-2', ({ measures }) => measures.rouge2],
      ['ROUGE-L', ({ measures }) => measures.rougeL],
      ['act F1', ({ measures }) => measures.actF1],
      ['act F1 of examples', ({ measures }) => measures.examplesF1],
      ['embedding similarity', ({ measures }) => measures.embedding],
      ['BERTScore', ({ measures }) => measures.bertScore],
      ['tokens of the answer (13a)', ({ measures }) => measures.words],
      ['characters', ({ measures }) => measures.characters],
      ['input tokens', ({ cell }) => cell.tokens?.input ?? null],
      ['output tokens', ({ cell }) => cell.tokens?.output ?? null],
      ['cost USD', ({ cell }) => cell.costUsd],
      ['cached', ({ cell }) => cell.cached],
      ['latency ms', ({ cell }) => cell.latencyMs],
      ['problem', ({ cell }) => cell.problem],
    ],
    rows(),
  );
}

/** Yields a line with the settings and totals, then one line per row and column. */
function* linesOf({ row, items, columns, summary, externalId, whole }: ExportedBatch): Generator<string> {
  const { run, params, startedAt, finishedAt, result } = row;
  yield `${JSON.stringify({ kind: 'batch', run, startedAt, finishedAt, state: result?.state ?? 'unfinished', settings: params, summary })}\n`;
  for (const item of items) {
    for (const [index, { key }] of columns.entries()) {
      const cell = whole(item, index);
      if (!cell) continue;
      yield `${JSON.stringify({
        kind: 'row',
        row: item.item,
        dialogue: externalId(item),
        column: key,
        asked: item.asked,
        turns: item.turns.map((turn, at) => ({
          turn,
          truth: item.truths[at],
          answer: cell.answers[at],
        })),
        measures: measuresOf(cell.measures),
        examples: cell.examples.found.map(([asked, dialogue, turn, score]) => ({
          for: asked,
          dialogue: externalId({ ...item, dialogue }),
          turn,
          score,
        })),
        route: cell.route === null ? null : JSON.parse(cell.route),
        prompt: cell.prompt === null ? null : JSON.parse(cell.prompt),
        promptVersion: cell.promptVersion,
        tokens: cell.tokens,
        costUsd: cell.costUsd,
        cached: cell.cached,
        latencyMs: cell.latencyMs,
        problem: cell.problem,
      })}\n`;
    }
  }
}
