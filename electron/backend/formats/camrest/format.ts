import { type FoundRecord, jsonDialogueFormat } from '../json/dialogues.ts';
import { type Fields, isRecord, listUnder, namesOf, recordsOf } from '../json/fields.ts';

/** CamRest676: `{"dialogue_id","goal","dial":[{"usr":{"transcript","slu","dialog_act"},"sys":{"sent","dialog_act"}}]}`. */
export const camrest = jsonDialogueFormat({
  name: 'camrest',
  expects: '"dial" with "usr" and "sys" (CamRest676)',
  record: 'turn',
  recognise(value) {
    const exchanges = listUnder(value, ['dial']);
    if (!exchanges) return null;
    const [first] = exchanges.list;
    if (exchanges.list.length > 0 && !(isRecord(first) && isRecord(first.usr))) return null;
    return {
      confidence: exchanges.list.length > 0 ? 1 : 0.5,
      reason: 'Each dialogue has a list "dial" of "usr" and "sys", as in CamRest676.',
    };
  },
  find(value) {
    const exchanges = listUnder(value, ['dial'])?.list;
    if (!exchanges) return null;
    const { dialogue_id, dial, ...rest } = value;
    return {
      id: dialogue_id,
      idField: 'dialogue_id',
      domains: 'restaurant',
      extra: rest,
      records: exchanges.flatMap((exchange): FoundRecord[] =>
        isRecord(exchange)
          ? [turnOf('user', exchange.usr, 'transcript'), turnOf('system', exchange.sys, 'sent')]
          : [{ fault: 'is not an object with "usr" and "sys".', value: exchange }],
      ),
    };
  },
});

function turnOf(role: 'user' | 'system', turn: unknown, field: 'transcript' | 'sent'): FoundRecord {
  const text = isRecord(turn) ? turn[field] : null;
  if (!isRecord(turn) || typeof text !== 'string') return { fault: `has no "${field}".`, value: turn };
  const state = stateOf(turn.slu);
  return {
    role,
    speaker: role,
    text,
    acts: isRecord(turn.dialog_act) ? actsOf(turn.dialog_act) : null,
    extra: { ...(Object.keys(state).length > 0 && { state }) },
  };
}

function actsOf(dialogAct: Fields): string[] {
  const acts = Object.entries(dialogAct).flatMap(([act, slots]) => {
    const pairs = Array.isArray(slots) && slots.length > 0 ? slots : [[]];
    return pairs.map((pair: unknown) => {
      const slot = Array.isArray(pair) && typeof pair[0] === 'string' ? pair[0] : 'none';
      return slot === 'none' ? act : `${act}-${slot}`;
    });
  });
  return namesOf(acts);
}

function stateOf(slu: unknown): Fields {
  const known = recordsOf(slu)
    .filter(({ act }) => act === 'inform')
    .flatMap(({ slots }) => (Array.isArray(slots) ? (slots as unknown[]) : []))
    .filter((pair): pair is unknown[] => Array.isArray(pair) && typeof pair[0] === 'string');
  return Object.fromEntries(known.map(([slot, value]) => [String(slot), value]));
}
