import { leavesBelow, type MergeTree } from '../moves/clusters/merge-tree.ts';
import { nameTree } from '../moves/names/name-tree.ts';
import {
  areAlike,
  isGeneralWord,
  kindredOf,
  type NeighboringWords,
  neighboringWords,
} from './topic-words.ts';
import type { Phrase, TopicsCorpus } from './topics-corpus.ts';

interface KeyPhrase {
  readonly phrase: Phrase;
  readonly score: number;
}

const LEAST_SHARE = 0.04;
const LEAST_DIALOGUES = 3;
/** The factor by which a phrase of two words weighs more. */
const PAIR = 1.3;
/** The weight of verb forms: "delayed" says what happens, "delay" names the matter. */
const VERBAL = 0.7;
const SECOND = 0.35;
/** A second word with this share of the first word's score helps if many dialogues lack the first word. */
const SLIGHT_SECOND = 0.1;
/** A word that this share of the dialogues has names the topic alone. */
const TELLS_ALL = 0.8;
const SECOND_OWN = 0.5;
/** A more general word names the topic if it has this share of the best word's weight. */
const GENERAL = 0.5;
/** Unless it is the general term, it must also be in this many times as many dialogues or openings. */
const MANY_MORE = 1.5;
/** A word with a smaller share of its dialogues in the topic needs a distinctive second word. */
const SHARED = 2 / 3;
/** A phrase replaces a word if it has this share of the word's dialogues. */
const PHRASE_SHARE = 0.4;
/** Two words name the topic together if one is in this share of the other's dialogues. */
const TOGETHER = 0.2;
/** The topic must then have this share of the second word's dialogues. */
const TOGETHER_OWN = 0.4;
/** With this share of common dialogues, `TOGETHER_OWN` does not apply. */
const MOSTLY_TOGETHER = 0.5;
/** Matches a word that stands last: who reserves a flight makes a "flight reservation". */
const HEAD = /ation$/;
/** Matches two things side by side: "trick or treat". */
const LISTED = / (?:and|or) /;
/** The most texts to read for the wording of two words: enough to see the usual wording. */
const MOST_READ = 400;
/** A word joins a phrase beside which it stands in this share of the phrase's dialogues: "non fat milk". */
const INSEPARABLE = 0.8;
/** The weight of a phrase after the opening, where customers give details. */
const LATER = 0.5;

/** @param written as shown in a name */
export const weightOf = (phrase: Phrase, written: string): number =>
  phrase.includes(' ') ? PAIR : /(?:ed|ing)$/.test(written) ? VERBAL : 1;

/**
 * Counts dialogues by phrase in customers' words, because agents use the company's.
 * @param byOpening counts a dialogue half if its opening lacks the phrase
 */
export function countPhrases(
  { dialogues }: TopicsCorpus,
  members: Iterable<number>,
  byOpening = false,
): Map<Phrase, number> {
  const counts = new Map<Phrase, number>();
  for (const at of members) {
    const { said, opened } = dialogues[at];
    for (const phrase of said)
      counts.set(phrase, (counts.get(phrase) ?? 0) + (byOpening && !opened.has(phrase) ? LATER : 1));
  }
  return counts;
}

export function keyPhrases(
  corpus: TopicsCorpus,
  own: ReadonlyMap<Phrase, number>,
  size: number,
  all: ReadonlyMap<Phrase, number>,
): KeyPhrase[] {
  const elsewhere = Math.max(1, corpus.dialogues.length - size);
  return [...own]
    .filter(([, count]) => count >= Math.max(LEAST_DIALOGUES, LEAST_SHARE * size))
    .map(([phrase, count]) => {
      const share = count / size;
      const other = ((all.get(phrase) ?? 0) - count + 0.5) / elsewhere;
      return {
        phrase,
        score: weightOf(phrase, corpus.written.get(phrase) ?? phrase) * share * Math.log(share / other),
      };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.phrase < b.phrase ? -1 : 1));
}

function distinctPhrases(phrases: readonly KeyPhrase[], most: number): KeyPhrase[] {
  const kept: KeyPhrase[] = [];
  const used: string[] = [];
  for (const one of phrases) {
    const stems = one.phrase.split(' ');
    if (stems.some((stem, at) => [...used, ...stems.slice(0, at)].some((other) => areAlike(stem, other))))
      continue;
    used.push(...stems);
    kept.push(one);
    if (kept.length === most) break;
  }
  return kept;
}

/** Puts the general term first ("luggage" before "suitcase"), or the one that far more customers use or open with. */
function generalFirst(
  { dialogues }: TopicsCorpus,
  best: readonly KeyPhrase[],
  members: readonly number[],
  own: ReadonlyMap<Phrase, number>,
): readonly KeyPhrase[] {
  const first = best[0];
  if (!first) return best;
  const isMuchMore = (one: number, other: number): boolean =>
    one >= MANY_MORE * Math.max(LEAST_DIALOGUES, other);
  const openings = ({ phrase }: KeyPhrase): number =>
    members.filter((at) => dialogues[at].opened.has(phrase)).length;
  const general = best.find(
    (one) =>
      one.score >= GENERAL * first.score &&
      (isGeneralWord(one.phrase, first.phrase) ||
        isMuchMore(own.get(one.phrase) ?? 0, own.get(first.phrase) ?? 0) ||
        isMuchMore(openings(one), openings(first))),
  );
  return general ? [general, ...best.filter((one) => one !== first && one !== general)] : best;
}

