import { promptFormatSchema } from '#shared/contract/prompt-files.ts';
import { readAction } from '../../arguments.ts';
import type { Command } from '../../command.ts';

export const command: Command = {
  name: 'prompts',
  usage: [
    'prompts export PROJECT --run RUN --to jsonl|openai|csv --out FILE [--force]',
    'prompts import PROJECT --run RUN --from FILE',
  ].join('\n  '),
  async run(given, { client }) {
    const { action, project } = readAction(given, ['export', 'import']);
    if (action === 'run') throw given.wrong('Say what to do: prompts export, or prompts import.');
    const run = given.requiredRun('run');
    const to = action === 'export' ? given.requiredChoice('to', promptFormatSchema.options) : null;
    const file = given.required(to === null ? 'from' : 'out');
    await client.projects.open({ path: project });
    return to === null
      ? client.promptFiles.import({ run, path: file })
      : client.promptFiles.export({ run, to, ...given.target(file) });
  },
};
