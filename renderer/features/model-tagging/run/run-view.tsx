import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ModelRunReport } from '#shared/contract/model-tagging.ts';
import { formatAmount, formatCount } from '#shared/domain/figure-text.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { known } from '#shared/domain/known.ts';
import { useApi } from '../../../client/api.tsx';
import { about } from '../../../client/queries.ts';
import { useJob } from '../../../client/use-job.ts';
import { openDialog } from '../../../commands/dialogs.tsx';
import { showRun } from '../../../project/view.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { TextField } from '../../../ui/inputs/field.tsx';
import { Tabs } from '../../../ui/panes/tabs.tsx';
import { ErrorNotice, Notice, Unanswered } from '../../../ui/state/notice.tsx';
import { JobProgress } from '../../jobs/index.ts';
import { LearnDialog } from '../../learn/index.ts';
import { PromptFiles } from '../../prompt-files/index.ts';
import { EstimateBox } from '../estimate-box.tsx';
import { modelTaggingQueries } from '../queries.ts';
import { ScrolledPanel } from '../scrolled-panel.tsx';
import { readBudgets } from '../setup/settings-form.ts';
import { ReportTable } from './report-table.tsx';
import { ResultsList } from './results-list.tsx';

const TABS = [
  { value: 'pilot', label: 'Pilot' },
  { value: 'flagged', label: 'Flagged' },
  { value: 'failed', label: 'No answer' },
  { value: 'left', label: 'What is left' },
] as const;
type RunTab = (typeof TABS)[number]['value'];
const PANEL = 'model-run-panel';

/** One run: how far it is, what it took, what it gave, and how to go on. */
export function RunView({
  run,
  onNew,
  onClose,
}: {
  readonly run: RunId;
  readonly onNew: () => void;
  readonly onClose: () => void;
}) {
  const queries = modelTaggingQueries(useApi().client);
  const report = useQuery(queries.report(run));
  const { job } = useJob(report.data && underWay(report.data) ? report.data.job : null);
  const [chosen, setTab] = useState<RunTab | null>(null);
  if (report.isError || !report.data) return <Unanswered of={report} />;
  const { data } = report;
  const tabs = TABS.filter(
    ({ value }) =>
      (value !== 'pilot' || data.settings.pilot > 0) && (value !== 'left' || data.state === 'paused'),
  );
  const tab = known(tabs.find(({ value }) => value === chosen) ?? tabs[0], 'tab').value;
  return (
    <div className="tag-model">
      <div className="stack-3 tag-model-form">
        {job && underWay(data) && <JobProgress job={job} />}
        <PromptFiles
          run={run}
          name={`Tagging run ${run}`}
          reason={data.reason}
          paused={data.state === 'paused'}
        >
          {formatCount(data.dialogues.done)} of {formatAmount(data.dialogues.total, 'dialogue')} are tagged.
        </PromptFiles>
        {data.state === 'paused' && <Paused report={data} />}
        {data.state === 'done' && (
          <Notice
            kind="done"
            actions={
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
            }
          >
            {formatAmount(data.dialogues.done, 'dialogue')} tagged
            {data.vocabulary && ` with ${formatAmount(data.vocabulary.size, 'tag')}`}.
          </Notice>
        )}
        {data.state === 'cancelled' && (
          <Notice>
            This run was cancelled; its tags are gone. Its answers are kept, so that a new run does not pay
            for them again.
          </Notice>
        )}
        <ReportTable report={data} />
        {(data.state === 'done' || data.state === 'cancelled') && (
          <div className="row-2 tag-model-start">
            <span />
            <Button onClick={onNew}>New run</Button>
            <Button onClick={onClose}>Close</Button>
          </div>
        )}
      </div>
      <div className="stack-3 tag-model-side">
        <Tabs label="Results" value={tab} options={tabs} panelId={PANEL} onChange={setTab} />
        <ScrolledPanel id={PANEL} tab={tab}>
          {tab === 'left' ? (
            <EstimateBox settings={data.settings} run={run} />
          ) : (
            <ResultsList run={run} which={tab} vocabulary={tab === 'pilot' ? data.vocabulary : null} />
          )}
        </ScrolledPanel>
      </div>
    </div>
  );
}

const underWay = ({ state }: Pick<ModelRunReport, 'state'>): boolean =>
  state === 'running' || state === 'queued' || state === 'cancelling';

/** Why a run is paused, and the ways out: go on (with another budget), end with what there is, cancel. */
function Paused({ report }: { readonly report: ModelRunReport }) {
  const { client } = useApi();
  const { settings } = report;
  const [usd, setUsd] = useState(String(settings.budgetUsd ?? ''));
  const [tokens, setTokens] = useState(String(settings.budgetTokens ?? ''));
  const { budgetUsd, budgetTokens, errors } = readBudgets(usd, tokens);
  const wrong = errors.budgetUsd !== undefined || errors.budgetTokens !== undefined;
  const { run } = report;
  const waits = report.reason?.code === 'elsewhere';
  const act = useMutation({
    mutationFn: async (verb: 'goOn' | 'finish' | 'cancel') => {
      if (verb === 'goOn') await client.modelTagging.goOn({ run, limits: { budgetUsd, budgetTokens } });
      else if (verb === 'finish') await client.modelTagging.finish({ run });
      else if (report.job) await client.jobs.cancel({ job: report.job });
    },
    meta: about('modelTaggings', 'jobs'),
  });
  return (
    <>
      {!waits && (
        <Notice kind={report.reason?.code === 'pilot' ? 'done' : 'warning'}>
          {report.reason?.message ?? 'This run is paused.'}
        </Notice>
      )}
      {act.isError && <ErrorNotice error={act.error} />}
      {!settings.elsewhere && (
        <div className="form-grid">
          <TextField
            label="Budget, $"
            placeholder="no limit"
            inputMode="decimal"
            value={usd}
            error={errors.budgetUsd ?? null}
            onChange={({ target }) => setUsd(target.value)}
          />
          <TextField
            label="Budget, tokens"
            placeholder="no limit"
            inputMode="numeric"
            value={tokens}
            error={errors.budgetTokens ?? null}
            onChange={({ target }) => setTokens(target.value)}
          />
        </div>
      )}
      <div className="row-2 tag-model-start">
        <Button kind="danger" disabled={act.isPending} onClick={() => act.mutate('cancel')}>
          Cancel run
        </Button>
        <span />
        <Button
          disabled={act.isPending || report.dialogues.done === 0}
          onClick={() => act.mutate('finish')}
          title="The dialogues tagged so far become the project's tags; the others have none."
        >
          End with these
        </Button>
        {!(waits && settings.elsewhere) && (
          <Button kind="primary" disabled={act.isPending || wrong} onClick={() => act.mutate('goOn')}>
            Go on
          </Button>
        )}
      </div>
    </>
  );
}
