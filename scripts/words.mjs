import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';

/**
 * `npm run words` reports retired terms, long sentences and fragments in UI text, messages, docs and doc comments. It
 * fails for docs with any, or too long ones, and for code above its budget. `-- --list` prints every one; `-- --texts
 * renderer/features/moves` prints the texts of a folder, to read in one sitting.
 */

/** The counts that code may have. Lower a number when you have reduced its count; never raise one. */
const BUDGET = {
  'UI text: retired terms': 0,
  'UI text: sentences over 25 words': 0,
  'Messages: retired terms': 0,
  'Messages: sentences over 25 words': 0,
  'Doc comments: retired terms': 0,
  'Doc comments: fragments': 0,
};

const MOST_WORDS_IN_DOCS = 25_000;
const MOST_WORDS_IN_README = 350;
const LONGEST_IN_UI = 25;
const LONGEST_IN_DOCS = 35;

/** Terms that were retired, with the term to use. */
const RETIRED = [
  [/\brounds?\b/i, 'turn'],
  [/\butterances?\b/i, 'message'],
  [/\b(?:hold|holds|held|holding) (?:[\w-]+ ){0,3}against\b/i, 'check against, compare with'],
  [/\bbroken off\b/i, 'abandoned'],
  [/\boff the (?:usual )?way\b/i, 'deviation'],
  [/\bmain ways?\b/i, 'main path'],
  [/\bput away\b/i, 'dismiss'],
  [/\b(?:take|takes|took|taken|taking) (?:it |them )?back\b/i, 'undo'],
  [/\b(?:take|takes|took|taken|taking) (?:it |them )?off\b/i, 'remove'],
  [/\banew\b/i, 'again'],
  [/\b(?:go|goes|going|went|gone) on\b/i, 'continue'],
  [/\bmend(?:s|ed|ing)?\b/i, 'fix'],
  [/\boracle\b/i, 'uses the correct labels'],
  [/\bgold labels?\b/i, 'correct labels'],
  [/\binsights?\b/i, 'finding'],
];

/** Further terms for the page; code and papers may use them. */
const RETIRED_IN_UI = [
  [/\bthe users?\b/i, 'the customer'],
  [/\bthe system\b/i, 'the agent'],
];

const SQL = /\b(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|WHERE|ON CONFLICT|PRAGMA)\b/;

/** Prompts and code for models, which know the words of papers, and made-up dialogues. */
export const NO_MESSAGES =
  /[/\\](?:demo|colang|instructions|model-tagging|migrations)[/\\]|-messages\.ts$|requests\.ts$|model-slots\.ts$/;

const FRAGMENT = /^(?:What|How|Of|Where|Whether|Whose|Which|Why)\b/;

/** Properties and attributes with text, however short it is. */
const TEXT_KEYS = new Set([
  'label',
  'title',
  'hint',
  'text',
  'placeholder',
  'aria-label',
  'message',
  'nextStep',
]);
const CODE_KEYS = new Set(['className', 'id', 'key', 'type', 'viewBox', 'd', 'transform', 'style']);
/** Functions that put the words they are given into a text. */
const TEXT_CALLS = new Set(['formatAmount', 'formatPart', 'shownPart', 'withKeys']);
/** Constants with a text for each of several values. */
const TEXT_MAP = /^TITLES$|_(?:NAMES|WORDS|TITLES|TEXTS)$/;

