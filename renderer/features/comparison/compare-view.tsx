import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ComparisonStatus } from '#shared/contract/comparison.ts';
import { ROLE_NAMES } from '#shared/domain/dialogue.ts';
import { formatSetShare } from '#shared/domain/figure-text.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { required } from '#shared/domain/required.ts';
import { client } from '../../client/api.ts';
import { hasEnded, useJob } from '../../client/job-state.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { useCommand, useKeyScope } from '../../commands/use-command.ts';
import type { ViewProps } from '../../project/feature.ts';
import { RunField } from '../../project/tags/tag-finder.tsx';
import { useShownAutomaton } from '../../project/use-shown-automaton.ts';
import { showRun } from '../../project/view.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { InPlace } from '../../ui/lists/in-place.tsx';
import { Focusable } from '../../ui/panes/focusable.tsx';
import { Split } from '../../ui/panes/split.tsx';
import { EmptyState, ErrorNotice, FailedState, LoadingState, Unanswered } from '../../ui/state/notice.tsx';
import { addColumn, comparisonQueries, methodsOf, usableLayout } from '../columns/index.ts';
import { corpusCommands } from '../corpus/index.ts';
import { JobProgress } from '../jobs/index.ts';
import { taggingCommands } from '../tagging/index.ts';
import { useAnswering } from './answers/use-answering.ts';
import { ComparedColumns } from './column/compared-columns.tsx';
import { CompareBar } from './compare-bar.tsx';
import { betterMethods, CompareResult } from './compare-result.tsx';
import { changeTurn, setColumns, useCompare, useUsableLayout } from './compare-state.ts';
import { COMPARE_PANEL, CompareTabs, compareTabs } from './compare-tabs.tsx';
import { Conversation, ConversationHandle } from './conversation/conversation.tsx';
import { RoutePanel } from './route/route-panel.tsx';
import { useTurns } from './turn/turn-dialog.tsx';
import './comparison.css';

function PrepareStep({ status, run }: { readonly status: ComparisonStatus; readonly run: RunId | null }) {
  const methods = useQuery(comparisonQueries.methods);
  const kept = useCompare((state) => state.columns);
  const columns = usableLayout(kept, methods.data?.map(({ name }) => name) ?? []);
  const asked = [...methodsOf(columns)];
  const start = useMutation({ mutationFn: () => client.comparison.prepare({ run, methods: asked }) });
  const { job, error } = useJob(start.data?.job ?? status.job);
  // Starts by itself only once. After a failure or a cancel, the person starts it.
  const begun = useRef(false);
  const ready = methods.data !== undefined && status.state === 'absent';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the methods are known
  useEffect(() => {
    if (!ready || begun.current) return;
    begun.current = true;
    start.mutate();
  }, [ready]);
  const ended = job !== null && hasEnded(job);
  const done = job?.state === 'done';
  const running = start.isPending || (job !== null && !ended) || done;

  return (
    <section className="stack-3 prepare" aria-label="Prepare the comparison">
      <h2 className="large">Prepare the comparison</h2>
      <p>
        Every method learns from the dialogues once, with the tags you choose here. Dialogram keeps{' '}
        {formatSetShare(status.heldOutShare)} of the dialogues for testing. No method learns from the test
        dialogues, so the comparison is fair.
      </p>
      <RunField finds label="Tags to learn from" run={run} onChange={showRun} />
      <p className="quiet">
        The comparison stays ready until tags or dialogues change, or you close the project.
      </p>
      {start.isError && <ErrorNotice error={start.error} />}
      {error != null && <ErrorNotice error={error} />}
      {job && <JobProgress job={job} />}
      {!running && (ended || start.isError) && (
        <div>
          <Button kind="primary" does={start}>
            Prepare again
          </Button>
        </div>
      )}
    </section>
  );
}

export function CompareView({ project, shown: { run } }: ViewProps) {
  const shown = useCompare((state) => state.tab);
  useKeyScope('compare');
  for (const { command, value } of compareTabs.items) {
    // biome-ignore lint/correctness/useHookAtTopLevel: as many each time
    if (command) useCommand(command, () => changeTurn({ tab: value }));
  }
  const status = useQuery(comparisonQueries.status(run?.id ?? null));

  if (project.counts.dialogues === 0) {
    return (
      <EmptyState title="Nothing to compare yet" action={<CommandButton command={corpusCommands.import} />}>
        The comparison looks for answers in similar dialogues. Import dialogues first.
      </EmptyState>
    );
  }
  if (status.isError || !status.data) return <Unanswered of={status} />;
  if (status.data.taggingRun === null) {
    return (
      <EmptyState title="Nothing is tagged yet" action={<CommandButton command={taggingCommands.run} />}>
        The automata need tags. Tag the dialogues first.
      </EmptyState>
    );
  }
  const tab = required(compareTabs.items.find(({ value }) => value === shown) ?? compareTabs.items[0], 'tab');
  if (status.data.state !== 'ready' && tab.asks) {
    return (
      <section id={COMPARE_PANEL} className="panel compare" aria-label="Comparison">
        <div className="compare-bar rigid wrap flex middle line-below">
          <CompareTabs />
        </div>
        <PrepareStep status={status.data} run={run?.id ?? null} />
      </section>
    );
  }
  return <tab.component />;
}

