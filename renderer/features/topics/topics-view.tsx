import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { DialogramClient } from '#shared/contract/contract.ts';
import type { Project } from '#shared/contract/projects.ts';
import type { TopicCard, TopicCards, TopicEdit } from '#shared/contract/topics.ts';
import { formatAmount, formatShare } from '#shared/domain/figure-text.ts';
import { useApi } from '../../client/api.tsx';
import { isUnderWay } from '../../client/job-state.ts';
import { about, question } from '../../client/queries.ts';
import { defineCommands } from '../../commands/commands.ts';
import { runCommand, useCommand, useKeyScope } from '../../commands/use-command.ts';
import { defineMode } from '../../project/mode.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { tell, useAction } from '../../ui/overlays/toasts.tsx';
import { EmptyState, LoadingState, Notice, Unanswered } from '../../ui/state/notice.tsx';
import { corpusCommands } from '../corpus/index.ts';
import { jobQueries } from '../jobs/index.ts';
import { type PickedUp, showDialoguesOf, TopicCardItem } from './topic-card-item.tsx';
import './topics.css';

export const TOPICS = defineMode('topics', 'label', 'Topics', 'Show the topics');

export const topicsCommands = defineCommands(
  'topics',
  { group: 'Topics', scope: 'topics' },
  {
    next: { title: 'To the next topic', keys: ['ArrowRight'] },
    previous: { title: 'To the topic before', keys: ['ArrowLeft'] },
    rename: { title: 'Rename the topic…', keys: ['R'] },
    take: { title: 'Pick up the topic, to merge it into another', keys: ['M'] },
    takeExample: { title: 'Pick up the dialogue, to give it another topic', keys: ['B'] },
    drop: { title: 'Drop here what you picked up', keys: ['Enter'] },
    letGo: { title: 'Cancel moving', keys: ['Escape'] },
    split: { title: 'Split the topic', keys: ['S'] },
    dialogues: { title: 'Show the dialogues of the topic', keys: ['O'] },
    more: { title: 'Show one more topic', keys: ['+'] },
    fewer: { title: 'Show one fewer topic', keys: ['-'] },
  },
);

/** Available in every view. */
export const findTopicsCommands = defineCommands(
  'find-topics',
  { group: 'Topics' },
  { find: { title: 'Find topics again' } },
);

const topicsQueries = ({ topics }: DialogramClient) => ({
  cards: (cut: number | null) => ({
    ...question('topics.cards', topics.cards, { cut }, about('tags', 'runs', 'corpus')),
    placeholderData: keepPreviousData,
  }),
});

function useTopicEdit() {
  const { client } = useApi();
  return useAction((edit: TopicEdit) => client.topics.edit({ edit }), {
    onSuccess: ({ edit }) => tell(edit ? `${edit.description}.` : 'Nothing needed to change.'),
    meta: about('tags'),
  });
}

interface TopicCardListProps {
  readonly topics: TopicCards['topics'];
  /** True while the cards show another number of topics; then nothing can be edited. */
  readonly isPreview: boolean;
}

function TopicCardList({ topics, isPreview }: TopicCardListProps) {
  const list = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState<string | null>(null);
  const [renaming, setRenaming] = useState<string | null>(null);
  const [picked, setPicked] = useState<PickedUp | null>(null);
  const edit = useTopicEdit();
  const at = Math.max(
    0,
    topics.findIndex(({ name }) => name === current),
  );
  const topic = topics[at];

  const goTo = (index: number): void => {
    const next = topics[index];
    if (!next) return;
    setCurrent(next.name);
    const item = list.current?.children[index];
    if (item instanceof HTMLElement) item.focus();
  };
  const merge = (from: string, into: string): void =>
    edit.mutate({ kind: 'merge', topic: from, into }, { onSuccess: () => setCurrent(into) });
  const drop = (what: PickedUp, on: TopicCard): void => {
    setPicked(null);
    if (what.topic === on.name) return;
    if (what.kind === 'topic') merge(what.topic, on.name);
    else edit.mutate({ kind: 'teach', dialogue: what.example.dialogue, topic: on.name });
  };
  const rename = (from: string, name: string): void => {
    setRenaming(null);
    if (name !== from)
      edit.mutate({ kind: 'rename', topic: from, name }, { onSuccess: () => setCurrent(name) });
  };
  const split = (name: string): void => edit.mutate({ kind: 'split', topic: name });

  const free = !isPreview && topic !== undefined;
  useCommand(topicsCommands.next, topics.length > 0 ? () => goTo(current === null ? 0 : at + 1) : null);
  useCommand(topicsCommands.previous, topics.length > 0 ? () => goTo(at - 1) : null);
  useCommand(topicsCommands.rename, free ? () => setRenaming(topic.name) : null);
  useCommand(topicsCommands.split, free && topic.splits ? () => split(topic.name) : null);
  useCommand(topicsCommands.dialogues, topic ? () => showDialoguesOf(topic.name) : null);
  useCommand(topicsCommands.take, free ? () => setPicked({ kind: 'topic', topic: topic.name }) : null);
  useCommand(
    topicsCommands.takeExample,
    free
      ? () => {
          const number = Number(document.activeElement?.getAttribute('data-sentence') ?? 0);
          const example = topic.examples[number];
          if (example) setPicked({ kind: 'example', topic: topic.name, example });
        }
      : null,
  );
  useCommand(topicsCommands.drop, picked && topic ? () => drop(picked, topic) : null);
  useCommand(topicsCommands.letGo, picked ? () => setPicked(null) : null);

  return (
    <>
      {picked && (
        <Notice kind="info">
          {picked.kind === 'topic'
            ? `You picked up “${picked.topic}”. Go to another topic and press Enter to merge it in. Esc cancels.`
            : `You picked up “${picked.example.text}”. Go to the topic of this dialogue and press Enter. Dialogues like it follow. Esc cancels.`}
        </Notice>
      )}
      <ul className="scroll card-grid" aria-label="Topics" aria-busy={isPreview} ref={list}>
        {topics.map((card, index) => (
          <TopicCardItem
            key={card.name}
            card={card}
            others={topics.flatMap(({ name }) => (name === card.name ? [] : name))}
            isCurrent={index === at}
            isPicked={picked?.kind === 'topic' && picked.topic === card.name}
            isRenaming={renaming === card.name && !isPreview}
            isFixed={isPreview}
            onFocus={() => setCurrent(card.name)}
            onRename={(name) => (name === null ? setRenaming(null) : rename(card.name, name))}
            onStartRename={() => setRenaming(card.name)}
            onSplit={() => split(card.name)}
            onMerge={(into) => merge(card.name, into)}
            onPick={setPicked}
            onDrop={() => picked && drop(picked, card)}
          />
        ))}
      </ul>
    </>
  );
}

