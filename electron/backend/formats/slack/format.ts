import { type Fields, idText, isRecord } from '../json/fields.ts';
import { groupedJsonFormat, type RecordPart } from '../json/grouped.ts';

const TS = /^\d{9,10}\.\d{1,6}$/;
const isMessage = (value: Fields): boolean =>
  value.type === 'message' && typeof value.ts === 'string' && TS.test(value.ts);
const isUser = (value: Fields): boolean => 'team_id' in value && isRecord(value.profile) && 'is_bot' in value;

/**
 * A day of a Slack channel. A thread is a dialogue, and so is a message without replies. `users.json` in the same
 * folder has the names.
 */
export const slack = groupedJsonFormat({
  name: 'slack',
  expects: '"type":"message", "ts" and "text" (Slack)',
  beside: /^users\.json$/i,
  recognise(value) {
    if (!isRecord(value)) return null;
    if (isMessage(value))
      return { confidence: 1, reason: 'Each object is a message with a "ts", as in a Slack export.' };
    return isUser(value) ? { confidence: 0.8, reason: 'Each object is a user, as in a Slack export.' } : null;
  },
  take(value): RecordPart[] | null {
    if (isUser(value)) {
      const id = idText(value.id);
      if (id === null) return [{ fault: 'has a user without an "id".', value }];
      return [{ person: id, name: nameOf(value), kind: value.is_bot === true ? 'bot' : null }];
    }
    return isMessage(value) ? [messageOf(value)] : null;
  },
});

function nameOf(user: Fields): string | null {
  const profile = isRecord(user.profile) ? user.profile : {};
  return idText(profile.display_name) ?? idText(user.real_name) ?? idText(user.name);
}

/** The kinds of messages that have text. The others are joins, topics and pins. */
const SPOKEN: ReadonlySet<unknown> = new Set([
  undefined,
  'bot_message',
  'thread_broadcast',
  'file_share',
  'me_message',
]);

function messageOf(message: Fields): RecordPart {
  const { text, ts, thread_ts, subtype } = message;
  if (!SPOKEN.has(subtype)) return { left: 'events of the channel (joins, topics)' };
  if (typeof text !== 'string') return { fault: 'has a message without "text".', value: message };
  const isBot = subtype === 'bot_message' || typeof message.bot_id === 'string';
  const author = idText(message.user) ?? idText(message.bot_id) ?? idText(message.username) ?? 'unknown';
  const profile = isRecord(message.user_profile) ? message.user_profile : {};
  const words = plainText(text);
  return {
    conversation: idText(thread_ts) ?? String(ts),
    turn: {
      author,
      speaker:
        idText(profile.display_name) ?? idText(profile.real_name) ?? idText(message.username) ?? author,
      ...(isBot && { kind: 'bot' as const }),
      text: words,
      time: ts,
      extra: { ...(words !== text && { raw: text }) },
    },
  };
}

/** Returns a text without Slack's notation: `<https://x|here>` becomes "here", and `<@U1>` becomes "@U1". */
function plainText(text: string): string {
  return text.replaceAll(
    /<([^<>|]{1,2000})(?:\|([^<>]{0,2000}))?>/g,
    (_, target: string, label?: string) => label || target.replace(/^!/, '@'),
  );
}
