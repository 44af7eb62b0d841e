import { z } from 'zod';
import { roundIdSchema } from '#shared/contract/base.ts';
import { stateColourSchema, statePlaceSchema } from '#shared/contract/state-names.ts';
import type { EditId, RoundId } from '#shared/domain/ids.ts';
import type { ReadDatabase, WriteDatabase } from '../../database.ts';
import { allRows, change, oneValue, parseJson } from '../../statements.ts';
import { placedChanges, placedSchema } from '../log/placed-changes.ts';

/** A state's name and position in pictures, and what identifies it: turns that led there, of how many dialogues. */
const calledSchema = z.object({
  name: z.string(),
  note: z.string(),
  colour: stateColourSchema,
  phase: z.string(),
  /** Names from earlier versions have none. */
  place: statePlaceSchema.nullable().default(null),
  rounds: z.array(roundIdSchema),
  support: z.int(),
});
export type CalledState = z.infer<typeof calledSchema>;

export const stateNameChangeSchema = placedSchema('state_names', { id: z.int() }, calledSchema);
type StateNameChange = z.infer<typeof stateNameChangeSchema>;

export const stateNameChanges = placedChanges<CalledState, StateNameChange>(
  'state_names',
  ({ id }) => ({ id }),
  (called) => ({ content: JSON.stringify(calledSchema.parse(called)) }),
);

interface StoredStateName extends CalledState {
  readonly id: number;
  readonly edit: EditId;
}

export const listStateNames = (database: ReadDatabase): StoredStateName[] =>
  allRows<{ id: number; content: string; edit: EditId }>(database)`
    SELECT id, content, edit_id AS edit FROM state_names ORDER BY id`.map(({ content, ...row }) => ({
    ...parseJson(calledSchema, content),
    ...row,
  }));

/** Returns the change of a name, or a new one; null if nothing changes. @param place of the name within the edit */
export function stateNameAfter(
  database: ReadDatabase,
  stored: StoredStateName | null,
  after: CalledState | null,
  place = 0,
): StateNameChange | null {
  if (stored === null) {
    if (after === null) return null;
    const id = (oneValue<number>(database)`SELECT coalesce(max(id), 0) + 1 FROM edits` ?? 1) as number;
    return { table: 'state_names', id: id + place * 2 ** 32, before: null, after };
  }
  const { id, ...before } = stored;
  const { edit: _, ...called } = before;
  if (after !== null && JSON.stringify(after) === JSON.stringify(called)) return null;
  return { table: 'state_names', id, before, after };
}

/** Returns the places of turns: their dialogue, and their index in it from 0. */
export const placesOfRounds = (
  database: ReadDatabase,
  rounds: readonly RoundId[],
): { readonly id: RoundId; readonly dialogue: number; readonly position: number }[] =>
  allRows<{ id: RoundId; dialogue: number; position: number }>(database)`
    SELECT id, dialogue_id AS dialogue, position FROM rounds
    WHERE id IN (SELECT value FROM json_each(${JSON.stringify(rounds)}))`;

/** Returns the existing turns at places of dialogues. */
export const roundsAtPlaces = (
  database: ReadDatabase,
  places: readonly (readonly [dialogue: number, position: number])[],
): RoundId[] =>
  allRows<{ id: RoundId }>(database)`
    SELECT r.id FROM json_each(${JSON.stringify(places)}) p
    JOIN rounds r ON r.dialogue_id = p.value ->> 0 AND r.position = p.value ->> 1`.map(({ id }) => id);

/** Call once purged turns are deleted. Removes names without remaining turns, or with purged words. */
export function purgeStateNames(database: WriteDatabase, mentions: (text: string) => boolean): void {
  for (const { id, edit: _, ...called } of listStateNames(database)) {
    const stay = new Set(placesOfRounds(database, called.rounds).map((place) => place.id));
    const rounds = called.rounds.filter((round) => stay.has(round));
    const isTelling = [called.name, called.note, called.phase].some(mentions);
    if (rounds.length === 0 || isTelling) change(database)`DELETE FROM state_names WHERE id = ${id}`;
    else if (rounds.length < called.rounds.length)
      change(
        database,
      )`UPDATE state_names SET content = ${JSON.stringify({ ...called, rounds })} WHERE id = ${id}`;
  }
}
