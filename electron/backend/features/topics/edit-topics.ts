import type { GroupedTopics } from '#shared/algorithms/topics/group-topics.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import type { EditOutcome } from '#shared/contract/tagging.ts';
import type { TopicEdit } from '#shared/contract/topics.ts';
import { formatAmount } from '#shared/domain/figure-text.ts';
import { commitEdit, type Editor, unchanged } from '../../editing/commit.ts';
import {
  decideTopic,
  groupedTopics,
  readTopicDecisions,
  type StoredTopic,
  type StoredTopicDecision,
  type TopicsRun,
} from '../../store/topics/topic-table.ts';

/** Dialogues that identify a topic in other runs. */
const ANCHORS = 9;

/** Regroups topics by a decision, which is stored and also applies to later runs. */
export function editTopics(by: Editor, topics: TopicsRun, edit: TopicEdit): EditOutcome {
  const { database } = by.project;
  const decisions = readTopicDecisions(database);
  const grouped = groupedTopics(topics, decisions);
  const commit = (kind: string, description: string, decision: StoredTopicDecision): EditOutcome =>
    commitEdit(by, kind, description, [decideTopic(database, decision)]);
  switch (edit.kind) {
    case 'cut': {
      const most = topics.model.tree.leaves;
      if (edit.topics > most)
        throw new DialogramError('INVALID', `The topics cannot be divided into ${edit.topics}.`, {
          value: String(edit.topics),
          nextStep: `Choose at most ${most}.`,
        });
      if (edit.topics === grouped.cut) return unchanged(database);
      return commit('cut-topics', `Cut the topics into ${edit.topics}`, edit);
    }
    case 'merge': {
      const topic = known(topics, grouped, edit.topic);
      const into = known(topics, grouped, edit.into);
      if (edit.topic === edit.into) return unchanged(database);
      return commit('merge-topics', `Merge the topic “${edit.topic}” into “${edit.into}”`, {
        kind: 'merge',
        topic,
        into,
      });
    }
    case 'split': {
      const topic = known(topics, grouped, edit.topic);
      if (!grouped.groups.find(({ name }) => name === edit.topic)?.splits)
        throw new DialogramError('INVALID', `The topic “${edit.topic}” cannot be split further.`, {
          value: edit.topic,
          nextStep: 'Give single dialogues another topic instead.',
        });
      return commit('split-topic', `Split the topic “${edit.topic}”`, { kind: 'split', topic });
    }
    case 'rename': {
      const topic = known(topics, grouped, edit.topic);
      if (edit.name === edit.topic) return unchanged(database);
      if (grouped.groups.some(({ name }) => name === edit.name))
        throw new DialogramError('INVALID', `There is already a topic “${edit.name}”.`, {
          value: edit.name,
          nextStep: 'Choose another name, or merge the two topics.',
        });
      return commit('rename-topic', `Rename the topic “${edit.topic}” to “${edit.name}”`, {
        kind: 'rename',
        topic,
        name: edit.name,
      });
    }
    case 'teach': {
      const at = topics.dialogueIds.indexOf(edit.dialogue);
      if (at < 0)
        throw new DialogramError(
          'NOT_FOUND',
          `Dialogue ${edit.dialogue} was not there when topics were found.`,
          {
            value: String(edit.dialogue),
            nextStep: 'Find topics again, then give it a topic.',
          },
        );
      const isNew = grouped.groups.every(({ name }) => name !== edit.topic);
      const topic = isNew ? { name: edit.topic, anchors: [] } : known(topics, grouped, edit.topic);
      if (grouped.groups[grouped.of[at]!]?.name === edit.topic) return unchanged(database);
      const decision: StoredTopicDecision = { kind: 'teach', topic, dialogue: edit.dialogue };
      const after = groupedTopics(topics, [...decisions, decision]);
      const others = movedBetween(grouped, after) - 1;
      const more = others > 0 ? ` and ${formatAmount(others, 'dialogue')} like it` : '';
      return commit('teach-topic', `Move a dialogue${more} to the topic “${edit.topic}”`, decision);
    }
  }
}

/** Dialogues whose topic has another name. */
function movedBetween(before: GroupedTopics, after: GroupedTopics): number {
  const nameIn = ({ groups, of }: GroupedTopics, at: number) => groups[of[at]!]?.name;
  return before.of.reduce((sum, _, at) => sum + (nameIn(before, at) === nameIn(after, at) ? 0 : 1), 0);
}

/** @throws DialogramError NOT_FOUND if there is no topic with that name */
function known(topics: TopicsRun, { groups, of, taught }: GroupedTopics, name: string): StoredTopic {
  const group = groups.findIndex((one) => one.name === name);
  if (group < 0)
    throw new DialogramError('NOT_FOUND', `There is no topic “${name}”.`, {
      value: name,
      nextStep: `Choose one of: ${groups.map((one) => one.name).join(', ')}.`,
    });
  const typical = [...of.keys()]
    .filter((at) => of[at] === group && taught[at] === 0)
    .sort((a, b) => topics.closeness[b]! - topics.closeness[a]!)
    .slice(0, ANCHORS);
  return { name, anchors: typical.map((at) => topics.dialogueIds[at]!) };
}
