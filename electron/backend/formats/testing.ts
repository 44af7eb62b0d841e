import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { ImportFormat } from '#shared/domain/import-formats.ts';
import type { ImportedDialogue } from '#shared/domain/imported-dialogue.ts';
import { readDialogues } from './read.ts';
import type { ImportEvent, ReadOptions } from './reading/import-event.ts';

/** What tests of the readers share: real files in a folder of their own, and everything a reader said, sorted by kind. */

const folders: string[] = [];

afterAll(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

export async function scratchFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'formats-'));
  folders.push(folder);
  return folder;
}

export async function scratchFile(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(await scratchFolder(), name);
  await writeFile(path, content);
  return path;
}

type EventOf<Kind extends ImportEvent['kind']> = Extract<ImportEvent, { kind: Kind }>;

interface Collected {
  readonly events: readonly ImportEvent[];
  readonly dialogues: readonly ImportedDialogue[];
  readonly rejects: readonly EventOf<'reject'>[];
  readonly ignored: readonly EventOf<'ignored'>[];
  readonly warnings: readonly string[];
  readonly end: EventOf<'end'>;
}

/** Reads a whole file and checks what holds for every import: one `end`, last, and counts that add up. */
export async function collect(
  path: string,
  format: ImportFormat,
  options: Partial<ReadOptions> = {},
): Promise<Collected> {
  const events: ImportEvent[] = [];
  const signal = new AbortController().signal;
  for await (const event of readDialogues(path, format, { map: null, brand: null, signal, ...options }))
    events.push(event);
  const of = <Kind extends ImportEvent['kind']>(kind: Kind): EventOf<Kind>[] =>
    events.filter((event): event is EventOf<Kind> => event.kind === kind);
  const [end, ...more] = of('end');
  if (!end || more.length > 0 || events.at(-1) !== end)
    throw new Error('The last event must be the only "end".');
  const dialogues = of('dialogue').map(({ dialogue }) => dialogue);
  const rejects = of('reject');
  const ignored = of('ignored');
  const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);
  const accounted =
    sum(dialogues.map(({ utterances }) => utterances.length)) +
    sum(rejects.map(({ records }) => records)) +
    sum(ignored.map(({ records }) => records));
  if (accounted !== end.records)
    throw new Error(`${end.records} records were read, ${accounted} are accounted for.`);
  if (dialogues.some(({ utterances }) => utterances.length === 0))
    throw new Error('A dialogue without utterances.');
  return { events, dialogues, rejects, ignored, warnings: of('warning').map(({ message }) => message), end };
}
