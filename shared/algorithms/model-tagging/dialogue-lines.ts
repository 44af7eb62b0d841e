import type { Role } from '../../domain/dialogue.ts';

/** One turn as the model sees it; `id` is the turn's position in its dialogue, from 0. */
export interface DialogueLine {
  readonly id: number;
  readonly role: Role;
  /** One line: no line breaks, no delimiter look-alikes. */
  readonly text: string;
}

export const ROLE_NAMES: Readonly<Record<Role, string>> = { user: 'User', system: 'System' };

const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/g;
const BREAKS = /[\s\p{Cc}]+/gu;
/** `<dialogue>`, `</ Dialogue`, also with a full-width bracket: text that could close its own quotation. */
const DELIMITERS =
  /[<＜﹤](?=[\s/／]*(?:dialogue|vocabulary|example|reference|slot|flow|program|truth|first|second)s?\b)/giu;

/** Returns a person's text for a prompt: one line, without invisible characters, unable to end its quotation. */
export function quotable(text: string): string {
  return text
    .replace(/\p{Cs}/gu, '\ufffd')
    .replace(INVISIBLE, '')
    .replace(BREAKS, ' ')
    .replace(DELIMITERS, '‹')
    .trim();
}

/** Returns the turns of a dialogue, in order, as lines. Mask them first. */
export function dialogueLines(
  rounds: readonly { readonly role: Role; readonly text: string }[],
): DialogueLine[] {
  return rounds.map(({ role, text }, id) => ({ id, role, text: quotable(text) }));
}

export function formatLine(line: DialogueLine): string {
  return `${line.id} ${ROLE_NAMES[line.role]}: ${line.text}`;
}