/** Not a selector. */
const SEVERAL_WORDS = /^(?![.#][a-z])(?:[^<:{]|: )*\p{L}[,:]? (?:[/·–→+] )?[\p{L}$]/u;
/** A capitalized word, alone or before others; a word beside a space or after a value, which is part of a sentence. */
const WORD =
  /^\p{Lu}(?:\d(?=, \p{Ll})|[\p{Ll}’'-]+)(?:[….:,;?!)]|\s|$)|^\p{Ll}+ $|^ \p{Ll}+$|^\$ \p{Ll}{3,}$/u;
/** The names of keys and of what is dropped, which browsers give. */
const KEY =
  /^(?:Escape|Esc|Enter|Tab|Home|End|Delete|Backspace|Dead|Mod|Alt|Shift|Control|Ctrl|Meta|Arrow|Files)$/;

const countWords = (text) => text.match(/[\p{L}\p{N}$][^\s|]*/gu)?.length ?? 0;

/** The retired terms in a text, each with its surroundings. */
export function retiredIn(text, isUi = false) {
  return (isUi ? [...RETIRED, ...RETIRED_IN_UI] : RETIRED).flatMap(([term, better]) => {
    const match = term.exec(text);
    if (!match) return [];
    return `"${match[0]}" (use: ${better}) in: ${text.slice(Math.max(0, match.index - 40), match.index + 60)}`;
  });
}

/** The sentences of a text that have more words than the longest may have. */
export function longIn(text, longest) {
  return text
    .split(/(?<=[.!?…])["”)]*\s+(?=["“(]?[\p{Lu}\p{N}#`$*])/u)
    .filter((sentence) => countWords(sentence) > longest)
    .map((sentence) => `${countWords(sentence)} words: ${sentence.slice(0, 120)}`);
}

/** The paragraphs, list items and table cells of a Markdown page without code blocks. Inline code counts as one word. */
export function textsOfMarkdown(page) {
  return page
    .replaceAll(/^```[\s\S]*?^```/gm, '')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/`[^`]*`/g, 'CODE')
    .split(/\n\s*\n|\n(?=\s*(?:[-|#]|\d+\.))/)
    .flatMap((block) => (block.trimStart().startsWith('|') ? block.split('|') : [block]))
    .map((text) => text.replaceAll(/\s+/g, ' ').trim())
    .filter(Boolean);
}

/** True for `'a list of words'.split(' ')`. */
const isWordList = ({ type, callee }) =>
  type === 'CallExpression' && callee.property?.name === 'split' && /Literal/.test(callee.object.type);

/** Nodes whose parts are shown if they are themselves. */
const PASSES_ON = {
  JSXElement: ['children'],
  JSXFragment: ['children'],
  JSXExpressionContainer: ['expression'],
  ParenthesizedExpression: ['expression'],
  TSAsExpression: ['expression'],
  ConditionalExpression: ['consequent', 'alternate'],
  LogicalExpression: ['left', 'right'],
  BinaryExpression: ['left', 'right'],
  TemplateLiteral: ['expressions'],
};

/**
 * The texts that a source of the page may show, with the nodes that they are made of: JSX, labels, capitalized words,
 * and strings of several words. `$` stands for a value.
 */
export function textNodesOfPage(name, source) {
  const texts = [];
  const labels = new Set();
  const take = (nodes, written, isLabel) => {
    const text = written.replaceAll(/\s+/g, ' ');
    const isShown =
      /\p{L}{2}/u.test(text) && (isLabel || SEVERAL_WORDS.test(text) || (WORD.test(text) && !KEY.test(text)));
    if (isShown) texts.push({ text: text.trim(), nodes, label: isLabel });
    return isShown;
  };
  const visit = (node, isKnownLabel) => {
    if (Array.isArray(node)) for (const item of node) visit(item, isKnownLabel);
    if (typeof node?.type !== 'string') return;
    const isLabel = isKnownLabel || (labels.has(node) && 'title');
    if (node.type === 'ImportDeclaration' || (node.type.startsWith('TS') && !node.expression)) return;
    let isShown = isLabel;
    if (node.type === 'Literal' && typeof node.value === 'string') take([node], node.value, isLabel);
    if (node.type === 'TemplateLiteral')
      isShown = take(node.quasis, node.quasis.map(({ value }) => value.cooked).join('$'), isLabel);
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
      isShown = true;
      const isText = ({ type }) => type === 'JSXText';
      const written = node.children.map((child) => (isText(child) ? child.value : '$')).join('');
      take(node.children.filter(isText), written, true);
    }
    const key =
      node.type === 'Property' || node.type === 'JSXAttribute' ? (node.key ?? node.name).name : null;
    const isChord = key === 'keys' && node.value.type === 'ArrayExpression';
    if (CODE_KEYS.has(key) || isChord || isWordList(node)) return;
    if (node.type === 'VariableDeclarator' && TEXT_MAP.test(node.id.name)) {
      let init = node.init;
      while (init?.expression) init = init.expression;
      for (const { value } of init?.properties ?? []) labels.add(value);
    }
    const passesOn = node.operator === '+' || !node.operator?.endsWith('=') ? PASSES_ON[node.type] : [];
    for (const [part, child] of Object.entries(node)) {
      const isShownHere =
        (part === 'arguments' && TEXT_CALLS.has(node.callee.name) && 'title') ||
        (passesOn?.includes(part) && isShown);
      visit(child, TEXT_KEYS.has(key) ? key : isShownHere);
    }
  };
  visit(parseSync(name, source).program, false);
  return texts;
}

export const textsOfPage = (name, source) => textNodesOfPage(name, source).map(({ text }) => text);

const SENTENCE = /^[\p{Lu}$"“(].*[.!?…:]$|^(?!Bearer)\p{Lu}\p{Ll}+ [\p{Ll}$#“(]|^\$ of \$$/u;

/** The sentences and titles, as of jobs and edits, that a source of the backend or command line may print, with their nodes. */
export function messageNodesOf(name, source) {
  return textNodesOfPage(name, source).filter(
    ({ text, label }) => (SENTENCE.test(text) || label === 'title') && !SQL.test(text),
  );
}

/** The same as texts. Quoted names and options count as one word. */
export function messagesOf(name, source) {
  return messageNodesOf(name, source).map(({ text }) => text.replaceAll(/"[^"]*"|--[\w-]+/g, 'CODE'));
}

export function docComments(source) {
  return [...source.matchAll(/\/\*\*[\s\S]*?\*\//g)].map(([comment]) =>
    comment
      .slice(3, -2)
      .replaceAll(/^\s*\* ?/gm, '')
      .trim(),
  );
}

export const isFragment = (comment) => FRAGMENT.test(comment);

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const filesBelow = (folder, pattern) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && pattern.test(entry.name) && !/\.(test|fixture)\./.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();

/** Prints the texts of each source in a folder, or of one file, for people to read. */
function printTexts(place) {
  const textsOf = place.startsWith('renderer') ? textsOfPage : messagesOf;
  for (const path of statSync(join(root, place)).isFile()
    ? [join(root, place)]
    : filesBelow(place, /\.tsx?$/)) {
    const texts = textsOf(path, readFileSync(path, 'utf8'));
    if (texts.length > 0) console.log(`\n# ${relative(root, path)}\n${texts.join('\n')}`);
  }
}

function report() {
  const found = new Map(Object.keys(BUDGET).map((kind) => [kind, []]));
  const note = (kind, path, texts) => {
    const file = relative(root, path).replaceAll('\\', '/');
    found.set(kind, [
      ...(found.get(kind) ?? []),
      ...texts.map((text) => `${file}: ${text.replaceAll(/\s+/g, ' ')}`),
    ]);
  };
  let wordsInDocs = 0;
  const readme = join(root, 'README.md');
  for (const path of [readme, ...filesBelow('docs', /\.md$/)]) {
    const page = readFileSync(path, 'utf8');
    const words = countWords(page);
    if (path !== readme) wordsInDocs += words;
    else if (words > MOST_WORDS_IN_README) note('Docs: too long', path, [`${words} words`]);
    for (const text of textsOfMarkdown(page)) {
      note('Docs: retired terms', path, retiredIn(text));
      note('Docs: sentences over 35 words', path, longIn(text, LONGEST_IN_DOCS));
    }
  }
  if (wordsInDocs > MOST_WORDS_IN_DOCS) note('Docs: too long', join(root, 'docs'), [`${wordsInDocs} words`]);

  for (const path of filesBelow('renderer', /\.tsx?$/)) {
    for (const text of textsOfPage(path, readFileSync(path, 'utf8'))) {
      note('UI text: retired terms', path, retiredIn(text, true));
      note('UI text: sentences over 25 words', path, longIn(text, LONGEST_IN_UI));
    }
  }
  for (const path of ['shared', 'electron'].flatMap((folder) => filesBelow(folder, /\.ts$/))) {
    if (NO_MESSAGES.test(path)) continue;
    for (const text of messagesOf(path, readFileSync(path, 'utf8'))) {
      note('Messages: retired terms', path, retiredIn(text, true));
      note('Messages: sentences over 25 words', path, longIn(text, LONGEST_IN_UI));
    }
  }
  for (const path of ['shared', 'electron', 'renderer'].flatMap((folder) => filesBelow(folder, /\.tsx?$/))) {
    for (const comment of docComments(readFileSync(path, 'utf8'))) {
      // Code and the names of parameters keep the words of papers.
      note('Doc comments: retired terms', path, retiredIn(comment.replaceAll(/`[^`]*`|@param \w+/g, 'CODE')));
      note('Doc comments: fragments', path, isFragment(comment) ? [comment.slice(0, 120)] : []);
    }
  }

  const isListing = process.argv.includes('--list');
  for (const [kind, items] of found) {
    const most = BUDGET[kind] ?? 0;
    if (items.length > 0 && (isListing || most === 0)) console.log(items.join('\n'));
    if (items.length <= most) continue;
    console.error(`${kind}: ${items.length}, at most ${most}. "npm run words -- --list" shows them.`);
    process.exitCode = 1;
  }
  const counts = [...found].map(([kind, items]) => `${kind} ${items.length}`).join('; ');
  console.log(`${wordsInDocs} words in docs. ${counts}.`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const at = process.argv.indexOf('--texts');
  if (at < 0) report();
  else printTexts(process.argv[at + 1] ?? 'renderer');
}
