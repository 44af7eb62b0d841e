import { useQuery } from '@tanstack/react-query';
import type {
  EvaluatedMethodFigures,
  EvaluationResult,
  EvaluationSummary,
} from '#shared/contract/evaluation.ts';
import type { Project } from '#shared/contract/projects.ts';
import {
  formatAmount,
  formatCount,
  formatSeconds,
  formatShare,
  formatTime,
} from '#shared/domain/figure-text.ts';
import { required } from '#shared/domain/required.ts';
import { client } from '../../client/api.ts';
import { taggerName } from '../../project/describe.ts';
import { hasDialogues } from '../../project/feature.ts';
import { Select } from '../../ui/inputs/field.tsx';
import { Focusable } from '../../ui/panes/focusable.tsx';
import { Notice, ResultLine, Unanswered, Warnings } from '../../ui/state/notice.tsx';
import { KindMark, type MethodKind } from '../columns/index.ts';
import { OracleMark } from '../comparison/index.ts';
import { ExportMenu } from '../lasting-runs/index.ts';
import { RunRow, runKind } from '../results/index.ts';
import {
  changeLooks,
  describeCounts,
  describeHonesty,
  describeResult,
  describeSettings,
  describeSource,
  FIGURES,
  figureOf,
  figureTitle,
  hasOracle,
  openingFigure,
  shortBest,
  sortMethods,
  titleOf,
  useLooks,
} from './figures.ts';
import { FiguresTable } from './figures-table.tsx';
import { IntervalPlot } from './plot/interval-plot.tsx';
import { EVALUATION, evaluationCommands, evaluationQueries } from './run-list.tsx';
import './evaluation.css';

const KINDS: readonly MethodKind[] = ['context', 'paper', 'baseline'];

function FiguresPlot({ result }: { readonly result: EvaluationResult }) {
  const chosen = useLooks((state) => state.figure) ?? openingFigure(result.methods);
  const figure = figureOf(chosen);
  const rows = sortMethods(result.methods, { key: figure.id, descending: true }).map((method) => ({
    name: method.name,
    title: method.title,
    kind: method.kind,
    oracle: method.oracle,
    value: figure.of(method),
  }));
  return (
    <section aria-label="Chart of the chosen figure">
      <div className="plot-head wrap flex middle">
        <h3>Chart</h3>
        <label className="small">
          <span className="visually-hidden">Figure</span>
          <Select
            value={figure.id}
            options={FIGURES.map((other) => ({ value: other.id, label: figureTitle(other) }))}
            onChange={(id) => changeLooks({ figure: id })}
          />
        </label>
        <span className="to-end flex gap-3 small">
          {KINDS.map((kind) => (
            <KindMark key={kind} kind={kind} />
          ))}
        </span>
      </div>
      <p className="quiet small">{figure.explanation}</p>
      <IntervalPlot
        label={figureTitle(figure)}
        unit={`${figure.label}, 0 to 100, with 95 % intervals`}
        rows={rows}
      />
    </section>
  );
}

interface StopRow {
  readonly reason: string;
  readonly queries: number;
  readonly share: number;
  readonly places: string;
}

const PLACES_NAMED = 3;

const REASONS: Readonly<Record<string, string>> = {
  'end-of-dialogue': 'The automaton followed the whole dialogue',
  'no-transition': 'No transition for a tag',
  'unknown-tag': 'Unknown tag',
  'deepest-state': 'No deeper state',
  'backed-off-for-support': 'Too few dialogues',
};

export function reasonText(reason: string): string {
  return REASONS[reason] ?? reason;
}

export function stopRows(method: EvaluatedMethodFigures): StopRow[] {
  const all = method.stops.reduce((sum, stop) => sum + stop.queries, 0);
  return [...method.stops]
    .sort((a, b) => b.queries - a.queries || (a.reason < b.reason ? -1 : 1))
    .map(({ reason, queries }) => ({
      reason,
      queries,
      share: all === 0 ? 0 : queries / all,
      places: placesOf(method, reason),
    }));
}

function placesOf(method: EvaluatedMethodFigures, reason: string): string {
  const word = (at: number) =>
    method.kind === 'context'
      ? at === 0
        ? 'at the answer'
        : `${formatAmount(at, 'turn')} back`
      : `turn ${at + 1}`;
  const places = method.stopsAt
    .filter((stop) => stop.reason === reason)
    .sort((a, b) => b.queries - a.queries || a.at - b.at);
  const named = places
    .slice(0, PLACES_NAMED)
    .map((place) => `${word(place.at)}: ${formatCount(place.queries)}`);
  return places.length > PLACES_NAMED ? `${named.join(', ')}, …` : named.join(', ');
}

interface RunPageProps {
  readonly run: EvaluationSummary;
  readonly project: Project;
}