/** Returns true if a word is related to a word of a phrase: "driver" and "ride". */
const isRelated = (word: Phrase, phrase: Phrase): boolean =>
  phrase.split(' ').some((other) => kindredOf(other).some((row) => kindredOf(word).includes(row)));

function thingsOf({ things }: TopicsCorpus, phrases: readonly KeyPhrase[]): readonly KeyPhrase[] {
  const named = phrases.filter(({ phrase }) => things.has(phrase));
  return named.length > 0 ? named : phrases;
}

/**
 * Returns how often customers write a word with each neighbor: "iOS update", "update to iOS".
 * @param having the dialogues with the word
 */
function wordingsOf(
  { written }: TopicsCorpus,
  pairsOf: (dialogue: number) => readonly NeighboringWords[],
  word: Phrase,
  having: readonly number[],
): Map<Phrase, Map<string, number>> {
  const wordings = new Map<Phrase, Map<string, number>>();
  const step = Math.max(1, having.length / MOST_READ);
  for (let at = 0; at < having.length; at += step) {
    const seen = new Set<string>();
    for (const { first, joint, second } of pairsOf(having[Math.floor(at)])) {
      const neighbor = first === word ? second : first;
      if ((first !== word && second !== word) || !written.has(neighbor)) continue;
      const [start = first, end = second] = [written.get(first), written.get(second)];
      const wording =
        joint === '' && HEAD.test(start) ? `${end} ${start}` : [start, joint, end].filter(Boolean).join(' ');
      if (seen.has(wording)) continue;
      seen.add(wording);
      const counts = wordings.get(neighbor) ?? new Map<string, number>();
      wordings.set(neighbor, counts.set(wording, (counts.get(wording) ?? 0) + 1));
    }
  }
  return wordings;
}

/** Returns the usual wording of two words: the compound, unless customers list the two or rarely write them so. */
function usualOf(wordings: ReadonlyMap<string, number>, compound: string): string {
  const [usual, most] = [...wordings].reduce((a, b) => (b[1] > a[1] ? b : a));
  return LISTED.test(usual) || 2 * (wordings.get(compound) ?? 0) < most ? usual : compound;
}

/**
 * Names all nodes by the things that customers name, especially in the opening. General words come first. A word that
 * mostly occurs in one phrase becomes the phrase ("credit card"). Two frequent things are joined as customers write
 * them ("iOS update"), or by "and" if they are related. A thing that other topics share gets a word that describes it.
 */
