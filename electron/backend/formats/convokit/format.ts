import { kindOfName, type SpeakerKind } from '#shared/domain/dialogue.ts';
import { type Fields, idText, isRecord } from '../json/fields.ts';
import { groupedJsonFormat, type RecordPart } from '../json/grouped.ts';

/** Older corpora use `user` and `root`. */
const speakerOf = (value: Fields): string | null => {
  const { speaker = value.user } = value;
  return idText(isRecord(speaker) ? speaker.id : speaker);
};
const conversationOf = (value: Fields): string | null => idText(value.conversation_id) ?? idText(value.root);

/**
 * ConvoKit's `utterances.jsonl`, sorted by time. Whoever begins a dialogue is the user, unless a name implies
 * otherwise.
 */
export const convokit = groupedJsonFormat({
  name: 'convokit',
  expects: '"conversation_id", "speaker", "reply_to" and "text" (ConvoKit)',
  recognise(value) {
    if (!isRecord(value) || typeof value.text !== 'string' || !('reply_to' in value || 'reply-to' in value))
      return null;
    if (speakerOf(value) === null || conversationOf(value) === null) return null;
    return {
      confidence: 1,
      reason: 'Each line is a message with "speaker" and "reply_to", as in ConvoKit.',
    };
  },
  take(value): RecordPart[] | null {
    const conversation = conversationOf(value);
    const author = speakerOf(value);
    if (conversation === null || author === null) return null;
    if (typeof value.text !== 'string') return [{ fault: 'has a message without "text".', value }];
    const { text, timestamp, id, meta, reply_to } = value;
    const kind: SpeakerKind | null = kindOfName(author);
    return [
      {
        conversation,
        turn: {
          author,
          speaker: author,
          ...(kind && { kind }),
          text,
          time: timestamp,
          extra: { ...(isRecord(meta) && meta), utterance_id: id, reply_to: reply_to ?? undefined },
        },
      },
    ];
  },
});
