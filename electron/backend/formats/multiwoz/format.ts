import { type FoundRecord, jsonDialogueFormat } from '../json/dialogues.ts';
import { type Fields, isRecord, listUnder, namesOf } from '../json/fields.ts';

/** Values that mean "unknown". */
const NOTHING_KNOWN: ReadonlySet<unknown> = new Set(['', 'not mentioned']);

/**
 * MultiWOZ 2.0 and 2.1: `{"ID.json":{"goal","log":[{"text","metadata","dialog_act"}]}}`. The belief state in a system
 * turn belongs to the user's turn before it.
 */
export const multiwoz = jsonDialogueFormat({
  name: 'multiwoz',
  expects: '"goal" and "log" (MultiWOZ 2.1)',
  record: 'turn',
  recognise(value) {
    const log = listUnder(value, ['log']);
    if (!log || !isRecord(value) || !('goal' in value)) return null;
    if (log.list.length > 0 && !(isRecord(log.list[0]) && 'text' in log.list[0])) return null;
    return {
      confidence: log.list.length > 0 ? 1 : 0.5,
      reason: 'Each dialogue has a "goal" and a "log", as in MultiWOZ 2.1.',
    };
  },
  find(value, { key }) {
    const log = listUnder(value, ['log'])?.list;
    if (!log) return null;
    const { goal, log: _, dialogue_id, ...rest } = value;
    const goals = goalsOf(goal);
    return {
      id: key ?? dialogue_id,
      domains: Object.keys(goals),
      extra: { ...(Object.keys(goals).length > 0 && { goal: goals }), ...rest },
      records: log.map((turn, index) => turnOf(turn, log[index + 1], index % 2 === 0)),
    };
  },
});

function turnOf(turn: unknown, next: unknown, isUser: boolean): FoundRecord {
  if (!isRecord(turn) || typeof turn.text !== 'string') {
    return { fault: 'has no "text". Add "text". It can be empty.', value: turn };
  }
  const state = isUser && isRecord(next) ? stateOf(next.metadata) : {};
  return {
    role: isUser ? 'user' : 'system',
    speaker: isUser ? 'user' : 'system',
    text: turn.text,
    acts: isRecord(turn.dialog_act) ? actsOf(turn.dialog_act) : null,
    extra: { ...(Object.keys(state).length > 0 && { state }) },
  };
}

/** Turns `{"Hotel-Inform":[["Area","east"]]}` into `inform-hotel.area`. Without a slot, only the act remains. */
export function actsOf(dialogAct: Fields): string[] {
  const acts = Object.entries(dialogAct).flatMap(([name, slots]) => {
    const [domain = '', act = domain] = name.toLowerCase().split('-');
    const place = domain === 'general' ? '' : domain;
    const pairs = Array.isArray(slots) && slots.length > 0 ? slots : [[]];
    return pairs.map((pair: unknown) => {
      const slot = Array.isArray(pair) && typeof pair[0] === 'string' ? pair[0].toLowerCase() : 'none';
      const where = [place, slot === 'none' ? '' : slot].filter((part) => part !== '').join('.');
      return where === '' ? act : `${act}-${where}`;
    });
  });
  return namesOf(acts);
}

/** Returns the belief state as `domain.slot` and `domain.book.slot`, without unknown values. */
function stateOf(metadata: unknown): Fields {
  if (!isRecord(metadata)) return {};
  const state: [string, unknown][] = [];
  for (const [domain, parts] of Object.entries(metadata)) {
    if (!isRecord(parts)) continue;
    for (const [part, prefix] of [
      ['semi', domain],
      ['book', `${domain}.book`],
    ] as const) {
      const slots = isRecord(parts[part]) ? parts[part] : {};
      for (const [slot, value] of Object.entries(slots)) {
        if (slot !== 'booked' && !NOTHING_KNOWN.has(value)) state.push([`${prefix}.${slot}`, value]);
      }
    }
  }
  return Object.fromEntries(state);
}

/** Returns the goal of each domain that has one, in the form that the check of task success needs. */
function goalsOf(goal: unknown): Fields {
  if (!isRecord(goal)) return {};
  return Object.fromEntries(
    Object.entries(goal).filter(
      ([name, wanted]) => name !== 'topic' && isRecord(wanted) && Object.keys(wanted).length > 0,
    ),
  );
}
