import { useMutation, useQuery } from '@tanstack/react-query';
import type { ModelRunReport } from '#shared/contract/model-tagging.ts';
import { formatAmount, formatCount } from '#shared/domain/figure-text.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { useApi } from '../../client/api.tsx';
import { about } from '../../client/queries.ts';
import { openDialog } from '../../commands/dialogs.tsx';
import { showRun } from '../../project/view.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { tellError } from '../../ui/overlays/toasts.tsx';
import { Focusable } from '../../ui/panes/focusable.tsx';
import { Notice, Unanswered } from '../../ui/state/notice.tsx';
import { RunPage } from '../lasting-runs/index.ts';
import { LearnDialog } from '../learn/index.ts';
import type { ResultId } from '../results/index.ts';
import { EstimateBox } from './estimate-box.tsx';
import { modelTaggingQueries } from './queries.ts';
import { ReportTable } from './report-table.tsx';
import { ResultsList } from './results-list.tsx';
import { describePrice } from './sentences.ts';
import './model-tagging.css';

const VIEWS = [
  { value: 'pilot', label: 'Pilot' },
  { value: 'flagged', label: 'Flagged' },
  { value: 'failed', label: 'No answer' },
  { value: 'left', label: 'What is left' },
] as const;

/** Shows a run of the model tagger: its progress, cost and tags, and how to continue. */
export function TaggingPage({ shown }: { readonly shown: ResultId }) {
  const runs = useQuery(modelTaggingQueries(useApi().client).runs).data ?? [];
  const run = runs.find((one) => one.run === shown);
  return run && <TaggingRunPage run={run.run} />;
}

function TaggingRunPage({ run }: { readonly run: RunId }) {
  const { client } = useApi();
  const report = useQuery(modelTaggingQueries(client).report(run));
  if (report.isError || !report.data) return <Unanswered of={report} />;
  const { data } = report;
  const { dialogues, settings, state, vocabulary } = data;
  return (
    <RunPage
      of={data}
      kind="Tagging run"
      actions={state === 'paused' ? <WaysOut of={data} /> : state === 'done' && <Learn run={run} />}
      facts={
        <>
          <li>
            {data.model} at {data.provider}
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
      limits={settings}
      onGoOn={(limits) => client.modelTagging.goOn({ run, limits })}
      views={VIEWS.filter(
        ({ value }) => (value !== 'pilot' || settings.pilot > 0) && (value !== 'left' || state === 'paused'),
      )}
    >
      {(view) => (
        <div className="tagging-run">
          <Focusable as="section" className="stack-3" aria-label="Tags">
            {view === 'left' ? (
              <EstimateBox settings={settings} run={run} />
            ) : (
              <ResultsList run={run} which={view} vocabulary={view === 'pilot' ? vocabulary : null} />
            )}
          </Focusable>
          <Focusable as="section" className="stack-3" aria-label="Account">
            {state === 'cancelled' && (
              <Notice>
                This run was canceled and its tags were removed. Its answers are kept, so a new run does not
                pay for them again.
              </Notice>
            )}
            <ReportTable report={data} />
          </Focusable>
        </div>
      )}
    </RunPage>
  );
}

/** Ends a paused run: keeps the tags so far, or discards them. */
function WaysOut({ of: { run, job, dialogues } }: { readonly of: ModelRunReport }) {
  const { client } = useApi();
  const { mutate, isPending } = useMutation({
    mutationFn: async (verb: 'finish' | 'cancel') => {
      if (verb === 'finish') await client.modelTagging.finish({ run });
      else if (job) await client.jobs.cancel({ job });
    },
    meta: about('modelTaggings', 'jobs'),
    onError: tellError,
  });
  return (
    <>
      <Button
        small
        disabled={isPending || dialogues.done === 0}
        onClick={() => mutate('finish')}
        title="Keeps the tags so far. The other dialogues stay untagged."
      >
        Finish with these
      </Button>
      <Button small kind="danger" disabled={isPending} onClick={() => mutate('cancel')}>
        Cancel run
      </Button>
    </>
  );
}

/** Shows the next step after a finished run. */
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
