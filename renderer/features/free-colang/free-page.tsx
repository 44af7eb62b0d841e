import { useQuery } from '@tanstack/react-query';
import type { DialogramClient } from '#shared/contract/contract.ts';
import type { FreeProgram, FreeRun } from '#shared/contract/free-colang.ts';
import { modelName } from '#shared/domain/agent.ts';
import { formatAmount, formatCount, formatShare } from '#shared/domain/figure-text.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { client } from '../../client/api.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { InPlace } from '../../ui/lists/in-place.tsx';
import { tell, useAction } from '../../ui/overlays/toasts.tsx';
import { Focusable } from '../../ui/panes/focusable.tsx';
import { Notice, Unanswered } from '../../ui/state/notice.tsx';
import { LastingRunRow, RunPage, SpentFacts } from '../lasting-runs/index.ts';
import { runKind } from '../results/index.ts';
import { FREE_COLANG, freeQueries } from './free-dialog.tsx';

type Counts = Awaited<ReturnType<DialogramClient['freeColang']['report']>>['counts'];

const VIEWS = [{ value: 'programs', label: 'Programs' }] as const;

function FreeRunPage({ run }: { readonly run: FreeRun }) {
  const { account, settings } = run;
  const report = useQuery(freeQueries.report(run.run));
  return (
    <RunPage
      of={run}
      kind="Colang run"
      actions={null}
      facts={
        <>
          <li title={settings.writer.model}>model: {modelName(settings.writer.model)}</li>
          <li>{settings.refine ? 'refined with the three instructions' : 'not refined'}</li>
          <SpentFacts of={run} />
        </>
      }
      soFar={formatAmount(account.requests + account.cached, 'answer')}
      there="are kept"
      limits={settings}
      onGoOn={(limits) => client.freeColang.goOn({ run: run.run, limits })}
      views={VIEWS}
    >
      {() =>
        report.isError || !report.data ? (
          <Unanswered of={report} />
        ) : report.data.programs.length === 0 ? (
          <p className="quiet">No programs yet.</p>
        ) : (
          <>
            <Parsed counts={report.data.counts} />
            <ul className="stack-3">
              <InPlace of={report.data.programs}>
                {(program) => <Program run={run.run} program={program} />}
              </InPlace>
            </ul>
          </>
        )
      }
    </RunPage>
  );
}

export const freeColangResults = runKind({
  name: FREE_COLANG,
  title: 'Colang by models',
  useRuns: () => useQuery(freeQueries.runs),
  idOf: ({ run }) => run,
  row: (of) => (
    <LastingRunRow {...of} over>
      by {modelName(of.run.settings.writer.model)}
    </LastingRunRow>
  ),
  page: FreeRunPage,
});

function Parsed({ counts }: { readonly counts: Counts }) {
  const { programs, first, afterOne, afterTwo, failed, byFlow } = counts;
  return (
    <Notice kind="info">
      Valid on the first try: {formatCount(first)} of {formatAmount(programs, 'program')} (
      {formatShare(first / programs)}
      ). Second try: {formatCount(afterOne)}. Third try: {formatCount(afterTwo)}. Never: {formatCount(failed)}
      .
      {byFlow &&
        byFlow.least < byFlow.most &&
        ` Depending on the flow, ${formatShare(byFlow.least)} to ${formatShare(byFlow.most)} of the programs were valid on the first try.`}
    </Notice>
  );
}

function Program({ run, program }: { readonly run: RunId; readonly program: FreeProgram }) {
  const { flow, trial, code, valid, answers, problem, refined } = program;
  const keep = useAction(() => client.freeColang.apply({ run, flow, trial }), {
    onSuccess: () =>
      tell(`This program is now the free Colang of the flow ${flow}. See the flow's Colang tab.`),
  });
  const kept = refined.filter((one) => one.kept).length;
  return (
    <li className="stack-1 line-below pad-bottom-3">
      <div className="row-2">
        <h3>
          {flow}, program {trial}
        </h3>
        {code !== null && (
          <Button small does={keep}>
            Keep
          </Button>
        )}
      </div>
      <p className="quiet small">
        {code === null
          ? 'The model did not answer.'
          : valid
            ? `Valid on try ${answers}.${refined.length > 0 ? ` Still valid after ${kept} of ${refined.length} instructions.` : ''}`
            : `Not valid after ${formatAmount(answers, 'try', 'tries')}.`}
        {problem && ` Line ${problem.line}, column ${problem.column}: ${problem.message}`}
      </p>
      {code !== null && (
        <details>
          <summary>The program</summary>
          <Focusable
            as="pre"
            className="scroll-box fill-2 pad-2 pre-wrap"
            aria-label={`Program ${trial} of ${flow}`}
          >
            {code}
          </Focusable>
        </details>
      )}
    </li>
  );
}
