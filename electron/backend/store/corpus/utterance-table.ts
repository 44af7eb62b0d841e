import { createRandom } from '#shared/algorithms/random/random.ts';
import { type Role, roleAt } from '#shared/domain/dialogue.ts';
import type { DialogueId, TurnId } from '#shared/domain/ids.ts';
import { openForReading, type ReadDatabase } from '../database.ts';
import { allRaw, allRows, eachRaw, oneRow, parseJson } from '../statements.ts';
import { dialogueSizes, lastDialogue, textsSchema } from './dialogue-table.ts';
import { placeReader } from './turn-table.ts';

export interface UtteranceText {
  readonly role: Role;
  readonly text: string;
  readonly acts: readonly string[] | null;
  /** The index of its turn in the dialogue, from 0. */
  readonly turn: number;
}

export function utteranceReader(database: ReadDatabase): (dialogue: DialogueId) => UtteranceText[] {
  return (dialogue) =>
    allRows<{
      readonly role: number;
      readonly text: string;
      readonly acts: string | null;
      readonly turn: number;
    }>(database)`
      SELECT r.role, u.text, u.acts, u.position AS turn
      FROM utterances u JOIN rounds r ON r.id = u.round_id WHERE u.dialogue_id = ${dialogue}
      ORDER BY u.position`.map(({ role, acts, ...row }) => ({
      ...row,
      role: roleAt(role),
      acts: acts === null ? null : parseJson(textsSchema, acts),
    }));
}

type UtteranceRow = [dialogue: DialogueId, turn: TurnId, role: number, text: string];

export function utterancesBetween(
  database: ReadDatabase,
  first: number,
  last: number,
): Iterable<UtteranceRow> {
  // For one dialogue, preparing a statement of its own would take longer than reading.
  const read = first === last ? allRaw<UtteranceRow>(database) : eachRaw<UtteranceRow>(database);
  return read`
    SELECT u.dialogue_id, u.round_id, r.role, u.text FROM utterances u JOIN rounds r ON r.id = u.round_id
    WHERE u.dialogue_id BETWEEN ${first} AND ${last} ORDER BY u.dialogue_id, u.position`;
}

export const hasAnnotations = (database: ReadDatabase): boolean =>
  oneRow(database)`SELECT 1 FROM utterances WHERE acts IS NOT NULL LIMIT 1` !== undefined;

interface AnnotatedUtterance {
  readonly turn: TurnId;
  readonly acts: readonly string[];
}

export function annotationReader(
  database: ReadDatabase,
): (after: number, last: number) => AnnotatedUtterance[] {
  return (after, last) =>
    allRows<{ readonly turn: TurnId; readonly acts: string }>(database)`
      SELECT round_id AS turn, acts FROM utterances
      WHERE dialogue_id > ${after} AND dialogue_id <= ${last} AND acts IS NOT NULL
      ORDER BY dialogue_id, position`.map(({ turn, acts }) => ({ turn, acts: parseJson(textsSchema, acts) }));
}

interface SpokenDialogue {
  readonly dialogue: DialogueId;
  readonly last: number;
  readonly turns: readonly { readonly id: TurnId; readonly role: Role; readonly texts: string[] }[];
}

export const eachSpokenDialogue = (database: ReadDatabase): Generator<SpokenDialogue> =>
  spokenBetween(database, 0, lastDialogue(database) ?? 0);

function* spokenBetween(database: ReadDatabase, first: number, last: number): Generator<SpokenDialogue> {
  let dialogue: DialogueId | null = null;
  let turns: { id: TurnId; role: Role; texts: string[] }[] = [];
  for (const [of, id, role, text] of utterancesBetween(database, first, last)) {
    if (of !== dialogue) {
      if (dialogue !== null) yield { dialogue, last, turns };
      turns = [];
      dialogue = of;
    }
    if (turns.at(-1)?.id !== id) turns.push({ id, role: roleAt(role), texts: [] });
    turns.at(-1)?.texts.push(text);
  }
  if (dialogue !== null) yield { dialogue, last, turns };
}

export interface ReadTurns {
  readonly turnIds: TurnId[];
  readonly utterances: number[];
}

/** Returns ascending ids of random dialogues with about this many messages; null if the project has fewer messages. */
export function sampleDialogues(
  database: ReadDatabase,
  messages: number,
  also: readonly TurnId[],
  seed: number,
): DialogueId[] | null {
  const sizes = dialogueSizes(database);
  if (sizes.reduce((sum, [, size]) => sum + size, 0) <= messages) return null;
  const placeOf = placeReader(database);
  const chosen = new Set(also.flatMap((turn) => placeOf(turn)?.dialogue ?? []));
  let left = messages;
  for (const [dialogue, size] of createRandom(seed).shuffle(sizes)) {
    if (left <= 0) break;
    chosen.add(dialogue);
    left -= size;
  }
  return [...chosen].sort((a, b) => a - b);
}

export function readSpoken(
  path: string,
  add: (turns: SpokenDialogue['turns']) => void,
  report: (progress: { phase: string; done: number; total: number }) => void,
  only: (database: ReadDatabase) => readonly DialogueId[] | null = () => null,
): ReadTurns {
  const read: ReadTurns = { turnIds: [], utterances: [] };
  const database = openForReading(path);
  const phase = 'reading sentences';
  const take = ({ turns }: SpokenDialogue): void => {
    add(turns);
    for (const { id, texts } of turns) {
      read.turnIds.push(id);
      read.utterances.push(texts.length);
    }
  };
  const chosen = only(database);
  if (chosen === null)
    for (const spoken of eachSpokenDialogue(database)) {
      take(spoken);
      if (spoken.dialogue % 200 === 0) report({ phase, done: spoken.dialogue, total: spoken.last });
    }
  else
    for (const [done, dialogue] of chosen.entries()) {
      for (const spoken of spokenBetween(database, dialogue, dialogue)) take(spoken);
      if (done % 200 === 0) report({ phase, done, total: chosen.length });
    }
  database.close();
  return read;
}