export function nameTopics(
  corpus: TopicsCorpus,
  tree: MergeTree,
  cut: readonly number[],
  leafOf: Int32Array,
  topicOf: Int32Array,
): string[] {
  const all = countPhrases(corpus, corpus.dialogues.keys(), true);
  const taken = new Set<string>();
  const membersOf = (node: number): number[] => {
    const topic = cut.indexOf(node);
    const leaves = new Set(leavesBelow(tree, node));
    return [...corpus.dialogues.keys()].filter((at) =>
      topic >= 0 ? topicOf[at] === topic : leaves.has(leafOf[at]),
    );
  };
  const read = new Map<number, readonly NeighboringWords[]>();
  const pairsOf = (dialogue: number): readonly NeighboringWords[] => {
    const pairs = read.get(dialogue) ?? neighboringWords(corpus.dialogues[dialogue].text);
    read.set(dialogue, pairs);
    return pairs;
  };
  const write = ({ phrase }: KeyPhrase): string => corpus.written.get(phrase) ?? phrase;
  return nameTree(
    tree,
    cut,
    (node) => membersOf(node).length,
    (node) => {
      const members = membersOf(node);
      const own = countPhrases(corpus, members, true);
      const typical = keyPhrases(corpus, own, members.length, all);
      const phrases = thingsOf(corpus, typical);
      const best = generalFirst(corpus, distinctPhrases(phrases, 6), members, own);
      const ownShare = (phrase: Phrase): number => (own.get(phrase) ?? 0) / (all.get(phrase) ?? 1);
      const having = (phrase: Phrase): Set<number> =>
        new Set(members.filter((at) => corpus.dialogues[at].said.has(phrase)));
      const longerThan = (word: Phrase): KeyPhrase | undefined =>
        phrases.find(
          ({ phrase }) =>
            phrase.includes(' ') &&
            phrase.split(' ').includes(word) &&
            (own.get(phrase) ?? 0) >= PHRASE_SHARE * (own.get(word) ?? 0),
        );
      /** Returns "blocked card": a word that describes a shared thing and is more typical than the thing. */
      const described = (thing: KeyPhrase): string | null => {
        const [first] = typical;
        const isShared = ownShare(thing.phrase) < SHARED && first.score > thing.score;
        if (!isShared || first.phrase.includes(' ') || corpus.things.has(first.phrase)) return null;
        const compound = `${write(first)} ${write(thing)}`;
        const wordings = wordingsOf(corpus, pairsOf, thing.phrase, [...having(thing.phrase)]).get(
          first.phrase,
        );
        return wordings ? usualOf(wordings, compound) : compound;
      };
      const together = (word: Phrase): string | null => {
        const ones = having(word);
        const read = Math.min(ones.size, MOST_READ);
        const [best] = [...wordingsOf(corpus, pairsOf, word, [...ones])]
          .flatMap(([thing, wordings]) => {
            const both = [...having(thing)].filter((at) => ones.has(at)).length;
            const share = both / ones.size;
            const written = [...wordings.values()].reduce((sum, count) => sum + count, 0);
            const tells =
              corpus.things.has(thing) &&
              !areAlike(word, thing) &&
              share >= TOGETHER &&
              (ownShare(thing) >= TOGETHER_OWN || share >= MOSTLY_TOGETHER) &&
              both >= LEAST_SHARE * members.length &&
              written >= Math.max(LEAST_DIALOGUES, LEAST_SHARE * share * read);
            return tells ? [{ thing, wordings, weight: share * ownShare(thing) }] : [];
          })
          .sort((a, b) => b.weight - a.weight);
        if (!best) return null;
        const named = corpus.written.get(word);
        const compound = `${corpus.written.get(best.thing)} ${named}`;
        const usual = usualOf(best.wordings, compound);
        const phrase = longerThan(best.thing);
        return usual === compound && phrase && !phrase.phrase.split(' ').includes(word)
          ? `${write(phrase)} ${named}`
          : usual;
      };
      const goTogether = (one: Phrase, other: Phrase): boolean => {
        const [ones, others] = [having(one), having(other)];
        const both = [...ones].filter((at) => others.has(at)).length;
        const without = members.length - ones.size;
        const isMoreOften = both * without >= (others.size - both) * ones.size;
        return both >= LEAST_DIALOGUES && (isMoreOften || 2 * both >= ones.size);
      };
      /** Returns "moderately priced restaurant", because hardly any customer says "priced restaurant" alone. */
      const whole = (pair: KeyPhrase): string => {
        const [start, end] = pair.phrase.split(' ');
        const pairs = having(pair.phrase);
        const goesWith = (isNeighbor: (phrase: Phrase) => boolean): KeyPhrase | undefined =>
          typical.find(({ phrase }) => {
            if (!isNeighbor(phrase)) return false;
            const both = [...having(phrase)].filter((at) => pairs.has(at)).length;
            return both >= INSEPARABLE * pairs.size;
          });
        const before = goesWith((phrase) => phrase.endsWith(` ${start}`));
        const after = goesWith((phrase) => phrase.startsWith(`${end} `));
        const [first, second] = write(pair).split(' ');
        return `${before ? write(before) : first} ${after ? write(after) : second}`;
      };
      const names = best.flatMap((first, at): string[] => {
        if (first.phrase.includes(' ')) return [whole(first)];
        const phrase = longerThan(first.phrase);
        if (phrase) return [whole(phrase), write(first)];
        const both = described(first) ?? together(first.phrase);
        if (both !== null) return [both, write(first)];
        const seconds = best
          .slice(at + 1)
          .filter(
            (other) =>
              ownShare(other.phrase) >= SECOND_OWN &&
              weightOf(other.phrase, write(other)) !== VERBAL &&
              other.score >= SLIGHT_SECOND * first.score,
          );
        const countOf = ({ phrase }: KeyPhrase): number => own.get(phrase) ?? 0;
        const isFrequent = (other: KeyPhrase): boolean =>
          seconds.every((third) => 2 * countOf(other) >= countOf(third));
        const isNarrow = ({ phrase }: KeyPhrase): boolean => isGeneralWord(first.phrase, phrase);
        const [narrow] = seconds.filter(isNarrow).sort((a, b) => countOf(b) - countOf(a));
        const second =
          seconds.find(
            (other) =>
              !isNarrow(other) &&
              isFrequent(other) &&
              (isRelated(first.phrase, other.phrase) ||
                (!other.phrase.includes(' ') && goTogether(first.phrase, other.phrase))),
          ) ?? narrow;
        if (!second) return [write(first)];
        const adds =
          second.score >= SECOND * first.score || having(first.phrase).size < TELLS_ALL * members.length;
        const pair = `${write(first)}${corpus.joiner}${write(second)}`;
        return adds ? [pair, write(first)] : [write(first), pair];
      });
      let name = names.find((one) => !taken.has(one));
      if (name === undefined) {
        const stem = names[0] ?? 'topic';
        let number = 2;
        while (taken.has(`${stem} ${number}`)) number++;
        name = `${stem} ${number}`;
      }
      taken.add(name);
      return name;
    },
  );
}
