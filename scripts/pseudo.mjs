import { relative } from 'node:path';
import { messageNodesOf, NO_MESSAGES, root, textNodesOfPage } from './words.mjs';

/**
 * A build whose texts are accented and a third longer, as a translation would be: a text on the screen without accents
 * is one that `words.mjs` does not find.
 */

const PLAIN = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ACCENTED = 'ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýž';

/** Returns a text with accents, each of its words a third longer. Escapes and entities are unchanged. */
export function pseudoText(text) {
  return text.replaceAll(/\\u\{?[0-9a-fA-F]+\}?|\\.|&#?\w+;|[A-Za-z]+/g, (word) =>
    /^[\\&]/.test(word)
      ? word
      : [...word].map((letter) => ACCENTED[PLAIN.indexOf(letter)]).join('') +
        '~'.repeat(Math.round(word.length * 0.35)),
  );
}

/** The words that filters are read by, and the classes and fonts of drawings. */
const NOT_SHOWN = /[/\\](?:algorithms[/\\]filters|painting)[/\\]/;

/** Returns a source with pseudo texts. */
export function pseudoSource(path, source) {
  const nodesOf = /^electron/.test(path) ? messageNodesOf : textNodesOfPage;
  const nodes = new Set(nodesOf(path, source).flatMap((text) => text.nodes));
  let shown = source;
  for (const { start, end } of [...nodes].toSorted((a, b) => b.start - a.start))
    shown = shown.slice(0, start) + pseudoText(source.slice(start, end)) + shown.slice(end);
  return shown;
}

/** The Vite plugin of that build. */
export const pseudoTexts = () => ({
  name: 'pseudo-texts',
  enforce: 'pre',
  transform(source, id) {
    const path = relative(root, id.split('?')[0]);
    if (!/^(?:renderer|shared|electron)\b.*\.tsx?$/.test(path) || NOT_SHOWN.test(path)) return null;
    if (!path.startsWith('renderer') && NO_MESSAGES.test(path)) return null;
    return { code: pseudoSource(path, source), map: null };
  },
});
