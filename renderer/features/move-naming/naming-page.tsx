import { useQuery } from '@tanstack/react-query';
import type { NamedMove, NamingBeside, NamingReport, NamingRun } from '#shared/contract/move-naming.ts';
import { modelName } from '#shared/domain/agent.ts';
import { ROLE_NAMES, type Role } from '#shared/domain/dialogue.ts';
import { formatAmount, formatCount, formatShare, spentText } from '#shared/domain/figure-text.ts';
import { client } from '../../client/api.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { FigureTable } from '../../ui/lists/figure-table.tsx';
import { tell, useAction } from '../../ui/overlays/toasts.tsx';
import { Focusable } from '../../ui/panes/focusable.tsx';
import { Notice, ResultLine, Unanswered } from '../../ui/state/notice.tsx';
import { LastingRunRow, RunPage, SpentFacts } from '../lasting-runs/index.ts';
import { runKind } from '../results/index.ts';
import { NAMING, namingQueries } from './naming-dialog.tsx';

interface NamingResult {
  readonly sentences: readonly string[];
  readonly doubtful: boolean;
}

const sum = (named: readonly NamedMove[]): number =>
  named.reduce((clusters, move) => clusters + move.clusters, 0);

/** With fewer named clusters, nothing can be said about a model. */
const FEW = 4;

/** Says how many clusters a model named, and if it gave most of a role's clusters one name. */
export function describeNaming(named: readonly NamedMove[], thing = 'cluster'): NamingResult {
  const byModel = named.filter(({ by }) => by === 'model');
  const [given, left] = [sum(byModel), sum(named.filter(({ by }) => by === 'none'))];
  if (given + left === 0) return { sentences: [], doubtful: false };
  const counted = `The model named ${formatCount(given)} of ${formatAmount(given + left, thing)}, using ${formatAmount(byModel.length, 'name')}.`;
  const alike = (['user', 'system'] as const).flatMap((role: Role) => {
    const own = byModel.filter((move) => move.role === role);
    const [most] = own.toSorted((a, b) => b.clusters - a.clusters);
    return most && sum(own) >= FEW && 2 * most.clusters > sum(own)
      ? [
          `The model named ${formatCount(most.clusters)} of ${formatCount(sum(own))} ${ROLE_NAMES[role]} clusters “${most.name}”.`,
        ]
      : [];
  });
  const doubtful = alike.length > 0 || given < left;
  const advice = doubtful
    ? ['These names are too vague. Keep your current names, or try a larger model.']
    : [];
  return { sentences: [counted, ...alike, ...advice], doubtful };
}

const VIEWS = {
  moves: [
    { value: 'user', label: 'Customer' },
    { value: 'system', label: 'Agent' },
  ],
  // Topics are what customers write about.
  topics: [{ value: 'user', label: 'Topics' }],
} as const;

const BY = { model: '', person: 'named by a person', none: 'left out' } as const;

function NamingRunPage({ run }: { readonly run: NamingRun }) {
  const { account, settings } = run;
  const report = useQuery(namingQueries.report(run.run));
  const result =
    report.data && describeNaming(report.data.named, settings.what === 'topics' ? 'topic' : 'cluster');
  return (
    <RunPage
      of={run}
      kind="Naming run"
      actions={
        report.data &&
        report.data.named.length > 0 && (
          <Apply what={settings.what} report={report.data} doubtful={result?.doubtful === true} />
        )
      }
      result={result && <ResultLine sentences={result.sentences} />}
      facts={
        <>
          <li title={settings.namer.model}>model: {modelName(settings.namer.model)}</li>
          <li>prompt {settings.promptVersion}</li>
          <SpentFacts of={run} />
        </>
      }
      soFar={formatAmount(account.requests + account.cached, 'answer')}
      there="are kept"
      limits={settings}
      onGoOn={(limits) => client.moveNaming.goOn({ run: run.run, limits })}
      views={VIEWS[settings.what]}
    >
      {(role) =>
        report.isError || !report.data ? (
          <Unanswered of={report} />
        ) : report.data.named.length === 0 ? (
          <p className="quiet">No names yet. They appear when every request is answered.</p>
        ) : (
          <>
            {report.data.beside && <Beside beside={report.data.beside} own={run} />}
            <NamesTable what={settings.what} named={report.data.named.filter((move) => move.role === role)} />
          </>
        )
      }
    </RunPage>
  );
}

export const namingResults = runKind({
  name: NAMING,
  title: 'Names of moves and topics',
  useRuns: () => useQuery(namingQueries.runs),
  idOf: ({ run }) => run,
  row: (of) => (
    <LastingRunRow {...of} over>
      {of.run.settings.what} by {modelName(of.run.settings.namer.model)}
    </LastingRunRow>
  ),
  page: NamingRunPage,
});

type What = NamingRun['settings']['what'];

interface ApplyProps {
  readonly what: What;
  readonly report: NamingReport;
  readonly doubtful: boolean;
}

function Apply({ what, report, doubtful }: ApplyProps) {
  const { mutate, isPending } = useAction(() => client.moveNaming.apply({ run: report.run, reason: '' }), {
    onSuccess: () => tell(`The ${what} now have these names. You can undo this in one step.`),
  });
  return report.applied ? (
    <span className="quiet small">These names are in use.</span>
  ) : (
    <Button kind={doubtful ? 'plain' : 'primary'} small pending={isPending} onClick={() => mutate()}>
      {what === 'topics'
        ? `Use these names for ${formatAmount(report.now, 'topic')}`
        : `Use these names: ${formatCount(report.now)} moves become ${formatCount(report.named.length)}`}
    </Button>
  );
}

function Beside({ beside, own }: { readonly beside: NamingBeside; readonly own: NamingRun }) {
  return (
    <Notice kind="info">
      {modelName(beside.model)} tagged {formatAmount(beside.dialogues, 'dialogue')} one by one:{' '}
      {formatAmount(beside.account.requests, 'request')}, cost: {spentText(beside.account)}. This run took{' '}
      {formatAmount(own.account.requests, 'request')}.
      {beside.same !== null &&
        ` Both runs agree on ${formatShare(beside.same)} of ${formatCount(beside.turns)} turns, with names matched one to one (V-measure ${formatShare(beside.vMeasure ?? 0)}).`}
    </Notice>
  );
}

function NamesTable({ what, named }: { readonly what: What; readonly named: readonly NamedMove[] }) {
  return (
    <Focusable as="div" className="ruled naming-table scrolls">
      <FigureTable
        className="table"
        caption={what === 'topics' ? 'Topics before and after' : 'Moves before and after'}
        columns={[
          {
            name: 'Now',
            value: ({ before }) => (
              <>
                {before.slice(0, 4).map(({ name, turns }) => (
                  <div key={name}>
                    {name} <span className="quiet small">{formatCount(turns)}</span>
                  </div>
                ))}
                {before.length > 4 && (
                  <div className="quiet small">and {formatCount(before.length - 4)} more</div>
                )}
              </>
            ),
          },
          {
            name: 'Name',
            isName: true,
            value: ({ name, by }) => (
              <>
                {name} {BY[by] && <span className="quiet small">{BY[by]}</span>}
              </>
            ),
          },
          {
            name: what === 'topics' ? 'Dialogues' : 'Turns',
            className: 'number',
            value: ({ turns }) => formatCount(turns),
          },
          {
            name: 'Examples',
            cellClass: () => 'quiet small',
            value: ({ sentences }) => sentences.join(' · '),
          },
        ]}
        rows={named}
        keyOf={({ name }) => name}
      />
    </Focusable>
  );
}
