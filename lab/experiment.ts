import { resolve } from 'node:path';
import { settingsFolder } from '#backend/files.ts';
import { type OutputTarget, outputTarget } from '#backend/output/target.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import type { Arguments } from '../electron/cli/arguments.ts';
import type { Command } from '../electron/cli/command.ts';

export const PROGRAM = 'npm run lab --';

export const experiment = (usages: readonly string[], run: Command['run']): Command => ({
  usage: usages.join('\n  '),
  async run(given, context) {
    try {
      return await run(given, context);
    } catch (error) {
      if (context.signal.aborted) throw new DialogramError('CANCELLED', 'Canceled. Nothing was written.');
      throw error;
    }
  },
});

/** The file that an option names, checked as every export of the app. */
export const targetOf = (given: Arguments, file: string): OutputTarget =>
  outputTarget(resolve(file), given.target(file).ifExists, [settingsFolder()]);
