import { once } from 'node:events';
import { createWriteStream, writeFileSync } from 'node:fs';
import { translateError } from '#backend/errors.ts';
import { readDialogues } from '#backend/formats/read.ts';
import type { JobProgress } from '#backend/jobs/job.ts';
import { beginOutput, type OutputTarget } from '#backend/output/target.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import { required } from '#shared/domain/required.ts';
import type { AnsweredQuery, FoundTurn } from './answer-queries.ts';
import type { RetrievalInput, RetrievalResult } from './figures.ts';
import { measure } from './measure.ts';
import type { ScoringInput } from './score.ts';
import { joinTurns, type SourceDialogue } from './source-dialogue.ts';
import { holdOut, type ReadDialogues, type Splits, splitProject } from './splits.ts';
import { encodeOnce } from './vector-file.ts';

/**
 * Returns the first `limit` dialogues, or those that `keep` names. Message indexes count rejected messages, too.
 * Throws a DialogramError if the file cannot be read or has no dialogue.
 */
async function readNeutralFile(
  path: string,
  limit: number | null,
  options: { readonly signal: AbortSignal; readonly keep?: (id: string) => boolean },
): Promise<ReadDialogues> {
  const { signal, keep } = options;
  const dialogues: SourceDialogue[] = [];
  let rejected = 0;
  try {
    for await (const event of readDialogues(path, 'neutral', { map: null, brand: null, signal })) {
      if (event.kind === 'reject') rejected += event.records;
      if (event.kind !== 'dialogue') continue;
      const { externalId, utterances } = event.dialogue;
      if (keep && !keep(externalId)) continue;
      if (limit !== null && dialogues.length === limit) break;
      const turns = utterances.map(({ role, text, acts }, at) => ({
        role,
        text,
        acts,
        turn: event.turns?.[at] ?? at,
      }));
      dialogues.push({ id: externalId, turns: joinTurns(turns) });
    }
  } catch (error) {
    throw translateError(error, path);
  }
  if (dialogues.length === 0) {
    throw new DialogramError('BAD_FILE', `There is no dialogue to evaluate in ${path}.`, {
      place: path,
      nextStep:
        'Choose a file in neutral JSON Lines: {"id", "turns": [{"speaker", "text"}]}, one dialogue per line.',
    });
  }
  return { dialogues, rejected };
}

async function splitsOf(
  { from, ...limits }: RetrievalInput,
  projectPath: string | null,
  signal: AbortSignal,
): Promise<Splits> {
  if (from.kind === 'project') {
    return splitProject(required(projectPath ?? undefined, 'path of the project'), from.heldOutShare, limits);
  }
  if (from.test === null) {
    return holdOut(await readNeutralFile(from.train, null, { signal }), from.heldOutShare, limits);
  }
  const train = await readNeutralFile(from.train, limits.trainLimit, { signal });
  const test = await readNeutralFile(from.test, limits.limit, { signal });
  return { train, test, heldOutBy: null };
}

type DumpSources = Pick<ScoringInput, 'train' | 'test' | 'methods'>;

/** `{"dialogueId","turn","methods":{"NAME":[{"dialogueId","turn"},…]}}`; `turn` is a first message's index. */
export function dumpLine(sources: DumpSources, query: AnsweredQuery): string {
  const place = (dialogues: readonly SourceDialogue[], { dialogue, turn }: FoundTurn) => {
    const { id, turns } = required(dialogues[dialogue], 'dialogue');
    return { dialogueId: id, turn: required(turns[turn], 'turn').firstTurn };
  };
  const methods = Object.fromEntries(
    sources.methods.map((name, at) => [
      name,
      required(query.methods[at], name).candidates.map((candidate) => place(sources.train, candidate)),
    ]),
  );
  return JSON.stringify({ ...place(sources.test, query), methods });
}

async function writeDump(
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

interface RetrievalOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: JobProgress) => void;
  readonly projectPath?: string;
  readonly vectors?: string;
  readonly dump?: OutputTarget;
  readonly threads?: number;
}

/** Measures which method finds the right next turn. Changes nothing except the dump. */
export async function measureRetrieval(
  input: RetrievalInput,
  options: RetrievalOptions,
): Promise<RetrievalResult> {
  const { signal, dump, onProgress, threads, vectors } = options;
  // Created first, so that an unwritable place is reported at once.
  const output = dump === undefined ? null : beginOutput(dump);
  try {
    if (output) writeFileSync(output.temporary, '');
    const report = (progress: JobProgress): void => {
      onProgress?.(progress);
      signal.throwIfAborted();
    };
    report({ phase: 'reading the dialogues', done: 0, total: null, unit: 'dialogues' });
    const splits = await splitsOf(input, options.projectPath ?? null, signal);
    const projectPath = input.from.kind === 'project' ? (options.projectPath ?? null) : null;
    const { result, answered, methods } = await measure(input, {
      splits,
      projectPath,
      encode: (model, texts, told) => encodeOnce(model, texts, vectors ?? null, told),
      threads,
      signal,
      report,
    });
    const sources = { train: splits.train.dialogues, test: splits.test.dialogues, methods };
    if (output) await writeDump(output.temporary, sources, answered);
    output?.finish();
    return result;
  } catch (error) {
    output?.discard();
    throw signal.aborted || dump === undefined ? error : translateError(error, dump.path);
  }
}
