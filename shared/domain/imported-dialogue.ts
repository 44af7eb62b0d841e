import type { Role } from './dialogue.ts';
import type { SpeakerKind } from './speaker.ts';

/** One message as it appears in its file; `text` is raw and unsafe until escaped. */
export interface ImportedUtterance {
  readonly role: Role;
  /** The speaker as the file named it, e.g. an agent's number. */
  readonly speaker: string;
  /** Set if the reader knows it; otherwise derived from the speaker's name. Always matches the role. */
  readonly speakerKind?: SpeakerKind;
  readonly text: string;
  /** UTC, ISO 8601, or null if the file gives none. */
  readonly time: string | null;
  /** 1-based line (or record) of the source file with this message. */
  readonly line: number;
  /** Dialogue acts from the file as labels; null if the file does not annotate this message. */
  readonly acts: readonly string[] | null;
  /** All other data of this message in the file, so nothing is lost. */
  readonly extra: Readonly<Record<string, unknown>> | null;
}

/** One dialogue of a source; known by (source, external id). */
export interface ImportedDialogue {
  readonly externalId: string;
  readonly domains: readonly string[];
  readonly utterances: readonly ImportedUtterance[];
  /** All other data of this dialogue in the file (goal, tasks, services …). */
  readonly extra: Readonly<Record<string, unknown>> | null;
}
