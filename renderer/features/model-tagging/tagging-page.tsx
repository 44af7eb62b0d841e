import { useQuery } from '@tanstack/react-query';
import type { ModelRun, ModelRunReport, TaggedDialogue } from '#shared/contract/model-tagging.ts';
import { modelName } from '#shared/domain/agent.ts';
import { ROLE_NAMES } from '#shared/domain/dialogue.ts';
import { formatAmount, formatCount } from '#shared/domain/figure-text.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { client } from '../../client/api.ts';
import { about } from '../../client/queries.ts';
import { showRun } from '../../project/view.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { FigureTable } from '../../ui/lists/figure-table.tsx';
import { InPlace } from '../../ui/lists/in-place.tsx';
import { openDialog } from '../../ui/overlays/dialog.tsx';
import { useAction } from '../../ui/overlays/toasts.tsx';
import { Focusable } from '../../ui/panes/focusable.tsx';
import { EmptyState, Notice, ResultLine, Unanswered } from '../../ui/state/notice.tsx';
import { ChipContent, chipClass } from '../../ui/text/icon.tsx';
import { LastingRunRow, RunPage } from '../lasting-runs/index.ts';
import { LearnDialog } from '../learn/index.ts';
import { runKind } from '../results/index.ts';
import {
  describePause,
  describePilot,
  describePrice,
  EstimateBox,
  MODEL_TAGGING,
  modelTaggingCommands,
  modelTaggingQueries,
  reportRows,
} from './estimate-box.tsx';

function ReportTable({ report }: { readonly report: ModelRunReport }) {
  return (
    <>
      <FigureTable
        className="report"
        headless
        caption="Run summary"
        columns={[
          {
            name: '',
            isName: true,
            value: ({ label, hint }) => (
              <>
                {label}
                {hint && <span className="quiet small"> {hint}</span>}
              </>
            ),
          },
          { name: '', className: 'number', value: ({ value }) => value },
        ]}
        rows={reportRows(report)}
        keyOf={({ label }) => label}
      >
        {report.failures.map(({ kind, count, message }) => (
          <tr key={kind} className="alarm">
            <th scope="row" title={message ?? undefined}>
              Failed: {kind}
            </th>
            <td className="number">{formatCount(count)}</td>
          </tr>
        ))}
      </FigureTable>
      {report.flagReasons.length > 0 && (
        <ul className="small">
          {report.flagReasons.map(({ name, count }) => (
            <li key={name} className="flex apart gap-3">
              <span>{name}</span>
              <span className="number">{formatCount(count)}</span>
            </li>
          ))}
        </ul>
      )}
      {report.batches.length > 0 && (
        <p className="quiet small">
          Batch files:{' '}
          {report.batches.map(({ state, requests }) => `${formatCount(requests)} ${state}`).join(', ')}.
        </p>
      )}
    </>
  );
}

const EMPTY = {
  pilot: 'The pilot has no dialogues.',
  flagged: 'No turns to tag by hand.',
  failed: 'Every request got an answer.',
} as const;

interface ResultsListProps {
  readonly run: RunId;
  readonly which: keyof typeof EMPTY;
  readonly vocabulary: ModelRunReport['vocabulary'];
  readonly isDone: boolean;
}

const SHOWN_TAGS = 24;

function ResultsList({ run, which, vocabulary, isDone }: ResultsListProps) {
  const results = useQuery(modelTaggingQueries.results(run, which));
  if (results.isError || !results.data) return <Unanswered of={results} />;
  const { total, items } = results.data;
  if (total === 0) return <EmptyState title={EMPTY[which]} />;
  return (
    <>
      {vocabulary && vocabulary.size > 0 && (
        <div className="row-1 wrap">
          <span className="quiet small">
            {formatAmount(vocabulary.size, 'tag')}
            {isDone ? '' : ' so far'}:
          </span>
          {vocabulary.top.slice(0, SHOWN_TAGS).map(({ name, count }) => (
            <span key={name} className={chipClass('machine')}>
              <ChipContent name={name} kind="machine">
                <span className="quiet number">{formatCount(count)}</span>
              </ChipContent>
            </span>
          ))}
          {vocabulary.size > SHOWN_TAGS && (
            <span className="quiet small">and {formatCount(vocabulary.size - SHOWN_TAGS)} more</span>
          )}
        </div>
      )}
      {total > items.length && (
        <p className="quiet small">
          The first {formatCount(items.length)} of {formatCount(total)}.
        </p>
      )}
      <ol className="stack-3 tagging-results">
        {items.map((dialogue) => (
          <ResultDialogue key={dialogue.dialogue} dialogue={dialogue} />
        ))}
      </ol>
    </>
  );
}

