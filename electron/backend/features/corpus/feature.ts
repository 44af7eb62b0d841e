import { corpusContract, type Preview, type TableQuery } from '#shared/contract/corpus.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import type { SourceId } from '#shared/domain/ids.ts';
import { databaseTitle, isDatabaseAddress } from '#shared/domain/import-formats.ts';
import { translateError } from '../../errors.ts';
import { defineFeature } from '../../feature.ts';
import type { FileHead } from '../../formats/bytes/head.ts';
import { filesInZip } from '../../formats/bytes/zip.ts';
import { previewFile } from '../../formats/preview.ts';
import { csvCell } from '../../output/csv.ts';
import { type OutputTarget, targetOf, writeInPieces } from '../../output/target.ts';
import { projectService, type Session } from '../../project.ts';
import { dialogueByExternalId, requireDialogue } from '../../store/corpus/dialogue-table.ts';
import { indexMessages } from '../../store/corpus/import-table.ts';
import { listRejects, listSources } from '../../store/corpus/source-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { commentReader } from '../../store/edits/words/note-table.ts';
import { tagReaderFor } from '../../store/runs/tagging-runs.ts';
import { pathVisits } from '../automata/index.ts';
import { databaseRegistry, readDatabaseAddress } from '../databases/index.ts';
import { listDialogues } from '../filters/index.ts';
import { importJob, removeUploads } from './import-job.ts';
import { isPlainFile, lookInThread, nameUploads, removeScratch, scratchOf } from './look-in-thread.ts';
import { maskEvents, maskedSince, maskingKey, requireMaskable, unkeptRoles } from './masked-copy.ts';

const KEPT_MS = 5 * 60_000;

/** Caches the last rows of a database, because every choice in the mapping of columns requests them again. */
const askedRows = projectService(() => {
  let last: { readonly key: string; readonly head: FileHead; readonly until: number } | null = null;
  return async (address: string, query: TableQuery | null, ask: () => Promise<FileHead>) => {
    const key = JSON.stringify([address, query?.sql]);
    if (last?.key === key && performance.now() < last.until) return last.head;
    const head = await ask();
    last = { key, head, until: performance.now() + KEPT_MS };
    return head;
  };
});

const HEADER = ['file', 'line', 'reason', 'records', 'excerpt'] as const;
const PAGE = 1000;

function exportRejects(
  database: ReadDatabase,
  source: SourceId | null,
  target: OutputTarget,
): { path: string; bytes: number; rows: number } {
  let rows = 0;
  function* lines(): Generator<string, void, undefined> {
    yield `${HEADER.join()}\n`;
    for (;;) {
      const { items } = listRejects(database, source, rows, PAGE);
      for (const item of items) {
        const cells = [item.source, item.line, item.reason, item.records, item.excerpt];
        yield `${cells.map(csvCell).join()}\n`;
      }
      rows += items.length;
      if (items.length < PAGE) return;
    }
  }
  return { ...writeInPieces(target, lines()), rows };
}

const placeOf = ({ files }: Session, source: string): string =>
  isDatabaseAddress(source) ? readDatabaseAddress(source).address : files.forReading(source);

export const feature = defineFeature({
  contract: corpusContract,
  methods: {
    preview: async ({ input, session, signal }): Promise<Preview> => {
      const given = placeOf(session, input.path);
      const path = filesInZip(given)?.[0] ?? given;
      try {
        const project = session.currentProject();
        const database = project?.database;
        const isMasked = input.mask || (database !== undefined && maskedSince(database) !== null);
        const options = {
          ...input,
          scratch: project ? scratchOf(project.path) : undefined,
          format: input.format === 'auto' ? undefined : input.format,
          delimiter: input.delimiter ?? undefined,
          encoding: input.encoding ?? undefined,
        };
        const key = isMasked ? maskingKey(database) : null;
        if (input.format !== 'query-table' && !input.query && (await isPlainFile(path)))
          return await lookInThread(path, { what: 'preview', options, maskingKey: key }, signal);
        return await previewFile(path, {
          ...options,
          signal,
          database: isDatabaseAddress(path) ? await session.app.use(databaseRegistry).access(path) : null,
          asked:
            project && isDatabaseAddress(path)
              ? (ask) => project.use(askedRows)(path, input.query, ask)
              : undefined,
          through: key === null ? undefined : (events) => maskEvents(events, key, true),
        });
      } catch (error) {
        throw translateError(nameUploads(error, session.files.workspace), path);
      }
    },
    import: ({ input, project, session }) => {
      const paths = input.paths.map((path) => placeOf(session, path));
      const [first, ...more] = paths;
      const title =
        first !== undefined && more.length === 0
          ? `Importing ${isDatabaseAddress(first) ? databaseTitle(first) : first.split(/[\\/]/).pop()}`
          : `Importing ${paths.length} files`;
      const { database } = project;
      if (input.mask) requireMaskable(database);
      if (!input.mask && maskedSince(database) === null)
        return { job: project.jobs.start(importJob, title, { ...input, paths }) };
      const { roles, ...columns } = input.map ?? {};
      const map = input.map && columns;
      const job = project.jobs.start(importJob, title, { ...input, map, mask: true, paths });
      project.use(unkeptRoles).set(job, roles);
      return { job };
    },
    leave: ({ input, session }) => ({
      removed: removeUploads(
        session.app,
        input.paths.map((path) => placeOf(session, path)),
      ),
    }),
    sources: ({ project }) => listSources(project.database),
    rejects: ({ input, project }) =>
      listRejects(project.database, input.source ?? null, input.offset, input.limit),
    exportRejects: ({ input, project, session }) =>
      exportRejects(project.database, input.source ?? null, targetOf(session, input)),
    dialogues: ({ input, project }) => listDialogues(project, null, input),
    find: ({ input, project }) => {
      const dialogue = dialogueByExternalId(project.database, input.externalId);
      if (dialogue !== null) return { dialogue };
      throw new DialogramError('NOT_FOUND', `There is no dialogue "${input.externalId}" in this project.`, {
        value: input.externalId,
        nextStep: 'Use the id from the imported file, such as "star-12".',
      });
    },
    dialogue: ({ input, project }) => {
      const stored = requireDialogue(project.database, input.dialogue);
      const readTags = tagReaderFor(project.database, input.run);
      const commentOf = commentReader(project.database);
      const visits = input.automaton === null ? null : pathVisits(project, input.automaton, stored.id);
      return {
        ...stored,
        turns: stored.turns.map((turn) => ({
          ...turn,
          ...readTags(turn.id),
          comment: commentOf(turn.id),
          visits: (visits ?? [])
            .filter((visit) => visit.turn === turn.index)
            .map(({ turn: _, ...visit }) => visit),
        })),
      };
    },
  },
  jobs: [importJob],
  recover({ path, database }) {
    removeScratch(path);
    // After a crash during an import, some text is not indexed yet.
    indexMessages(database);
  },
});
