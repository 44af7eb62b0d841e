import type { Role } from './dialogue.ts';
import { known } from './known.ts';

/**
 * The kinds of speakers, in the order in which the store counts them. The automaton knows two roles; on the
 * system's side, people want to distinguish agents from bots. `system` means that side if the kind is
 * unknown.
 */
export const SPEAKER_KINDS = ['system', 'customer', 'agent', 'bot'] as const;
export type SpeakerKind = (typeof SPEAKER_KINDS)[number];

/** The kind for a stored number. */
export const speakerKindAt = (index: number): SpeakerKind =>
  known(SPEAKER_KINDS[index], `kind of speaker ${index}`);

export function roleOfKind(kind: SpeakerKind): Role {
  return kind === 'customer' ? 'user' : 'system';
}

/** The words that files use for speakers, in lower case. */
const KIND_WORDS: ReadonlyMap<string, SpeakerKind> = new Map([
  ...listed('customer', 'user customer client consumer caller visitor guest enduser requester buyer'),
  ...listed('customer', 'human inbound incoming'),
  ...listed('agent', 'agent support service operator advisor representative rep employee staff admin wizard'),
  ...listed('agent', 'seller'),
  ...listed('bot', 'bot chatbot assistant model gpt'),
  ...listed('system', 'system outbound outgoing'),
]);

function listed(kind: SpeakerKind, words: string): [string, SpeakerKind][] {
  return words.split(' ').map((word) => [word, kind]);
}

/** The precedence if a name has words of several kinds ("customer support", "human agent", "support bot"). */
const PRECEDENCE: readonly SpeakerKind[] = ['bot', 'agent', 'system', 'customer'];

/** Returns the kind that a speaker's name implies ("Customer", "AGENT 12", "end-user"), or null. */
export function kindOfName(speaker: string): SpeakerKind | null {
  const words = speaker.toLowerCase().split(/[^\p{L}]+/u);
  const kinds = new Set([...words, words.join('')].map((word) => KIND_WORDS.get(word)));
  return PRECEDENCE.find((kind) => kinds.has(kind)) ?? null;
}

/** The kind of a speaker with a known role: what the name says, if it fits the role. */
export function kindOfSpeaker(role: Role, speaker: string): SpeakerKind {
  if (role === 'user') return 'customer';
  const named = kindOfName(speaker);
  return named === null || roleOfKind(named) !== role ? 'system' : named;
}
