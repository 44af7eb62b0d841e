import { createRandom } from '#shared/algorithms/random/random.ts';
import type { BatchSettings } from '#shared/contract/batch.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import type { AnswerUnit } from '#shared/contract/generation.ts';
import { type AgentSpec, agentKey, modelOf, NO_EXAMPLES } from '#shared/domain/agent.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import { required } from '#shared/domain/required.ts';
import { requireAgentKind } from '../../agent-kind.ts';
import { Breather } from '../../jobs/breather.ts';
import { priceWithin } from '../../jobs/run-asking.ts';
import type { Project } from '../../project.ts';
import { addItems, type BatchItemRow } from '../../store/comparing/batch-run-table.ts';
import { turnReader } from '../../store/corpus/turn-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { requireTaggingRun } from '../../store/runs/tagging-runs.ts';
import { dialoguesToAsk, sentenceVectors } from '../comparison/index.ts';
import { PROMPT_OF_UNIT } from '../generation/index.ts';
import { keptPrompt } from '../prompts/index.ts';
import { comparedMethodsNamed, titleOf } from '../retrieval/index.ts';
import { type BatchParams, batchRuns } from './batch-rows.ts';

export interface DrawnItem {
  readonly dialogue: DialogueId;
  readonly turns: readonly number[];
}

/** The same corpus, seed and count give the same sample. A larger sample need not contain a smaller one. */
export async function drawSample(
  database: ReadDatabase,
  {
    unit,
    count,
    seed,
    heldOut = true,
  }: {
    readonly unit: AnswerUnit;
    readonly count: number;
    readonly seed: number;
    /** False to draw from the dialogues that the methods learn from. */
    readonly heldOut?: boolean;
  },
  signal: AbortSignal,
): Promise<{ readonly items: DrawnItem[]; readonly heldOut: number }> {
  const all: DrawnItem[] = [];
  for (const turns of await dialoguesToAsk(database, heldOut, signal)) {
    const [first] = turns;
    if (!first) continue;
    const { dialogue } = first;
    if (unit === 'whole-dialogue') all.push({ dialogue, turns: turns.map(({ turn }) => turn) });
    else for (const { turn } of turns) all.push({ dialogue, turns: [turn] });
  }
  const drawn = createRandom(seed)
    .shuffle([...all.entries()])
    .slice(0, count)
    .sort(([left], [right]) => left - right);
  return { items: drawn.map(([, item]) => item), heldOut: all.length };
}

/** Adds copies of the texts to the items, so that the run can be displayed even if the dialogues change. */
async function withWords(
  database: ReadDatabase,
  drawn: readonly DrawnItem[],
  signal: AbortSignal,
): Promise<BatchItemRow[]> {
  const breather = new Breather(signal);
  const turnsOf = turnReader(database);
  const items: BatchItemRow[] = [];
  for (const [item, { dialogue, turns: asked }] of drawn.entries()) {
    if (breather.due) await breather.pause();
    const turns = turnsOf(dialogue);
    const textAt = (turn: number) => required(turns[turn], `turn ${turn}`).text;
    items.push({
      item,
      dialogue,
      turns: asked,
      asked: textAt(required(asked[0], 'turn of the item') - 1),
      truths: asked.map(textAt),
    });
  }
  return items;
}

/** Returns the requested columns without repetitions. @throws DialogramError INVALID, NOT_FOUND */
export function checkedColumns(project: Project, settings: BatchSettings): AgentSpec[] {
  const columns = [...new Map(settings.columns.map((column) => [agentKey(column), column])).values()];
  for (const column of columns) {
    const model = modelOf(column);
    if (column.kind !== undefined) requireAgentKind(project.app, column);
    else if (column.method !== NO_EXAMPLES)
      comparedMethodsNamed([column.method], project.use(sentenceVectors).ready());
    else if (model === null) {
      throw new DialogramError('INVALID', 'Without examples, only a model can answer.', {
        place: 'columns',
        value: agentKey(column),
        nextStep: 'Choose a model for this column, or a method that finds examples.',
      });
    }
    if (column.kind === undefined && column.method === 'all') {
      throw new DialogramError('INVALID', 'A column can have only one method.', {
        place: 'columns',
        value: 'all',
      });
    }
    if (model) priceWithin(project.app, model, settings, titleOf(column));
  }
  return columns;
}

export async function beginBatch(
  project: Project,
  settings: BatchSettings,
  signal: AbortSignal = new AbortController().signal,
): Promise<{ run: RunId; params: BatchParams }> {
  const { database } = project;
  const columns = checkedColumns(project, settings);
  const tagging = requireTaggingRun(database, settings.run);
  const { unit } = settings.answering;
  const { items, heldOut } = await drawSample(
    database,
    { unit, count: settings.sample, seed: settings.seed },
    signal,
  );
  if (items.length === 0) throw nothingHeldOut();
  const params: BatchParams = {
    ...settings,
    run: tagging.id,
    columns,
    answering: { ...settings.answering, promptVersion: promptVersion(project, settings, columns) },
    tagger: tagging.tagger,
    heldOut,
    versions: [],
  };
  const asked = await withWords(database, items, signal);
  const run = database.transaction(() => {
    const id = batchRuns.note(database, params);
    addItems(database, id, asked);
    return id;
  })();
  return { run, params };
}

/** Returns the prompt's version and stores it, so that later changes of the prompt do not affect the run. */
function promptVersion(
  project: Project,
  { answering }: BatchSettings,
  columns: readonly AgentSpec[],
): number | null {
  if (!columns.some(modelOf)) return answering.promptVersion;
  const name = PROMPT_OF_UNIT[answering.unit];
  return keptPrompt(project.database, project.app.resources, name, answering.promptVersion).version;
}

export function nothingHeldOut(): DialogramError {
  return new DialogramError('INVALID', 'No test dialogue has an agent turn that answers a customer.', {
    nextStep: 'Import more dialogues. One dialogue in ten is kept for testing, chosen by id.',
  });
}
