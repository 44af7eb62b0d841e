import {
  type ComparedColumns,
  type JudgingSettings,
  judgingSettingsSchema,
  pairFilterSchema,
} from '#shared/contract/judging.ts';
import { type Arguments, elsewhereOf, limitsOf, readAction, temperatureOf } from '../../arguments.ts';
import type { Command } from '../../command.ts';
import { lastingRun } from '../../lasting-run.ts';

function comparedOf(given: Arguments): ComparedColumns {
  const baseline = given.text('against');
  if (!given.named.has('every')) return { kind: 'baseline', baseline };
  if (baseline !== null) throw given.wrong('Give --against or --every, not both.');
  return { kind: 'every' };
}

function settingsOf(given: Arguments): JudgingSettings {
  const seed = given.seed();
  return judgingSettingsSchema.parse({
    batch: given.requiredRun('batch'),
    judge: {
      provider: given.required('provider'),
      model: given.required('model'),
      temperature: temperatureOf(given),
      seed,
      maxOutputTokens: given.integer('max-output-tokens', 1) ?? 300,
    },
    compare: comparedOf(given),
    promptVersion: given.integer('prompt-version', 1),
    sample: given.integer('sample', 1),
    check: given.integer('check') ?? undefined,
    seed,
    ...limitsOf(given),
    ...elsewhereOf(given),
  });
}

export const judgeCommand: Command = {
  name: 'judge',
  usage: [
    'judge PROJECT --batch RUN --provider ID --model M [--against COLUMN | --every] [--sample N] [--check 20] [--seed 1] [--prompt-version V] [--temperature 0|default] [--max-output-tokens 300] [--budget USD] [--budget-tokens N] [--key-from VARIABLE] [--estimate | --elsewhere]',
    'judge PROJECT --go-on RUN [--budget USD] [--budget-tokens N] [--key-from VARIABLE]',
    'judge list PROJECT [--batch RUN]',
    'judge figures PROJECT --run RUN',
    `judge pairs PROJECT --run RUN [--filter ${pairFilterSchema.options.join('|')}] [--offset 0] [--limit 100]`,
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
        return judging.pairs({
          run: given.requiredRun('run'),
          filter: given.choice('filter', pairFilterSchema.options) ?? 'all',
          offset: given.integer('offset') ?? 0,
          limit: given.integer('limit', 1) ?? 100,
        });
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
          settings: () => settingsOf(given),
          figures: async (run) => ({ summary: await judging.summary({ run }) }),
        });
    }
  },
};
