import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { writeWhere } from '#shared/algorithms/filters/write-where.ts';
import { topicNameSchema } from '#shared/contract/base.ts';
import type { Project } from '#shared/contract/projects.ts';
import type { TopicCards, TopicEdit } from '#shared/contract/topics.ts';
import { formatAmount, formatCount, formatShare } from '#shared/domain/figure-text.ts';
import { client } from '../../client/api.ts';
import { isActive } from '../../client/job-state.ts';
import { about, question } from '../../client/queries.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { defineCommands } from '../../commands/commands.ts';
import { useKeyScope } from '../../commands/use-command.ts';
import { CardAmount, CardDeck } from '../../project/cards/card-deck.tsx';
import { narrowFilterBy } from '../../project/dialogue-filter.ts';
import { defineMode, EXPLORE, showMode } from '../../project/mode.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Menu } from '../../ui/overlays/menu.tsx';
import { tellEdit, useAction } from '../../ui/overlays/toasts.tsx';
import { EmptyState, LoadingState, Unanswered } from '../../ui/state/notice.tsx';
import { corpusCommands } from '../corpus/index.ts';
import { draftFlowFrom } from '../flows/index.ts';
import { jobQueries } from '../jobs/index.ts';
import { topicNamingCommands } from '../move-naming/index.ts';

export const TOPICS = defineMode('topics', 'label', 'Topics', 'Show the topics');

export const topicsCommands = defineCommands(
  'topics',
  { group: 'Topics', scope: 'topics' },
  {
    next: { title: 'Next topic', keys: ['ArrowRight'] },
    previous: { title: 'Previous topic', keys: ['ArrowLeft'] },
    rename: { title: 'Rename the topic…', keys: ['R'] },
    take: { title: 'Pick up the topic to merge it', keys: ['M'] },
    takeExample: { title: 'Pick up the dialogue to give it another topic', keys: ['B'] },
    drop: { title: 'Drop here', keys: ['Enter'] },
    letGo: { title: 'Put it back', keys: ['Escape'] },
    split: { title: 'Split the topic', keys: ['S'] },
    dialogues: { title: 'Show the dialogues of the topic', keys: ['O'] },
    more: { title: 'Show one more topic', keys: ['+'] },
    fewer: { title: 'Show one fewer topic', keys: ['-'] },
  },
);

export const findTopicsCommands = defineCommands(
  'find-topics',
  { group: 'Topics' },
  { find: { title: 'Find topics again' } },
);

const topicsQueries = {
  cards: (cut: number | null) => ({
    ...question('topics.cards', client.topics.cards, { cut }, about('tags', 'runs', 'corpus')),
    placeholderData: keepPreviousData,
  }),
};

function useTopicEdit() {
  return useAction((edit: TopicEdit) => client.topics.edit({ edit }), {
    onSuccess: ({ edit }) => tellEdit(edit),
    meta: about('tags'),
  });
}

function showDialoguesOf(topic: string): void {
  narrowFilterBy(writeWhere({ kind: 'field', field: 'topic', comparison: '=', values: [topic] }));
  showMode(EXPLORE);
}

interface TopicCardListProps {
  readonly topics: TopicCards['topics'];
  readonly isPreview: boolean;
}

