import { batchFormatSchema, batchSettingsSchema } from '#shared/contract/batch.ts';
import { usageOf } from '#shared/contract/fields.ts';
import { answerSettingsSchema } from '#shared/contract/generation.ts';
import { readAction } from '../../arguments.ts';
import type { Command } from '../../command.ts';
import { lastingRun } from '../../lasting-run.ts';
import { readColumns } from './answer-columns.ts';

export const batchCommand: Command = {
  explains: [answerSettingsSchema, batchSettingsSchema],
  usage: [
    `batch PROJECT {--column METHOD[:consensus|first|PROVIDER/MODEL]|flow:NAME[=PROVIDER/MODEL]|worksheets:NAME[=PROVIDER/MODEL] … | --methods LIST|all [--answer consensus|first | --provider ID --model M]} [--temperature 0|default] [--max-output-tokens 512] ${usageOf(answerSettingsSchema, 'unit', 'examples')} ${usageOf(batchSettingsSchema)} [--key-from VARIABLE] [--estimate]`,
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
            return given.input(batchSettingsSchema, {
              columns: readColumns(
                given,
                methods.map(({ name }) => name),
                methods.flatMap(({ name, offered }) => (offered ? [name] : [])),
              ),
              answering: given.input(answerSettingsSchema),
            });
          },
          figures: async (run) => ({ summary: await batch.summary({ run }) }),
        });
    }
  },
};
