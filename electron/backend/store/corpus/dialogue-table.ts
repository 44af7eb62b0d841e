import { z } from 'zod';
import type { DialogueRow, DialogueTurn } from '#shared/contract/corpus.ts';
import type { Project } from '#shared/contract/projects.ts';
import { roleAt, speakerKindAt } from '#shared/domain/dialogue.ts';
import type { DialogueId, SourceId, TurnId, UtteranceId } from '#shared/domain/ids.ts';
import { once } from '#shared/domain/once.ts';
import { inProject } from '../../errors.ts';
import type { ReadDatabase } from '../database.ts';
import { versionOf } from '../file/meta-table.ts';
import {
  allRaw,
  allRows,
  allValues,
  countOf,
  oneRow,
  oneValue,
  parseJson,
  sql,
  theRow,
} from '../statements.ts';
import { sourceNames } from './source-table.ts';

const EXCERPT_CHARACTERS = 200;

export const textsSchema = z.array(z.string());

interface DialogueHead {
  readonly id: DialogueId;
  readonly externalId: string;
  readonly source: string;
}

const HEAD = `d.id, d.external_id AS externalId, s.name AS source FROM dialogues d JOIN sources s ON s.id = d.source_id`;

export const dialogueHeads = (database: ReadDatabase): DialogueHead[] =>
  allRows<DialogueHead>(database)`SELECT ${sql(HEAD)} ORDER BY s.name, d.external_id`;

export const dialogueHead = (database: ReadDatabase, dialogue: DialogueId): DialogueHead | null =>
  oneRow<DialogueHead>(database)`SELECT ${sql(HEAD)} WHERE d.id = ${dialogue}` ?? null;

export function externalIdReader(database: ReadDatabase): (dialogue: DialogueId) => string {
  return (dialogue) =>
    oneValue<string>(database)`SELECT external_id FROM dialogues WHERE id = ${dialogue}` ?? '';
}

const extraSchema = z.record(z.string(), z.unknown());

export function dialogueExtraReader(
  database: ReadDatabase,
): (dialogue: DialogueId) => Record<string, unknown> {
  return (dialogue) => {
    const extra =
      oneValue<string | null>(database)`SELECT extra FROM dialogues WHERE id = ${dialogue}` ?? null;
    return extra === null ? {} : parseJson(extraSchema, extra);
  };
}

export function sourceReader(database: ReadDatabase): (dialogue: DialogueId) => SourceId | null {
  return (dialogue) =>
    oneValue<SourceId>(database)`SELECT source_id FROM dialogues WHERE id = ${dialogue}` ?? null;
}

export function dialogueRows(
  database: ReadDatabase,
  ids: readonly DialogueId[],
  matches: ReadonlyMap<DialogueId, UtteranceId | null> | null,
  valuesOf: (dialogue: DialogueId) => readonly string[] = () => [],
): DialogueRow[] {
  return ids.flatMap((id) => {
    const row = oneRow<{ externalId: string; source: string; domains: string; turns: number }>(database)`
      SELECT d.external_id AS externalId, s.name AS source, d.domains, d.rounds AS turns
      FROM dialogues d JOIN sources s ON s.id = d.source_id WHERE d.id = ${id}`;
    if (!row) return [];
    const match = matches?.get(id) ?? null;
    const text =
      match === null
        ? oneValue<string>(database)`
        SELECT text FROM utterances WHERE dialogue_id = ${id} ORDER BY trim(text) = '', position LIMIT 1`
        : oneValue<string>(database)`SELECT text FROM utterances WHERE id = ${match}`;
    const domains = parseJson(textsSchema, row.domains);
    return [
      { ...row, id, domains, excerpt: text?.slice(0, EXCERPT_CHARACTERS) ?? '', values: [...valuesOf(id)] },
    ];
  });
}

type StoredTurn = Pick<DialogueTurn, 'id' | 'index' | 'role' | 'utterances'>;

export interface StoredDialogue extends DialogueHead {
  readonly domains: readonly string[];
  readonly turns: readonly StoredTurn[];
}

export function findDialogue(database: ReadDatabase, id: DialogueId): StoredDialogue | null {
  const head = dialogueHead(database, id);
  if (!head) return null;
  const domains = oneValue<string>(database)`SELECT domains FROM dialogues WHERE id = ${id}`;
  const turns = allRows<{ id: TurnId; index: number; role: number }>(database)`
    SELECT id, position AS "index", role FROM rounds WHERE dialogue_id = ${id} ORDER BY position`;
  const utterances = allRows<
    Omit<StoredTurn['utterances'][number], 'kind' | 'original'> & {
      turnId: TurnId;
      kind: number;
      original: string | null;
    }
  >(database)`
    SELECT u.id, u.round_id AS turnId, u.speaker, u.kind, u.text, u.time, u.line, o.text AS original FROM utterances u
    LEFT JOIN utterance_originals o ON o.utterance_id = u.id WHERE u.dialogue_id = ${id} ORDER BY u.position`;
  return {
    ...head,
    domains: parseJson(textsSchema, theRow(domains)),
    turns: turns.map((turn) => ({
      ...turn,
      role: roleAt(turn.role),
      utterances: utterances
        .filter((utterance) => utterance.turnId === turn.id)
        .map(({ turnId: _, kind, original, ...utterance }) => ({
          ...utterance,
          kind: speakerKindAt(kind),
          ...(original !== null && { original }),
        })),
    })),
  };
}

