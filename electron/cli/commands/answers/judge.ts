import { inputSchema } from '#shared/contract/base.ts';
import { usageOf } from '#shared/contract/fields.ts';
import {
  type ComparedColumns,
  judgeSchema,
  judgingContract,
  judgingSettingsSchema,
} from '#shared/contract/judging.ts';
import { type Arguments, readAction } from '../../arguments.ts';
import type { Command } from '../../command.ts';
import { lastingRun } from '../../lasting-run.ts';

const pairsSchema = inputSchema(judgingContract.pairs);

function comparedOf(given: Arguments): ComparedColumns {
  const baseline = given.text('against');
  if (!given.named.has('every')) return { kind: 'baseline', baseline };
  if (baseline !== null) throw given.wrong('Use either --against or --every, not both.');
  return { kind: 'every' };
}

export const judgeCommand: Command = {
  explains: [judgeSchema, judgingSettingsSchema],
  usage: [
    `judge PROJECT ${usageOf(judgeSchema.omit({ seed: true }))} ${usageOf(judgingSettingsSchema)} [--against COLUMN | --every] [--key-from VARIABLE] [--estimate]`,
    'judge PROJECT --go-on RUN [--budget USD] [--budget-tokens N] [--key-from VARIABLE]',
    'judge list PROJECT [--batch RUN]',
    'judge figures PROJECT --run RUN',
    `judge pairs PROJECT ${usageOf(pairsSchema)}`,
    'judge table PROJECT [--seed 1]',
    'judge export PROJECT --run RUN --to csv|jsonl --out FILE [--force]',
  ].join('\n  '),
  async run(given, context) {
    const { judging, projects } = context.client;
    const { action, project } = readAction(given, ['list', 'figures', 'pairs', 'table', 'export']);
    await projects.open({ path: project });
    switch (action) {
      case 'list':
        return { runs: await judging.runs({ batch: given.run('batch') }) };
      case 'figures':
        return judging.summary({ run: given.requiredRun('run') });
      case 'pairs':
        return judging.pairs(given.input(pairsSchema));
      case 'table':
        return judging.table({ seed: given.seed() });
      case 'export': {
        const to = given.requiredChoice('to', ['csv', 'jsonl']);
        return judging.export({ to, run: given.requiredRun('run'), ...given.target(given.required('out')) });
      }
      case 'run':
        return lastingRun(given, context, {
          words: 'judging run',
          again: 'judge PROJECT',
          kept: 'verdicts',
          client: judging,
          settings: () =>
            given.input(judgingSettingsSchema, {
              judge: given.input(judgeSchema),
              compare: comparedOf(given),
            }),
          figures: async (run) => ({ summary: await judging.summary({ run }) }),
        });
    }
  },
};
