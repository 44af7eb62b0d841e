import { leavesBelow, type MergeTree } from '../moves/clusters/merge-tree.ts';
import { nameTree } from '../moves/names/name-tree.ts';
import { areAlike } from './topic-words.ts';
import type { Phrase, TopicsCorpus } from './topics-corpus.ts';

/** A phrase that distinguishes a group of dialogues from all others. */
interface KeyPhrase {
  readonly phrase: Phrase;
  readonly score: number;
}

/** The least share and number of a group's dialogues for a key phrase. */
const LEAST_SHARE = 0.04;
const LEAST_DIALOGUES = 3;
/** Two consecutive words say more than one. */
const PAIR = 1.3;
/** Weight of verb forms: "delayed" says what happens, "delay" what it is about. */
const VERBAL = 0.7;
/** The least relative weight of a second word in a name. */
const SECOND = 0.35;

/** Returns the weight of a phrase by its form. @param written as a name shows it */
export const weightOf = (phrase: Phrase, written: string): number =>
  phrase.includes(' ') ? PAIR : /(?:ed|ing)$/.test(written) ? VERBAL : 1;

/** Counts the dialogues of each phrase, in customers' words only, since agents use the company's. */
export function countPhrases({ dialogues }: TopicsCorpus, members: Iterable<number>): Map<Phrase, number> {
  const counts = new Map<Phrase, number>();
  for (const at of members)
    for (const phrase of dialogues[at].said) counts.set(phrase, (counts.get(phrase) ?? 0) + 1);
  return counts;
}

/** The phrases by share · ln(share / share elsewhere), best first. */
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

/** Phrases without those that repeat a word, of their own or of a better one. */
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

/** Names of all nodes: one key phrase of two words; or one word and, if it is nearly as good, another. */
export function nameTopics(
  corpus: TopicsCorpus,
  tree: MergeTree,
  cut: readonly number[],
  leafOf: Int32Array,
  topicOf: Int32Array,
): string[] {
  const all = countPhrases(corpus, corpus.dialogues.keys());
  const taken = new Set<string>();
  const membersOf = (node: number): number[] => {
    const topic = cut.indexOf(node);
    const leaves = new Set(leavesBelow(tree, node));
    return [...corpus.dialogues.keys()].filter((at) =>
      topic >= 0 ? topicOf[at] === topic : leaves.has(leafOf[at]),
    );
  };
  return nameTree(
    tree,
    cut,
    (node) => membersOf(node).length,
    (node) => {
      const members = membersOf(node);
      const best = distinctPhrases(keyPhrases(corpus, countPhrases(corpus, members), members.length, all), 6);
      const write = ({ phrase }: KeyPhrase): string => corpus.written.get(phrase) ?? phrase;
      const names = best.flatMap((first, at): string[] => {
        const second = best.slice(at + 1).find((other) => !other.phrase.includes(' '));
        const pair = second &&
          !first.phrase.includes(' ') && [`${write(first)}${corpus.joiner}${write(second)}`];
        return second && pair && second.score >= SECOND * first.score
          ? [...pair, write(first)]
          : [write(first), ...(pair || [])];
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
