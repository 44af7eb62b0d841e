import { type FoundRecord, jsonDialogueFormat } from '../json/dialogues.ts';
import { isRecord, listUnder, recordsOf } from '../json/fields.ts';

const ACTION_LEFT = "actions of the agent (kept with the agent's next message)";

/**
 * Action-Based Conversations: `{"convo_id","scenario","original":[["agent","Hi!"],…],"delexed"}`. Actions become acts
 * of the agent's next message.
 */
export const abcd = jsonDialogueFormat({
  name: 'abcd',
  expects: '"convo_id" and "original" (ABCD)',
  record: 'line',
  recognise(value) {
    const lines = listUnder(value, ['original']);
    if (!lines || !isRecord(value) || !('convo_id' in value)) return null;
    return {
      confidence: lines.list.length > 0 ? 1 : 0.6,
      reason: 'Each dialogue has a "convo_id" and a list "original", as in ABCD.',
    };
  },
  find(value, { key }) {
    const lines = listUnder(value, ['original'])?.list;
    if (!lines) return null;
    const scenario = isRecord(value.scenario) ? value.scenario : {};
    const { convo_id, scenario: _, original, delexed, ...rest } = value;
    const { flow, ...details } = scenario;
    const waiting: string[] = [];
    const records = lines.map((line, index) => recordOf(line, recordsOf(value.delexed)[index], waiting));
    return {
      id: convo_id,
      idField: 'convo_id',
      domains: flow,
      extra: {
        ...rest,
        ...details,
        ...(key !== undefined && { split: key }),
        ...(waiting.length > 0 && { actions_without_reply: waiting }),
      },
      records,
    };
  },
});

function recordOf(
  line: unknown,
  delexed: Readonly<Record<string, unknown>> | undefined,
  waiting: string[],
): FoundRecord {
  const [speaker, text] = Array.isArray(line) ? (line as unknown[]) : [];
  if (typeof text !== 'string') return { fault: 'is not ["agent"|"customer"|"action", text].', value: line };
  if (speaker === 'action') {
    const target: unknown = Array.isArray(delexed?.targets) ? delexed.targets[2] : null;
    waiting.push(typeof target === 'string' ? `action-${target}` : 'action');
    return { left: ACTION_LEFT };
  }
  if (speaker === 'customer') return { role: 'user', speaker, text };
  if (speaker !== 'agent')
    return { fault: 'has a speaker that is not "agent", "customer" or "action".', value: line };
  const acts = waiting.splice(0);
  return { role: 'system', speaker, text, acts: acts.length > 0 ? acts : null };
}
