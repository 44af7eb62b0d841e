import { useId, useState } from 'react';
import { spokenTag } from '#shared/algorithms/layout/labels/label-text.ts';
import type { VariantRow } from '#shared/contract/analysis.ts';
import { formatAmount, formatCount, formatDuration, formatShare } from '#shared/domain/figure-text.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { client } from '../../client/api.ts';
import { about, pageOf, question } from '../../client/queries.ts';
import { usePagedRows } from '../../client/use-paged-rows.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { stepText } from '../../project/describe.ts';
import { useDialogueFilter } from '../../project/dialogue-filter.ts';
import { type Place, samePlace } from '../../project/place.ts';
import { goTo, lightPath, openDialogue, useView } from '../../project/view.ts';
import { useSettledValue } from '../../ui/hooks/use-settled-value.ts';
import { Choice } from '../../ui/inputs/field.tsx';
import { VirtualList } from '../../ui/lists/virtual-list.tsx';
import { EmptyState, FailedState, LoadingState } from '../../ui/state/notice.tsx';
import { taggingCommands } from '../tagging/index.ts';

interface VariantsInput {
  readonly run: RunId | null;
  readonly where: string;
  readonly fold: boolean;
  /** Share of the dialogues to cover, 0 … 1. */
  readonly cover: number;
  readonly order: 'commonest' | 'slowest';
}

const variantQueries = {
  variants: (asked: VariantsInput, page: number) =>
    question(
      'variants',
      client.analysis.variants,
      { ...asked, ...pageOf(page) },
      about('corpus', 'tags', 'runs'),
    ),
};

const QUIET_MS = 120;
const ROW_PX = 58;

export function VariantsPanel({ run }: { readonly run: RunId | null }) {
  const id = useId();
  const place = useView((view) => view.place);
  const [percent, setPercent] = useState(100);
  const [fold, setFold] = useState(true);
  const [order, setOrder] = useState<'commonest' | 'slowest'>('commonest');
  const cover = useSettledValue(percent, QUIET_MS) / 100;
  const { where } = useDialogueFilter();
  const asked = { run, where, fold, cover, order };
  const { rows, error, retry, onRange } = usePagedRows(
    (page) => variantQueries.variants(asked, page),
    JSON.stringify(asked),
  );
  const placeOf = (row: VariantRow): Place => ({ kind: 'variant', run, steps: row.steps, fold });
  const choose = (index: number) => {
    const row = rows?.itemAt(index);
    if (!row) return;
    goTo(placeOf(row));
    openDialogue(row.example);
    lightPath(true);
  };
  return (
    <section className="variants stack grow shrink-down" aria-label="Variants">
      <div className="wrap flex middle pad-2-3 line-below gap-2-4">
        <div
          className="row-2 slider-row"
          title="List the most common variants that cover this share of the dialogues"
        >
          <label htmlFor={id}>Covering</label>
          <input
            id={id}
            type="range"
            min={5}
            max={100}
            step={5}
            value={percent}
            aria-valuetext={`the most common, covering ${percent} % of the dialogues`}
            onChange={({ target }) => setPercent(Number(target.value))}
          />
          <output htmlFor={id}>{percent} %</output>
        </div>
        <Choice label="Collapse repetitions" checked={fold} onChange={setFold} />
        <Choice
          label="Slowest first"
          title="Sorts variants by the median duration of their dialogues"
          checked={order === 'slowest'}
          onChange={(checked) => setOrder(checked ? 'slowest' : 'commonest')}
        />
        <output className="small to-end quiet">{rows && foundText(rows.first)}</output>
      </div>
      {error !== null && <FailedState error={error} onRetry={retry} />}
      {error === null && !rows && <LoadingState label="Counting variants…" />}
      {rows?.total === 0 && (
        <EmptyState title="No variants" action={<CommandButton command={taggingCommands.run} />}>
          No turn has a tag, so there are no paths.
        </EmptyState>
      )}
      {error === null && rows && rows.total > 0 && (
        <VirtualList
          key={JSON.stringify(asked)}
          label={`Variants, ${order === 'commonest' ? 'most common' : order} first`}
          total={rows.total}
          rowHeight={ROW_PX}
          itemAt={rows.itemAt}
          keyOf={(row) => JSON.stringify(row.steps)}
          selected={place.kind === 'variant' ? rows.findIndex((row) => samePlace(placeOf(row), place)) : -1}
          onOpen={choose}
          onRange={onRange}
        >
          {(row) => (
            <VariantView
              row={row}
              largest={rows.first.items.reduce((most, { share }) => Math.max(most, share), 0)}
            />
          )}
        </VirtualList>
      )}
    </section>
  );
}

function foundText({
  total,
  different,
  dialogues,
  covering,
}: {
  readonly total: number;
  readonly different: number;
  readonly dialogues: number;
  readonly covering: readonly { readonly share: number; readonly variants: number }[];
}): string {
  const [half] = covering;
  const shown = total === different ? '' : `${formatCount(total)} of `;
  const told = half ? `; the first ${formatCount(half.variants)} cover half of the dialogues` : '';
  return `${shown}${formatAmount(different, 'variant')} of ${formatAmount(dialogues, 'dialogue')}${told}`;
}

function VariantView({ row, largest }: { readonly row: VariantRow; readonly largest: number }) {
  const words = row.steps.map(stepText).join(' → ');
  return (
    <div className="variant">
      <div className="row-3 small">
        <meter
          className="variant-bar"
          min={0}
          max={largest}
          value={row.share}
          aria-label={`${formatShare(row.share)} of the dialogues`}
        />
        <strong>{formatCount(row.dialogues)}</strong>
        <span className="quiet">{formatShare(row.share)}</span>
        <span className="quiet">cumulative {formatShare(row.cumulative)}</span>
        {row.medianMinutes !== null && row.medianMinutes > 0 && (
          <span className="quiet">median duration {formatDuration(60 * row.medianMinutes)}</span>
        )}
        {row.outcome !== null && (
          <span className="quiet">
            {`outcome “${row.outcome.value}” ${formatShare(row.outcome.dialogues / row.dialogues)}`}
          </span>
        )}
        {row.alike > 0 && <span className="quiet">+ {formatCount(row.alike)} similar</span>}
      </div>
      <ol className="variant-steps flex hides" title={words}>
        {row.steps.map((step, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps are identified by their position only
          <li key={at} className={`small no-wrap variant-step role-tint of-${step.role}`}>
            {spokenTag(step.tag)}
            {step.repeated && <span title="repeated">+</span>}
          </li>
        ))}
      </ol>
    </div>
  );
}
