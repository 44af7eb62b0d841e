import type { RunId, SourceId } from '#shared/domain/ids.ts';
import { forgetDialogueColumns } from '../corpus/dialogue-fields.ts';
import { corpusFingerprint } from '../corpus/dialogue-table.ts';
import { CLEANING } from '../corpus/original-table.ts';
import type { WriteDatabase } from '../database.ts';
import { bumpVersion, readMeta, versionOf } from '../file/meta-table.ts';
import { planRuns, type RunPlan } from '../purge/purge-runs.ts';
import { purgeVocabulary } from '../purge/purge-tags.ts';
import { selectPurged } from '../purge/purge-words.ts';
import { allValues, change, countOf, sql } from '../statements.ts';
import { references, type StateBefore, tablesOfSources } from './removed-table.ts';

/** The `runs.kind` of a run that used a removed source. Its id is never reused. */
const HIDDEN_RUN = 'removed';

/**
 * Moves the rows of a source to separate tables and hides the runs that used it. Call it in a transaction without
 * reference checks, because these would look up every row in every table.
 */
export function setSourceAside(database: WriteDatabase, source: SourceId): void {
  const corpusVersion = versionOf(database, 'corpus_version');
  const state: StateBefore = {
    corpusVersion,
    fingerprint: corpusFingerprint(database),
    cleaning: readMeta(database, CLEANING),
  };
  change(
    database,
  )`INSERT INTO removed_sources (id, name, format, path, dialogues, utterances, removed_at, state)
    SELECT s.id, s.name, s.format,
      coalesce((SELECT path FROM imports WHERE source_id = s.id ORDER BY id DESC LIMIT 1), ''),
      (SELECT count(*) FROM dialogues WHERE source_id = s.id),
      (SELECT coalesce(sum(utterances), 0) FROM dialogues WHERE source_id = s.id),
      ${new Date().toISOString()}, ${JSON.stringify(state)}
    FROM sources s WHERE s.id = ${source}`;
  const selected = selectPurged(database, [source], []);
  try {
    const keep = keeper(database, source);
    const runs = JSON.stringify(runsToHide(planRuns(database, selected)));
    const isHidden = `id IN (SELECT value FROM json_each('${runs}'))`;
    keep('runs', ['id', 'kind', 'state'], isHidden, false);
    change(database)`UPDATE runs SET kind = ${HIDDEN_RUN}, state = 'failed' WHERE ${sql(isHidden)}`;
    purgeVocabulary(database, selected);

    const all = references(database);
    const tables = tablesOfSources(all);
    const goes = (table: string): string =>
      table === 'sources'
        ? `id = ${source}`
        : all
            .filter((own) => own.table === table && own.optional === 0 && tables.includes(own.parent))
            .map(({ column, parent, to }) => `${column} IN (${keys(parent, to)})`)
            .join(' OR ');
    const keys = (table: string, key: string): string =>
      table === 'imports' || table === 'dialogues' || table === 'rounds'
        ? `SELECT id FROM ${selected[table === 'rounds' ? 'turns' : table]}`
        : `SELECT ${key} FROM ${table} WHERE ${goes(table)}`;
    for (const { table, column, parent, to } of all) {
      if (tables.includes(table) || !tables.includes(parent)) continue;
      const refers = `${column} IN (${keys(parent, to)})`;
      keep(table, ['id', column], refers, false);
      change(database)`UPDATE ${sql(table)} SET ${sql(column)} = NULL WHERE ${sql(refers)}`;
    }
    for (const table of tables)
      keep(
        table,
        allValues<string>(database)`SELECT name FROM pragma_table_info(${table}) ORDER BY cid`,
        goes(table),
        true,
      );
    change(database)`INSERT INTO utterance_search (utterance_search, rowid, text)
      SELECT 'delete', id, text FROM utterances WHERE ${sql(goes('utterances'))}`;
    for (const table of tables.toReversed())
      change(database)`DELETE FROM ${sql(table)} WHERE ${sql(goes(table))}`;
  } finally {
    selected.drop();
  }
  // Queues order the turns of the whole project, and are quick to rebuild.
  change(database)`DELETE FROM review_queues`;
  forgetDialogueColumns(database);
  bumpVersion(database, 'corpus_version');
}

/** Evaluations and models of encoders are not hidden, because they contain only figures. */
const runsToHide = ({ automata, indexAutomata, taggings, batches, judgings }: RunPlan): RunId[] => [
  ...automata,
  ...indexAutomata,
  ...taggings,
  ...batches,
  ...judgings,
];

function keeper(database: WriteDatabase, source: SourceId) {
  let position = 0;
  return (table: string, columns: readonly string[], where: string, isMoved: boolean): void => {
    const first = countOf(database, 'SELECT coalesce(max(id), 0) + 1 FROM removed_rows');
    const { changes } = change(database)`
      INSERT INTO removed_rows (${sql(columns.map((_, at) => `c${at}`).join(', '))})
      SELECT ${sql(columns.map((column) => `"${column}"`).join(', '))} FROM ${sql(table)} WHERE ${sql(where)}`;
    if (changes === 0) return;
    const lastId =
      isMoved && columns[0] === 'id'
        ? countOf(database, 'SELECT max(c0) FROM removed_rows WHERE id >= ?', first)
        : null;
    change(database)`
      INSERT INTO removed_tables (source_id, position, name, columns, moved, first_row, last_row, last_id)
      VALUES (${source}, ${position++}, ${table}, ${JSON.stringify(columns)}, ${Number(isMoved)}, ${first},
      ${first + changes - 1}, ${lastId})`;
  };
}
