import { existsSync } from 'node:fs';
import { refusedWhereStopped } from '#backend/jobs/run-asking.ts';
import { limitsSchema } from '#shared/contract/lasting-runs.ts';
import { modelAnswererSchema } from '#shared/domain/agent.ts';
import type { Arguments } from '../../electron/cli/arguments.ts';
import type { CommandContext } from '../../electron/cli/command.ts';
import { experiment, targetOf } from '../experiment.ts';
import { evaluateByModel } from './evaluate-by-model.ts';
import { evaluateNextAction, NEXT_ACTION_METHODS } from './evaluate-next-action.ts';

export const command = experiment(
  [
    'next-action --flows FOLDER --dialogues FILE --method flow|automaton|both [--train FILE] [--hide-results] [--seed 1] [--dump FILE.jsonl [--force]]',
    'next-action --flows FOLDER --dialogues FILE --provider ID --model M --project p.dialogram [--limit N] [--hide-results] [--budget USD] [--budget-tokens N] [--key-from VARIABLE] [--dump FILE.jsonl [--force]]',
  ],
  async (given, context) => {
    if (given.text('provider') !== null) return byModel(given, context);
    const { signal, progress } = context;
    const dump = given.text('dump');
    const options = {
      flows: given.requiredPath('flows'),
      dialogues: given.requiredPath('dialogues'),
      train: given.path('train'),
      method: given.requiredChoice('method', NEXT_ACTION_METHODS),
      hideResults: given.named.has('hide-results'),
      seed: given.seed(),
      dump: dump === null ? null : targetOf(given, dump),
    };
    return evaluateNextAction(options, { signal, onProgress: (phase) => progress(`Evaluating: ${phase}`) });
  },
);

/** Flows alone, with slots read by a model. Answers are stored in a project, which is created if needed. */
async function byModel(given: Arguments, { client, session, signal }: CommandContext): Promise<object> {
  if (given.text('method') !== 'flow' && given.text('method') !== null)
    throw given.wrong('A model reads slots only for the method "flow". Leave out --method.');
  const path = given.project();
  await (existsSync(path) ? client.projects.open({ path }) : client.projects.create({ path }));
  const { budgetUsd = null, budgetTokens = null } = given.input(limitsSchema.partial());
  const dump = given.text('dump');
  const asking = evaluateByModel(
    session.project(),
    {
      flows: given.requiredPath('flows'),
      dialogues: given.requiredPath('dialogues'),
      answerer: modelAnswererSchema.parse({
        kind: 'model',
        provider: given.required('provider'),
        model: given.required('model'),
        seed: given.seed(),
      }),
      hideResults: given.named.has('hide-results'),
      limit: given.integer('limit', 1),
      dump: dump === null ? null : targetOf(given, dump),
    },
    { signal, limits: { usd: budgetUsd, tokens: budgetTokens } },
  );
  const { scores, asked } = await refusedWhereStopped(asking);
  const { tokens = null, costUsd = 0 } = asked.account ?? {};
  return { ...scores, asked: { requests: asked.requests, byTypes: asked.byTypes, tokens, costUsd } };
}
