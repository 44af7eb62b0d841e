import type { Topic } from '#shared/contract/base.ts';
import { DialogramError } from '#shared/contract/errors.ts';

export interface EditEffect {
  /** The topics that change when it is made. */
  readonly topics: readonly Topic[];
  /**
   * True if it changes what an automaton was learned from. A mere confirmation does so only if a tagger has
   * run since, because undoing or redoing it then contradicts that run.
   */
  readonly changesTags: 'always' | 'once tagged again' | 'never';
  /** True if it moves whole tables: a worker makes and undoes it, and nobody else may write meanwhile. */
  readonly isApart?: boolean;
}

/** The kinds of edits that features bring, by name. */
export type EditKinds = ReadonlyMap<string, EditEffect>;

/** The effect of edits that change tags of turns or tags themselves. */
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

/** Returns the topics that may change when an edit is undone or redone. */
export const topicsOfStep = ({ topics, changesTags }: EditEffect): readonly Topic[] =>
  changesTags === 'once tagged again' ? CHANGES_TAGS.topics : topics;
