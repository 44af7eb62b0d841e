import { setImmediate } from 'node:timers/promises';
import { formatCount } from '#shared/domain/figure-text.ts';
import type { WriteDatabase } from '../../../store/database.ts';
import {
  addRecords,
  beginSource,
  finishSource,
  type KnowledgeSource,
  removeUnfinishedSources,
  sourceOfFile,
} from '../../../store/edits/designs/knowledge-table.ts';
import { badFile } from '../cells.ts';
import { ColumnSurvey, type TableRecord } from './tables.ts';

export interface ReadSource {
  readonly kind: 'table' | 'document';
  readonly name: string;
  readonly path: string;
  readonly file: string;
  readonly fingerprint: string;
  records(): AsyncIterable<TableRecord> | Iterable<TableRecord>;
}

export type KeptSource = Pick<KnowledgeSource, 'kind' | 'name' | 'id' | 'records'>;

/** The maximum number of records. A larger table belongs in a database. */
const MOST_RECORDS = 1_000_000;
/** The number of records per write, so that other writes can happen in between. */
const PART = 2000;

/**
 * Stores a file in parts, which become visible when an edit refers to them.
 * @throws DialogramError BAD_FILE if the file has too many records or is not a table; then nothing is stored
 */
export async function keepSource(database: WriteDatabase, source: ReadSource): Promise<KeptSource> {
  const { kind, name } = source;
  const known = sourceOfFile(database, kind, name, source.fingerprint);
  if (known) return { kind, name, ...known };
  const id = beginSource(database, source);
  try {
    const survey = new ColumnSurvey();
    let written = 0;
    let part: TableRecord[] = [];
    const write = async (): Promise<void> => {
      addRecords(database, id, written, part);
      written += part.length;
      part = [];
      await setImmediate();
    };
    for await (const record of source.records()) {
      if (written + part.length >= MOST_RECORDS)
        throw badFile(
          source.path,
          `The file has more than ${formatCount(MOST_RECORDS)} records, which is the limit.`,
          'Keep only the records that customers ask about.',
        );
      survey.add(record);
      part.push(record);
      if (part.length === PART) await write();
    }
    await write();
    finishSource(database, id, survey.columns(), written);
    return { kind, name, id, records: written };
  } catch (error) {
    removeUnfinishedSources(database, id);
    throw error;
  }
}
