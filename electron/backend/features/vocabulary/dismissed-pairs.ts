import type { TagId } from '#shared/domain/ids.ts';
import type { ReadDatabase, WriteDatabase } from '../../store/database.ts';
import { readMeta, writeMeta } from '../../store/file/meta-table.ts';

/** Pairs of tags of which a person said that they are two; kept with the project, by the tags and not their names. */
const KEY = 'dismissed_tag_pairs';

const pairOf = (left: TagId, right: TagId): string =>
  left < right ? `${left} ${right}` : `${right} ${left}`;

function dismissed(database: ReadDatabase): Set<string> {
  return new Set(JSON.parse(readMeta(database, KEY) ?? '[]') as string[]);
}

/** Tells of a pair whether it was dismissed. */
export function dismissedPairs(database: ReadDatabase): (left: TagId, right: TagId) => boolean {
  const pairs = dismissed(database);
  return (left, right) => pairs.has(pairOf(left, right));
}

export function dismissPair(database: WriteDatabase, left: TagId, right: TagId, dismiss: boolean): void {
  const pairs = dismissed(database);
  if (dismiss) pairs.add(pairOf(left, right));
  else pairs.delete(pairOf(left, right));
  writeMeta(database, KEY, JSON.stringify([...pairs].sort()));
}
