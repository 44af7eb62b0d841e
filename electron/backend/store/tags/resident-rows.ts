import type { EditId, RunId, TurnId } from '#shared/domain/ids.ts';
import type { ReadDatabase } from '../database.ts';
import { versionOf } from '../file/meta-table.ts';
import { allRaw, allValues } from '../statements.ts';
import {
  type RawTaggedRows,
  readRawRows,
  rereadDecisions,
  type StandingRows,
  type StoredTaggedRows,
  withoutTags,
  withVocabulary,
} from './learning-rows.ts';
import { readVocabulary } from './tag-table.ts';

export interface RowsNow {
  readonly rows: StoredTaggedRows;
  readonly whole: StandingRows;
  readonly archivedNames: ReadonlySet<string>;
  readonly corpusVersion: number;
  readonly editVersion: number;
}

/** The rows of a tagging run in memory. An update reads only the turns that edits changed. */
export interface ResidentRows {
  now(database: ReadDatabase): RowsNow;
}

interface CachedRows {
  readonly raw: RawTaggedRows;
  readonly corpusVersion: number;
  readonly runTagsVersion: number;
  editVersion: number;
  readonly editStates: Map<EditId, string>;
  tags: Pick<RowsNow, 'rows' | 'whole' | 'archivedNames'>;
}

export function createResidentRows(run: RunId, tagger: string): ResidentRows {
  let kept: CachedRows | null = null;

  const readAll = (
    database: ReadDatabase,
    corpusVersion: number,
    runTagsVersion: number,
    editVersion: number,
  ): CachedRows => {
    const raw = readRawRows(database, run, tagger);
    const tags = tagsNow(database, raw);
    return { raw, corpusVersion, runTagsVersion, editVersion, editStates: editStates(database), tags };
  };

  /** Reads the turns of every edit that was made, undone or redone since the last reading. */
  const readChanged = (database: ReadDatabase, known: CachedRows, editVersion: number): void => {
    const turnsOf = decidedTurnReader(database, tagger);
    const turns = new Set<TurnId>();
    for (const [edit, state] of editStates(database)) {
      if (known.editStates.get(edit) === state) continue;
      known.editStates.set(edit, state);
      for (const turn of turnsOf(edit)) turns.add(turn);
    }
    rereadDecisions(database, tagger, known.raw, turns);
    known.tags = tagsNow(database, known.raw, { tags: known.tags.whole, changed: turns });
    known.editVersion = editVersion;
  };

  const readNow = (database: ReadDatabase): RowsNow => {
    const corpusVersion = versionOf(database, 'corpus_version');
    const editVersion = versionOf(database, 'edit_version');
    const runTagsVersion = versionOf(database, 'run_tags_version');
    if (kept?.corpusVersion !== corpusVersion || kept.runTagsVersion !== runTagsVersion)
      kept = readAll(database, corpusVersion, runTagsVersion, editVersion);
    else if (kept.editVersion !== editVersion) readChanged(database, kept, editVersion);
    return { ...kept.tags, corpusVersion, editVersion };
  };
  // Reads in one transaction, so that versions and rows are consistent.
  return { now: (database) => database.transaction(() => readNow(database))() };
}

const resident = new WeakMap<ReadDatabase, { readonly key: string; readonly rows: ResidentRows }>();

export function residentRowsOf(database: ReadDatabase, run: RunId, tagger: string): ResidentRows {
  const key = JSON.stringify([run, tagger]);
  const known = resident.get(database);
  if (known?.key === key) return known.rows;
  const rows = createResidentRows(run, tagger);
  resident.set(database, { key, rows });
  return rows;
}

function tagsNow(
  database: ReadDatabase,
  raw: RawTaggedRows,
  before?: Parameters<typeof withVocabulary>[2],
): CachedRows['tags'] {
  const vocabulary = readVocabulary(database);
  const { archivedNames } = vocabulary;
  const whole = withVocabulary(raw, vocabulary, before);
  return { rows: withoutTags(whole, archivedNames), whole, archivedNames };
}

const editStates = (database: ReadDatabase): Map<EditId, string> =>
  new Map(allRaw<[EditId, string]>(database)`SELECT id, state FROM edits`);

function decidedTurnReader(database: ReadDatabase, tagger: string): (edit: EditId) => TurnId[] {
  return (edit) => allValues<TurnId>(database)`
    SELECT DISTINCT round_id FROM edit_decisions WHERE edit_id = ${edit} AND tagger = ${tagger}`;
}
