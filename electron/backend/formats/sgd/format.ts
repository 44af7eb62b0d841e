import { roleOfWord } from '../conversations/speaker-roles.ts';
import { type FoundRecord, jsonDialogueFormat } from '../json/dialogues.ts';
import { type Fields, isRecord, listUnder, namesOf, recordsOf } from '../json/fields.ts';
import { actsBeside } from './acts-beside.ts';

const INTENT = 'intent';

export const sgd = jsonDialogueFormat({
  name: 'sgd',
  expects: '"services" and "turns" with "frames" (SGD, MultiWOZ 2.2)',
  record: 'turn',
  recognise(value) {
    const turns = listUnder(value, ['turns']);
    if (!turns || !listUnder(value, ['services'])) return null;
    const [first] = turns.list;
    if (turns.list.length > 0 && !(isRecord(first) && 'utterance' in first && 'frames' in first)) return null;
    return {
      confidence: turns.list.length > 0 ? 1 : 0.5,
      reason: 'Each dialogue has "services" and turns with "frames", as in SGD and MultiWOZ 2.2.',
    };
  },
  readBeside: actsBeside,
  find(value, _item, _tally, beside) {
    const turns = listUnder(value, ['turns'])?.list;
    if (!turns) return null;
    const { dialogue_id, turns: _, ...rest } = value;
    const services = listUnder(value, ['services'])?.list ?? [];
    return {
      id: dialogue_id,
      idField: 'dialogue_id',
      domains: namesOf(services.map((service) => String(service).replace(/_\d+$/, ''))),
      extra: rest,
      records: turns.map((turn, at) => turnOf(turn, at, beside?.get(String(dialogue_id)))),
    };
  },
});

function turnOf(
  turn: unknown,
  at: number,
  beside: ReadonlyMap<string, readonly string[]> | undefined,
): FoundRecord {
  if (!isRecord(turn) || typeof turn.utterance !== 'string') {
    return { fault: 'has no "utterance". Add "utterance". It can be empty.', value: turn };
  }
  const { utterance, speaker, frames: _, ...rest } = turn;
  const role = typeof speaker === 'string' ? roleOfWord(speaker) : null;
  if (role === null) return { fault: 'has no "speaker". Write "USER" or "SYSTEM".', value: turn };
  const frames = recordsOf(turn.frames);
  const acts = namesOf(frames.flatMap(actsOf));
  const state = Object.fromEntries(frames.flatMap(stateOf));
  const calls = frames.flatMap((frame) => (isRecord(frame.service_call) ? [frame.service_call] : []));
  return {
    role,
    speaker: String(speaker),
    text: utterance,
    // MultiWOZ 2.2 stores its acts in a separate file.
    acts: acts.length > 0 ? acts : (beside?.get(String(turn.turn_id ?? at)) ?? null),
    extra: {
      ...rest,
      ...(Object.keys(state).length > 0 && { state }),
      ...(calls.length > 0 && {
        api_calls: calls.map(({ method }) => method),
        service_calls: calls,
        kb_results: frames.flatMap((frame) =>
          Array.isArray(frame.service_results) ? frame.service_results : [],
        ),
      }),
    },
  };
}

function actsOf(frame: Fields): string[] {
  const service = String(frame.service ?? '');
  return recordsOf(frame.actions).map(({ act, slot, values }) => {
    const name = String(act ?? '').toLowerCase();
    if (typeof slot !== 'string' || slot === '') return name;
    const [value] = Array.isArray(values) ? values : [];
    return `${name}-${service}.${slot === INTENT && typeof value === 'string' ? value : slot}`;
  });
}

function stateOf(frame: Fields): [string, unknown][] {
  const { state, service } = frame;
  // After a service has finished, its old values stay in the file.
  if (!isRecord(state) || state.active_intent === 'NONE') return [];
  const slots = isRecord(state.slot_values) ? Object.entries(state.slot_values) : [];
  const intent = state.active_intent;
  return [
    ...(typeof intent === 'string' ? [[`${service}.${INTENT}`, intent] as [string, unknown]] : []),
    ...slots.map(([slot, values]): [string, unknown] => [
      // MultiWOZ 2.2 repeats the service in the slot.
      `${service}.${slot.replace(`${service}-`, '')}`,
      Array.isArray(values) ? values[0] : values,
    ]),
  ];
}