function RunPage({ run: { id: run }, project }: RunPageProps) {
  const found = useQuery(evaluationQueries.get(run));
  if (found.isError || !found.data) return <Unanswered of={found} loading="Loading the figures…" />;
  const { result, createdAt, stale } = found.data;
  return (
    <Focusable
      as="section"
      className="stack-3 run-page focus-inside grow shrink scrolls"
      aria-label="Evaluation"
    >
      <header className="row-2 wrap">
        <h2 className="large">Evaluation of {formatTime(createdAt)}</h2>
        {hasOracle(result) && <OracleMark />}
        <span className="row-2 to-end">
          <ExportMenu
            name={`${project.name} evaluation ${run}`}
            formats={['csv', 'json']}
            write={(to, target) => client.evaluation.export({ run, to, ...target })}
          />
        </span>
      </header>
      <ResultLine sentences={describeResult(result)} />
      <ul className="run-settings wrap flex gap-1">
        {describeSettings(result.settings).map((part) => (
          <li key={part}>{part}</li>
        ))}
      </ul>
      <p>
        {describeCounts(result)}{' '}
        <span className="quiet">The evaluation took {formatSeconds(result.seconds)}.</span>
      </p>
      <p className="quiet small run-honesty">{describeHonesty(result)}</p>
      {stale && <Notice kind="warning">Dialogues have been added since this evaluation.</Notice>}
      <Warnings list={result.warnings} />
      <FiguresTable result={result} />
      <FiguresPlot result={result} />
      <Differences result={result} />
      <StopReasons result={result} />
    </Focusable>
  );
}

function Differences({ result }: { readonly result: EvaluationResult }) {
  const { differences } = result;
  if (differences.length === 0) return null;
  const acts = differences.some((difference) => difference.actF1.estimate !== null);
  const rows = differences
    .map((difference) => ({
      name: difference.method,
      title: titleOf(result, difference.method),
      kind: result.methods.find((method) => method.name === difference.method)?.kind ?? 'baseline',
      oracle: difference.oracle,
      value: acts ? difference.actF1 : difference.answerRougeL,
    }))
    .sort(
      (a, b) =>
        (b.value.estimate ?? Number.NEGATIVE_INFINITY) - (a.value.estimate ?? Number.NEGATIVE_INFINITY),
    );
  const figure = acts ? 'Act F1 of the examples' : 'ROUGE-L of the answer';
  const baseline = titleOf(result, required(differences[0], 'difference').baseline);
  return (
    <section aria-label="Differences from the baseline">
      <h3>Difference from {baseline}</h3>
      <p className="quiet small">
        {figure}, on the same turns. If an interval includes 0, the difference may be due to chance.
      </p>
      <IntervalPlot
        label={`${figure} minus ${baseline}`}
        unit="difference in points, with 95 % intervals"
        rows={rows}
        difference
      />
    </section>
  );
}

function StopReasons({ result }: { readonly result: EvaluationResult }) {
  const routed = result.methods
    .filter((method) => method.stops.length > 0)
    .sort((a, b) => Number(a.kind !== 'paper') - Number(b.kind !== 'paper'));
  if (routed.length === 0) return null;
  return (
    <section aria-label="Where routes stop, and why">
      <h3>Where routes stop, and why</h3>
      <div className="stops-methods gap-4 grid">
        {routed.map((method) => (
          <section key={method.name} aria-label={method.title}>
            <h4>{method.title}</h4>
            <ul className="stops">
              {stopRows(method).map((stop) => (
                <li key={stop.reason}>
                  <span className="breaks stop-reason">{reasonText(stop.reason)}</span>
                  <span className="number">
                    {formatShare(stop.share)} <span className="quiet">({formatCount(stop.queries)})</span>
                  </span>
                  <span className="stop-bar span-all rounded-small fill-3" aria-hidden="true">
                    <span style={{ width: `${stop.share * 100}%` }} />
                  </span>
                  {stop.places && <span className="span-all quiet small">{stop.places}</span>}
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </section>
  );
}

export const evaluationResults = runKind({
  name: EVALUATION,
  title: 'Evaluations',
  useRuns: () => useQuery(evaluationQueries.list),
  idOf: ({ id }) => id,
  row: ({ run, ...place }) => {
    const best = shortBest(run);
    return (
      <RunRow {...place} id={run.id} at={run.createdAt}>
        <span className="quiet small">
          {taggerName(run.settings.tagger)}, {formatAmount(run.queries, 'turn')}
        </span>
        <span className="quiet small">{describeSource(run.settings)}</span>
        {best && (
          <span className="small" title="Best method minus best baseline, act F1">
            best − baseline {best}
            {run.best[0]?.oracle && <span className="run-oracle"> · uses the correct labels</span>}
          </span>
        )}
        {run.stale && <span className="small run-stale">dialogues have been added since then</span>}
      </RunRow>
    );
  },
  page: RunPage,
  begin: {
    command: evaluationCommands.run,
    when: hasDialogues,
    about:
      "An evaluation tests every method on unseen dialogues. It measures how close the method's examples come to the true answer.",
  },
});