/** Shows what dialogues are about, as cards that can be cut, merged, split, named and taught. */
export function TopicsView({ project }: { readonly project: Project }) {
  const [asked, setAsked] = useState<number | null>(null);
  const cards = useQuery(topicsQueries(useApi().client).cards(asked));
  useKeyScope('topics');
  if (!cards.isSuccess) return <Unanswered of={cards} loading="Reading the topics…" />;
  if (cards.data === null || cards.data.topics.length === 0)
    return <NoTopics project={project} hasRun={cards.data !== null} />;
  return (
    <section className="panel topics" aria-label="Topics">
      <div className="panel-head">
        <h2>{formatAmount(cards.data.topics.length, 'topic')}</h2>
        <HowMany topics={cards.data} asked={asked} onAsk={setAsked} />
        <About topics={cards.data} />
        <Button small onClick={() => runCommand(findTopicsCommands.find)}>
          Find topics again
        </Button>
      </div>
      <TopicCardList topics={cards.data.topics} isPreview={asked !== null || cards.isPlaceholderData} />
    </section>
  );
}

/** Jobs that find topics among other things. */
const FIND_TOPICS: readonly string[] = ['topics', 'demo-rest'];

function NoTopics({ project, hasRun }: { readonly project: Project; readonly hasRun: boolean }) {
  const jobs = useQuery(jobQueries(useApi().client).jobs).data;
  if (jobs?.some((job) => FIND_TOPICS.includes(job.kind) && isUnderWay(job)))
    return <LoadingState label="Finding topics…" />;
  const none = project.counts.dialogues === 0;
  return (
    <EmptyState
      title={hasRun ? 'No topic was found' : 'No topics yet'}
      action={
        <Button
          kind="primary"
          onClick={() => runCommand(none ? corpusCommands.import : findTopicsCommands.find)}
        >
          {none ? 'Import files…' : 'Find topics'}
        </Button>
      }
    >
      {hasRun
        ? 'These dialogues share too few words. Import more of them, then find topics again.'
        : 'A topic is what a dialogue is about, such as “billing” or “delayed flight”. Topics are found from what customers write, on this computer.'}
    </EmptyState>
  );
}

function About({ topics }: { readonly topics: TopicCards }) {
  const { without, dialogues, stability, encoder, left, isOutdated } = topics;
  return (
    <p
      className="to-end shrink quiet small clip"
      role="status"
      title={`Stability ${stability.toFixed(2)}: how well topics from two samples of 70 % of the dialogues agree (adjusted Rand index, at most 1). Dialogues were compared by ${encoder}.`}
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

interface HowManyProps {
  readonly topics: TopicCards;
  readonly asked: number | null;
  readonly onAsk: (topics: number | null) => void;
}

function HowMany({ topics, asked, onAsk }: HowManyProps) {
  const edit = useTopicEdit();
  // The preview returns the number it was cut into, so the current number is remembered until it is applied.
  const [standing, setStanding] = useState(topics.cut);
  if (asked === null && standing !== topics.cut) setStanding(topics.cut);
  const number = asked ?? topics.cut;
  const most = Math.max(standing, Math.min(topics.most, 40));
  const ask = (next: number): void => onAsk(next === standing ? null : Math.max(1, Math.min(most, next)));
  useCommand(topicsCommands.more, number < most ? () => ask(number + 1) : null);
  useCommand(topicsCommands.fewer, number > 1 ? () => ask(number - 1) : null);
  return (
    <div className="row-2 topics-number">
      <label>
        Number of topics{' '}
        <input
          type="range"
          min={1}
          max={most}
          value={number}
          onChange={(event) => ask(event.target.valueAsNumber)}
        />
      </label>
      <output className="number">{number}</output>
      {asked !== null && (
        <>
          <Button
            small
            kind="primary"
            pending={edit.isPending}
            onClick={() => edit.mutate({ kind: 'cut', topics: number }, { onSuccess: () => onAsk(null) })}
          >
            Apply
          </Button>
          <Button small kind="quiet" onClick={() => onAsk(null)}>
            Back to {standing}
          </Button>
        </>
      )}
    </div>
  );
}
