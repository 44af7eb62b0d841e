import { answerEntries } from './answer-entries.ts';
import type { DialogueLine } from './dialogue-lines.ts';
import { readTag } from './one-tag.ts';

type AnswerIssueKind =
  /** An id that was asked has no line. */
  | 'missing'
  /** A line for an id that was not asked. */
  | 'extra'
  /** Two lines for one id with different content. */
  | 'doubled'
  | 'wrong-role'
  | 'no-tags'
  /** The tag has too many words. The turn's other tags are kept. */
  | 'too-long'
  /** A sentence or a placeholder instead of a tag. */
  | 'not-a-tag'
  /** The turn has too many tags. The first ones are kept. */
  | 'too-many';

interface AnswerIssue {
  readonly kind: AnswerIssueKind;
  readonly id: number;
}

export interface CheckedAnswer {
  /** Tags by id, for asked ids only; each tag once, at least one. */
  readonly tags: ReadonlyMap<number, readonly string[]>;
  /** Asked ids without tags, in order: what to ask again. */
  readonly wrong: readonly number[];
  /** Problems of the answer, by id. */
  readonly issues: readonly AnswerIssue[];
}

export const MOST_TAGS_OF_ROUND = 8;

/** Checks an answer line by line against the requested turns. Never throws, never tags another id. */
export function checkAnswer(
  answer: string,
  asked: readonly Pick<DialogueLine, 'id' | 'role'>[],
  options: {
    /** The answer ended before it was complete. */
    readonly cutOff?: boolean;
    /** Spellings of tags that were offered. */
    readonly known?: ReadonlySet<string>;
  } = {},
): CheckedAnswer {
  const roles = new Map(asked.map(({ id, role }) => [id, role]));
  const tags = new Map<number, string[]>();
  const refused = new Set<number>();
  const issues: AnswerIssue[] = [];
  const seen = new Set<number>();
  for (const entry of answerEntries(answer, options.cutOff ?? false)) {
    const { id } = entry;
    const role = roles.get(id);
    if (role === undefined) {
      issues.push({ kind: 'extra', id });
      continue;
    }
    const twice = seen.has(id);
    seen.add(id);
    if (entry.role !== null && entry.role !== role) {
      issues.push({ kind: 'wrong-role', id });
      // A line for the other speaker may belong to another turn; so everything for this id is doubtful.
      refused.add(id);
      continue;
    }
    const own: string[] = [];
    if (entry.pieces === null) issues.push({ kind: 'not-a-tag', id });
    for (const piece of entry.pieces ?? []) {
      const { tag, fault } = readTag(piece, options.known);
      if (tag === null) {
        if (fault !== 'empty') issues.push({ kind: fault, id });
      } else if (!own.includes(tag)) own.push(tag);
    }
    if (own.length > MOST_TAGS_OF_ROUND) {
      issues.push({ kind: 'too-many', id });
      own.length = MOST_TAGS_OF_ROUND;
    }
    if (own.length === 0 && entry.pieces?.length === 0) issues.push({ kind: 'no-tags', id });
    if (twice && (tags.get(id) ?? []).join(' ') !== own.join(' ')) {
      issues.push({ kind: 'doubled', id });
      refused.add(id);
    }
    if (own.length > 0) tags.set(id, own);
  }
  const wrong: number[] = [];
  for (const { id } of asked) {
    if (!seen.has(id)) issues.push({ kind: 'missing', id });
    if (refused.has(id)) tags.delete(id);
    if (!tags.has(id)) wrong.push(id);
  }
  return { tags, wrong, issues };
}

const SENTENCES: Readonly<Record<AnswerIssueKind, string>> = {
  missing: 'No line came back for this turn.',
  extra: 'Tags came back for a turn that was not asked for.',
  doubled: 'Two different lines came back for this turn.',
  'wrong-role': 'The line that came back names the other speaker.',
  'no-tags': 'No tags came back for this turn.',
  'too-long': 'What came back is too long for a tag.',
  'not-a-tag': 'What came back is not a tag.',
  'too-many': 'Too many tags came back.',
};

/** Returns the reason why a turn is left for a person, as a sentence. */
export function reasonFor(checked: CheckedAnswer, id: number): string {
  const issue = checked.issues.find((candidate) => candidate.id === id);
  return SENTENCES[issue?.kind ?? 'missing'];
}
