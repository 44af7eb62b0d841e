import { useQuery } from '@tanstack/react-query';
import type { ImprovedSlot, InstructionRun } from '#shared/contract/flows.ts';
import { modelName } from '#shared/domain/agent.ts';
import { formatAmount, formatShare } from '#shared/domain/figure-text.ts';
import { client } from '../../client/api.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { FigureTable } from '../../ui/lists/figure-table.tsx';
import { tellEdit, useAction } from '../../ui/overlays/toasts.tsx';
import { Notice } from '../../ui/state/notice.tsx';
import { LastingRunRow, RunPage, SpentFacts } from '../lasting-runs/index.ts';
import { runKind } from '../results/index.ts';
import { instructionQueries, SLOT_INSTRUCTION } from './instruction-dialog.tsx';

const VIEWS = [{ value: 'wordings', label: 'Wordings' }] as const;

function InstructionPage({ run }: { readonly run: InstructionRun }) {
  const take = useAction(() => client.slotInstructions.apply({ run: run.run }), {
    onSuccess: ({ edit }) => tellEdit(edit, 'The slot already has this description.'),
  });
  const { account, settings, improved } = run;
  return (
    <RunPage
      of={run}
      kind="Instruction run"
      actions={
        improved &&
        improved.instruction !== improved.was && (
          <Button kind="primary" small does={take}>
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

export const instructionResults = runKind({
  name: SLOT_INSTRUCTION,
  title: 'Slot descriptions',
  useRuns: () => useQuery(instructionQueries.runs),
  idOf: ({ run }) => run,
  row: (of) => (
    <LastingRunRow {...of} over>
      {of.run.settings.slot}, by {modelName(of.run.settings.writer.model)}
    </LastingRunRow>
  ),
  page: InstructionPage,
});

function Wordings({ improved }: { readonly improved: ImprovedSlot }) {
  const { was, before, after, heldOut, tried } = improved;
  return (
    <>
      <Notice kind="info">
        The best wording gives the right value in {formatShare(after)} of {formatAmount(heldOut, 'test turn')}
        , the old one in {formatShare(before)}.
      </Notice>
      <FigureTable
        className="table"
        caption="Wordings in the order they were tried"
        columns={[
          { name: 'Description', value: ({ instruction }) => instruction },
          { name: 'Right', value: ({ score }) => formatShare(score) },
          {
            name: 'Kept',
            value: ({ kept }) => (kept === null ? 'original' : kept ? 'yes' : 'no'),
          },
        ]}
        rows={[{ instruction: was, score: before, kept: null }, ...tried]}
      />
    </>
  );
}
