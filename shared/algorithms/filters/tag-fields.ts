import type { DialogueField } from '../../domain/dialogue-field.ts';
import type { OutcomeChoice } from '../../domain/outcome.ts';
import { closesWherever, isLeaveTaking } from '../performance/closing.ts';
import { createFieldBuilder } from './field-builder.ts';
import type { TaggedRounds } from './sequence-tests.ts';

export const TAG_FIELDS = ['tags seen', 'outcome', 'reopened', 'corrected'] as const;

const USER = 1;

interface TagFacts extends Pick<TaggedRounds, 'rows'> {
  /** How they ended, where a tag says it; null where something else does. */
  readonly outcome: OutcomeChoice | null;
  readonly isCorrected: (dialogue: number) => boolean;
}

/**
 * What tags say of dialogues, as fields: which are seen, how it ended, whether the customer came back after a closing move
 * with more than thanks, and whether a person decided on a tag. Linear in tags.
 */
export function tagFields({ rows, outcome, isCorrected }: TagFacts): DialogueField[] {
  const { roundOffsets, roundRoles, tagOffsets, tagIds, tagNames } = rows;
  const dialogues = roundOffsets.length - 1;
  const [seen, ended, reopened, corrected] = TAG_FIELDS.map(createFieldBuilder);
  const closes = tagNames.map((name) => name !== undefined && closesWherever(name));
  const isSmallTalk = tagNames.map((name) => name !== undefined && isLeaveTaking(name));
  for (let dialogue = 0; dialogue < dialogues; dialogue++) {
    const found = new Set<number>();
    let last = -1;
    let isClosed = false;
    let isReopened = false;
    for (let round = roundOffsets[dialogue]; round < roundOffsets[dialogue + 1]; round++) {
      const [from, to] = [tagOffsets[round], tagOffsets[round + 1]];
      if (from === to) continue;
      last = tagIds[from];
      const isUser = roundRoles[round] === USER;
      let isPoliteOnly = true;
      for (let at = from; at < to; at++) {
        found.add(tagIds[at]);
        if (!isSmallTalk[tagIds[at]]) isPoliteOnly = false;
        if (!isUser && closes[tagIds[at]]) isClosed = true;
      }
      if (isUser && isClosed && !isPoliteOnly) isReopened = true;
    }
    for (const tag of found) seen.add(dialogue, tagNames[tag] ?? '');
    const end = outcome === null ? null : endOf(outcome, found, last, tagNames);
    if (end !== null) ended.add(dialogue, end);
    if (isClosed) reopened.add(dialogue, isReopened ? 'yes' : 'no');
    corrected.add(dialogue, isCorrected(dialogue) ? 'yes' : 'no');
  }
  return [seen, ended, reopened, corrected]
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
