import type { Lexicon, LexiconEntry, LexiconNode } from './lexicon.ts';
import { isOneEditApart } from './name-likeness.ts';
import { type TextWord, textWords } from './text-words.ts';
import { patternSpans, type Span } from './value-patterns.ts';

/** Replaces values in texts by placeholders. */
export type Delexicalise = (text: string) => string;

/** The most words of a code: "C.B 2, 1 A.B" has six. */
const CODE_WORDS = 8;

/**
 * A function that replaces every value of the lexicon, and every time, day, price, count and reference, by
 * `[domain_class]`, or `[class]` where several domains (or none) hold the value.
 *
 * Of overlapping stretches the one that begins first is taken, of those the longest, of those the list's before the
 * pattern's. Placeholders that stand in the text stay, and nothing is found across them, so that doing it twice
 * changes nothing. A word of six letters and more that is in no value counts as the only word of a name that is one
 * letter away. O(words · longest value) a text; words are remembered.
 */
export function createDelexicaliser(lexicon: Lexicon): Delexicalise {
  const corrected = new Map<string, string | null>();

  function correctionOf(word: string): string | null {
    if (word.length < 6 || lexicon.words.has(word)) return null;
    let correction = corrected.get(word);
    if (correction === undefined) {
      const near = [word.length - 1, word.length, word.length + 1]
        .flatMap((length) => lexicon.nameWords.get(length) ?? [])
        .filter((other) => isOneEditApart(word, other));
      correction = near.length === 1 ? near[0] : null;
      corrected.set(word, correction);
    }
    return correction;
  }

  function spansOf(text: string): Span[] {
    const words = textWords(text);
    const forms = words.map((word) => {
      const correction = word.forms.length > 0 ? correctionOf(word.forms[0]) : null;
      return correction === null ? word.forms : [...word.forms, correction];
    });
    const spans: Span[] = [];
    for (let at = 0; at < words.length; at++) {
      const value = longestValue(lexicon.root, forms, at);
      if (value) spans.push(spanOf(words, at, value.to, value.entry));
      const code = longestCode(lexicon, words, at);
      if (code) spans.push(spanOf(words, at, code.to, code.entry));
    }
    const kept = words.filter((word) => word.forms.length === 0);
    for (const span of patternSpans(text, lexicon.hasTaxis)) {
      if (!kept.some((word) => span.start < word.end && word.start < span.end)) spans.push(span);
    }
    // The sort is stable: lists before patterns.
    return spans.sort((left, right) => left.start - right.start || right.end - left.end);
  }

  return (text) => {
    let written = '';
    let from = 0;
    for (const { start, end, stands, domain } of spansOf(text)) {
      if (start < from) continue;
      written += `${text.slice(from, start)}[${domain === null ? '' : `${domain}_`}${stands}]`;
      from = end;
    }
    return written + text.slice(from);
  };
}

interface Found {
  /** Index of the last word, inclusive. */
  readonly to: number;
  readonly entry: LexiconEntry;
}

/** Walks the tree of words along every spelling. The longest value wins; ties go to the first spelling. */
function longestValue(node: LexiconNode, forms: readonly (readonly string[])[], at: number): Found | null {
  if (at >= forms.length) return null;
  let best: Found | null = null;
  for (const form of forms[at]) {
    const next = node.next.get(form);
    if (!next) continue;
    const longer = longestValue(next, forms, at + 1);
    const found = longer ?? (next.entry === null ? null : { to: at, entry: next.entry });
    if (found && (best === null || found.to > best.to)) best = found;
  }
  return best;
}

function longestCode({ codes, longestCode }: Lexicon, words: readonly TextWord[], at: number): Found | null {
  let best: Found | null = null;
  let squeezed = '';
  for (let to = at; to < words.length && to < at + CODE_WORDS; to++) {
    if (words[to].forms.length === 0) break;
    squeezed += words[to].forms[0];
    if (squeezed.length > longestCode) break;
    const entry = codes.get(squeezed);
    if (entry) best = { to, entry };
  }
  return best;
}

function spanOf(
  words: readonly TextWord[],
  from: number,
  to: number,
  { stands, domains }: LexiconEntry,
): Span {
  const [domain] = domains;
  return { start: words[from].start, end: words[to].end, stands, domain: domains.size === 1 ? domain : null };
}
