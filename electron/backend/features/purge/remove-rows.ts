import { z } from 'zod';
import { DialogramError } from '#shared/contract/errors.ts';
import { type PurgeSelection, purgeInputSchema } from '#shared/contract/purge.ts';
import { formatAmount, formatCount } from '#shared/domain/figure-text.ts';
import type { JobId } from '#shared/domain/ids.ts';
import type { App } from '../../project.ts';
import { forgetDialogueColumns } from '../../store/corpus/dialogue-fields.ts';
import { corpusFingerprint } from '../../store/corpus/dialogue-table.ts';
import { watchSources } from '../../store/corpus/source-table.ts';
import type { WriteDatabase } from '../../store/database.ts';
import { purgeMergeDecisions } from '../../store/edits/picture/merge-decision-table.ts';
import { bumpVersion } from '../../store/file/meta-table.ts';
import { purgeCases, purgeEdits, purgeModel } from '../../store/purge/purge-edits.ts';
import { clearPartlyPurged, deletePurgedRows, purgeJobs } from '../../store/purge/purge-rows.ts';
import { purgeRuns, trimRuns } from '../../store/purge/purge-runs.ts';
import { purgeTags, purgeVocabulary, purgeVotes } from '../../store/purge/purge-tags.ts';
import { type Mentions, type PurgedRows, readMentions } from '../../store/purge/purge-words.ts';
import { hasRemovedSources } from '../../store/removal/removed-table.ts';
import { purgeOutcome } from '../../store/tags/learning-rows.ts';
import {
  countDialogues,
  divideOriginals,
  noteUnfinished,
  planPurge,
  selectRows,
  stateOf,
  withRemoved,
} from './plan-purge.ts';

export interface RemovingRows extends Pick<App, 'runs'> {
  readonly job: JobId;
}

export const purgeParamsSchema = purgeInputSchema.extend({ workspace: z.string() });
export type PurgeParams = z.infer<typeof purgeParamsSchema>;

interface ReadRows {
  readonly purged: PurgedRows;
  readonly mentions: Mentions;
}

/** The chosen rows; null if there are removed sources, because their rows are stored elsewhere. */
export interface ReadPurge {
  readonly rows: ReadRows | null;
  readonly state: string;
}

/** Reads the words to purge. @throws INVALID if the number of dialogues has changed */
export function readPurge(
  database: WriteDatabase,
  params: PurgeParams,
  report: (done: number, total: number) => void = () => {},
): ReadPurge {
  const state = stateOf(database);
  requireExpected(countDialogues(database, params), params.expected);
  const rows = hasRemovedSources(database) ? null : readRows(database, params, report);
  return { rows, state };
}

function readRows(
  database: WriteDatabase,
  selection: PurgeSelection,
  report: (done: number, total: number) => void = () => {},
): ReadRows {
  const purged = selectRows(database, selection);
  try {
    return { purged, mentions: readMentions(database, purged, report) };
  } catch (error) {
    purged.drop();
    throw error;
  }
}

/** @throws INVALID if the number of dialogues differs from the shown one */
export function requireExpected(dialogues: number, expected: number): void {
  if (dialogues === expected) return;
  throw new DialogramError(
    'INVALID',
    `The purge would now delete ${formatAmount(dialogues, 'dialogue')}, but you confirmed ${formatCount(expected)}.`,
    { value: String(expected), nextStep: 'Look at the new list, then confirm again.' },
  );
}

/**
 * Deletes all rows in one transaction, and plans again in it.
 * @returns false, without changes, if tags or dialogues have changed since the words were read
 */
export function removeRows(
  database: WriteDatabase,
  { rows, state }: ReadPurge,
  params: PurgeParams,
  { job, runs: kinds }: RemovingRows,
): boolean {
  let chosen = rows;
  database.pragma('secure_delete = ON');
  // Rows are deleted table by table. Checking every reference of every row would read whole tables.
  database.pragma('foreign_keys = OFF');
  try {
    return database
      .transaction(() => {
        if (stateOf(database) !== state) return false;
        chosen ??= readRows(database, withRemoved(database, params));
        const { purged, mentions } = chosen;
        const { tags, edits, runs, model, cases, pairs, paths } = planPurge(database, purged, mentions);
        const uploads = divideOriginals(paths, params.workspace).uploads.map((file) => file.path);
        const fingerprintBefore = corpusFingerprint(database);
        purgeVocabulary(database, purged);
        purgeRuns(database, runs);
        purgeModel(database, purged, model, mentions);
        purgeCases(database, cases);
        purgeVotes(database, pairs, mentions);
        clearPartlyPurged(database, purged);
        deletePurgedRows(database, purged);
        purgeMergeDecisions(database, tags.gone);
        purgeEdits(database, edits, mentions);
        purgeTags(database, tags, mentions);
        purgeOutcome(database);
        forgetDialogueColumns(database);
        watchSources(database, false);
        trimRuns(database, fingerprintBefore, mentions, kinds);
        purgeJobs(database, job);
        bumpVersion(database, 'corpus_version');
        bumpVersion(database, 'edit_version');
        noteUnfinished(database, {
          job,
          backups: params.backups,
          files: params.uploads ? uploads : [],
          result: {
            dialogues: purged.counts.dialogues,
            utterances: purged.counts.utterances,
            tags: tags.gone.size,
            edits: edits.gone.length,
            automata: runs.automata.length,
            filesRemoved: 0,
            filesLeft: params.uploads ? 0 : uploads.length,
            warnings: [],
          },
        });
        const dangling = database.pragma('foreign_key_check') as unknown[];
        if (dangling.length > 0)
          throw new Error(`The purge would leave ${dangling.length} dangling references.`);
        return true;
      })
      .immediate();
  } finally {
    chosen?.purged.drop();
    database.pragma('foreign_keys = ON');
  }
}
