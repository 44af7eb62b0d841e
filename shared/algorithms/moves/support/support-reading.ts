import type { Role } from '#shared/domain/dialogue.ts';
import type { SpokenTurn } from '../moves-corpus.ts';
import { readTurn, saysSomething, textToEncode } from './support-features.ts';
import type { SupportModel } from './support-model.ts';
import { createSupportTagger } from './support-tagger.ts';

const NAMES: Readonly<Record<Role, Readonly<Record<string, string>>>> = {
  user: {
    'ask-help': 'asks-for-help',
    'ask-information': 'asks-a-question',
    'ask-person': 'asks-for-a-person',
    answer: 'answers-a-question',
    choose: 'chooses-an-offer',
    close: 'says-goodbye',
    complain: 'complains',
    confirm: 'says-yes',
    'confirm-done': 'has-done-it',
    correct: 'corrects-something',
    decline: 'says-no',
    'give-details': 'gives-details',
    'other-user': 'chats',
    praise: 'gives-praise',
    'say-solved': 'says-it-is-solved',
    'still-not-solved': 'still-not-solved',
    thank: 'says-thanks',
  },
  system: {
    apologise: 'apologizes',
    'ask-confirmation': 'asks-to-confirm',
    'ask-details': 'asks-for-details',
    'ask-private': 'asks-to-write-privately',
    close: 'says-goodbye',
    'confirm-solved': 'confirms-the-solution',
    'empathise-friendly': 'is-friendly',
    'give-information': 'gives-information',
    'give-instruction': 'gives-instructions',
    greet: 'says-hello',
    offer: 'makes-an-offer',
    'offer-more-help': 'offers-more-help',
    'other-system': 'posts-something-else',
    'promise-follow-up': 'promises-an-answer',
    'refer-elsewhere': 'refers-elsewhere',
    'send-link': 'sends-a-link',
  },
};

/** Returns the readable name of a move. Words are joined by "-", because a tag has no white space. */
export const supportName = (role: Role, label: string): string => NAMES[role][label] ?? label;

export interface SupportTags {
  readonly moves: Readonly<Record<Role, readonly string[]>>;
  readonly turns: readonly (readonly SupportMove[])[];
  readonly sure: readonly Float64Array[];
  /** The mean confidence: the share of turns that the tagger expects to tag correctly, 0 … 1. */
  readonly confidence: number;
  readonly encoder: string | null;
  readonly vectors: Float32Array | null;
}

export interface SupportMove {
  readonly move: number;
  readonly confidence: number;
}

export interface TextEncoder {
  readonly name: string;
  encodeTexts(texts: readonly string[]): Promise<Float32Array>;
}

/** On ten English corpora, the mean confidence is 73–92 %. On Chinese text read as English, it is 51 %. */
export const LEAST_CONFIDENCE = 0.6;

export const isSureEnough = ({ confidence }: SupportTags): boolean => confidence >= LEAST_CONFIDENCE;

const SECOND = 0.25;
const MOST_UNTAGGED = 0.1;
const TEXTS_PER_CHUNK = 64;

/** With many turns, an encoder reads only those below this. Encoding is slow and would rarely change the others. */
const SURE = 0.8;
const ALL_ENCODED = 5000;