function ResultDialogue({ dialogue }: { readonly dialogue: TaggedDialogue }) {
  return (
    <li>
      <h3>
        {dialogue.externalId}
        {dialogue.outcome === null && <span className="quiet small"> no answer yet</span>}
        {dialogue.outcome === 'failed' && <span className="warning small"> no answer</span>}
      </h3>
      <ol>
        <InPlace of={dialogue.turns}>
          {(turn) => (
            <li className={`pad-1-0 tagging-turn of-${turn.role}`}>
              <span className="quiet small indent-2 role-edge">{ROLE_NAMES[turn.role]}</span>
              <div>
                <p className="breaks">{turn.text}</p>
                <span className="row-1 wrap">
                  {turn.tags.map((name) => (
                    <span key={name} className={chipClass('machine')}>
                      <ChipContent name={name} kind="machine" />
                    </span>
                  ))}
                  {turn.flag && <span className="warning small">{turn.flag}</span>}
                </span>
              </div>
            </li>
          )}
        </InPlace>
      </ol>
    </li>
  );
}

const VIEWS = [
  { value: 'pilot', label: 'Pilot' },
  { value: 'flagged', label: 'Flagged' },
  { value: 'failed', label: 'No answer' },
  { value: 'left', label: 'Remaining' },
] as const;

function TaggingRunPage({ run: { run } }: { readonly run: ModelRun }) {
  const report = useQuery(modelTaggingQueries.report(run));
  if (report.isError || !report.data) return <Unanswered of={report} />;
  const { data } = report;
  const { dialogues, settings, state, vocabulary } = data;
  return (
    <RunPage
      of={data}
      kind="Tagging run"
      actions={state === 'paused' ? <PausedActions of={data} /> : state === 'done' && <Learn run={run} />}
      facts={
        <>
          <li title={data.model}>
            {modelName(data.model)} at {data.provider}
          </li>
          <li>{data.variant} vocabulary</li>
          <li>prompt {data.prompt.version}</li>
          <li>{data.masked ? 'personal data masked' : 'personal data not masked'}</li>
          <li>price: {describePrice(data.price)}</li>
          {state === 'done' && (
            <li>
              {formatAmount(dialogues.done, 'dialogue')} tagged
              {vocabulary && ` with ${formatAmount(vocabulary.size, 'tag')}`}
            </li>
          )}
        </>
      }
      soFar={`${formatCount(dialogues.done)} of ${formatAmount(dialogues.total, 'dialogue')}`}
      there="are tagged"
      result={
        (data.reason?.code === 'pilot' || state === 'done') && <ResultLine sentences={describePilot(data)} />
      }
      limits={settings}
      onGoOn={(limits) => client.modelTagging.goOn({ run, limits })}
      views={VIEWS.filter(
        ({ value }) => (value !== 'pilot' || settings.pilot > 0) && (value !== 'left' || state === 'paused'),
      )}
    >
      {(view) => (
        <div className="tagging-run grow shrink-down grid gap-6">
          <Focusable as="section" className="stack-3" aria-label="Tags">
            {view === 'left' ? (
              <EstimateBox settings={settings} run={run} />
            ) : (
              <ResultsList
                run={run}
                which={view}
                vocabulary={view === 'pilot' ? vocabulary : null}
                isDone={state === 'done'}
              />
            )}
          </Focusable>
          <Focusable as="section" className="stack-3" aria-label="Run figures">
            {state === 'cancelled' && (
              <Notice>
                This run was canceled and its tags were removed. A new run reuses the answers at no cost.
              </Notice>
            )}
            <ReportTable report={data} />
          </Focusable>
        </div>
      )}
    </RunPage>
  );
}

export const taggingResults = runKind({
  name: MODEL_TAGGING,
  title: 'Tags from a model',
  useRuns: () => useQuery(modelTaggingQueries.runs),
  idOf: ({ run }) => run,
  row: (of) => (
    <LastingRunRow {...of} soFar={describePause(of.run.reason)} over>
      by {modelName(of.run.model)}, {of.run.variant} vocabulary
    </LastingRunRow>
  ),
  page: TaggingRunPage,
  starts: modelTaggingCommands.model,
});

function PausedActions({ of: { run, job, dialogues } }: { readonly of: ModelRunReport }) {
  const { mutate, isPending } = useAction(
    async (verb: 'finish' | 'cancel') => {
      if (verb === 'finish') await client.modelTagging.finish({ run });
      else if (job) await client.jobs.cancel({ job });
    },
    { meta: about('modelTaggings', 'jobs') },
  );
  return (
    <>
      <Button
        small
        disabled={isPending || dialogues.done === 0}
        onClick={() => mutate('finish')}
        title="Ends the run and keeps its tags. The other dialogues stay untagged."
      >
        Keep these tags
      </Button>
      <Button small kind="danger" disabled={isPending} onClick={() => mutate('cancel')}>
        Cancel run
      </Button>
    </>
  );
}

function Learn({ run }: { readonly run: RunId }) {
  return (
    <Button
      small
      kind="primary"
      onClick={() => {
        showRun(run);
        openDialog(LearnDialog, {});
      }}
    >
      Learn…
    </Button>
  );
}
