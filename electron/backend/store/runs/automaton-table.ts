import { countedFromStart } from '#shared/algorithms/automaton/assemble.ts';
import {
  type AutomatonParts,
  automatonFromParts,
  automatonToParts,
  bytesOf,
} from '#shared/algorithms/automaton/written/serialise.ts';
import type { RunId } from '#shared/domain/ids.ts';
import type { ReadDatabase, WriteDatabase } from '../database.ts';
import { allRaw, change, oneRow, oneValue } from '../statements.ts';

export interface StoredAutomaton {
  readonly taggingRun: RunId;
  readonly corpusVersion: number;
  readonly editVersion: number;
  readonly parts: AutomatonParts;
  /** The project's id of each dialogue of the automaton: its dialogue i is `dialogueIds[i]`. */
  readonly dialogueIds: Int32Array;
}

/** The arrays with one number per visit, which are most of an automaton. */
const BY_VISIT = ['pathStates', 'pathTurns', 'pathSymbols'] as const;
/** Stored under this ending with one byte per number, if all numbers fit. Each edit stores an automaton. */
const IN_BYTES = ':8';

export function packPaths(parts: AutomatonParts): AutomatonParts {
  const arrays = Object.entries(parts.arrays).map(([name, data]): [string, Uint8Array] => {
    if (!BY_VISIT.some((one) => one === name)) return [name, data];
    const numbers = new Int32Array(data.buffer, data.byteOffset, data.byteLength / 4);
    const bytes = new Uint8Array(numbers);
    let at = 0;
    while (at < bytes.length && bytes[at] === numbers[at]) at++;
    return at === bytes.length ? [name + IN_BYTES, bytes] : [name, data];
  });
  return { ...parts, arrays: Object.fromEntries(arrays) };
}

const unpackArray = ([name, data]: [string, Buffer]): [string, Uint8Array] =>
  name.endsWith(IN_BYTES) ? [name.slice(0, -IN_BYTES.length), bytesOf(new Int32Array(data))] : [name, data];

export function saveAutomaton(database: WriteDatabase, run: RunId, stored: StoredAutomaton): void {
  const { buffer, byteOffset, byteLength } = stored.dialogueIds;
  change(database)`
    INSERT INTO automata (run_id, tagging_run_id, corpus_version, edit_version, header, dialogue_ids)
    VALUES (${run}, ${stored.taggingRun}, ${stored.corpusVersion}, ${stored.editVersion},
    ${stored.parts.header}, ${Buffer.from(buffer, byteOffset, byteLength)})`;
  for (const [name, data] of Object.entries(packPaths(stored.parts).arrays))
    change(database)`
      INSERT INTO automaton_arrays (run_id, name, data) VALUES (${run}, ${name}, ${data})`;
}

interface RawAutomaton {
  tagging_run_id: RunId;
  corpus_version: number;
  edit_version: number;
  header: string;
  dialogue_ids: Buffer;
}

export function loadAutomaton(database: ReadDatabase, run: RunId): StoredAutomaton | null {
  const row = oneRow<RawAutomaton>(database)`SELECT * FROM automata WHERE run_id = ${run}`;
  if (!row) return null;
  const arrays = allRaw<[string, Buffer]>(database)`
    SELECT name, data FROM automaton_arrays WHERE run_id = ${run}`;
  // Copies the bytes, because a buffer from the database may be unaligned.
  const dialogueIds = new Int32Array(new Uint8Array(row.dialogue_ids).buffer);
  // When the parts are combined, it is checked that none is missing.
  const parts = { header: row.header, arrays: Object.fromEntries(arrays.map(unpackArray)) };
  const learner = oneValue<string>(database)`
    SELECT params ->> 'learner' FROM runs WHERE id = ${run} AND kind = 'automaton'`;
  const isOld = (learner === 'overview' || learner === 'merging') && parts.arrays.isFromStart === undefined;
  return {
    taggingRun: row.tagging_run_id,
    corpusVersion: row.corpus_version,
    editVersion: row.edit_version,
    parts: isOld ? withStarts(database, row.tagging_run_id, parts, dialogueIds) : parts,
    dialogueIds,
  };
}

/** Earlier versions counted dialogues at the start that skip their first tagged turn. */
function withStarts(
  database: ReadDatabase,
  taggingRun: RunId,
  parts: AutomatonParts,
  dialogueIds: Int32Array,
): AutomatonParts {
  const firstTagged = new Map(
    allRaw<[number, number]>(database)`
      SELECT r.dialogue_id, min(r.position) FROM run_tags t JOIN rounds r ON r.id = t.round_id
      WHERE t.run_id = ${taggingRun} GROUP BY r.dialogue_id`,
  );
  const automaton = automatonFromParts(parts);
  const { pathOffsets, pathTurns } = automaton;
  const fromStart = Uint8Array.from(dialogueIds, (id, dialogue) => {
    const visit = pathOffsets[dialogue]!;
    const isVisited = visit < pathOffsets[dialogue + 1]!;
    return isVisited && (firstTagged.get(id) ?? Number.POSITIVE_INFINITY) < pathTurns[visit]! ? 0 : 1;
  });
  return automatonToParts(countedFromStart(automaton, fromStart));
}

export function confirmAutomaton(
  database: WriteDatabase,
  run: RunId,
  { corpusVersion, editVersion }: { readonly corpusVersion: number; readonly editVersion: number },
): boolean {
  const { changes } = change(database)`
    UPDATE automata SET corpus_version = ${corpusVersion}, edit_version = ${editVersion}
    WHERE run_id = ${run} AND (corpus_version <> ${corpusVersion} OR edit_version <> ${editVersion})`;
  return changes > 0;
}

/** Returns what an automaton was learned from, without reading its arrays. */
export function automatonOrigin(
  database: ReadDatabase,
  run: RunId,
): { taggingRun: RunId; corpusVersion: number; editVersion: number } | null {
  return (
    oneRow<{ taggingRun: RunId; corpusVersion: number; editVersion: number }>(database)`
      SELECT tagging_run_id AS taggingRun, corpus_version AS corpusVersion, edit_version AS editVersion
      FROM automata WHERE run_id = ${run}` ?? null
  );
}
