import type { Role } from './dialogue.ts';
import type { SpeakerKind } from './speaker.ts';

/** One utterance as it stood in its file; `text` is raw and hostile until escaped. */
export interface ImportedUtterance {
  readonly role: Role;
  /** The speaker as the file named it, e.g. an agent's number. */
  readonly speaker: string;
  /** Where the reader knows it; else what the speaker's name says. Never of the other role. */
  readonly speakerKind?: SpeakerKind;
  readonly text: string;
  /** UTC, ISO 8601, or null where the file gives none. */
  readonly time: string | null;
  /** 1-based line (or record) of the source file that this utterance came from. */
  readonly line: number;
  /** Dialogue acts of the file as labels; null where the file does not annotate this utterance. */
  readonly acts: readonly string[] | null;
  /** Everything else the file said of this utterance, kept so that nothing of the original is lost. */
  readonly extra: Readonly<Record<string, unknown>> | null;
}

/** One dialogue of a source; known by (source, external id). */
export interface ImportedDialogue {
  readonly externalId: string;
  readonly domains: readonly string[];
  readonly utterances: readonly ImportedUtterance[];
  /** Everything else the file said of this dialogue (goal, tasks, services …). */
  readonly extra: Readonly<Record<string, unknown>> | null;
}
