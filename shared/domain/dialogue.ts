import { required } from './required.ts';

/** Who speaks. The automaton's alphabet is (role, tag): the same word said by both is two symbols. */
export type Role = 'user' | 'system';

export const ROLE_NAMES: Readonly<Record<Role, string>> = { user: 'customer', system: 'agent' };

/** The roles in the order of their stored numbers. */
export const ROLES: readonly Role[] = ['system', 'user'];

export const roleAt = (index: number): Role => required(ROLES[index], `role ${index}`);

/** A dialogue's key: source name, zero character, external id. */
export const dialogueKey = (source: string, externalId: string): string => `${source}\u0000${externalId}`;

export const externalIdOf = (key: string): string => key.slice(key.indexOf('\u0000') + 1);

/** A range of consecutive messages of one role: the indexes `first` and `last`, both inclusive, from 0. */
export interface TurnSpan {
  readonly role: Role;
  readonly first: number;
  readonly last: number;
}

/**
 * Splits a dialogue into turns. `join` joins consecutive messages of one role (the paper assumes alternating roles).
 */
export function turnsOf(roles: readonly Role[], join: boolean): TurnSpan[] {
  const turns: TurnSpan[] = [];
  for (const [index, role] of roles.entries()) {
    const previous = turns.at(-1);
    if (join && previous && previous.role === role) {
      turns[turns.length - 1] = { role, first: previous.first, last: index };
    } else {
      turns.push({ role, first: index, last: index });
    }
  }
  return turns;
}

export interface NumberedTurn {
  readonly turn: number;
  readonly role: Role;
  readonly text: string;
}

/** The kinds are in stored order. Automata have only two roles; `system` is the agent side if its kind is unknown. */
export const SPEAKER_KINDS = ['system', 'customer', 'agent', 'bot'] as const;
export type SpeakerKind = (typeof SPEAKER_KINDS)[number];

export const speakerKindAt = (index: number): SpeakerKind =>
  required(SPEAKER_KINDS[index], `kind of speaker ${index}`);

export function roleOfKind(kind: SpeakerKind): Role {
  return kind === 'customer' ? 'user' : 'system';
}

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

/** Precedence for names with several kinds ("customer support", "human agent", "support bot"). */
const PRECEDENCE: readonly SpeakerKind[] = ['bot', 'agent', 'system', 'customer'];

export function kindOfName(speaker: string): SpeakerKind | null {
  const words = speaker.toLowerCase().split(/[^\p{L}]+/u);
  const kinds = new Set([...words, words.join('')].map((word) => KIND_WORDS.get(word)));
  return PRECEDENCE.find((kind) => kinds.has(kind)) ?? null;
}

export function kindOfSpeaker(role: Role, speaker: string): SpeakerKind {
  if (role === 'user') return 'customer';
  const named = kindOfName(speaker);
  return named === null || roleOfKind(named) !== role ? 'system' : named;
}

/** One message as it appears in its file; `text` is raw and unsafe until escaped. */
export interface ImportedUtterance {
  readonly role: Role;
  readonly speaker: string;
  /**
   * Set if the reader of the file knows the kind; otherwise the speaker's name decides. The kind always fits the role.
   */
  readonly speakerKind?: SpeakerKind;
  readonly text: string;
  /** UTC, ISO 8601, or null if the file gives none. */
  readonly time: string | null;
  /** 1-based line or record of the source file. */
  readonly line: number;
  /** Dialogue acts from the file; null if it has none for this message. */
  readonly acts: readonly string[] | null;
  /** All other data of the file about the message. */
  readonly extra: Readonly<Record<string, unknown>> | null;
}

export interface ImportedDialogue {
  readonly externalId: string;
  readonly domains: readonly string[];
  readonly utterances: readonly ImportedUtterance[];
  /** All other data of the file about the dialogue (goal, tasks, services …). */
  readonly extra: Readonly<Record<string, unknown>> | null;
}

export type OutcomeChoice =
  | { readonly kind: 'last-tag' | 'last-state' }
  | { readonly kind: 'tags'; readonly tags: readonly string[] }
  | { readonly kind: 'field'; readonly field: string };
