import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { stateName } from '#shared/algorithms/layout/scene/describe.ts';
import type { AutomatonGraph, AutomatonSummary } from '#shared/contract/automata.ts';
import type { CandidateMergeRow, CandidateOrder, DecisionKind } from '#shared/contract/merge-decisions.ts';
import { formatAmount, formatShare } from '#shared/domain/figure-text.ts';
import { client } from '../../client/api.ts';
import { about } from '../../client/queries.ts';
import { commandByKeys, isTyping, runCommand, useCommand } from '../../commands/use-command.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { SelectField } from '../../ui/inputs/field.tsx';
import { VirtualList } from '../../ui/lists/virtual-list.tsx';
import { openDialog } from '../../ui/overlays/dialog.tsx';
import { useAction } from '../../ui/overlays/toasts.tsx';
import { EmptyState, FailedState, LoadingState, Notice } from '../../ui/state/notice.tsx';
import { LearnDialog, StateDecisions } from '../learn/index.ts';
import { MergeEvidenceView, mergeCommands, mergeQueries } from './merge-evidence.tsx';
import './merges.css';

const ROW_PX = 62;
const ORDERS = [
  { value: 'dialogues', label: 'Largest effect first' },
  { value: 'alike', label: 'Most similar' },
] as const;
const DECIDED: Readonly<Record<DecisionKind, string>> = {
  merge: 'merge',
  never: 'never merge',
  pin: 'keep as is',
};

interface MergesPanelProps {
  readonly automaton: AutomatonSummary;
  readonly graph: AutomatonGraph;
  readonly onRelearn: () => void;
}

export function MergesPanel({ automaton, graph, onRelearn }: MergesPanelProps) {
  if (automaton.imported)
    return (
      <EmptyState title="This automaton was imported">
        The dialogues of this automaton are not in the project, so you cannot merge states. Choose an
        automaton that was learned here.
      </EmptyState>
    );
  if (automaton.learner === 'merging' || automaton.learner === 'paper')
    return <Candidates key={automaton.id} automaton={automaton} graph={graph} onRelearn={onRelearn} />;
  return (
    <EmptyState
      title="This automaton was learned without merging"
      action={
        <Button kind="primary" onClick={() => openDialog(LearnDialog, {})}>
          Learn with merging…
        </Button>
      }
    >
      Only the learners “Merged states” and “As in the paper” merge states. Your decisions here apply to both.
    </EmptyState>
  );
}

interface CandidatesProps {
  readonly automaton: AutomatonSummary;
  readonly graph: AutomatonGraph;
  readonly onRelearn: () => void;
}

function Candidates({ automaton, graph, onRelearn }: CandidatesProps) {
  const [order, setOrder] = useState<CandidateOrder>('dialogues');
  const [active, setActive] = useState(0);
  const candidates = useQuery(mergeQueries.candidates(automaton.id, order));
  const items = candidates.data?.items ?? [];
  const chosen = items[active] ?? null;
  const decide = useAction(
    ({ kind, left, right }: { kind: DecisionKind; left: number; right: number | null }) =>
      client.mergeDecisions.decide({ kind, automaton: automaton.id, left, right }),
    {
      meta: about('automata', 'project'),
      onSuccess: () => setActive((at) => Math.min(at + 1, items.length - 1)),
    },
  );
  const act = (kind: DecisionKind, first = true) =>
    chosen === null || decide.isPending
      ? null
      : () => {
          const { left, right } = chosen;
          decide.mutate(
            kind === 'pin' ? { kind, left: first ? left : right, right: null } : { kind, left, right },
          );
        };
  useCommand(mergeCommands.merge, act('merge'));
  useCommand(mergeCommands.never, act('never'));
  useCommand(mergeCommands.pinFirst, act('pin'));
  useCommand(mergeCommands.pinSecond, act('pin', false));
  return (
    <section
      className="merges grow shrink-down grid"
      aria-label="Merges"
      onKeyDown={(event) => {
        if (isTyping(event.target) || event.repeat) return;
        const command = commandByKeys(event.nativeEvent, 'merges');
        if (command && runCommand(command)) event.preventDefault();
      }}
    >
      <div className="stack merges-side shrink shrink-down line-after">
        <div className="pad-2-3 line-below merges-order">
          <SelectField
            label="Similar states"
            value={order}
            options={ORDERS}
            onChange={(chosen) => {
              setOrder(chosen);
              setActive(0);
            }}
          />
        </div>
        {candidates.isError && (
          <FailedState error={candidates.error} onRetry={() => void candidates.refetch()} />
        )}
        {candidates.isPending && <LoadingState label="Looking for similar states…" />}
        {candidates.data && items.length === 0 && (
          <EmptyState title="No similar states">
            No two states are similar enough to merge (at least 50 % of what follows must agree).
          </EmptyState>
        )}
        {items.length > 0 && (
          <VirtualList
            key={order}
            label="Similar states"
            total={items.length}
            rowHeight={ROW_PX}
            itemAt={(at) => items[at] ?? null}
            keyOf={({ left, right }) => `${left} ${right}`}
            active={active}
            selected={active}
            onActive={setActive}
          >
            {(row) => <CandidateView row={row} graph={graph} />}
          </VirtualList>
        )}
        <StateDecisions />
      </div>
      <div className="stack-3 merges-main shrink scrolls-y pad-0-3 pad-bottom-4">
        {automaton.stale && (
          <Notice
            bar
            actions={
              <Button small onClick={onRelearn}>
                Learn again
              </Button>
            }
          >
            Learn again to apply your decisions.
          </Notice>
        )}
        {chosen && (
          <MergeEvidenceView
            pair={{ automaton: automaton.id, left: chosen.left, right: chosen.right }}
            graph={graph}
            decided={chosen.decided && DECIDED[chosen.decided]}
            pending={decide.isPending}
          />
        )}
      </div>
    </section>
  );
}

function CandidateView({
  row: { left, right, alike, dialogues, forced, decided },
  graph,
}: {
  readonly row: CandidateMergeRow;
  readonly graph: AutomatonGraph;
}) {
  return (
    <div className={`stack shrink pad-1-3 merge-row ${decided === null ? '' : 'is-decided'}`}>
      {[left, right].map((state) => (
        <span key={state} className="clip">
          <span className="quiet number">{state}</span> {stateName(graph, state)}
        </span>
      ))}
      <span className="quiet small clip">
        {decided !== null && <strong>{DECIDED[decided]} · </strong>}
        {formatShare(alike, { rough: true })} similar · {formatAmount(dialogues, 'dialogue')}
        {forced > 0 && ` · merges ${formatAmount(forced, 'other pair')}`}
      </span>
    </div>
  );
}
