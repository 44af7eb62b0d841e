import type { DialogueId } from '#shared/domain/ids.ts';
import type { ReadDatabase } from '../database.ts';
import { versionOf } from '../file/meta-table.ts';
import { corpusFingerprint } from './dialogue-table.ts';
import { sourceNames } from './source-table.ts';

/** Dialogues in the order people expect: by source, then id, with 2 before 10. */
interface DialogueOrder {
  readonly ids: readonly DialogueId[];
  /** Sorts some of them into this order; ids that are not there come last. */
  sorted(ids: readonly DialogueId[]): DialogueId[];
}

// One locale for all, so that a list is the same on every machine.
const NATURAL = new Intl.Collator('en', { numeric: true });

/** Natural order. Texts that look the same to people ("a", "A"; "1", "01") are ordered by code unit. */
export function compareNaturally(a: string, b: string): number {
  return NATURAL.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}

const kept = new WeakMap<ReadDatabase, { readonly state: string; readonly order: DialogueOrder }>();

/**
 * The order of lists. Learning reads dialogues by code point instead, because this order depends on a
 * collation. Sorting 50,000 ids takes a tenth of a second, so the result is kept until dialogues change.
 */
export function dialogueOrder(database: ReadDatabase): DialogueOrder {
  const state = `${versionOf(database, 'corpus_version')}/${corpusFingerprint(database)}`;
  const known = kept.get(database);
  if (known?.state === state) return known.order;
  const order = readOrder(database);
  kept.set(database, { state, order });
  return order;
}

function readOrder(database: ReadDatabase): DialogueOrder {
  const sources = sourceNames(database).sort((a, b) => compareNaturally(a.name, b.name));
  const read = database.prepare<[number], { id: DialogueId; externalId: string }>(
    'SELECT id, external_id AS externalId FROM dialogues WHERE source_id = ?',
  );
  const ids = sources.flatMap((source) =>
    read
      .all(source.id)
      .sort((a, b) => compareNaturally(a.externalId, b.externalId))
      .map(({ id }) => id),
  );
  const ranks = new Map(ids.map((id, rank) => [id, rank]));
  const rankOf = (id: DialogueId): number => ranks.get(id) ?? ids.length;
  return { ids, sorted: (some) => some.toSorted((a, b) => rankOf(a) - rankOf(b)) };
}
