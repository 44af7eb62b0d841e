import { useQuery } from '@tanstack/react-query';
import type { ModelTaggingSettings } from '#shared/contract/model-tagging.ts';
import { formatCount } from '#shared/domain/figure-text.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { useApi } from '../../client/api.tsx';
import { Unanswered } from '../../ui/state/notice.tsx';
import { modelTaggingQueries } from './queries.ts';
import { describeCost, describePrice } from './sentences.ts';
import '../../ui/lists/report.css';

/** Shows the likely and maximum cost of a run, or of the rest of one. */
export function EstimateBox({
  settings,
  run,
}: {
  readonly settings: ModelTaggingSettings;
  readonly run: RunId | null;
}) {
  const estimate = useQuery(modelTaggingQueries(useApi().client).estimate(settings, run));
  if (estimate.isError || !estimate.data)
    return <Unanswered of={estimate} loading="Preparing every request…" />;
  const { data } = estimate;
  return (
    <>
      <table className="report tagging-estimate">
        <caption className="visually-hidden">Estimate</caption>
        <thead>
          <tr>
            <td />
            <th scope="col" className="number">
              Likely
            </th>
            <th scope="col" className="number">
              At most
            </th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">Requests</th>
            <td className="number">{formatCount(data.requests)}</td>
            <td className="number">{formatCount(2 * data.requests)}</td>
          </tr>
          <tr>
            <th scope="row">Tokens in</th>
            <td className="number">{formatCount(data.input.likely)}</td>
            <td className="number">{formatCount(2 * data.input.most)}</td>
          </tr>
          <tr>
            <th scope="row">Tokens out</th>
            <td className="number">{formatCount(data.output.likely)}</td>
            <td className="number">{formatCount(2 * data.output.most)}</td>
          </tr>
          <tr className="main">
            <th scope="row">Cost</th>
            <td className="number">{describeCost(data.costUsd, 'likely')}</td>
            <td className="number">{describeCost(data.costUsd, 'most')}</td>
          </tr>
        </tbody>
      </table>
      <dl className="tagging-facts">
        <dt>Dialogues</dt>
        <dd>
          {formatCount(data.dialogues)}
          {data.inParts > 0 && `, ${formatCount(data.inParts)} in parts`}
        </dd>
        <dt>Already answered</dt>
        <dd>{formatCount(data.cached)}, not included in these figures</dd>
        {data.alike > 0 && (
          <>
            <dt>The same as another request</dt>
            <dd>{formatCount(data.alike)}, asked once</dd>
          </>
        )}
        <dt>Price</dt>
        <dd>{describePrice(data.price)}</dd>
      </dl>
      <p className="quiet small">
        {data.measured ? "Likely: the pilot's average." : 'Likely: four bytes per token.'} At most: one token
        per byte, full-length answers, every request sent twice. Nothing was sent to estimate this.
      </p>
    </>
  );
}
