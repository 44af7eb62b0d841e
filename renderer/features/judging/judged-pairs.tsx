import { useState } from 'react';
import type { JudgedPair, JudgingRun, PairFilter } from '#shared/contract/judging.ts';
import { formatAmount } from '#shared/domain/figure-text.ts';
import { known } from '#shared/domain/known.ts';
import { useApi } from '../../client/api.tsx';
import { PAGE } from '../../client/queries.ts';
import { usePagedRows } from '../../client/use-paged-rows.ts';
import { SelectField } from '../../ui/inputs/field.tsx';
import { VirtualList } from '../../ui/lists/virtual-list.tsx';
import { FailedState, LoadingState } from '../../ui/state/notice.tsx';
import { Sheet } from '../lasting-runs/index.ts';
import { JudgedPairDetails } from './judged-pair.tsx';
import { outcomeText, PAIR_FILTERS, verdictText } from './judging-text.ts';
import { judgingQueries } from './queries.ts';

const WIDTHS = [200, 200, 220, 220, 280];
const ROW_HEIGHT = 104;

/** Every pair of answers with the verdicts of both orders. */
export function JudgedPairs({ run }: { readonly run: JudgingRun }) {
  const { client } = useApi();
  const [filter, setFilter] = useState<PairFilter>('all');
  const [pair, setPair] = useState<number | null>(null);
  const [active, setActive] = useState(-1);
  const [open, setOpen] = useState<JudgedPair | null>(null);
  const { rows, error, retry, onRange } = usePagedRows((page) =>
    judgingQueries(client).pairs({ run: run.run, pair, filter, offset: page * PAGE, limit: PAGE }),
  );
  return (
    <div className="stack-2 batch-rows">
      <div className="row-2 batch-bar">
        <SelectField
          label="Columns"
          className="row-1 batch-measure"
          value={String(pair)}
          options={[
            { value: 'null', label: 'All pairs' },
            ...run.pairs.map((one) => ({
              value: String(one.pair),
              label: `${one.column.title} against ${one.baseline.title}`,
            })),
          ]}
          onChange={({ target }) => setPair(target.value === 'null' ? null : Number(target.value))}
        />
        <SelectField
          label="Verdicts"
          className="row-1 batch-measure"
          value={filter}
          options={PAIR_FILTERS}
          onChange={({ target }) => setFilter(target.value as PairFilter)}
        />
        <span className="quiet small batch-count" aria-live="polite">
          {rows ? formatAmount(rows.total, 'pair') : ''}
        </span>
      </div>
      {error && <FailedState error={error} onRetry={retry} />}
      {!rows && !error && <LoadingState />}
      {rows && (
        <Sheet
          label="Judged pairs"
          template={`${WIDTHS[0]}px ${WIDTHS.slice(1)
            .map((width) => `minmax(${width}px, 1fr)`)
            .join(' ')}`}
          width={WIDTHS.reduce((sum, width) => sum + width, 0)}
          fixed={WIDTHS[0] ?? 0}
          heads={['Asked', 'What was said', 'Baseline', 'Column', 'Verdict'].map((title, at) => (
            <div key={title} className={`sheet-cell ${at === 0 ? 'sheet-fixed' : ''}`}>
              <span className="sheet-title">{title}</span>
            </div>
          ))}
        >
          {rows.total === 0 ? (
            <p className="quiet batch-note">No pair is like this.</p>
          ) : (
            <VirtualList
              label="Judged pairs"
              total={rows.total}
              rowHeight={ROW_HEIGHT}
              itemAt={rows.itemAt}
              keyOf={(one) => `${one.item} ${one.pair}`}
              active={active}
              selected={-1}
              onActive={setActive}
              onOpen={(index) => setOpen(rows.itemAt(index))}
              onRange={onRange}
            >
              {(one) => <PairRow run={run} pair={one} />}
            </VirtualList>
          )}
        </Sheet>
      )}
      {open && <JudgedPairDetails run={run} pair={open} onClose={() => setOpen(null)} />}
    </div>
  );
}

function PairRow({ run, pair }: { readonly run: JudgingRun; readonly pair: JudgedPair }) {
  const { baseline, column } = known(run.pairs[pair.pair], `pair ${pair.pair}`);
  const said = (side: 'truth' | 'baseline' | 'column') =>
    pair.turns.map((turn) => turn[side] ?? '–').join('\n');
  return (
    <div className="sheet-row">
      <div className="sheet-cell sheet-fixed">
        <p className="sheet-text">{pair.asked}</p>
        <span className="quiet small sheet-foot">
          {pair.externalId}, round {pair.round + 1}
        </span>
      </div>
      <div className="sheet-cell">
        <p className="sheet-text sheet-text-long">{said('truth')}</p>
      </div>
      <div className="sheet-cell">
        <p className="sheet-text">{said('baseline')}</p>
        <span className="quiet small sheet-foot">{baseline.title}</span>
      </div>
      <div className="sheet-cell">
        <p className="sheet-text">{said('column')}</p>
        <span className="quiet small sheet-foot">{column.title}</span>
      </div>
      <div className="sheet-cell">
        <span className={`judge-outcome judge-${pair.state === 'judged' ? pair.outcome : pair.state}`}>
          {outcomeText(pair)}
        </span>
        {pair.judgements.map((judgement) => (
          <p key={String(judgement.baselineFirst)} className="small judge-reason">
            <span className="quiet">order {judgement.baselineFirst ? 1 : 2},</span>{' '}
            {verdictText(judgement, 'baseline', 'column')}:{' '}
            {judgement.reason ?? judgement.problem ?? 'no reason given'}
          </p>
        ))}
      </div>
    </div>
  );
}
