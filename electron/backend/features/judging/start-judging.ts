import type { JudgingSettings } from '#shared/contract/judging.ts';
import { priceWithin } from '../../jobs/run-asking.ts';
import type { Project } from '../../project.ts';
import type { KeptProvider } from '../../providers/model/provider-settings.ts';
import type { ModelPrice } from '../../providers/requests/price.ts';
import { type BatchRunRow, batchRuns } from '../batch/index.ts';
import { keptPrompt } from '../prompts/index.ts';
import { type ComparedPair, comparedPairs } from './compared-pairs.ts';
import { JUDGE_PROMPT } from './judge-request.ts';
import type { JudgingParams } from './judging-runs.ts';
import { judgedItems } from './sort-pairs.ts';

export interface CheckedJudging {
  readonly batch: BatchRunRow;
  readonly pairs: ComparedPair[];
  readonly items: number[];
  readonly provider: KeptProvider;
  readonly price: ModelPrice | null;
}

/** Returns what a run would compare. @throws DialogramError INVALID, NOT_FOUND */
export function checkedJudging({ app, database }: Project, settings: JudgingSettings): CheckedJudging {
  const batch = batchRuns.require(database, settings.batch);
  const pairs = comparedPairs(batch.params.columns, settings.compare);
  const provider = app.providers.get(settings.judge.provider);
  const price = priceWithin(app, settings.judge, settings);
  return { batch, pairs, items: judgedItems(database, batch.run, settings), provider, price };
}

/** Returns everything that shapes a run, with the current version of its prompt. */
export function planJudging(project: Project, settings: JudgingSettings): { params: JudgingParams } {
  const { database } = project;
  const { pairs, items } = checkedJudging(project, settings);
  const { version } = keptPrompt(database, project.app.resources, JUDGE_PROMPT, settings.promptVersion);
  const params: JudgingParams = {
    ...settings,
    promptVersion: version,
    pairs: pairs.map(([baseline, column]) => [baseline, column]),
    items: items.length,
  };
  return { params };
}
