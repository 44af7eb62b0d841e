import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AutomatonSummary } from '#shared/contract/automata.ts';
import type { FitnessReference, FitnessRow } from '#shared/contract/fitness.ts';
import { formatAmount, formatCount, formatShare } from '#shared/domain/figure-text.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { useApi } from '../../client/api.tsx';
import { usePagedRows } from '../../client/use-paged-rows.ts';
import { DEVIATION_WORDS } from '../../project/describe.ts';
import { useDialogueFilter } from '../../project/dialogue-filter.ts';
import { type Place, samePlace } from '../../project/place.ts';
import { goTo, useView } from '../../project/view.ts';
import { useSettledValue } from '../../ui/hooks/use-settled-value.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { VirtualList } from '../../ui/lists/virtual-list.tsx';
import { EmptyState, FailedState, LoadingState, Notice } from '../../ui/state/notice.tsx';
import { ResultLine } from '../../ui/state/result-line.tsx';
import { describeFitness, deviationPlace } from './describe-fitness.ts';
import { DialogueFitness } from './dialogue-fitness.tsx';
import { fitnessQueries } from './queries.ts';
import { ReferenceFields } from './reference-fields.tsx';
import './fitness.css';

const QUIET_MS = 300;
const ROW_PX = 50;
const SECONDS = 20;
/** Factor by which a person may extend the time limit after it ran out. */
const LONGER = 10;
const MOST_SECONDS = 600;

/** Lists where dialogues deviate from the reference, and why. Clicking a row opens its dialogues. */
export function FitnessPanel({
  run,
  automaton,
}: {
  readonly run: RunId | null;
  readonly automaton: AutomatonSummary;
}) {
  const { client } = useApi();
  const queries = fitnessQueries(client);
  const queryClient = useQueryClient();
  const place = useView((view) => view.place);
  const dialogue = useView((view) => view.dialogue);
  const { where } = useDialogueFilter();
  const [reference, setReference] = useState<FitnessReference>(
    place.kind === 'misfit' ? place.reference : { kind: 'variants', cover: 0.5, among: '' },
  );
  const [seconds, setSeconds] = useState(SECONDS);
  const [active, setActive] = useState(-1);
  const held = { run, reference: useSettledValue(reference, QUIET_MS), seconds };
  const asked = { ...held, where };
  const key = JSON.stringify(asked);
  const [stopped, setStopped] = useState('');
  const isStopped = stopped === key;
  const { rows, outdated, error, retry, onRange } = usePagedRows(
    (page) => ({ ...queries.check(asked, page), enabled: !isStopped }),
    key,
  );
  const stop = () => {
    setStopped(key);
    void queryClient.cancelQueries({ queryKey: ['fitness'] });
  };
  const placeOf = ({ kind, state, after, move }: FitnessRow): Place => ({
    kind: 'misfit',
    ...held,
    at: { kind, state, after, move },
  });
  const open = (index: number) => {
    const row = rows?.itemAt(index);
    if (!row) return;
    setActive(index);
    goTo(placeOf(row));
  };
  const found = rows?.first;
  return (
    <section className="fitness" aria-label="Deviations">
      <ReferenceFields reference={reference} automaton={automaton} run={run} onChange={setReference} />
      {error !== null && <FailedState error={error} onRetry={retry} />}
      {isStopped && (
        <EmptyState title="Stopped" action={<Button onClick={() => setStopped('')}>Continue</Button>}>
          The dialogues were not checked.
        </EmptyState>
      )}
      {error === null && outdated && !isStopped && (
        <div className="fitness-waiting">
          <LoadingState label="Checking the dialogues…" />
          <Button small onClick={stop}>
            Stop
          </Button>
        </div>
      )}
      {error === null && !outdated && found && (
        <>
          <div className="fitness-found">
            <ResultLine sentences={[describeFitness(found)]} />
            {found.whole < found.checked && (
              <Button small onClick={() => goTo({ kind: 'misfit', ...held, at: null })}>
                Show the {formatCount(found.checked - found.whole)} that deviate
              </Button>
            )}
          </div>
          {found.checked + found.tooLong < found.dialogues && (
            <Notice
              bar
              kind="warning"
              actions={
                seconds * LONGER <= MOST_SECONDS && (
                  <Button small onClick={() => setSeconds(seconds * LONGER)}>
                    Take longer
                  </Button>
                )
              }
            >
              Checked {formatAmount(seconds, 'second')}: the most common {formatCount(found.checked)} of{' '}
              {formatAmount(found.dialogues, 'dialogue')} were checked.
            </Notice>
          )}
          {found.cutTo !== null && (
            <Notice bar kind="warning">
              Checked against the most common variants, which cover {formatShare(found.cutTo)}. More variants
              would make too many states.
            </Notice>
          )}
          {found.tooLong > 0 && (
            <Notice bar kind="warning">
              {formatAmount(found.tooLong, 'dialogue')} left out, too long for a reference of{' '}
              {formatAmount(found.states, 'state')}.
            </Notice>
          )}
          {dialogue !== null && <DialogueFitness held={held} dialogue={dialogue} />}
          {found.total === 0 && (
            <EmptyState title="No deviations">Every dialogue follows the reference.</EmptyState>
          )}
          {rows && found.total > 0 && (
            <VirtualList
              key={key}
              label="Where dialogues deviate, most frequent first"
              total={rows.total}
              rowHeight={ROW_PX}
              itemAt={rows.itemAt}
              keyOf={(row) => JSON.stringify(placeOf(row))}
              active={active}
              selected={
                place.kind === 'misfit' ? rows.findIndex((row) => samePlace(placeOf(row), place)) : -1
              }
              onActive={setActive}
              onOpen={open}
              onRange={onRange}
            >
              {(row) => <RowView row={row} of={found.checked} />}
            </VirtualList>
          )}
        </>
      )}
    </section>
  );
}

function RowView({ row, of }: { readonly row: FitnessRow; readonly of: number }) {
  const { kind, move } = row;
  return (
    <div className="misfit">
      <div className="row-2 clip">
        <span className={`misfit-kind ${kind}`}>{DEVIATION_WORDS[kind]}</span>
        <span className={`misfit-move ${move.role}`}>#{move.tag}</span>
        <span className="quiet">{deviationPlace(row)}</span>
      </div>
      <div className="row-3 small">
        <meter
          className="misfit-bar"
          min={0}
          max={1}
          value={row.dialogues / of}
          aria-label={`${formatShare(row.dialogues / of)} of the dialogues`}
        />
        <strong>{formatCount(row.dialogues)}</strong>
        <span className="quiet">{formatShare(row.dialogues / of)}</span>
      </div>
    </div>
  );
}
