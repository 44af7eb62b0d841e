import { z } from 'zod';
import { countsInputSchema, learnInputSchema } from '#shared/contract/automata.ts';
import { runIdSchema } from '#shared/contract/base.ts';
import { usageOf } from '#shared/contract/fields.ts';
import { describedSetting, sweepInputSchema } from '#shared/contract/sweep.ts';
import type { Arguments } from '../../arguments.ts';
import { type Command, type CommandContext, resultOf } from '../../command.ts';

/** Learns with all settings, stores only the figures, and prints one row per setting. */
async function sweep(given: Arguments, context: CommandContext): Promise<object> {
  const { client } = context;
  const out = given.text('out');
  const { job } = await client.sweep.start(given.input(sweepInputSchema));
  const { run } = z.object({ run: runIdSchema }).parse(await resultOf(context, job));
  const { result } = await client.sweep.get({ run });
  const file = out && (await client.sweep.export({ run, to: 'csv', ...given.target(out) }));
  const rows = result.rows.map(({ setting, beyondChance, ...row }) => {
    const { states: most, ...own } = describedSetting(setting);
    return {
      ...own,
      ...(most !== undefined && { most }),
      ...row,
      beyondChance: beyondChance.estimate,
      lower: beyondChance.lower,
      upper: beyondChance.upper,
    };
  });
  return { run, ...result, rows, ...(file && { file: file.path }) };
}

/** Learns from counted paths, without a project, and writes the automaton to a file. */
const learnFromCounts = (path: string, given: Arguments, { client }: CommandContext): Promise<object> =>
  client.automata.learnFromCounts(
    given.input(countsInputSchema, {
      path,
      sql: given.text('query'),
      ...given.target(given.required('out')),
    }),
  );

export const learnCommand: Command = {
  explains: [learnInputSchema],
  usage: [
    `learn --project p.dialogram ${usageOf(learnInputSchema)}`,
    `learn --sweep --project p.dialogram ${usageOf(sweepInputSchema)} [--out FILE.csv [--force]]`,
    `learn --from FILE [--query SQL] ${usageOf(countsInputSchema.omit({ path: true, sql: true, out: true, ifExists: true }))} --out FILE.json [--force]`,
  ].join('\n  '),
  async run(given, context) {
    const from = given.path('from');
    if (from !== null) return learnFromCounts(from, given, context);
    const project = given.project();
    if (given.named.has('sweep')) {
      await context.client.projects.open({ path: project });
      return sweep(given, context);
    }
    const input = given.input(learnInputSchema);
    const { client } = context;
    await client.projects.open({ path: project });
    const { job } = await client.automata.learn(input);
    return resultOf(context, job);
  },
};
