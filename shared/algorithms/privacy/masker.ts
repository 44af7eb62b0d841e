import { findPersonalData } from './find-personal-data.ts';
import { PERSONAL_DATA_KINDS, type PersonalDataKind } from './personal-data.ts';

/** A stretch of a text that was replaced, in UTF-16 units of the text before. */
interface MaskedSpan {
  readonly start: number;
  readonly end: number;
  readonly kind: PersonalDataKind;
  /** "[email-1]" */
  readonly placeholder: string;
}

interface MaskedText {
  readonly text: string;
  readonly spans: readonly MaskedSpan[];
}

interface Masker {
  /** Replaces personal data; the same datum has the same placeholder in every text given to this masker. */
  mask(text: string): MaskedText;
  /** Puts the data back where their placeholders stand, as they were first written; other brackets stay. */
  unmask(text: string): string;
}

const PLACEHOLDER = new RegExp(`\\[(?:${PERSONAL_DATA_KINDS.join('|')})-\\d{1,9}\\]`, 'g');

/**
 * Replaces the personal data of one dialogue, its texts given in order. What it replaced it holds in memory only.
 *
 * A text that already reads like a placeholder is replaced as well, so that nobody can write "[email-1]" and be
 * shown another's address.
 */
export function createMasker(): Masker {
  const placeholders = new Map<string, string>();
  const originals = new Map<string, string>();
  const counts = new Map<PersonalDataKind, number>();

  const placeholderFor = (kind: PersonalDataKind, identity: string, original: string): string => {
    const key = `${kind} ${identity}`;
    const known = placeholders.get(key);
    if (known !== undefined) return known;
    const count = (counts.get(kind) ?? 0) + 1;
    const placeholder = `[${kind}-${count}]`;
    counts.set(kind, count);
    placeholders.set(key, placeholder);
    originals.set(placeholder, original);
    return placeholder;
  };

  return {
    mask(text) {
      const posing = [...text.matchAll(PLACEHOLDER)].map((match) => ({
        start: match.index,
        end: match.index + match[0].length,
        kind: match[0].slice(1, match[0].lastIndexOf('-')) as PersonalDataKind,
        identity: match[0],
      }));
      const found = findPersonalData(text).filter(
        (span) => !posing.some((other) => span.start < other.end && other.start < span.end),
      );
      const spans: MaskedSpan[] = [];
      let masked = '';
      let done = 0;
      for (const { start, end, kind, identity } of [...posing, ...found].sort((a, b) => a.start - b.start)) {
        const placeholder = placeholderFor(kind, identity, text.slice(start, end));
        masked += text.slice(done, start) + placeholder;
        done = end;
        spans.push({ start, end, kind, placeholder });
      }
      return { text: masked + text.slice(done), spans };
    },
    unmask: (text) => text.replace(PLACEHOLDER, (placeholder) => originals.get(placeholder) ?? placeholder),
  };
}
