import { type Role, roleAt } from '#shared/domain/dialogue.ts';
import type { DialogueId, RoundId } from '#shared/domain/ids.ts';
import { openForReading, type ReadDatabase } from '../database.ts';
import { lastDialogue } from './dialogue-table.ts';
import { utterancesBetween } from './utterance-table.ts';

/** A dialogue as its turns, each with its messages as separate texts. */
interface SpokenDialogue {
  readonly dialogue: DialogueId;
  readonly last: number;
  readonly rounds: readonly { readonly id: RoundId; readonly role: Role; readonly texts: string[] }[];
}

/** All dialogues in the order of their ids. */
export function* eachSpokenDialogue(database: ReadDatabase): Generator<SpokenDialogue> {
  const last = lastDialogue(database) ?? 0;
  let dialogue: DialogueId | null = null;
  let rounds: { id: RoundId; role: Role; texts: string[] }[] = [];
  for (const [of, id, role, text] of utterancesBetween(database, 0, last)) {
    if (of !== dialogue) {
      if (dialogue !== null) yield { dialogue, last, rounds };
      rounds = [];
      dialogue = of;
    }
    if (rounds.at(-1)?.id !== id) rounds.push({ id, role: roleAt(role), texts: [] });
    rounds.at(-1)?.texts.push(text);
  }
  if (dialogue !== null) yield { dialogue, last, rounds };
}

/** The turns that a corpus of words was read from, in its order. */
export interface ReadRounds {
  readonly roundIds: RoundId[];
  /** Number of messages of each turn. */
  readonly utterances: number[];
}

/** Reads all messages, dialogue by dialogue. */
export function readSpoken(
  path: string,
  add: (rounds: SpokenDialogue['rounds']) => void,
  report: (progress: { phase: string; done: number; total: number }) => void,
): ReadRounds {
  const read: ReadRounds = { roundIds: [], utterances: [] };
  const database = openForReading(path);
  for (const { dialogue, last, rounds } of eachSpokenDialogue(database)) {
    add(rounds);
    for (const { id, texts } of rounds) {
      read.roundIds.push(id);
      read.utterances.push(texts.length);
    }
    if (dialogue % 200 === 0) report({ phase: 'reading sentences', done: dialogue, total: last });
  }
  database.close();
  return read;
}
