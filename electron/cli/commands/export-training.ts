import { existsSync } from 'node:fs';
import { extname } from 'node:path';
import { DialogramError } from '#shared/contract/errors.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { integer, projectPath, required, text, usage } from '../arguments.ts';
import type { Command } from '../command.ts';

const NAME = 'export-training';

export const command: Command = {
  name: NAME,
  summary: 'Write the training part as masked fine-tuning lines, with or without retrieved examples',
  usage:
    'export-training p.dialogram [--examples 5|0] [--method context-ranker] [--run R] [--seed 1] --out FILE.jsonl',
  options: {
    project: { type: 'string' },
    examples: { type: 'string' },
    method: { type: 'string' },
    run: { type: 'string' },
    seed: { type: 'string' },
    out: { type: 'string' },
  },
  async run({ values, positionals }, { client, signal, progress }) {
    const [given, ...more] = positionals;
    if (more.length > 0) throw usage(NAME, `${NAME} takes one project, not also "${more[0]}".`, more[0]);
    const path =
      given === undefined || text(values, 'project') !== null
        ? projectPath(values, NAME)
        : extname(given) === '.dialogram' || existsSync(given)
          ? given
          : `${given}.dialogram`;
    const examples = integer(values, 'examples', NAME);
    if (examples !== null && examples > 20) throw usage(NAME, '--examples is 20 at most.', String(examples));
    const method = text(values, 'method');
    const out = required(values, 'out', NAME);
    const run = integer(values, 'run', NAME, 1) as RunId | null;
    const seed = integer(values, 'seed', NAME);
    await client.projects.open({ path });
    const stream = await client.generation.exportTraining(
      {
        out,
        run,
        ...(examples === null ? {} : { examples }),
        ...(method === null ? {} : { method }),
        ...(seed === null ? {} : { seed }),
      },
      { signal },
    );
    for await (const event of stream) {
      if (event.kind === 'progress') progress(`${event.done} of ${event.total} dialogues`);
      else {
        const { kind: _, ...written } = event;
        return written;
      }
    }
    throw new DialogramError('CANCELLED', 'Stopped; nothing was written.');
  },
};
