import { z } from 'zod';
import { turnIdSchema } from '#shared/contract/base.ts';
import { stateColourSchema, statePlaceSchema } from '#shared/contract/state-names.ts';
import type { TurnId } from '#shared/domain/ids.ts';
import type { ReadDatabase, WriteDatabase } from '../../database.ts';
import { allRows } from '../../statements.ts';
import { documentTable } from '../log/placed-changes.ts';

/** Turns that led to a state, and the number of their dialogues, identify the state in other automata. */
const calledSchema = z.object({
  name: z.string(),
  note: z.string(),
  colour: stateColourSchema,
  phase: z.string(),
  place: statePlaceSchema.nullable().default(null),
  turns: z.array(turnIdSchema),
  support: z.int(),
});
export type CalledState = z.infer<typeof calledSchema>;

export const stateNames = documentTable('state_names', 'id', z.int(), calledSchema);

/** Returns the places of turns: their dialogue, and their index in it from 0. */
export const placesOfTurns = (
  database: ReadDatabase,
  turns: readonly TurnId[],
): { readonly id: TurnId; readonly dialogue: number; readonly position: number }[] =>
  allRows<{ id: TurnId; dialogue: number; position: number }>(database)`
    SELECT id, dialogue_id AS dialogue, position FROM rounds
    WHERE id IN (SELECT value FROM json_each(${JSON.stringify(turns)}))`;

/** Returns the turns at given places, as far as they exist. */
export const turnsAtPlaces = (
  database: ReadDatabase,
  places: readonly (readonly [dialogue: number, position: number])[],
): TurnId[] =>
  allRows<{ id: TurnId }>(database)`
    SELECT r.id FROM json_each(${JSON.stringify(places)}) p
    JOIN rounds r ON r.dialogue_id = p.value ->> 0 AND r.position = p.value ->> 1`.map(({ id }) => id);

/** Removes names whose turns are all deleted, and names with purged words. Call it after deleting the purged turns. */
export const purgeStateNames = (database: WriteDatabase, mentions: (text: string) => boolean): void =>
  stateNames.purge(database, (called) => {
    const stay = new Set(placesOfTurns(database, called.turns).map((place) => place.id));
    const turns = called.turns.filter((turn) => stay.has(turn));
    if (turns.length === 0 || [called.name, called.note, called.phase].some(mentions)) return null;
    return turns.length === called.turns.length ? called : { ...called, turns };
  });
