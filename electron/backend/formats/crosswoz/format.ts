import { type FoundRecord, jsonDialogueFormat } from '../json/dialogues.ts';
import { isRecord, listUnder, namesOf } from '../json/fields.ts';

/** CrossWOZ: `{"ID":{"goal","messages":[{"role","content","dialog_act":[["Inform",domain,slot,value]]}]}}`. */
export const crosswoz = jsonDialogueFormat({
  name: 'crosswoz',
  expects: '"messages" with the roles "usr" and "sys" (CrossWOZ)',
  record: 'message',
  recognise(value) {
    const messages = listUnder(value, ['messages']);
    const first = messages?.list[0];
    if (!isRecord(first) || (first.role !== 'usr' && first.role !== 'sys')) return null;
    return { confidence: 1, reason: 'Each dialogue has messages of "usr" and "sys", as in CrossWOZ.' };
  },
  find(value, { key }) {
    const messages = listUnder(value, ['messages'])?.list;
    if (!messages) return null;
    const { messages: _, id, goal, ...rest } = value;
    return {
      id: key ?? id,
      domains: Array.isArray(goal)
        ? namesOf(goal.map((entry: unknown) => (Array.isArray(entry) ? (entry[1] as unknown) : null)))
        : null,
      extra: { goal, ...rest },
      records: messages.map(turnOf),
    };
  },
});

function turnOf(message: unknown): FoundRecord {
  if (!isRecord(message) || typeof message.content !== 'string') {
    return { fault: 'has no "content". Add "content". It can be empty.', value: message };
  }
  const { role, content, dialog_act: acts } = message;
  if (role !== 'usr' && role !== 'sys')
    return { fault: 'has a role that is not "usr" or "sys".', value: message };
  return {
    role: role === 'usr' ? 'user' : 'system',
    speaker: role === 'usr' ? 'user' : 'system',
    text: content,
    acts: Array.isArray(acts) ? namesOf(acts.map(actName)) : null,
  };
}

function actName(act: unknown): string {
  const [intent, domain, slot] = Array.isArray(act) ? act.map(String) : [];
  if (intent === undefined || domain === undefined) return '';
  if (intent === 'General') return domain;
  return `${intent.toLowerCase()}-${slot === undefined || slot === 'none' ? domain : `${domain}.${slot}`}`;
}
