import { phrasesOfGroup } from '#shared/algorithms/topics/group-topics.ts';
import { spokenWords } from '#shared/algorithms/topics/topic-words.ts';
import type { TopicCard, TopicCards, TopicExample } from '#shared/contract/topics.ts';
import { corpusFingerprint } from '../../store/corpus/dialogue-table.ts';
import { openerReader } from '../../store/corpus/round-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { findRun } from '../../store/runs/run-table.ts';
import {
  groupedTopics,
  readTopicDecisions,
  TOPICS_RUN,
  type TopicsRun,
} from '../../store/topics/topic-table.ts';

const EXAMPLES = 4;
/** The number of typical dialogues to look at; those with openers of suitable length are shown. */
const TYPICAL = 24;
const SHORTEST = 30;
const LONGEST = 180;
const PHRASES = 6;

/** Returns the topics of a run as cards. @param cut number of topics, instead of the current one */
export function topicCards(database: ReadDatabase, topics: TopicsRun, cut: number | null): TopicCards {
  const decisions = readTopicDecisions(database);
  const shown = cut === null ? decisions : [...decisions, { kind: 'cut' as const, topics: cut }];
  const grouped = groupedTopics(topics, shown);
  const members: number[][] = grouped.groups.map(() => []);
  for (const [at, group] of grouped.of.entries()) if (group >= 0) members[group]!.push(at);
  const all = topics.dialogueIds.length;
  const openerOf = openerReader(database);
  const examplesOf = (own: readonly number[], phrases: TopicCard['phrases']): TopicExample[] => {
    const typical = own
      .toSorted((a, b) => topics.closeness[b]! - topics.closeness[a]!)
      .slice(0, TYPICAL)
      .flatMap((at) => {
        const opener = openerOf(topics.dialogueIds[at]!);
        if (opener === null) return [];
        const text = spokenWords(opener) || opener;
        return [{ dialogue: topics.dialogueIds[at]!, text, isTaught: grouped.taught[at] === 1 }];
      });
    // A dialogue with a key phrase shows the topic better than one that is near by other words.
    const tells = ({ text }: TopicExample): boolean =>
      phrases.some((phrase) => text.toLowerCase().includes(phrase.text.toLowerCase()));
    const reads = ({ text }: TopicExample): boolean => text.length >= SHORTEST && text.length <= LONGEST;
    const shows = (one: TopicExample): number => Number(tells(one)) + Number(reads(one));
    const words = new Set<string>();
    return typical
      .sort((a, b) => shows(b) - shows(a))
      .filter(({ text }) => !words.has(text.toLowerCase()) && words.add(text.toLowerCase()))
      .slice(0, EXAMPLES);
  };
  const cards = grouped.groups
    .map(({ name, units, splits }, at): TopicCard => {
      const own = members[at]!;
      const phrases = phrasesOfGroup(topics.model.phrases, units, own.length, all, PHRASES);
      return {
        name,
        dialogues: own.length,
        share: all === 0 ? 0 : own.length / all,
        phrases,
        examples: examplesOf(own, phrases),
        splits,
      };
    })
    .filter(({ dialogues }) => dialogues > 0)
    .sort((a, b) => b.dialogues - a.dialogues || (a.name < b.name ? -1 : 1));
  return {
    run: topics.run,
    encoder: topics.model.encoder,
    stability: topics.model.stability,
    cut: grouped.cut,
    most: Math.min(topics.model.tree.leaves, 100),
    dialogues: all,
    topics: cards,
    without: grouped.of.filter((group) => group < 0).length,
    decisions: decisions.length,
    left: grouped.left,
    isOutdated: findRun(database, TOPICS_RUN, topics.run)?.inputFingerprint !== corpusFingerprint(database),
  };
}
