import { useQuery } from '@tanstack/react-query';
import type { TagQualityFigures } from '#shared/contract/review.ts';
import { ROLE_NAMES } from '#shared/domain/dialogue.ts';
import { bracketText, formatAmount, formatCount, percentText } from '#shared/domain/figure-text.ts';
import { taggerName } from '../../project/describe.ts';
import { FigureTable, numbers } from '../../ui/lists/figure-table.tsx';
import { ProgressBar } from '../../ui/state/notice.tsx';
import { reviewQueries } from './commands.ts';
import './review.css';

const MOST_TAGS = 8;

export function AdjudicationPanel({ queue }: { readonly queue: number }) {
  const found = useQuery(reviewQueries.adjudication(queue)).data;
  if (!found) return null;
  const { turns, settled, tags } = found;
  const listed = tags.slice(0, MOST_TAGS);
  return (
    <section className="review-quality rigid line-below pad-3 pad-top-2" aria-label="Settled disagreements">
      <h3 className="below-1">
        Disagreements{' '}
        <span className="quiet panel-remark">
          {formatCount(settled)} of {formatCount(turns)} settled, {formatCount(turns - settled)} left
        </span>
      </h3>
      <ProgressBar label="Settled disagreements" done={settled} total={turns} />
      <FigureTable
        className="review-figures"
        columns={[
          {
            name: 'tag on one side only',
            isName: true,
            cellClass: () => 'clip',
            title: ({ name }) => `#${name}`,
            value: ({ name }) => `#${name}`,
          },
          ...numbers<(typeof listed)[number]>(
            ['turns', ({ turns }) => formatCount(turns)],
            ['settled', ({ settled }) => formatCount(settled)],
            ['left', ({ turns, settled }) => formatCount(turns - settled)],
          ),
        ]}
        rows={listed}
        keyOf={({ name }) => name}
      />
      {tags.length > listed.length && (
        <p className="quiet small">
          These {MOST_TAGS} of {formatCount(tags.length)} tags have the most unsettled turns.
        </p>
      )}
    </section>
  );
}

function Estimate({ share, low, high }: TagQualityFigures['turns']) {
  if (share === null) return '–';
  return (
    <>
      {percentText(share)}
      <span className="block quiet">{bracketText({ lower: low, upper: high }, { share: true })}</span>
    </>
  );
}

const FIGURES = [
  { field: 'turns', label: 'Fully correct turns', title: 'Turns whose tags were all correct' },
  { field: 'precision', label: 'Precision', title: "Share of the tagger's tags that are correct" },
  { field: 'recall', label: 'Recall', title: 'Share of the correct tags that the tagger found' },
] as const;

export function QualityPanel({ queue }: { readonly queue: number }) {
  const quality = useQuery(reviewQueries.quality(queue)).data;
  if (!quality) return null;
  const { trials } = quality.all.turns;
  const columns = [
    { key: 'all', label: 'all', figures: quality.all },
    ...quality.roles.map((role) => ({ key: role.role, label: ROLE_NAMES[role.role], figures: role })),
  ];
  return (
    <section className="review-quality rigid line-below pad-3 pad-top-2" aria-label="Tag quality">
      <h3 className="below-1">
        Tag quality: {taggerName(quality.origin)}{' '}
        <span className="quiet panel-remark">on {formatAmount(trials, 'checked turn')}</span>
      </h3>
      {trials === 0 ? (
        <p className="quiet small">Accept, correct or reject a turn to see figures.</p>
      ) : (
        <>
          <FigureTable
            className="review-figures"
            columns={[
              { name: '', isName: true, title: ({ title }) => title, value: ({ label }) => label },
              ...columns.map(({ label, figures }) => ({
                name: label,
                className: 'number',
                title: ({ field }: (typeof FIGURES)[number]) =>
                  `${figures[field].successes} of ${figures[field].trials}`,
                value: ({ field }: (typeof FIGURES)[number]) => <Estimate {...figures[field]} />,
              })),
            ]}
            rows={FIGURES}
            keyOf={({ field }) => field}
          />
          <p className="quiet small">
            {quality.sample
              ? 'The 95 % intervals are valid for the whole corpus, unless you skip turns.'
              : 'These figures cover only the checked turns. The checked turns are not a random sample, so the other turns may differ.'}
          </p>
        </>
      )}
    </section>
  );
}