export function SideBySide() {
  const { run } = useShownAutomaton();
  const turns = useTurns();
  const { turn, draw, seed } = turns;
  // Starts with a random turn, chosen by seed.
  useEffect(() => {
    if (turn === null && !turns.drawing && !turns.drawFailed) draw(seed);
  });
  const lit = useCompare((state) => state.lit);
  const examples = useCompare((state) => state.answering.examples);
  const methods = useQuery(comparisonQueries.methods);
  const names = methods.data?.map((method) => method.name) ?? [];
  const layout = useUsableLayout();
  const whole = useCompare((state) => state.unit === 'whole-dialogue');
  const at = whole ? turns.turns[0]?.turn : turn?.turn;
  const asked = methodsOf(layout);
  const compared = useQuery({
    ...comparisonQueries.compare(
      run?.id ?? null,
      turn?.dialogue ?? (0 as never),
      at ?? 0,
      // If no column finds examples, one method is still asked, because its result contains the text of the turn.
      asked.length > 0 ? asked : names.slice(0, 1),
      examples,
    ),
    enabled: turn !== null && at !== undefined && names.length > 0,
    placeholderData: keepPreviousData,
  });
  const result = compared.data;
  const answering = useAnswering(result, layout, run?.id ?? null);
  const litColumn = result?.columns.find((column) => column.method.name === lit) ?? null;
  const route = litColumn?.route ?? null;

  return (
    <section id={COMPARE_PANEL} className="panel compare" aria-label="Comparison">
      <CompareBar turns={turns} result={result} answering={answering} asking={compared.isPlaceholderData} />
      {methods.isError && <FailedState error={methods.error} onRetry={() => void methods.refetch()} />}
      {turn === null && (
        <EmptyState
          title="Choose a turn to compare"
          action={
            <Button kind="primary" disabled={turns.drawing} onClick={() => turns.draw(turns.seed)}>
              Choose a random test turn
            </Button>
          }
        >
          Each method looks for examples of what to say next, without seeing the rest of the dialogue. You can
          also choose a dialogue and a turn above.
        </EmptyState>
      )}
      {turn !== null && compared.isError && (
        <FailedState error={compared.error} onRetry={() => void compared.refetch()} />
      )}
      {turn !== null && compared.isPending && <LoadingState label="Comparing the methods…" />}
      {turn !== null && result && !compared.isError && <CompareResult answering={answering} />}
      {betterMethods.items.map(({ component: BetterMethod }) => (
        <BetterMethod
          key="better"
          used={asked}
          usable={names}
          action="Add this column"
          onTake={(name) => setColumns((columns) => addColumn(columns, name))}
        />
      ))}
      {turn !== null && result && !compared.isError && (
        <Split
          name="route"
          axis="rows"
          label="Height of the automaton"
          initial={0.56}
          minFirst={160}
          minSecond={200}
          folded={route === null}
          onFold={() => changeTurn({ lit: null })}
          first={
            <div
              className={`grow flex shrink-down ${compared.isPlaceholderData ? 'list-outdated' : ''}`}
              aria-busy={compared.isPlaceholderData}
            >
              {answering.whole ? (
                <DialogueTranscript turns={answering.turns} />
              ) : (
                <Conversation result={result} />
              )}
              <ComparedColumns
                result={result}
                layout={layout}
                methods={methods.data ?? []}
                answering={answering}
              />
            </div>
          }
          second={
            litColumn && route && <RoutePanel key={litColumn.method.name} column={litColumn} route={route} />
          }
        />
      )}
    </section>
  );
}

function DialogueTranscript({
  turns,
}: {
  readonly turns: readonly { readonly role: 'user' | 'system'; readonly text: string }[];
}) {
  const width = useCompare((state) => state.conversationWidth);
  const shown = useCompare((state) => state.truthShown);
  return (
    <>
      <section className="conversation" style={{ width }} aria-label="The original dialogue">
        <h2 className="rigid pad-1-3 pad-top-2">Original dialogue</h2>
        <Focusable as="section" className="conversation-turns focus-inside" aria-label="Its turns">
          <ol>
            <InPlace of={turns}>
              {(turn) => (
                <li className={`said of-${turn.role}`}>
                  <span className="quiet small">{ROLE_NAMES[turn.role]}</span>
                  {turn.role === 'user' || shown ? (
                    <p className="utterance">{turn.text}</p>
                  ) : (
                    <p className="quiet">hidden</p>
                  )}
                </li>
              )}
            </InPlace>
          </ol>
        </Focusable>
      </section>
      <ConversationHandle />
    </>
  );
}
