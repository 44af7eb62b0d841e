import { existsSync } from 'node:fs';
import type { DialogramClient } from '#shared/contract/contract.ts';
import type { Side } from '#shared/contract/review.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { projectPath, required, usage } from '../arguments.ts';
import type { Command } from '../command.ts';

const NAME = 'agreement';

/** "3", "people:3", "people" or the path of an export; a file that is opened for this is closed again. */
async function sideOf(
  client: DialogramClient,
  given: string,
  opened: number[],
): Promise<{ side: Side; unknown: number }> {
  const named = /^(?:(people):?)?(\d*)$/.exec(given);
  if (named && !existsSync(given)) {
    const run = (named[2] === '' ? (await client.tagging.runs())[0]?.id : Number(named[2])) as
      | RunId
      | undefined;
    if (run === undefined)
      throw usage(NAME, 'Nothing has been tagged yet, so there are no corrections.', given);
    return { side: { kind: named[1] === undefined ? 'run' : 'people', run }, unknown: 0 };
  }
  const file = await client.agreement.openFile({ path: given });
  opened.push(file.id);
  return { side: { kind: 'file', file: file.id }, unknown: file.unknown };
}

export const command: Command = {
  name: NAME,
  summary: "Say how two tagging runs, a run and its corrections, or two people's exports agree",
  usage: 'agreement --project p.dialogram --left RUN|people[:RUN]|FILE --right RUN|people[:RUN]|FILE',
  options: { project: { type: 'string' }, left: { type: 'string' }, right: { type: 'string' } },
  async run({ values }, { client }) {
    const project = projectPath(values, NAME);
    const given = [required(values, 'left', NAME), required(values, 'right', NAME)];
    await client.projects.open({ path: project });
    const opened: number[] = [];
    try {
      const left = await sideOf(client, given[0], opened);
      const right = await sideOf(client, given[1], opened);
      const result = await client.agreement.compare({ left: left.side, right: right.side });
      const warnings = [left, right].flatMap(({ unknown }, side) =>
        unknown === 0
          ? []
          : [`${given[side]}: ${unknown} lines are about rounds this project does not have.`],
      );
      return { ...result, warnings };
    } finally {
      for (const file of opened) await client.agreement.closeFile({ file });
    }
  },
};
