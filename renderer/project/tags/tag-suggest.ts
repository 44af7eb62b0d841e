import { tagNameSchema } from '#shared/contract/base.ts';

interface KnownTag {
  readonly name: string;
  readonly rounds: number;
}

type TagSuggestion =
  | { readonly kind: 'known' | 'nearest'; readonly name: string; readonly rounds: number }
  | { readonly kind: 'new'; readonly name: string };

interface TagSuggestions {
  readonly options: readonly TagSuggestion[];
  /** Why the text cannot be a tag, that no tag is called so, or that the turn has it already. */
  readonly message: string | null;
}

/** What was found for a typed text. */
interface FoundTags {
  /** Tags that contain the text, most frequent first. */
  readonly known: readonly KnownTag[];
  /** Tags that the text may be a misspelling of, nearest first. */
  readonly nearest: readonly KnownTag[];
  /** False while both are still for an earlier text. */
  readonly isSettled: boolean;
}

/**
 * What a person may mean by what they typed. Tags that contain the text come first, and an exact match before all others.
 * If no tag contains it, tags that it may be a misspelling of come first. A new name comes last, so that a typo makes no tag.
 * @param present names the turn has already
 */
export function suggestTags(
  text: string,
  { known, nearest, isSettled }: FoundTags,
  present: readonly string[],
): TagSuggestions {
  const letters = text.trim().replace(/^#/, '').toLowerCase();
  // What was found for an earlier text is no answer to this one: Enter would take it.
  const found = known.filter(({ name }) => name.toLowerCase().includes(letters));
  const near = isSettled && found.length === 0 ? nearest : [];
  const isFree = ({ name }: KnownTag): boolean => !present.includes(name);
  const options: TagSuggestion[] = [
    ...found.filter(isFree).map(({ name, rounds }) => ({ kind: 'known' as const, name, rounds })),
    ...near.filter(isFree).map(({ name, rounds }) => ({ kind: 'nearest' as const, name, rounds })),
  ];
  if (text.trim() === '') return { options, message: null };

  const parsed = tagNameSchema.safeParse(text);
  if (!parsed.success)
    return { options, message: parsed.error.issues[0]?.message ?? 'This cannot be a tag.' };
  const name = parsed.data;
  if (present.includes(name)) return { options, message: `#${name} is already on this turn.` };
  const typed = options.find((option) => option.name === name);
  if (typed) return { options: [typed, ...options.filter((option) => option !== typed)], message: null };
  // Who means the one that is there must not be led to make a new one by what was typed of its name.
  const meant = options.length === 0 ? [...found, ...near] : near.slice(0, 1);
  const there = meant.find((tag) => present.includes(tag.name));
  const isNear = options.some(({ kind }) => kind === 'nearest');
  return {
    options: isSettled ? [...options, { kind: 'new', name }] : options,
    message: there
      ? `#${there.name} is already on this turn.`
      : isNear
        ? `No tag is called #${name}. Did you mean one of these?`
        : null,
  };
}
