import type { Role } from '../../domain/dialogue.ts';
import type { DialogueField } from '../../domain/dialogue-field.ts';
import type { OutcomeChoice } from '../../domain/outcome.ts';
import { abandonedDialogues, closesMatter, raisesMatter } from '../performance/dialogue-ends.ts';
import type { RoundTimes } from '../performance/measure-flow.ts';
import { createFieldBuilder } from './field-builder.ts';
import type { TaggedRounds } from './sequence-tests.ts';

export const TAG_FIELDS = ['tags seen', 'outcome', 'abandoned', 'reopened', 'corrected'] as const;

const USER = 1;

interface TagFacts extends Pick<TaggedRounds, 'rows'> {
  /** The times of the turns; null if no times are known. */
  readonly times: Pick<RoundTimes, 'ends'> | null;
  /** The rule for how dialogues ended, if it goes by tags; else null. */
  readonly outcome: OutcomeChoice | null;
  readonly isCorrected: (dialogue: number) => boolean;
}

/**
 * Returns the fields that come from tags: the tags, how the dialogue ended, whether it was abandoned or reopened, and
 * whether a person decided on a tag. A dialogue is reopened when, after a closing turn of either side, the customer
 * raises a request, problem or complaint. The field is empty if nothing was closed. Linear in tags.
 */
export function tagFields({ rows, times, outcome, isCorrected }: TagFacts): DialogueField[] {
  const { roundOffsets, roundRoles, tagOffsets, tagIds, tagNames } = rows;
  const dialogues = roundOffsets.length - 1;
  const [seen, ended, abandoned, reopened, corrected] = TAG_FIELDS.map(createFieldBuilder);
  const closesFor = (role: Role) =>
    tagNames.map((name) => name !== undefined && closesMatter({ role, tag: name }));
  const closes = { user: closesFor('user'), system: closesFor('system') };
  const isAbandoned = abandonedDialogues(rows, times);
  const raises = tagNames.map((name) => name !== undefined && raisesMatter(name));
  for (let dialogue = 0; dialogue < dialogues; dialogue++) {
    const found = new Set<number>();
    let last = -1;
    let isAnswered = false;
    let isClosed = false;
    let isReopened = false;
    for (let round = roundOffsets[dialogue]; round < roundOffsets[dialogue + 1]; round++) {
      const [from, to] = [tagOffsets[round], tagOffsets[round + 1]];
      if (from === to) continue;
      last = tagIds[from];
      const isUser = roundRoles[round] === USER;
      let isRaising = false;
      // A customer's thanks with something else close nothing.
      let isClosing = isUser && closes.user[last];
      for (let at = from; at < to; at++) {
        found.add(tagIds[at]);
        if (isUser && raises[tagIds[at]]) isRaising = true;
        if (!isUser && closes.system[tagIds[at]]) isClosing = true;
      }
      if (isRaising && isClosed) isReopened = true;
      // Thanks before any answer, or with a request, close nothing.
      if (isClosing && !isRaising && (!isUser || isAnswered)) isClosed = true;
      if (!isUser) isAnswered = true;
    }
    for (const tag of found) seen.add(dialogue, tagNames[tag] ?? '');
    const end = outcome === null ? null : endOf(outcome, found, last, tagNames);
    if (end !== null) ended.add(dialogue, end);
    if (last !== -1) abandoned.add(dialogue, isAbandoned[dialogue] === 1 ? 'yes' : 'no');
    if (isClosed) reopened.add(dialogue, isReopened ? 'yes' : 'no');
    corrected.add(dialogue, isCorrected(dialogue) ? 'yes' : 'no');
  }
  return [seen, ended, abandoned, reopened, corrected]
    .map((builder) => builder.finish(dialogues))
    .filter(({ valueIds }) => valueIds.length > 0);
}

function endOf(
  outcome: NonNullable<TagFacts['outcome']>,
  found: ReadonlySet<number>,
  last: number,
  tagNames: readonly (string | undefined)[],
): string | null {
  if (outcome.kind !== 'tags') return last === -1 ? null : (tagNames[last] ?? null);
  const names = new Set(Array.from(found, (tag) => tagNames[tag]));
  return outcome.tags.find((tag) => names.has(tag)) ?? 'none of these';
}
