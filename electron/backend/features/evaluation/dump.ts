import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, renameSync, rmSync } from 'node:fs';
import type { RetrievalMethod } from '#shared/algorithms/retrieval/methods.ts';
import { translateError } from '../../errors.ts';
import type { AnsweredQuery, FoundTurn } from '../../workers/queries.ts';
import type { SourceDialogue } from '../retrieval/source-dialogue.ts';

/** What the lines of a dump speak of. */
export interface DumpSources {
  readonly train: readonly SourceDialogue[];
  readonly test: readonly SourceDialogue[];
  readonly methods: readonly RetrievalMethod[];
}

/**
 * One line of a dump: `{"dialogueId","turn","methods":{"NAME":[{"dialogueId","turn"},…]}}`. Ids are those of the files;
 * `turn` is the index, in the file's own `turns`, of the first turn of the round.
 */
export function dumpLine(sources: DumpSources, query: AnsweredQuery): string {
  const place = (dialogues: readonly SourceDialogue[], { dialogue, round }: FoundTurn) => ({
    dialogueId: dialogues[dialogue].id,
    turn: dialogues[dialogue].rounds[round].firstTurn,
  });
  const methods = Object.fromEntries(
    sources.methods.map((name, at) => [
      name,
      query.methods[at].candidates.map((candidate) => place(sources.train, candidate)),
    ]),
  );
  return JSON.stringify({ ...place(sources.test, query), methods });
}

/** Writes all lines in the order given: the whole file or nothing. */
export async function writeDump(
  path: string,
  sources: DumpSources,
  answered: readonly AnsweredQuery[],
): Promise<void> {
  const temporary = `${path}.${randomUUID().slice(0, 8)}.part`;
  try {
    const stream = createWriteStream(temporary);
    const closed = once(stream, 'close');
    for (const query of answered) {
      if (!stream.write(`${dumpLine(sources, query)}\n`)) await once(stream, 'drain');
    }
    stream.end();
    await closed;
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw translateError(error, path);
  }
}
