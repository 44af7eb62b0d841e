import { type AgentSpec, modelOf } from '#shared/domain/agent.ts';
import { known } from '#shared/domain/known.ts';
import { type AskedModel, askingHostOf, openRunAsking, workAndWrite } from '../../jobs/run-asking.ts';
import type { Project } from '../../project.ts';
import type { Asker } from '../../providers/requests/ask.ts';
import { eachInTurn } from '../../providers/requests/elsewhere.ts';
import { AskingStopped } from '../../providers/requests/stop.ts';
import {
  type BatchCellRow,
  type BatchItemRow,
  findCell,
  missingCells,
} from '../../store/comparing/batch-run-table.ts';
import { type Answered, openAnswering } from '../generation/index.ts';
import { type BatchWork, isAnsweredLocally, openBatchThread } from './local-rows.ts';

/**
 * Asks agents for missing cells, within the run's budget. A row is written once its answer is there; a
 * model's answer lost in a crash is in the project's cache and not requested again.
 */
export async function askForRows(project: Project, work: BatchWork): Promise<void> {
  const { database, run, params, items, context } = work;
  const indexes = params.columns.flatMap((column, index) => (isAnsweredLocally(column) ? [] : [index]));
  const missing = [...missingCells(database, run, indexes, true)];
  if (missing.length === 0) return;
  const total = items.length * indexes.length;
  let done = total - missing.reduce((sum, [, own]) => sum + own.length, 0);
  const report = (): void => context.report({ phase: 'asking for answers', done, total, unit: 'answers' });
  const askers = await openAskers(project, work);
  context.report({ phase: 'building the index', done, total, unit: 'answers' });
  const answering = await openAnswering(project, params.run, params.answering);
  const scorer = await openBatchThread(work);
  const stop = (): void => void scorer.close();
  context.signal.addEventListener('abort', stop, { once: true });

  const answerItem = async (
    item: BatchItemRow,
    own: readonly number[],
    keep: (row: BatchCellRow) => void,
  ): Promise<void> => {
    const agentAt = (index: number): AgentSpec => known(params.columns[index], `column ${index}`);
    const round =
      params.answering.unit === 'next-turn' ? known(item.rounds[0], `turn of item ${item.item}`) : null;
    const ask = await answering.at(item.dialogue, round, own.map(agentAt));
    await eachInTurn(own, async (columnIndex) => {
      context.signal.throwIfAborted();
      const agent = agentAt(columnIndex);
      const answered = await ask(agent, { signal: context.signal, asker: askers.of(agent) });
      // A server that refuses everything would make the rest fail at once, so the run waits for a person.
      askers.throwIfStopped();
      if (!isKnownFailure(item, columnIndex, answered)) keep(await rowOf(item, columnIndex, answered));
      done++;
      report();
    });
  };
  /** Returns true if a stored answer was incomplete. Then the row stays as it is, with its original cost. */
  const isKnownFailure = (
    { item, rounds }: BatchItemRow,
    columnIndex: number,
    { answer }: Answered,
  ): boolean => {
    if (!answer.cached || answer.problem === null) return false;
    const cell = findCell(database, run, item, columnIndex);
    return cell?.problem === answer.problem && isSaid(cell.answers, textsOf(rounds, answer));
  };
  const rowOf = async (
    item: BatchItemRow,
    columnIndex: number,
    { answer, found }: Answered,
  ): Promise<BatchCellRow> => {
    const answers = textsOf(item.rounds, answer);
    const measures = await scorer.ask('score', item, answers);
    const [only] = [...found.values()];
    return {
      item: item.item,
      columnIndex,
      answers,
      measures,
      examples: {
        found: [...found].flatMap(([round, { candidates }]) =>
          candidates.map(
            (one) => [round, one.dialogue, one.round, Number(one.score.toPrecision(6))] as const,
          ),
        ),
        answers: [],
      },
      route: answer.grounds
        ? JSON.stringify({ grounds: answer.grounds })
        : only?.route
          ? JSON.stringify(only.route.route)
          : null,
      prompt: answer.prompt && JSON.stringify(answer.prompt),
      promptVersion: answer.promptVersion,
      tokens: answer.tokens,
      costUsd: answer.costUsd,
      cached: answer.cached,
      latencyMs: answer.latencyMs,
      problem: answer.problem,
    };
  };

  const left = missing.reverse();
  try {
    report();
    await workAndWrite<(typeof left)[number], BatchCellRow>(
      askers.atOnce,
      () => left.pop() ?? null,
      ([item, own], keep) => answerItem(known(items[item], `item ${item}`), own, keep),
      work.write,
    );
  } finally {
    context.signal.removeEventListener('abort', stop);
    await scorer.close();
  }
}

function textsOf(rounds: readonly number[], { turns }: Answered['answer']): (string | null)[] {
  const texts = new Map(turns.map(({ round, text }) => [round, text]));
  return rounds.map((round) => texts.get(round) ?? null);
}

const isSaid = (one: readonly (string | null)[], other: readonly (string | null)[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

const AT_ONCE_HERE = 4;

/** One asker per model. Remembers the first that had to stop. */
async function openAskers(project: Project, { run, params, context }: BatchWork) {
  const open = await openRunAsking(askingHostOf(project), run, params, context.signal);
  const askers = new Map<string, Asker>();
  let stopped: AskingStopped | null = null;
  let most = 0;
  for (const model of params.columns.map(modelOf)) {
    if (model === null || askers.has(keyOf(model))) continue;
    const { asker, atOnce } = await open(model);
    most = Math.max(most, atOnce);
    askers.set(keyOf(model), {
      async ask(question, watch) {
        try {
          return await asker.ask(question, watch);
        } catch (error) {
          if (error instanceof AskingStopped) stopped ??= error;
          throw error;
        }
      },
    });
  }
  return {
    /** Without a model, answers only take time here. */
    atOnce: most || AT_ONCE_HERE,
    of(agent: AgentSpec): Asker | undefined {
      const model = modelOf(agent);
      return model === null ? undefined : askers.get(keyOf(model));
    },
    throwIfStopped(): void {
      if (stopped) throw stopped;
    },
  };
}

const keyOf = ({ provider, model }: AskedModel): string => `${provider} ${model}`;
