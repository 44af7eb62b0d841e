import type { SpokenTurn } from '../moves/moves-corpus.ts';
import { detectLanguage } from '../text/language.ts';
import { accountsOf, partsOfAccount, spokenWords, type TopicWord, topicRuns } from './topic-words.ts';

export type Phrase = string;

interface TopicDialogue {
  /** The weight of each phrase. The opening of the dialogue counts twice, the agent's words half. */
  readonly phrases: ReadonlyMap<Phrase, number>;
  readonly said: ReadonlySet<Phrase>;
  readonly opened: ReadonlySet<Phrase>;
  readonly text: string;
}

export interface TopicsCorpus {
  readonly dialogues: readonly TopicDialogue[];
  readonly written: ReadonlyMap<Phrase, string>;
  /** Phrases for things: "internet bill", but not "high" or "eat". */
  readonly things: ReadonlySet<Phrase>;
  readonly joiner: string;
}

const OPENER = 2;
const CUSTOMER = 1;
const AGENT = 0.5;
const LEAST_DIALOGUES = 3;
const LEAST_SHARE = 0.001;
/** The largest share of dialogues for a phrase. More common phrases are useless. */
const MOST_SHARE = 0.8;
const THING_SHARE = 0.2;
/** The weight of a form used for a thing: "a cancellation" names the matter, "canceled" says what happens. */
const NOUN = 8;
const NAME_SHARE = 0.5;
const BRAND_SHARE = 0.5;

const ENCODED_CHARACTERS = 600;

interface ReadDialogue {
  readonly text: string;
  readonly runs: readonly {
    readonly words: readonly TopicWord[];
    readonly weight: number;
    readonly isSaid: boolean;
  }[];
  readonly accounts: ReadonlySet<string>;
  readonly isForeign: boolean;
}

export function createTopicsCorpus() {
  const read: ReadDialogue[] = [];
  return {
    add(turns: readonly SpokenTurn[]): void {
      const texts = turns.flatMap((turn) => turn.texts);
      const isForeign = detectLanguage(texts).language === 'other';
      const opener = turns.findIndex(({ role }) => role === 'user');
      const runs = turns.flatMap(({ role, texts: own }, at) =>
        own.flatMap((text) =>
          topicRuns(text, isForeign).map((words) => ({
            words,
            weight: role === 'system' ? AGENT : at === opener ? OPENER : CUSTOMER,
            isSaid: role === 'user',
          })),
        ),
      );
      const accounts = new Set(texts.flatMap(accountsOf));
      const said = turns.filter(({ role }) => role === 'user').flatMap((turn) => turn.texts);
      const text = said.map(spokenWords).join(' ').slice(0, ENCODED_CHARACTERS);
      read.push({ runs, text, accounts, isForeign });
    },
    finish(): TopicsCorpus {
      const isName = namesIn(read);
      const isBrand = brandsIn(read);
      const left = (word: TopicWord): boolean => isName(word.stem) || isBrand(word.stem);
      const written = new Map<Phrase, Map<string, number>>();
      // A few dialogues in other languages would form a topic of their language.
      const foreign = read.filter(({ isForeign }) => isForeign).length;
      const areRead = 2 * foreign > read.length;
      const dialogues = read.map(({ runs, isForeign, text }): TopicDialogue => {
        const phrases = new Map<Phrase, number>();
        const said = new Set<Phrase>();
        const opened = new Set<Phrase>();
        if (isForeign && !areRead) return { phrases, said, opened, text: '' };
        for (const { words, weight, isSaid } of runs)
          for (const { phrase, form, isThing } of phrasesOf(words, left)) {
            phrases.set(phrase, (phrases.get(phrase) ?? 0) + weight);
            if (isSaid) said.add(phrase);
            if (weight === OPENER) opened.add(phrase);
            const forms = written.get(phrase) ?? new Map<string, number>();
            const count = (isSaid ? 2 : 1) * (isThing ? NOUN : 1);
            written.set(phrase, forms.set(form, (forms.get(form) ?? 0) + count));
          }
        return { phrases, said, opened, text };
      });
      const frequencies = new Map<Phrase, number>();
      for (const { phrases } of dialogues)
        for (const phrase of phrases.keys()) frequencies.set(phrase, (frequencies.get(phrase) ?? 0) + 1);
      const least = Math.max(LEAST_DIALOGUES, LEAST_SHARE * read.length);
      const tells = (phrase: Phrase): boolean => {
        const count = frequencies.get(phrase) ?? 0;
        return count >= least && count <= MOST_SHARE * read.length;
      };
      const namesThing = thingsIn(read);
      return {
        dialogues: dialogues.map(({ phrases, said, opened, text }) => ({
          phrases: new Map([...phrases].filter(([phrase]) => tells(phrase))),
          said: new Set([...said].filter(tells)),
          opened: new Set([...opened].filter(tells)),
          text,
        })),
        things: new Set([...written.keys()].filter(areRead ? () => true : namesThing)),
        joiner: areRead ? ', ' : ' and ',
        written: new Map(
          [...written].filter(([phrase]) => tells(phrase)).map(([phrase, forms]) => [phrase, mostOf(forms)]),
        ),
      };
    },
  };
}

