import { useQuery } from '@tanstack/react-query';
import { formatCount } from '#shared/domain/figure-text.ts';
import { useApi } from '../../client/api.tsx';
import { ProgressBar } from '../../ui/state/progress.tsx';
import { reviewQueries } from './queries.ts';
import './quality-panel.css';

/** If there are more tags, those with the most unsettled turns are listed. */
const MOST_TAGS = 8;

/** Shows how many of the turns that two sides tag differently are settled, in total and by tag. */
export function AdjudicationPanel({ queue }: { readonly queue: number }) {
  const found = useQuery(reviewQueries(useApi().client).adjudication(queue)).data;
  if (!found) return null;
  const { rounds, settled, tags } = found;
  const listed = tags.slice(0, MOST_TAGS);
  return (
    <section className="review-quality" aria-label="Settled disagreements">
      <h3>
        Disagreements{' '}
        <span className="quiet panel-remark">
          {formatCount(settled)} of {formatCount(rounds)} settled, {formatCount(rounds - settled)} left
        </span>
      </h3>
      <ProgressBar label="Settled disagreements" done={settled} total={rounds} />
      <table className="review-figures">
        <thead>
          <tr>
            <th scope="col">tag on one side only</th>
            <th scope="col" className="number">
              turns
            </th>
            <th scope="col" className="number">
              settled
            </th>
            <th scope="col" className="number">
              left
            </th>
          </tr>
        </thead>
        <tbody>
          {listed.map((tag) => (
            <tr key={tag.name}>
              <th scope="row" className="clip" title={`#${tag.name}`}>
                #{tag.name}
              </th>
              <td className="number">{formatCount(tag.rounds)}</td>
              <td className="number">{formatCount(tag.settled)}</td>
              <td className="number">{formatCount(tag.rounds - tag.settled)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {tags.length > listed.length && (
        <p className="quiet small">
          Of {formatCount(tags.length)} tags, the {MOST_TAGS} with most left.
        </p>
      )}
    </section>
  );
}