export const dialogueByExternalId = (database: ReadDatabase, externalId: string): DialogueId | null =>
  dialoguesNamed(database, externalId)[0]?.id ?? null;

/** Returns the dialogue with this id in a source, or the only dialogue with this id; otherwise null. */
export function dialogueNamed(database: ReadDatabase, source: string, externalId: string): DialogueId | null {
  const heads = dialoguesNamed(database, externalId);
  const named = heads.find((head) => head.source === source) ?? (heads.length === 1 ? heads[0] : null);
  return named?.id ?? null;
}

const dialoguesNamed = (database: ReadDatabase, externalId: string): DialogueHead[] =>
  allRows<DialogueHead>(database)`SELECT ${sql(HEAD)} WHERE d.external_id = ${externalId} ORDER BY s.name`;

export const dialogueSizes = (database: ReadDatabase): [DialogueId, number][] =>
  allRaw<[DialogueId, number]>(database)`SELECT id, utterances FROM dialogues ORDER BY id`;

export const dialogueIdsUpTo = (database: ReadDatabase, last: DialogueId): DialogueId[] =>
  allValues<DialogueId>(database)`SELECT id FROM dialogues WHERE id <= ${last} ORDER BY id`;

/** @param last dialogues that were imported later are not counted; null counts all */
export const countDialogues = (database: ReadDatabase, last: DialogueId | null = null): number =>
  countOf(database, 'SELECT count(*) FROM dialogues WHERE ? IS NULL OR id <= ?', last, last);

export const lastDialogue = (database: ReadDatabase): DialogueId | null =>
  theRow(oneValue<DialogueId | null>(database)`SELECT max(id) FROM dialogues`);

type CorpusCounts = Pick<Project['counts'], 'sources' | 'dialogues' | 'utterances' | 'turns' | 'rejected'>;

export const corpusCounts = (database: ReadDatabase): CorpusCounts =>
  theRow(
    oneRow<CorpusCounts>(database)`SELECT (SELECT count(*) FROM sources) AS sources, count(*) AS dialogues,
        coalesce(sum(utterances), 0) AS utterances, coalesce(sum(rounds), 0) AS turns,
        (SELECT coalesce(sum(records), 0) FROM rejects) AS rejected
      FROM dialogues`,
  );

export const corpusFingerprint = (database: ReadDatabase): string =>
  theRow(
    oneValue<string>(database)`
      SELECT count(*) || '-' || coalesce(max(id), 0) || '-' || coalesce(sum(rounds), 0)
        || coalesce((SELECT '-' || value FROM meta WHERE key = 'words_version'), '') FROM dialogues`,
  );

export const requireDialogue = (database: ReadDatabase, id: DialogueId) =>
  inProject(
    findDialogue(database, id),
    'dialogue',
    id,
    'The dialogue may have been removed. Search for it again.',
  );

/** The order of dialogues that people expect: by source, then by id, with 2 before 10. */
interface DialogueOrder {
  readonly ids: readonly DialogueId[];
  sorted(ids: readonly DialogueId[]): DialogueId[];
}

// Always the same locale, so that lists are equal on every machine.
const natural = once(() => new Intl.Collator('en', { numeric: true }));

/** Compares texts in natural order. Texts that look the same ("a", "A"; "1", "01") are ordered by code unit. */
export function compareNaturally(a: string, b: string): number {
  return natural().compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}

const kept = new WeakMap<ReadDatabase, { readonly state: string; readonly order: DialogueOrder }>();

/** Returns the order for lists. The order is cached, because sorting 50,000 ids takes a tenth of a second. */
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
  const ids = sources.flatMap((source) =>
    allRows<{ id: DialogueId; externalId: string }>(database)`
      SELECT id, external_id AS externalId FROM dialogues WHERE source_id = ${source.id}`
      .sort((a, b) => compareNaturally(a.externalId, b.externalId))
      .map(({ id }) => id),
  );
  const ranks = new Map(ids.map((id, rank) => [id, rank]));
  const rankOf = (id: DialogueId): number => ranks.get(id) ?? ids.length;
  return { ids, sorted: (some) => some.toSorted((a, b) => rankOf(a) - rankOf(b)) };
}
