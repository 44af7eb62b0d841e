import { quoted } from '../bytes/format-error.ts';
import { roleOfWord } from '../conversations/speaker-roles.ts';
import { parseTime } from '../conversations/time.ts';
import { type FoundRecord, jsonDialogueFormat } from '../json/dialogues.ts';
import { domainList, idText, isRecord, listUnder, omit } from '../json/fields.ts';
import type { Tally } from '../reading/reading.ts';

/** Keys of the list of turns in the neutral form and in similar forms. */
const TURN_KEYS = ['turns', 'utterances'] as const;

/** The neutral form has `id` and `text`. The corpora that it comes from (SGD, Taskmaster) have the others. */
const ID_FIELDS = ['id', 'dialogue_id', 'conversation_id'] as const;
const TEXT_FIELDS = ['text', 'utterance'] as const;

const BAD_ACTS =
  'Turns whose "acts" is not a list of names: {count}, the first in line {line}. The values are kept, but not as acts.';

/** Neutral JSON Lines: `{"id","domain":[…],"turns":[{"speaker","text","acts"?,…}]}`. */
export const neutral = jsonDialogueFormat({
  name: 'neutral',
  expects: '"turns" with "speaker" and "text"',
  record: 'turn',
  wrapping: 'values',
  recognise(value) {
    const turns = listUnder(value, TURN_KEYS);
    if (!turns) return null;
    // Other formats also have such a list, but with other fields.
    const [first] = turns.list;
    const isOwn = turns.list.length === 0 || (isRecord(first) && typeof first.text === 'string');
    return {
      confidence: isOwn ? (turns.key === 'turns' ? 1 : 0.9) : 0.6,
      reason: `Each object has a list "${turns.key}".`,
    };
  },
  find(value, { line }, tally) {
    const turns = listUnder(value, TURN_KEYS);
    if (!turns) return null;
    const idField = ID_FIELDS.find((field) => idText(value[field]) !== null);
    const domains = domainList(value.domain);
    return {
      id: idField && value[idField],
      idField,
      domains,
      records: turns.list.map((turn) => turnOf(turn, line, tally)),
      // If the domain is neither a name nor a list, it stays among the other fields.
      extra: omit(value, [idField, turns.key, domains.length > 0 && 'domain']),
    };
  },
});

function turnOf(turn: unknown, line: number, tally: Tally): FoundRecord {
  const fault = (what: string): FoundRecord => ({ fault: what, value: turn });
  if (!isRecord(turn)) return fault('is not an object. A turn must be {"speaker", "text"}.');
  const textField = TEXT_FIELDS.find((field) => typeof turn[field] === 'string');
  if (!textField) return fault('has no "text". Add "text". It can be empty.');
  const { speaker } = turn;
  if (typeof speaker !== 'string') return fault('has no "speaker". Write "user" or "system".');
  const role = roleOfWord(speaker);
  if (role === null) return fault(`has the speaker ${quoted(speaker)}. Write "user" or "system".`);
  const acts = actsOf(turn.acts);
  if (acts === undefined) tally.add(BAD_ACTS, line);
  const isTime = typeof turn.time === 'string' && parseTime(turn.time, 'dmy') !== null;
  return {
    role,
    speaker,
    text: turn[textField] as string,
    time: isTime ? turn.time : null,
    acts: acts ?? null,
    extra: omit(turn, ['speaker', textField, acts !== undefined && 'acts', isTime && 'time']),
  };
}

/** Returns null without acts; undefined for values that are not names. */
function actsOf(acts: unknown): readonly string[] | null | undefined {
  if (acts === undefined || acts === null) return null;
  const list = typeof acts === 'string' ? [acts] : acts;
  return Array.isArray(list) && list.every((act) => typeof act === 'string') ? list : undefined;
}
