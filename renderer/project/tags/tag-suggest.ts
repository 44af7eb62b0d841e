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
  /** Says that the text cannot be a tag, that no tag has this name, or that the turn has it already. */
  readonly message: string | null;
}

interface FoundTags {
  /** Tags that contain the text, most frequent first. */
  readonly known: readonly KnownTag[];
  /** Tags that the text may be a misspelling of, nearest first. */
  readonly nearest: readonly KnownTag[];
  /** False while both are still for an earlier text. */
  readonly isSettled: boolean;
}

/**
 * Returns the tags that a typed text may mean. Tags that contain the text come first, an exact match before
 * all others. If no tag contains it, similar tags come first. A new name comes last, so that a typo creates
 * no tag.
 * @param present names that the turn already has
 */
export function suggestTags(
  text: string,
  { known, nearest, isSettled }: FoundTags,
  present: readonly string[],
): TagSuggestions {
  const letters = text.trim().replace(/^#/, '').toLowerCase();
  // Results for an earlier text must not be offered, because Enter would choose them.
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
  // If the typed text resembles a tag that is already there, do not offer to create a new one.
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
