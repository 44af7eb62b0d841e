import { useQuery } from '@tanstack/react-query';
import { runIdSchema } from '#shared/contract/base.ts';
import type { ImprovedSlot } from '#shared/contract/flows.ts';
import { modelName } from '#shared/domain/agent.ts';
import { formatAmount, formatShare } from '#shared/domain/figure-text.ts';
import { useApi } from '../../client/api.tsx';
import { Button } from '../../ui/inputs/button.tsx';
import { FigureTable } from '../../ui/lists/figure-table.tsx';
import { tell, useAction } from '../../ui/overlays/toasts.tsx';
import { Notice } from '../../ui/state/notice.tsx';
import { LastingRunRow, RunPage, SpentFacts } from '../lasting-runs/index.ts';
import { type ResultId, RunList } from '../results/index.ts';
import { instructionQueries, SLOT_INSTRUCTION } from './instruction-dialog.tsx';

/** Lists the runs that improve slot descriptions in every state, newest first. */
export function InstructionList({ shown }: { readonly shown: ResultId | null }) {
  const runs = useQuery(instructionQueries(useApi().client).runs).data ?? [];
  if (runs.length === 0) return null;
  return (
    <RunList title="Descriptions of slots">
      {runs.map((run) => (
        <LastingRunRow key={run.run} of={run} kind={SLOT_INSTRUCTION} shown={shown} over>
          {run.settings.slot}, by {modelName(run.settings.writer.model)}
        </LastingRunRow>
      ))}
    </RunList>
  );
}

const VIEWS = [{ value: 'wordings', label: 'Wordings' }] as const;

/** Shows a run that improves a slot's description: the attempts with their accuracy; the best can be used. */
export function InstructionPage({ shown }: { readonly shown: ResultId }) {
  const { client } = useApi();
  const runs = useQuery(instructionQueries(client).runs).data ?? [];
  const run = runs.find((one) => one.run === shown);
  const take = useAction(() => client.slotInstructions.apply({ run: runIdSchema.parse(run?.run) }), {
    onSuccess: ({ edit }) => tell(edit ? `${edit.description}.` : 'The slot already has this description.'),
  });
  if (!run) return null;
  const { account, settings, improved } = run;
  return (
    <RunPage
      of={run}
      kind="Instruction run"
      actions={
        improved &&
        improved.instruction !== improved.was && (
          <Button kind="primary" small pending={take.isPending} onClick={() => take.mutate()}>
            Use the best wording
          </Button>
        )
      }
      facts={
        <>
          <li>
            {settings.flow}, {settings.slot}
          </li>
          <li title={settings.writer.model}>model: {modelName(settings.writer.model)}</li>
          <SpentFacts of={run} />
        </>
      }
      soFar={formatAmount(account.requests + account.cached, 'answer')}
      there="are kept"
      limits={settings}
      onGoOn={(limits) => client.slotInstructions.goOn({ run: run.run, limits })}
      views={VIEWS}
    >
      {() => (improved ? <Wordings improved={improved} /> : <p className="quiet">No wordings yet.</p>)}
    </RunPage>
  );
}

function Wordings({ improved }: { readonly improved: ImprovedSlot }) {
  const { was, before, after, heldOut, tried } = improved;
  return (
    <>
      <Notice kind="info">
        Right in {formatShare(before)} of {formatAmount(heldOut, 'test turn')} before, in {formatShare(after)}{' '}
        with the best wording.
      </Notice>
      <FigureTable
        className="table"
        caption="Wordings, in order"
        columns={[
          { name: 'Description', value: ({ instruction }) => instruction },
          { name: 'Right', value: ({ score }) => formatShare(score) },
          {
            name: 'Kept',
            value: ({ kept }) => (kept === null ? 'as it was' : kept ? 'yes' : 'no, not better'),
          },
        ]}
        rows={[{ instruction: was, score: before, kept: null }, ...tried]}
      />
    </>
  );
}
