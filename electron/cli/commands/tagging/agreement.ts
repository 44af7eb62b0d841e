import { existsSync } from 'node:fs';
import { runIdSchema } from '#shared/contract/base.ts';
import type { Side } from '#shared/contract/review.ts';
import type { Arguments } from '../../arguments.ts';
import type { Command, CommandContext } from '../../command.ts';

/** Opens a side: "3", "people:3", "people" or the path of an export, whose file is closed at the end. */
async function sideOf(
  name: string,
  given: Arguments,
  { client }: CommandContext,
  opened: number[],
): Promise<{ side: Side; unknown: number }> {
  const named = /^(?:(people):?)?(\d*)$/.exec(name);
  if (named && !existsSync(name)) {
    const run = named[2] === '' ? (await client.tagging.runs())[0]?.id : runIdSchema.parse(Number(named[2]));
    if (run === undefined)
      throw given.wrong('Nothing has been tagged yet, so there are no corrections.', name);
    return { side: { kind: named[1] === undefined ? 'run' : 'people', run }, unknown: 0 };
  }
  const file = await client.agreement.openFile({ path: name });
  opened.push(file.id);
  return { side: { kind: 'file', file: file.id }, unknown: file.unknown };
}

export const agreementCommand: Command = {
  usage: 'agreement --project p.dialogram --left RUN|people[:RUN]|FILE --right RUN|people[:RUN]|FILE',
  async run(given, context) {
    const { client } = context;
    const project = given.project();
    const [leftName, rightName] = [given.required('left'), given.required('right')];
    await client.projects.open({ path: project });
    const opened: number[] = [];
    try {
      const left = await sideOf(leftName, given, context, opened);
      const right = await sideOf(rightName, given, context, opened);
      const result = await client.agreement.compare({ left: left.side, right: right.side });
      const warnings = [left, right].flatMap(({ unknown }, side) =>
        unknown === 0
          ? []
          : [
              `${side === 0 ? leftName : rightName}: ${unknown} lines are about turns that are not in this project.`,
            ],
      );
      return { ...result, warnings };
    } finally {
      for (const file of opened) await client.agreement.closeFile({ file });
    }
  },
};
