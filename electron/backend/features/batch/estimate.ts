import { likelyInputTokens, mostInputTokens } from '#shared/algorithms/model-tagging/bounds.ts';
import type { BatchEstimate, BatchSettings } from '#shared/contract/batch.ts';
import { agentKey, modelOf } from '#shared/domain/agent.ts';
import { requireAgentKind } from '../../agent-kind.ts';
import { breathe } from '../../jobs/breathe.ts';
import type { Project } from '../../project.ts';
import { costsOf } from '../../providers/requests/price.ts';
import { priceOf } from '../../providers/requests/price-of.ts';
import { roundReader } from '../../store/corpus/round-table.ts';
import { requireTaggingRun } from '../../store/runs/tagging-runs.ts';
import { previewAnswer } from '../generation/index.ts';
import { titleOf } from '../retrieval/index.ts';
import { drawSample } from './sample.ts';
import { checkedColumns, nothingHeldOut } from './start-batch.ts';

/** Number of requests to compose for each column; the rest is extrapolated. */
const DRAFTED = 12;
/** A typical support turn, used only for estimates. */
const LIKELY_TOKENS_PER_TURN = 24;

/**
 * Returns the requests a run would make and their cost. Columns without a model, and agents without an
 * estimate, count as free. Sends nothing.
 */
export async function estimateBatch(
  project: Project,
  settings: BatchSettings,
  signal: AbortSignal | undefined,
): Promise<BatchEstimate> {
  const { database } = project;
  const columns = checkedColumns(project, settings);
  const run = requireTaggingRun(database, settings.run).id;
  const { unit } = settings.answering;
  const { items, heldOut } = await drawSample(
    database,
    { unit, count: settings.sample, seed: settings.seed },
    signal ?? new AbortController().signal,
  );
  if (items.length === 0) throw nothingHeldOut();
  const step = Math.max(1, Math.floor(items.length / DRAFTED));
  const drafted = items.filter((_, at) => at % step === 0).slice(0, DRAFTED);
  const roundsOf = roundReader(database);
  const models: BatchEstimate['models'] = [];
  for (const column of columns) {
    const model = modelOf(column);
    if (model === null) continue;
    let [input, output, turns, requests] = [0, 0, 0, 0];
    for (const { dialogue, rounds } of drafted) {
      const [round = 0] = rounds;
      turns += rounds.length;
      if (column.kind !== undefined) {
        const heard = roundsOf(dialogue).map(({ role, text }) => ({ role, text, tags: [], forced: false }));
        const most = requireAgentKind(project.app, column).most(
          project,
          column,
          unit === 'next-turn' ? heard.slice(0, round) : heard,
        );
        input += most?.input ?? 0;
        output += most?.output ?? 0;
        requests += most?.requests ?? 0;
        continue;
      }
      requests++;
      const { messages } = await previewAnswer(project, {
        run,
        dialogue,
        round,
        column,
        settings: settings.answering,
      });
      input += mostInputTokens(messages, null);
      output += model.maxOutputTokens * (unit === 'next-turn' ? 1 : rounds.length);
      await breathe();
      signal?.throwIfAborted();
    }
    // An agent that cannot say is counted as costing nothing.
    if (requests === 0) continue;
    const scale = items.length / drafted.length;
    const scaled = (value: number): number => Math.ceil(value * scale);
    const most = { input: scaled(input), output: scaled(output) };
    const likely = {
      input: likelyInputTokens(most.input),
      output: Math.min(most.output, scaled(Math.max(turns, requests) * LIKELY_TOKENS_PER_TURN)),
    };
    const price = priceOf(project.app.providers.get(model.provider), model.model, project.app.resources);
    models.push({
      key: agentKey(column),
      title: titleOf(column),
      requests: Math.round(requests * scale),
      drafted: drafted.length,
      ...costsOf(price, most, likely),
    });
  }
  const known = models.every(({ costUsd }) => costUsd !== null);
  const sum = (of: 'most' | 'likely'): number =>
    models.reduce((total, { costUsd }) => total + (costUsd?.[of] ?? 0), 0);
  return {
    items: items.length,
    heldOut,
    rows: items.length * columns.length,
    models,
    costUsd: known ? { most: sum('most'), likely: sum('likely') } : null,
  };
}
