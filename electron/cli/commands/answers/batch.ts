import { batchFormatSchema, batchSettingsSchema } from '#shared/contract/batch.ts';
import { answerUnitSchema } from '#shared/contract/generation.ts';
import { elsewhereOf, limitsOf, readAction } from '../../arguments.ts';
import type { Command } from '../../command.ts';
import { lastingRun } from '../../lasting-run.ts';
import { readColumns } from './answer-columns.ts';

export const batchCommand: Command = {
  name: 'batch',
  usage: [
    'batch PROJECT {--column METHOD[:consensus|first|PROVIDER/MODEL]|flow:NAME[=PROVIDER/MODEL]|worksheets:NAME[=PROVIDER/MODEL] … | --methods LIST|all [--answer consensus|first | --provider ID --model M]} [--sample 100] [--unit next-turn|whole-dialogue] [--examples 5] [--seed 1] [--tags TAGRUN] [--temperature 0|default] [--max-output-tokens 512] [--budget USD] [--budget-tokens N] [--key-from VARIABLE] [--estimate | --elsewhere]',
    'batch PROJECT --go-on RUN [--budget USD] [--budget-tokens N] [--key-from VARIABLE]',
    'batch list PROJECT',
    'batch figures PROJECT --run RUN [--against COLUMN] [--where FILTER]',
    'batch compare PROJECT --run RUN --with RUN',
    'batch export PROJECT --run RUN --to csv|jsonl|html|totals.csv|totals.json --out FILE [--against COLUMN] [--force]',
  ].join('\n  '),
  async run(given, context) {
    const { batch, comparison, projects } = context.client;
    const { action, project } = readAction(given, ['list', 'figures', 'compare', 'export']);
    await projects.open({ path: project });
    switch (action) {
      case 'list':
        return { runs: await batch.runs() };
      case 'figures':
        return batch.summary({
          run: given.requiredRun('run'),
          against: given.text('against'),
          where: given.text('where') ?? '',
        });
      case 'compare':
        return batch.compare({ left: given.requiredRun('run'), right: given.requiredRun('with') });
      case 'export': {
        const to = given.requiredChoice('to', batchFormatSchema.options);
        const against = given.text('against');
        return batch.export({
          to,
          against,
          run: given.requiredRun('run'),
          ...given.target(given.required('out')),
        });
      }
      case 'run':
        return lastingRun(given, context, {
          words: 'batch run',
          again: 'batch PROJECT',
          kept: 'answers',
          client: batch,
          async settings() {
            const methods = await comparison.methods();
            const seed = given.seed();
            return batchSettingsSchema.parse({
              run: given.integer('tags', 1),
              columns: readColumns(
                given,
                methods.map(({ name }) => name),
                methods.flatMap(({ name, offered }) => (offered ? [name] : [])),
              ),
              answering: {
                unit: given.choice('unit', answerUnitSchema.options) ?? 'next-turn',
                examples: given.integer('examples', 1) ?? 5,
                seed,
              },
              sample: given.integer('sample', 1) ?? 100,
              seed,
              ...limitsOf(given),
              ...elsewhereOf(given),
            });
          },
          figures: async (run) => ({ summary: await batch.summary({ run }) }),
        });
    }
  },
};