export function createSupportReading(model: SupportModel, allEncoded = ALL_ENCODED) {
  const tagger = createSupportTagger(model);
  const dialogues: ReadByWords[] = [];
  const toEncode = () => {
    const textsOf = (isRead: (sure: Float64Array) => boolean): Set<string> =>
      new Set(
        dialogues.flatMap(({ turns, sure }) =>
          turns.flatMap(({ texts }, at) => (isRead(sure[at]) ? [textToEncode(texts)] : [])),
        ),
      );
    const all = textsOf(() => true);
    const isAll = all.size <= allEncoded;
    const isRead = (sure: Float64Array): boolean => isAll || sure.every((value) => value < SURE);
    return { texts: isAll ? all : textsOf(isRead), isRead, isAll };
  };
  return {
    add(turns: readonly SpokenTurn[]): void {
      const read = turns.map(readTurn);
      dialogues.push({
        turns,
        sayNothing: read.map((turn) => !saysSomething(turn)),
        sure: tagger.tag({ turns: read, vectors: null }),
      });
    },
    texts: (): number => toEncode().texts.size,
    read: (): SupportTags =>
      tagsOf(
        model,
        dialogues.flatMap(({ sayNothing }) => sayNothing),
        dialogues.flatMap(({ sure }) => sure),
        null,
      ),
    /** Tags with vectors, too. The encoder must be the one from the training. */
    async readWith(
      encoder: TextEncoder,
      report: (done: number, total: number) => void = () => undefined,
    ): Promise<SupportTags> {
      const { texts: waiting, isRead, isAll } = toEncode();
      const { dimensions } = model.encoder;
      const encoded = new Map<string, Float32Array>();
      // Batches of similar length need less padding.
      const sorted = [...waiting].sort((one, other) => other.length - one.length);
      for (let start = 0; start < sorted.length; start += TEXTS_PER_CHUNK) {
        report(start, sorted.length);
        const chunk = sorted.slice(start, start + TEXTS_PER_CHUNK);
        const values = await encoder.encodeTexts(chunk);
        for (const [at, text] of chunk.entries())
          encoded.set(text, values.subarray(at * dimensions, (at + 1) * dimensions));
      }
      const read = dialogues.map(({ turns, sure }) => {
        if (!sure.some(isRead)) return { vectors: null, sure };
        const vectors = new Float32Array(turns.length * dimensions);
        for (const [at, { texts }] of turns.entries())
          vectors.set(encoded.get(textToEncode(texts)) ?? [], at * dimensions);
        const both = tagger.tag({ turns: turns.map(readTurn), vectors });
        const better = sure.map((own, at) => (isRead(own) ? both[at] : own));
        return { vectors: isAll ? vectors : null, sure: better };
      });
      return tagsOf(
        model,
        dialogues.flatMap(({ sayNothing }) => sayNothing),
        read.flatMap(({ sure }) => sure),
        { name: encoder.name, vectors: isAll ? joined(read.flatMap(({ vectors }) => vectors ?? [])) : null },
      );
    },
  };
}

interface ReadByWords {
  readonly turns: readonly SpokenTurn[];
  readonly sayNothing: readonly boolean[];
  readonly sure: readonly Float64Array[];
}

function tagsOf(
  model: SupportModel,
  sayNothing: readonly boolean[],
  sure: readonly Float64Array[],
  encoder: { readonly name: string; readonly vectors: SupportTags['vectors'] } | null,
): SupportTags {
  const which = encoder ? 'encoded' : 'plain';
  const best = sure.map((own, at) => (sayNothing[at] ? [] : bestMoves(own)));
  const confidences = Float64Array.from(best.flatMap(([first]) => first?.confidence ?? [])).sort();
  const cap = confidences[Math.floor(MOST_UNTAGGED * confidences.length)] ?? 0;
  const least = Math.min(model.leastSure[which], cap);
  const namesOf = (role: Role): string[] => model.roles[role].moves.map((label) => supportName(role, label));
  return {
    moves: { user: namesOf('user'), system: namesOf('system') },
    turns: best.map((moves) => ((moves[0]?.confidence ?? 0) < least ? [] : moves)),
    sure,
    confidence: confidences.reduce((sum, value) => sum + value, 0) / Math.max(1, confidences.length),
    encoder: encoder?.name ?? null,
    vectors: encoder?.vectors ?? null,
  };
}

function joined(parts: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function bestMoves(sure: Float64Array): SupportMove[] {
  let first = -1;
  let second = -1;
  for (let move = 0; move < sure.length; move++) {
    if (first < 0 || sure[move] > sure[first]) {
      second = first;
      first = move;
    } else if (second < 0 || sure[move] > sure[second]) second = move;
  }
  return [first, second]
    .filter((move, at) => move >= 0 && (at === 0 || sure[move] >= SECOND))
    .map((move) => ({ move, confidence: sure[move] }));
}