function TopicCardList({ topics, isPreview }: TopicCardListProps) {
  const edit = useTopicEdit();
  return (
    <CardDeck
      label="Topics"
      cards={topics}
      kind="topic"
      schema={topicNameSchema}
      isPreview={isPreview}
      commands={{
        ...topicsCommands,
        takeSentence: topicsCommands.takeExample,
        show: topicsCommands.dialogues,
      }}
      sentencesOf={({ examples }) => examples}
      describe={({ from, sentence }) =>
        sentence === null
          ? `You picked up “${from.name}”. Go to another topic and press Enter to merge them. Esc cancels.`
          : `You picked up “${sentence.text}”. Go to the correct topic and press Enter. Similar dialogues move too. Esc cancels.`
      }
      onShow={({ name }) => showDialoguesOf(name)}
      onMerge={(topic, into, done) => edit.mutate({ kind: 'merge', topic, into }, { onSuccess: done })}
      onPlace={({ dialogue }, _, { name }) => edit.mutate({ kind: 'teach', dialogue, topic: name })}
      onRename={(topic, name, done) => edit.mutate({ kind: 'rename', topic, name }, { onSuccess: done })}
      onSplit={(topic) => edit.mutate({ kind: 'split', topic })}
      className="of-user"
      labelOf={({ name, dialogues }) => `${name}, ${formatAmount(dialogues, 'dialogue')}`}
      figureOf={({ name, dialogues, share }) => (
        <button
          type="button"
          className="link number"
          title={`Show the ${formatAmount(dialogues, 'dialogue')} in Explore`}
          onClick={() => showDialoguesOf(name)}
        >
          {formatCount(dialogues)} · {formatShare(share)}
        </button>
      )}
      bodyOf={({ name, phrases, examples }, sentence) => (
        <>
          {phrases.length > 0 && (
            <ul className="wrap flex gap-1-2" aria-label={`Key phrases of ${name}`}>
              {phrases.map((phrase) => (
                <li
                  key={phrase.text}
                  className="pad-0-2 rounded fill-3"
                  title={`In ${formatShare(phrase.share)} of these dialogues`}
                >
                  {phrase.text}
                </li>
              ))}
            </ul>
          )}
          <ul aria-label={`Typical openers of ${name}`}>{examples.map(sentence)}</ul>
        </>
      )}
      footOf={({ name, dialogues }) => (
        <>
          <span />
          <Button
            small
            kind="quiet"
            disabled={isPreview}
            title={`Draft a flow from the ${formatAmount(dialogues, 'dialogue')}`}
            onClick={() => draftFlowFrom(name)}
          >
            Draft a flow…
          </Button>
        </>
      )}
      moreOf={({ name }, merge) => (
        <Menu
          label={`Merge ${name} into`}
          className="button button-small button-quiet"
          disabled={isPreview || topics.length < 2}
          entries={topics.flatMap((other) =>
            other.name === name ? [] : { label: other.name, onSelect: () => merge(other.name) },
          )}
        >
          Merge…
        </Menu>
      )}
    />
  );
}

export function TopicsView({ project }: { readonly project: Project }) {
  const [asked, setAsked] = useState<number | null>(null);
  const cards = useQuery(topicsQueries.cards(asked));
  const edit = useTopicEdit();
  useKeyScope('topics');
  if (!cards.isSuccess) return <Unanswered of={cards} loading="Reading the topics…" />;
  if (cards.data === null || cards.data.topics.length === 0)
    return <NoTopics project={project} hasRun={cards.data !== null} />;
  return (
    <section className="panel topics" aria-label="Topics">
      <div className="panel-head">
        <h2>{formatAmount(cards.data.topics.length, 'topic')}</h2>
        <CardAmount
          label="Number of topics"
          cut={cards.data.cut}
          most={Math.min(cards.data.most, 40)}
          asked={asked}
          commands={topicsCommands}
          isPending={edit.isPending}
          onAsk={setAsked}
          onApply={(number) =>
            edit.mutate({ kind: 'cut', topics: number }, { onSuccess: () => setAsked(null) })
          }
        />
        <About topics={cards.data} />
        <CommandButton small command={findTopicsCommands.find} />
        <CommandButton small command={topicNamingCommands.run}>
          Name with a model…
        </CommandButton>
      </div>
      <TopicCardList topics={cards.data.topics} isPreview={asked !== null || cards.isPlaceholderData} />
    </section>
  );
}

const FIND_TOPICS: readonly string[] = ['topics', 'demo-rest'];

function NoTopics({ project, hasRun }: { readonly project: Project; readonly hasRun: boolean }) {
  const jobs = useQuery(jobQueries.jobs).data;
  if (jobs?.some((job) => FIND_TOPICS.includes(job.kind) && isActive(job)))
    return <LoadingState label="Finding topics…" />;
  const none = project.counts.dialogues === 0;
  return (
    <EmptyState
      title={hasRun ? 'No topics found' : 'No topics yet'}
      action={
        <CommandButton kind="primary" command={none ? corpusCommands.import : findTopicsCommands.find}>
          {none ? 'Import files…' : 'Find topics'}
        </CommandButton>
      }
    >
      {hasRun
        ? 'These dialogues share too few words. Import more of them, then find topics again.'
        : 'A topic is what a dialogue is about, such as “billing” or “delayed flight”. Dialogram finds topics in what customers write, on this computer.'}
    </EmptyState>
  );
}

function About({ topics }: { readonly topics: TopicCards }) {
  const { without, dialogues, stability, encoder, left, isOutdated } = topics;
  return (
    <p
      className="to-end shrink quiet small clip"
      role="status"
      title={`Stability ${stability.toFixed(2)}: how well the topics found in two samples agree, each with 70 % of the dialogues (adjusted Rand index, at most 1). Dialogues were compared using ${encoder}.`}
    >
      {dialogues > 0 &&
        (without === 0
          ? 'Every dialogue has a topic'
          : `${formatShare(without / dialogues)} of the dialogues have no clear topic`)}
      {left > 0 && `. ${formatAmount(left, 'decision')} could not be applied`}
      {isOutdated && '. Dialogues have changed. Find topics again'}
    </p>
  );
}
