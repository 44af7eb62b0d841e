import { existsSync, rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { pictureInputSchema } from '#shared/contract/automata.ts';
import { type ImportInput, type ImportResult, importInputSchema } from '#shared/contract/corpus.ts';
import { formatAmount } from '#shared/domain/figure-text.ts';
import { databaseTitle, type ImportFormat, isDatabaseAddress } from '#shared/domain/import-formats.ts';
import { isUpload } from '../../files.ts';
import { FormatError } from '../../formats/bytes/format-error.ts';
import { insideWorkbook } from '../../formats/bytes/zip.ts';
import { SideCount } from '../../formats/conversations/speaker-roles.ts';
import { detectFormat, SURE } from '../../formats/detect.ts';
import { readDialogues } from '../../formats/read.ts';
import type { ImportEvent } from '../../formats/reading/reading.ts';
import { ACTS_FILE } from '../../formats/sgd/acts-beside.ts';
import { breathe } from '../../jobs/breather.ts';
import type { JobContext, JobKind } from '../../jobs/job.ts';
import type { App, Project } from '../../project.ts';
import {
  beginImport,
  ensureSource,
  finishImport,
  importCounts,
  importWriter,
  rejectsOf,
  separateMessages,
} from '../../store/corpus/import-table.ts';
import type { WriteDatabase } from '../../store/database.ts';
import type { DatabaseAccess } from '../../store/engine/postgres.ts';
import { bumpVersion } from '../../store/file/meta-table.ts';
import { latestRun } from '../../store/runs/run-table.ts';
import { databaseRegistry } from '../databases/index.ts';
import { startPicture } from '../picture/index.ts';
import { renewTopics } from '../topics/index.ts';
import { isPlainFile, lookInThread, nameUploads, scratchOf } from './look-in-thread.ts';
import {
  beginMasking,
  filesOfFolders,
  maskEvents,
  maskedSince,
  maskingKey,
  unkeptRoles,
} from './masked-copy.ts';

/** A chunk is committed after this many messages or this time. */
const CHUNK_UTTERANCES = 4000;
const CHUNK_MS = 30;
const MAX_WARNINGS = 50;
/** The number of reasons to show at once. The list of rejects has all of them. */
const SHOWN_REJECTS = 3;

/** Returns file and folder, because many corpora use "dialogues.jsonl.gz". */
function sourceNameOf(path: string, named: string | null): string {
  if (isDatabaseAddress(path)) return named ?? databaseTitle(path);
  const place = insideWorkbook(path);
  if (place) return `${sourceNameOf(place.archive, null)}: ${place.name}`;
  const folder = basename(dirname(path));
  return folder === '' || folder === 'uploads' ? basename(path) : `${folder}/${basename(path)}`;
}

interface FileCounts {
  ignored: number;
  known: number;
  read: number;
  continued: number;
  described: number;
  added: number;
}

/** Imports files in small committed chunks. @param folder the folder of the files; null if they were named */
export async function runImport(
  project: Project,
  given: ImportInput,
  context: JobContext,
  folder: string | null = null,
): Promise<ImportResult> {
  const started = performance.now();
  const { database } = project;
  if (given.mask) database.transaction(() => beginMasking(database))();
  const roles = project.use(unkeptRoles).get(context.jobId);
  const input = roles ? { ...given, map: { ...given.map, roles } } : given;
  const sum = { dialogues: 0, utterances: 0, turns: 0, rejected: 0, ignored: 0, read: 0, continued: 0 };
  const warnings: string[] = [];
  const firstRejects: string[] = [];
  const paths = filesOfFolders(input.paths, input.sheet);
  for (const [index, file] of paths.entries()) {
    const { path } = file;
    const within = file.folder ?? folder;
    if (paths.length > 1 && basename(path) === ACTS_FILE) {
      warnings.push(
        `${ACTS_FILE} has no dialogues. Its acts were added to the MultiWOZ 2.2 dialogues in the same folder.`,
      );
      continue;
    }
    const format = await formatOf(path, input, within, warnings, context.signal);
    if (format === null) continue;
    const access = isDatabaseAddress(path) ? await project.app.use(databaseRegistry).access(path) : null;
    const importId = database.transaction(() =>
      beginImport(database, {
        source: ensureSource(database, sourceNameOf(path, input.source), format),
        jobId: context.jobId,
        path,
        options: { ...given, paths: undefined, format, folder: within },
        join: input.join,
        startedAt: new Date().toISOString(),
      }),
    )();
    const fileWarnings: string[] = [];
    const counts = await importFile({
      database,
      path,
      access,
      scratch: scratchOf(project.path),
      format,
      importId,
      input,
      context,
      warnings: fileWarnings,
      order: paths.length > 1 ? ` (file ${index + 1} of ${paths.length})` : '',
    });
    const stored = importCounts(database, importId);
    if (counts.read === 0) fileWarnings.push('The file has no records, or only a header.');
    finishImport(database, importId, {
      // Data that the project already has tell nothing about the source.
      ignored: counts.ignored - counts.known,
      read: counts.read,
      finishedAt: new Date().toISOString(),
      warnings: fileWarnings,
    });
    sum.dialogues += stored.dialogues;
    sum.utterances += stored.utterances + counts.added;
    sum.continued += counts.continued;
    sum.turns += stored.turns;
    sum.rejected += stored.rejected;
    sum.ignored += counts.ignored;
    sum.read += counts.read;
    for (const { line, reason } of rejectsOf(database, importId, SHOWN_REJECTS - firstRejects.length)) {
      const place = [
        paths.length > 1 ? basename(path) : '',
        /\b(?:[Ll]ine|[Rr]ow) \d/.test(reason) ? '' : `line ${line}`,
      ];
      const where = place.filter((part) => part !== '').join(', ');
      firstRejects.push(where === '' ? reason : `${where}: ${reason}`);
    }
    warnings.push(
      ...fileWarnings.map((warning) => (paths.length > 1 ? `${basename(path)}: ${warning}` : warning)),
    );
  }
  if (sum.rejected > 0) {
    const more = sum.rejected > firstRejects.length ? ' The first few:' : '';
    warnings.push(`${recordsWere(sum.rejected)} rejected.${more} ${firstRejects.join(' ')}`);
  }
  return { ...sum, warnings: warnings.slice(0, MAX_WARNINGS), seconds: (performance.now() - started) / 1000 };
}

/** Returns the format of a file. For a file in a folder, adds a warning and returns null if the format is unknown. */
async function formatOf(
  path: string,
  { format, map, query }: ImportInput,
  folder: string | null,
  warnings: string[],
  signal: AbortSignal,
): Promise<ImportFormat | null> {
  if (format !== 'auto' && query === null) return format;
  try {
    const {
      format: found,
      confidence,
      reason,
      columns,
    } = query === null && (await isPlainFile(path))
      ? await lookInThread(path, { what: 'detection', options: { map } }, signal)
      : await detectFormat(path, { map, query, signal });
    const missing = [map?.conversation, map?.speaker, map?.text].find(
      (column) => column !== undefined && columns !== undefined && !columns.includes(column),
    );
    // The columns were chosen for one sheet, and other sheets may differ.
    if (folder !== null && missing !== undefined && insideWorkbook(path)) {
      warnings.push(`Sheet "${basename(path)}" was left out: it has no column "${missing}".`);
      return null;
    }
    if (folder === null || map !== null || confidence >= SURE) return found;
    // One table without a column mapping must not stop the whole folder.
    warnings.push(`${basename(path)} was left out: ${reason}`);
    return null;
  } catch (error) {
    if (folder === null || !(error instanceof FormatError)) throw error;
    warnings.push(`${basename(path)} was left out: ${error.message} ${error.nextStep}`);
    return null;
  }
}

async function importFile(options: {
  readonly database: WriteDatabase;
  readonly path: string;
  readonly access: DatabaseAccess | null;
  readonly scratch: string;
  readonly format: ImportFormat;
  readonly importId: number;
  readonly input: ImportInput;
  readonly context: JobContext;
  readonly warnings: string[];
  /** The position of this file among several, as text. */
  readonly order: string;
}): Promise<FileCounts> {
  const { database, path, importId, input, context, warnings } = options;
  const isMasked = maskedSince(database) !== null;
  const writer = importWriter(database, importId, input.join, isMasked);
  const counts: FileCounts = { ignored: 0, known: 0, read: 0, continued: 0, described: 0, added: 0 };
  let isNewVersion = false;
  const ignoredReasons = new Map<string, number>();
  const sides = new SideCount();
  const ignore = (reason: string, records: number): void => {
    counts.ignored += records;
    ignoredReasons.set(reason, (ignoredReasons.get(reason) ?? 0) + records);
  };
  const known = (records: number): void => {
    counts.known += records;
    ignore('already in the project', records);
  };
  const write = (event: ImportEvent): void => {
    if (event.kind === 'dialogue') {
      const { dialogue } = event;
      sides.add(dialogue.utterances);
      const outcome = writer.insert(dialogue);
      const records = dialogue.utterances.length;
      // The first new dialogue makes earlier results incomplete.
      if (outcome.kind === 'inserted' && !isNewVersion) {
        bumpVersion(database, 'corpus_version');
        isNewVersion = true;
      }
      if (outcome.kind === 'continued') {
        counts.continued++;
        // Runs, lists and pictures depend on these, and the dialogues have changed.
        for (const version of ['corpus_version', 'words_version'] as const) bumpVersion(database, version);
        if (!outcome.byThisImport) {
          counts.added += outcome.utterances;
          known(records - outcome.utterances);
        }
      }
      if (outcome.kind === 'present' && outcome.isDescribedAnew) {
        counts.described++;
        bumpVersion(database, 'corpus_version');
      }
      if (outcome.kind === 'present' && !outcome.byThisImport) known(records);
      if (outcome.kind === 'differs') {
        const { turn } = outcome;
        const first = dialogue.utterances[turn - 1];
        writer.reject(
          first?.line ?? 0,
          `This source already has a dialogue "${dialogue.externalId}". The two texts differ from message ${turn} on, so the dialogue in the project was kept. Give one of the two another id, import this file under another name, or purge the dialogue to import the new text.`,
          first?.text.slice(0, 200) ?? '',
          records,
        );
      }
    } else if (event.kind === 'reject') {
      writer.reject(event.line, event.reason, event.excerpt, event.records);
    } else if (event.kind === 'ignored') {
      ignore(event.reason, event.records);
    } else if (event.kind === 'warning') {
      if (warnings.length < MAX_WARNINGS) warnings.push(event.message);
    } else {
      counts.read = event.records;
    }
  };
  const index = database.transaction(writer.indexWords);
  let chunk: ImportEvent[] = [];
  let utterances = 0;
  const commit = async (): Promise<void> => {
    const pending = chunk;
    chunk = [];
    utterances = 0;
    for (let start = 0; start < pending.length; ) {
      const began = performance.now();
      database.transaction(() => {
        while (start < pending.length && !writer.isIndexDue() && performance.now() - began < CHUNK_MS)
          write(pending[start++]!);
      })();
      await breathe();
      context.signal.throwIfAborted();
      if (!writer.isIndexDue()) continue;
      index();
      await breathe();
    }
  };
  try {
    const events = readDialogues(path, options.format, {
      map: input.map,
      brand: input.brand,
      query: input.query,
      database: options.access,
      scratch: options.scratch,
      signal: context.signal,
      onChosen: (chosen) => context.report({ phase: `choosing rows${options.order}`, ...chosen }),
      delimiter: input.delimiter ?? undefined,
      encoding: input.encoding ?? undefined,
      onProgress: ({ bytesRead, totalBytes }) =>
        context.report({
          phase: `reading ${basename(path)}${options.order}`,
          done: bytesRead,
          total: totalBytes,
          unit: 'bytes',
        }),
    });
    for await (const event of isMasked ? maskEvents(events, maskingKey(database)) : events) {
      chunk.push(event);
      utterances += event.kind === 'dialogue' ? event.dialogue.utterances.length : 1;
      if (utterances >= CHUNK_UTTERANCES) await commit();
    }
    await commit();
  } catch (error) {
    // Dialogues before the error are imported.
    if (!context.signal.aborted) await commit().catch(() => {});
    throw context.signal.aborted ? context.signal.reason : error;
  } finally {
    index();
  }
  if (counts.continued > 0) {
    const dialogues =
      counts.continued === 1
        ? '1 dialogue that was already in the project'
        : `${counts.continued} dialogues that were already in the project`;
    warnings.push(
      `${dialogues} got new turns. To use these turns, tag the dialogues and learn the automaton again. People's decisions are kept.`,
    );
  }
  if (counts.described > 0)
    warnings.push(
      `Updated the fields of ${formatAmount(counts.described, 'dialogue')} already in the project.`,
    );
  const oneSided = sides.warning();
  if (oneSided !== null) warnings.push(oneSided);
  const separate = database.transaction(() => separateMessages(database, importId));
  if (sides.isOneSided && input.join) while (separate()) await breathe();
  for (const [reason, records] of ignoredReasons)
    warnings.push(`${recordsWere(records)} left out: ${reason}.`);
  return counts;
}

function recordsWere(count: number): string {
  return `${formatAmount(count, 'record')} ${count === 1 ? 'was' : 'were'}`;
}

export const importJob: JobKind<Project, ImportInput> = {
  kind: 'import',
  params: importInputSchema,
  topics: ['project', 'corpus'],
  async run(project, input, context) {
    const result = await runImport(project, input, context).catch((error: unknown) => {
      throw nameUploads(error, project.app.files.workspace);
    });
    const { database, jobs } = project;
    const isFirst = input.prepare && latestRun(database, 'automaton') === null;
    if (isFirst && result.dialogues > 0 && jobs.refusal() === null)
      startPicture(project, pictureInputSchema.parse({}));
    else renewTopics(project, input.prepare);
    return result;
  },
  // A paused or failed import can continue; a canceled one cannot.
  onCancelled: ({ app }, { paths }) => void removeUploads(app, paths),
};

export function removeUploads(
  { options, files }: Pick<App, 'options' | 'files'>,
  paths: readonly string[],
): number {
  if (options.shell !== 'browser') return 0;
  const uploads = paths.filter((path) => isUpload(path, files.workspace) && existsSync(path));
  for (const path of uploads) rmSync(path, { force: true });
  return uploads.length;
}
