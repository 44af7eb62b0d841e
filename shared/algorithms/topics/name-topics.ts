import { leavesBelow, type MergeTree } from '../moves/clusters/merge-tree.ts';
import { nameTree } from '../moves/names/name-tree.ts';
import { areAlike, isGeneralWord } from './topic-words.ts';
import type { Phrase, TopicsCorpus } from './topics-corpus.ts';

/** A phrase that distinguishes a group of dialogues from all others. */
interface KeyPhrase {
  readonly phrase: Phrase;
  readonly score: number;
}

/** The least share and number of a group's dialogues for a key phrase. */
const LEAST_SHARE = 0.04;
const LEAST_DIALOGUES = 3;
/** A phrase of two words weighs this much more. */
const PAIR = 1.3;
/** Weight of verb forms: "delayed" says what happens, "delay" names the matter. */
const VERBAL = 0.7;
/** The least relative weight of a second word in a name. */
const SECOND = 0.35;
/** The topic has this share of a second word's dialogues. */
const SECOND_OWN = 0.5;
/** A more general word names the topic at this share of the best word's weight */
const GENERAL = 0.5;
/** or with this many times as many dialogues. */
const MANY_MORE = 1.5;
/** A word with a smaller share of its dialogues in the topic needs a distinctive second word. */
const SHARED = 2 / 3;
/** A phrase replaces a word if it has this share of the word's dialogues. */
const PHRASE_SHARE = 0.4;
/** Weight of a phrase after the opening, which is a detail. */
const LATER = 0.5;

/** @param written as shown in a name */
export const weightOf = (phrase: Phrase, written: string): number =>
  phrase.includes(' ') ? PAIR : /(?:ed|ing)$/.test(written) ? VERBAL : 1;

/**
 * Counts dialogues by phrase in customers' words, since agents use the company's.
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

/** Phrases by share · ln(share / share elsewhere), best first. */
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

/** Returns the best first, without phrases that repeat a word of a better phrase or of themselves. */
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

/**
 * Puts a more general word first: the general term ("luggage" before "suitcase"), or a much more frequent one ("hotel"
 * before "free wifi").
 */
function generalFirst(best: readonly KeyPhrase[], own: ReadonlyMap<Phrase, number>): readonly KeyPhrase[] {
  const first = best[0];
  if (!first) return best;
  const countOf = ({ phrase }: KeyPhrase): number => own.get(phrase) ?? 0;
  const general = best.find(
    (one) =>
      one.score >= GENERAL * first.score &&
      (isGeneralWord(one.phrase, first.phrase) || countOf(one) >= MANY_MORE * countOf(first)),
  );
  return general ? [general, ...best.filter((one) => one !== first && one !== general)] : best;
}

/** The phrases that name a thing; all if none does. */
function thingsOf({ things }: TopicsCorpus, phrases: readonly KeyPhrase[]): readonly KeyPhrase[] {
  const named = phrases.filter(({ phrase }) => things.has(phrase));
  return named.length > 0 ? named : phrases;
}

/**
 * Names all nodes by the things that customers name, especially in the opening. A word that mostly occurs in one phrase
 * becomes the phrase ("credit card"). A second word is added if it is nearly as typical and belongs to the first word's
 * dialogues. General words come first; a thing shared with other topics gets what is said about it.
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
      const best = generalFirst(distinctPhrases(phrases, 6), own);
      /** The share of a phrase's dialogues in the topic. */
      const ownShare = (phrase: Phrase): number => (own.get(phrase) ?? 0) / (all.get(phrase) ?? 1);
      const having = (phrase: Phrase): Set<number> =>
        new Set(members.filter((at) => corpus.dialogues[at].said.has(phrase)));
      /** The longer phrase that mostly contains a word. */
      const longer = (word: KeyPhrase): KeyPhrase | undefined =>
        phrases.find(
          ({ phrase }) =>
            phrase.includes(' ') &&
            phrase.split(' ').includes(word.phrase) &&
            (own.get(phrase) ?? 0) >= PHRASE_SHARE * (own.get(word.phrase) ?? 0),
        );
      /** "blocked card": a word that describes a shared thing and is more typical than the thing. */
      const described = (thing: KeyPhrase): string | null => {
        const [first] = typical;
        const isShared = ownShare(thing.phrase) < SHARED && first.score > thing.score;
        return isShared && !first.phrase.includes(' ') && !corpus.things.has(first.phrase)
          ? `${write(first)} ${write(thing)}`
          : null;
      };
      /** Returns true if the dialogues with one word have the other more often than those without it. */
      const goTogether = (one: Phrase, other: Phrase): boolean => {
        const [ones, others] = [having(one), having(other)];
        const both = [...ones].filter((at) => others.has(at)).length;
        const without = members.length - ones.size;
        return both * without >= (others.size - both) * ones.size;
      };
      const names = best.flatMap((first, at): string[] => {
        if (first.phrase.includes(' ')) return [write(first)];
        const phrase = longer(first);
        if (phrase) return [write(phrase), write(first)];
        const both = described(first);
        if (both !== null) return [both, write(first)];
        const second = best
          .slice(at + 1)
          .find(
            (other) =>
              !other.phrase.includes(' ') &&
              !isGeneralWord(first.phrase, other.phrase) &&
              ownShare(other.phrase) >= SECOND_OWN &&
              weightOf(other.phrase, write(other)) !== VERBAL &&
              goTogether(first.phrase, other.phrase),
          );
        const joined = second && phrases.find(({ phrase }) => phrase === `${second.phrase} ${first.phrase}`);
        const pair = second
          ? [joined ? write(joined) : `${write(first)}${corpus.joiner}${write(second)}`]
          : [];
        return second && second.score >= SECOND * first.score
          ? [...pair, write(first)]
          : [write(first), ...pair];
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
