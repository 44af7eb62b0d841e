import { roleOfWord } from '../conversations/speaker-roles.ts';
import { type FoundRecord, jsonDialogueFormat } from '../json/dialogues.ts';
import { isRecord, listUnder, namesOf, recordsOf } from '../json/fields.ts';

/** Taskmaster 1 to 4: `{"conversation_id","utterances":[{"speaker","text","segments"}]}`. */
export const taskmaster = jsonDialogueFormat({
  name: 'taskmaster',
  expects: '"conversation_id", "utterances" and "instruction_id" or "vertical" (Taskmaster)',
  record: 'utterance',
  recognise(value) {
    const utterances = listUnder(value, ['utterances']);
    if (!utterances || !isRecord(value) || !('conversation_id' in value)) return null;
    if (!('instruction_id' in value || 'vertical' in value)) return null;
    return {
      confidence: utterances.list.length > 0 ? 1 : 0.6,
      reason: 'Each dialogue has "utterances" and an "instruction_id" or a "vertical", as in Taskmaster.',
    };
  },
  find(value) {
    const utterances = listUnder(value, ['utterances'])?.list;
    if (!utterances) return null;
    const { conversation_id, utterances: _, vertical, ...rest } = value;
    return {
      id: conversation_id,
      idField: 'conversation_id',
      domains: domainOf(vertical, value.instruction_id),
      extra: rest,
      records: utterances.map(turnOf),
    };
  },
});

function domainOf(vertical: unknown, instruction: unknown): string[] {
  const domain =
    typeof vertical === 'string'
      ? vertical
      : typeof instruction === 'string'
        ? instruction.replace(/-\d+$/, '')
        : '';
  return domain === '' ? [] : [domain.toLowerCase()];
}

function turnOf(turn: unknown): FoundRecord {
  if (!isRecord(turn) || typeof turn.text !== 'string') {
    return { fault: 'has no "text". Add "text". It can be empty.', value: turn };
  }
  const { text, speaker, index: _, ...rest } = turn;
  const role = typeof speaker === 'string' ? roleOfWord(speaker) : null;
  if (role === null) return { fault: 'has no "speaker". Write "USER" or "ASSISTANT".', value: turn };
  // Taskmaster 4 annotates the whole turn, and its segments repeat parts of the calls.
  const calls = callsOf(turn.annotations);
  const acts = namesOf([
    ...calls,
    ...callsOf(turn.apis),
    ...(turn.annotations === undefined ? slotsOf(turn.segments) : []),
  ]);
  return { role, speaker: String(speaker), text, acts: acts.length > 0 ? acts : null, extra: rest };
}

function callsOf(calls: unknown): string[] {
  return recordsOf(calls).flatMap(({ name, value, args }) => {
    if (name === 'api_call') return [`api_call-${value}`];
    return args !== undefined && typeof name === 'string' ? [`api_call-${name}`] : [];
  });
}

function slotsOf(segments: unknown): unknown[] {
  return recordsOf(segments).flatMap(({ annotations }) => recordsOf(annotations).map(({ name }) => name));
}
