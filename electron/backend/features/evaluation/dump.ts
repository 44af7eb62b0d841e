import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { known } from '#shared/domain/known.ts';
import type { SourceDialogue } from '../retrieval/index.ts';
import type { AnsweredQuery, FoundTurn } from './answer-queries.ts';
import type { ScoringInput } from './score.ts';

/** The inputs that the lines of a dump refer to. */
type DumpSources = Pick<ScoringInput, 'train' | 'test' | 'methods'>;

/**
 * Returns one line of a dump: `{"dialogueId","turn","methods":{"NAME":[{"dialogueId","turn"},…]}}`. Ids are those of
 * the files; `turn` is the index, in the file's own `turns`, of the first message of the turn.
 */
export function dumpLine(sources: DumpSources, query: AnsweredQuery): string {
  const place = (dialogues: readonly SourceDialogue[], { dialogue, round }: FoundTurn) => {
    const { id, rounds } = known(dialogues[dialogue], 'dialogue');
    return { dialogueId: id, turn: known(rounds[round], 'round').firstTurn };
  };
  const methods = Object.fromEntries(
    sources.methods.map((name, at) => [
      name,
      known(query.methods[at], name).candidates.map((candidate) => place(sources.train, candidate)),
    ]),
  );
  return JSON.stringify({ ...place(sources.test, query), methods });
}

/** Writes all lines in the order given. */
export async function writeDump(
  path: string,
  sources: DumpSources,
  answered: readonly AnsweredQuery[],
): Promise<void> {
  const stream = createWriteStream(path);
  const closed = once(stream, 'close');
  for (const query of answered) {
    if (!stream.write(`${dumpLine(sources, query)}\n`)) await once(stream, 'drain');
  }
  stream.end();
  await closed;
}
