import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Project } from '#shared/contract/projects.ts';
import type { TopicCards } from '#shared/contract/topics.ts';
import { formatAmount, formatShare } from '#shared/domain/figure-text.ts';
import { useApi } from '../../client/api.tsx';
import { isUnderWay } from '../../client/job-state.ts';
import { runCommand, useCommand, useKeyScope } from '../../commands/use-command.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { EmptyState, FailedState, LoadingState } from '../../ui/state/notice.tsx';
import { corpusCommands } from '../corpus/index.ts';
import { jobQueries } from '../jobs/index.ts';
import { findTopicsCommands, topicsCommands } from './commands.ts';
import { topicsQueries } from './queries.ts';
import { TopicCardList } from './topic-card-list.tsx';
import { useTopicEdit } from './use-topic-edit.ts';
import './topics.css';

/** Shows what dialogues are about, as cards that can be cut, merged, split, named and taught. */
export function TopicsView({ project }: { readonly project: Project }) {
  const [asked, setAsked] = useState<number | null>(null);
  const cards = useQuery(topicsQueries(useApi().client).cards(asked));
  useKeyScope('topics');
  if (cards.isError) return <FailedState error={cards.error} onRetry={() => void cards.refetch()} />;
  if (cards.isPending) return <LoadingState label="Reading the topics…" />;
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

/** Says how the topics were found, and how many dialogues have none. */
function About({ topics }: { readonly topics: TopicCards }) {
  const { without, dialogues, stability, encoder, left, isOutdated } = topics;
  return (
    <p
      className="quiet small clip to-end topics-about"
      role="status"
      title={`Two samples of 70 % of the dialogues agree at ${stability.toFixed(2)} (adjusted Rand index; 1 is the same topics). Dialogues were compared by ${encoder}.`}
    >
      {dialogues > 0 &&
        (without === 0
          ? 'Every dialogue has a topic'
          : `${formatShare(without / dialogues)} of the dialogues have no clear topic`)}
      {left > 0 && `. ${formatAmount(left, 'decision')} found no topic here`}
      {isOutdated && '. Dialogues changed since: find topics again'}
    </p>
  );
}

/** The slider for the number of topics. Its value is a preview until it is applied, as one edit. */
function HowMany({
  topics,
  asked,
  onAsk,
}: {
  readonly topics: TopicCards;
  readonly asked: number | null;
  readonly onAsk: (topics: number | null) => void;
}) {
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
