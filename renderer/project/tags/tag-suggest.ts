import { tagNameSchema } from '#shared/contract/base.ts';

interface KnownTag {
  readonly name: string;
  readonly rounds: number;
}

type TagSuggestion =
  | { readonly kind: 'known'; readonly name: string; readonly rounds: number }
  | { readonly kind: 'new'; readonly name: string };

interface TagSuggestions {
  readonly options: readonly TagSuggestion[];
  /** Why the text cannot be a tag, or that the round has it already. */
  readonly message: string | null;
}

/**
 * What a person may mean by what they have typed. Known tags come as they are given (most frequent first),
 * with the one typed in full before all; a name that does not exist yet is offered last and by itself, so
 * that a typo makes no tag.
 * @param known tags that match the text
 * @param present names the round has already
 * @param settled false while `known` is still for an earlier text; then no new name is offered
 */
export function suggestTags(
  text: string,
  known: readonly KnownTag[],
  present: readonly string[],
  settled: boolean,
): TagSuggestions {
  const free = known.filter((tag) => !present.includes(tag.name));
  const options: TagSuggestion[] = free.map(({ name, rounds }) => ({ kind: 'known', name, rounds }));
  if (text.trim() === '') return { options, message: null };

  const parsed = tagNameSchema.safeParse(text);
  if (!parsed.success)
    return { options, message: parsed.error.issues[0]?.message ?? 'This cannot be a tag.' };
  const name = parsed.data;
  if (present.includes(name)) return { options, message: `#${name} is already on this round.` };
  const typed = options.find((option) => option.name === name);
  if (typed) return { options: [typed, ...options.filter((option) => option !== typed)], message: null };
  // Who means the one that is there must not be led to make a new one by what was typed of its name.
  const there = free.length === 0 ? known.find((tag) => present.includes(tag.name)) : undefined;
  return {
    options: settled ? [...options, { kind: 'new', name }] : options,
    message: there ? `#${there.name} is already on this round.` : null,
  };
}
