import { type FoundRecord, jsonDialogueFormat } from '../json/dialogues.ts';
import { isRecord, listUnder } from '../json/fields.ts';

const MACHINERY = 'events without words (slots, actions, sessions)';

/** Trackers as Rasa exports them: `{"sender_id","events":[{"event":"user"|"bot"|"action",…}]}`. */
export const rasaTracker = jsonDialogueFormat({
  name: 'rasa-tracker',
  expects: '"sender_id" and "events" (Rasa)',
  record: 'event',
  recognise(value) {
    const events = listUnder(value, ['events']);
    if (!events || !isRecord(value) || !('sender_id' in value)) return null;
    return {
      confidence: events.list.length > 0 ? 1 : 0.6,
      reason: 'Each object has a "sender_id" and "events", like Rasa trackers.',
    };
  },
  find(value) {
    const events = listUnder(value, ['events'])?.list;
    if (!events) return null;
    const actions: string[] = [];
    return {
      id: value.sender_id,
      idField: 'sender_id',
      extra: { slots: value.slots, active_loop: value.active_loop },
      records: events.map((event) => recordOf(event, actions)),
    };
  },
});

/** @param actions the actions since the last message */
function recordOf(event: unknown, actions: string[]): FoundRecord {
  if (!isRecord(event)) return { fault: 'is not an object with "event".', value: event };
  const { event: kind, text, timestamp: time, name } = event;
  if (
    kind === 'action' &&
    typeof name === 'string' &&
    name !== 'action_listen' &&
    name !== 'action_session_start'
  )
    actions.push(name);
  if (kind !== 'user' && kind !== 'bot') return { left: MACHINERY };
  if (typeof text !== 'string') {
    return kind === 'bot'
      ? { left: 'replies without words (buttons, pictures)' }
      : { fault: 'is from a user, but has no "text".', value: event };
  }
  if (kind === 'user') {
    const parse = isRecord(event.parse_data) ? event.parse_data : {};
    const intent = isRecord(parse.intent) ? parse.intent.name : null;
    return {
      role: 'user',
      speaker: 'user',
      text,
      time,
      acts: typeof intent === 'string' && intent !== '' ? [intent] : null,
      extra: {
        ...(Array.isArray(parse.entities) && parse.entities.length > 0 && { entities: parse.entities }),
      },
    };
  }
  const metadata = isRecord(event.metadata) ? event.metadata : {};
  const acts = actions.splice(0);
  if (acts.length === 0 && typeof metadata.utter_action === 'string') acts.push(metadata.utter_action);
  return { role: 'system', kind: 'bot', speaker: 'bot', text, time, acts: acts.length > 0 ? acts : null };
}
