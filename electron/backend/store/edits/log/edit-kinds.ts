import type { Topic } from '#shared/contract/base.ts';
import { DialogramError } from '#shared/contract/errors.ts';

/** What an edit of a kind changes. */
export interface EditEffect {
  /** What of the project is another once it was made. */
  readonly topics: readonly Topic[];
  /**
   * Whether it changes what an automaton was learned from. A mere confirmation does not, until a tagger has run since:
   * undone or made again then, it decides against what that run says.
   */
  readonly changesTags: 'always' | 'once tagged again' | 'never';
  /** It moves whole tables: a worker makes it and takes it back, while nobody else writes. */
  readonly isApart?: boolean;
}

/** The kinds of edits that features bring, by name. */
export type EditKinds = ReadonlyMap<string, EditEffect>;

/** The effect of edits on tags, of rounds or themselves. */
export const CHANGES_TAGS: EditEffect = { topics: ['tags', 'automata', 'project'], changesTags: 'always' };

/** @throws DialogramError INVALID for a kind that no feature brings */
export function effectOf(kinds: EditKinds, kind: string): EditEffect {
  const effect = kinds.get(kind);
  if (effect) return effect;
  throw new DialogramError('INVALID', `There is no kind of edit called “${kind}”.`, {
    value: kind,
    nextStep: `Choose one of: ${[...kinds.keys()].join(', ')}.`,
  });
}

/** What of the project may be another after an edit was undone or made again. */
export const topicsOfStep = ({ topics, changesTags }: EditEffect): readonly Topic[] =>
  changesTags === 'once tagged again' ? CHANGES_TAGS.topics : topics;