function* phrasesOf(
  words: readonly TopicWord[],
  left: (word: TopicWord) => boolean,
): IterableIterator<{ readonly phrase: Phrase; readonly form: string; readonly isThing: boolean }> {
  for (const [at, word] of words.entries()) {
    if (left(word)) continue;
    yield { phrase: word.stem, form: word.written, isThing: word.isThing };
    const next = words[at + 1];
    if (next && !left(next) && next.stem !== word.stem)
      yield {
        phrase: `${word.stem} ${next.stem}`,
        form: `${word.written} ${next.written}`,
        isThing: next.isThing,
      };
  }
}

function namesIn(read: readonly ReadDialogue[]): (stem: string) => boolean {
  const names = new Map<string, number>();
  const plain = new Map<string, number>();
  for (const { runs } of read)
    for (const { words } of runs)
      for (const { stem, writing } of words) {
        if (writing === 'unknown') continue;
        const counts = writing === 'name' ? names : plain;
        counts.set(stem, (counts.get(stem) ?? 0) + 1);
      }
  return (stem) => {
    const named = names.get(stem) ?? 0;
    return named > NAME_SHARE * (named + (plain.get(stem) ?? 0));
  };
}

function thingsIn(read: readonly ReadDialogue[]): (phrase: Phrase) => boolean {
  const uses = new Map<string, { all: number; things: number }>();
  for (const { runs } of read)
    for (const { words } of runs)
      for (const { stem, isThing } of words) {
        const use = uses.get(stem) ?? { all: 0, things: 0 };
        use.all++;
        if (isThing) use.things++;
        uses.set(stem, use);
      }
  return (phrase) => {
    const { all, things } = uses.get(phrase.slice(phrase.indexOf(' ') + 1)) ?? { all: 1, things: 0 };
    return things >= THING_SHARE * all;
  };
}

function brandsIn(read: readonly ReadDialogue[]): (stem: string) => boolean {
  const inDialogues = new Map<string, number[]>();
  for (const [at, { runs }] of read.entries())
    for (const stem of new Set(runs.flatMap(({ words }) => words.map((word) => word.stem)))) {
      const found = inDialogues.get(stem);
      if (found) found.push(at);
      else inDialogues.set(stem, [at]);
    }
  const accounts = new Map<string, Set<string>>();
  for (const { accounts: own } of read)
    for (const account of own) {
      const parts = accounts.get(account.toLowerCase()) ?? new Set<string>();
      for (const part of partsOfAccount(account)) parts.add(part);
      accounts.set(account.toLowerCase(), parts);
    }
  const named = read.map(({ accounts: own }) => new Set(Array.from(own, (account) => account.toLowerCase())));
  const known = new Map<string, boolean>();
  return (stem) => {
    const before = known.get(stem);
    if (before !== undefined) return before;
    const where = inDialogues.get(stem) ?? [];
    const answer =
      stem.length > 3 &&
      [...accounts].some(
        ([account, parts]) =>
          (account.startsWith(stem) || [...parts].some((part) => part.startsWith(stem))) &&
          where.filter((at) => named[at].has(account)).length >= BRAND_SHARE * where.length,
      );
    known.set(stem, answer);
    return answer;
  };
}

const mostOf = (counts: ReadonlyMap<string, number>): string =>
  [...counts].reduce((a, b) => (b[1] > a[1] || (b[1] === a[1] && b[0] < a[0]) ? b : a))[0];
