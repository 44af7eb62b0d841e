import { ROLES, type Role } from '#shared/domain/dialogue.ts';
import { MAX_CHARACTERS } from '../../text/tokenise.ts';
import { readableText, spokenPart } from '../mask.ts';
import type { SpokenTurn } from '../moves-corpus.ts';

export const COLUMNS = 1 << 16;

/** The length of each block of columns. It does not depend on the turn's length. */
const WEIGHTS = { words: 1, letters: 1, before: 0.5, signs: 0.7 } as const;
const BLOCKS = Object.keys(WEIGHTS).length;

/** The most words of a turn to read. Later words rarely add a move. */
const MOST_WORDS = 160;
const MOST_ENCODED = 1000;
const LONGEST_GRAM = 5;
const SHORTEST_GRAM = 3;

const SPECIAL = /https?:\/\/\S{1,300}|www\.\S{1,300}|@\w{1,64}|\d+(?:[.,:/-]\d+)*/gu;
const WORD = /<\w+>|[\p{L}\p{M}]+(?:['’][\p{L}]+)*|\p{Extended_Pictographic}|[?!]+|[$€£%#]/gu;

export interface ReadTurn {
  readonly role: Role;
  readonly words: readonly string[];
  readonly signs: readonly string[];
}

export function readTurn({ role, texts }: SpokenTurn): ReadTurn {
  const words: string[] = [];
  const whole = texts.join(' ').slice(0, MAX_CHARACTERS);
  for (const text of texts) {
    const decoded = readableText(text.slice(0, MAX_CHARACTERS));
    const { start, end } = spokenPart(decoded);
    const plain = decoded
      .slice(start, end)
      .replaceAll('’', "'")
      .replace(SPECIAL, (found) => (found.startsWith('@') ? '<at>' : /^\d/.test(found) ? '<n>' : '<url>'))
      .toLowerCase();
    for (const word of plain.match(WORD) ?? []) {
      if (words.length === MOST_WORDS) break;
      words.push(word.length > 2 && (word[0] === '?' || word[0] === '!') ? word.slice(0, 2) : word);
    }
  }
  const count = (sign: RegExp): number => whole.match(sign)?.length ?? 0;
  const signs = [
    `length ${Math.min(7, Math.floor(1.5 * Math.log2(words.length + 1)))}`,
    `? ${Math.min(3, count(/\?/gu))}`,
    `! ${Math.min(3, count(/!/gu))}`,
    `capitals ${Math.min(3, count(/\b[A-Z]{3,}\b/gu))}`,
    `accounts ${Math.min(3, count(/@\w/gu))}`,
    `links ${Math.min(2, count(/https?:/gu))}`,
    `numbers ${Math.min(3, count(/\d+/gu))}`,
    `messages ${Math.min(3, texts.length)}`,
  ];
  if (/^\s*\.?@\w/u.test(whole)) signs.push('addressed');
  if (/https?:\/\/\S{1,200}\s*$/u.test(whole)) signs.push('ends with a link');
  if (words.at(-1)?.startsWith('?')) signs.push('ends with ?');
  return { role, words, signs };
}

export const saysSomething = ({ words }: ReadTurn): boolean => words.some((word) => /[\p{L}<]/u.test(word));

export interface HashedRow {
  length: number;
  columns: Int32Array;
  values: Float32Array;
}

export function createRow(): HashedRow {
  return { length: 0, columns: new Int32Array(4096), values: new Float32Array(4096) };
}

const FNV = 0x01000193;
const start = (block: number): number => (0x811c9dc5 ^ (block * 0x9e3779b1)) | 0;
const mixed = (hash: number): number => {
  let h = hash;
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b);
  h ^= h >>> 13;
  return h & (COLUMNS - 1);
};
function hashText(seed: number, text: string): number {
  let h = seed;
  for (let at = 0; at < text.length; at++) h = Math.imul(h ^ text.charCodeAt(at), FNV);
  return h;
}

function add(row: HashedRow, hash: number): void {
  if (row.length === row.columns.length) {
    const columns = new Int32Array(2 * row.length);
    columns.set(row.columns);
    row.columns = columns;
    const values = new Float32Array(2 * row.length);
    values.set(row.values);
    row.values = values;
  }
  row.columns[row.length] = mixed(hash);
  row.values[row.length++] = 1;
}

function scale(row: HashedRow, from: number, weight: number): void {
  const length = row.length - from;
  if (length === 0) return;
  const value = weight / Math.sqrt(length);
  for (let at = from; at < row.length; at++) row.values[at] = value;
}

export function hashTurn(turns: readonly ReadTurn[], at: number, row: HashedRow): void {
  const { words, signs } = turns[at];
  const before = turns[at - 1];
  row.length = 0;
  addWords(row, start(0), words, true);
  scale(row, 0, WEIGHTS.words);
  let from = row.length;
  const letters = start(1);
  for (const word of words) addLetters(row, letters, word);
  scale(row, from, WEIGHTS.letters);
  from = row.length;
  if (before) addWords(row, start(2 + ROLES.indexOf(before.role)), before.words, false);
  scale(row, from, WEIGHTS.before);
  from = row.length;
  const sign = start(BLOCKS + 1);
  for (const name of signs) add(row, hashText(sign, name));
  add(row, hashText(sign, `place ${Math.min(5, at)}`));
  add(row, hashText(sign, `left ${Math.min(3, turns.length - 1 - at)}`));
  if (before) for (const name of before.signs) add(row, hashText(start(BLOCKS + 2), name));
  scale(row, from, WEIGHTS.signs);
}

function addWords(row: HashedRow, seed: number, words: readonly string[], pairs: boolean): void {
  let last = hashText(seed, '^');
  for (const word of words) {
    const own = hashText(seed, word);
    add(row, own);
    if (pairs) add(row, hashText(Math.imul(last, FNV) ^ 0x20, word));
    last = own;
  }
}

function addLetters(row: HashedRow, seed: number, word: string): void {
  const text = `_${word}_`;
  for (let at = 0; at < text.length; at++) {
    let h = seed;
    for (let length = 1; length <= LONGEST_GRAM && at + length <= text.length; length++) {
      h = Math.imul(h ^ text.charCodeAt(at + length - 1), FNV);
      if (length >= SHORTEST_GRAM) add(row, h);
    }
  }
}

export const textToEncode = (texts: readonly string[]): string =>
  texts
    .map((text) => readableText(text.slice(0, MAX_CHARACTERS)))
    .join(' ')
    .replace(/https?:\/\/\S{1,300}/gu, 'link')
    .replace(/@\w{1,64}/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
    .slice(0, MOST_ENCODED);
