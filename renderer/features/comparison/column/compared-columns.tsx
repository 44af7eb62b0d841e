import type { ReactNode } from 'react';
import type { ComparedColumn, Comparison, ComparisonMethod } from '#shared/contract/comparison.ts';
import { NO_EXAMPLES } from '#shared/domain/agent.ts';
import { ROLE_NAMES } from '#shared/domain/dialogue.ts';
import { type ColumnGripHandlers, ColumnOrder, useOrderedColumn } from '../../../ui/columns/column-order.tsx';
import { Button } from '../../../ui/inputs/button.tsx';
import { bestOf } from '../../../ui/lists/figure-table.tsx';
import { InPlace } from '../../../ui/lists/in-place.tsx';
import { Focusable } from '../../../ui/panes/focusable.tsx';
import { type ColumnLayout, gridTemplate, idOf, moveColumnTo } from '../../columns/index.ts';
import { AccountSection } from '../answers/account-section.tsx';
import { AnswerSection } from '../answers/answer-sections.tsx';
import { type Against, DifferenceLegend } from '../answers/answer-text.tsx';
import { NO_EXAMPLES_METHOD, type ShownColumn } from '../answers/shown-columns.ts';
import type { Answering } from '../answers/use-answering.ts';
import { changeTurn, setColumns, useCompare } from '../compare-state.ts';
import {
  countOutcomes,
  describeEnd,
  type Route,
  type RouteStep,
  stepsOfRoute,
} from '../route/route-steps.ts';
import { ColumnHead } from './column-head.tsx';
import { ExamplesSection, MeasuresSection } from './column-sections.tsx';
import { MEASURE_GROUPS } from './measures.ts';

function RouteSection({ column: { method, route } }: { readonly column: ComparedColumn }) {
  return (
    <div className="column-part">
      <h3>Route</h3>
      {route ? (
        <RouteTaken name={method.name} title={method.title} route={route} />
      ) : (
        <p className="quiet">No route, because this method does not use an automaton.</p>
      )}
    </div>
  );
}

interface RouteTakenProps {
  readonly name: string;
  readonly title: string;
  readonly route: Route;
}

function RouteTaken({ name, title, route }: RouteTakenProps) {
  const lit = useCompare((state) => state.lit === name);
  const steps = stepsOfRoute(route);
  return (
    <>
      <div className="route-end wrap apart flex middle gap-1-2">
        <strong className="breaks" title={`State ${route.state} of this method’s own automaton`}>
          {describeEnd(route)}
        </strong>
        <Button
          small
          icon="path"
          aria-pressed={lit}
          aria-label={`Highlight the route of ${title}`}
          title="Show the path of this route on the automaton"
          onClick={() => changeTurn({ lit: lit ? null : name })}
        >
          Highlight the route
        </Button>
      </div>
      <p className="small">{route.stoppedBecause}</p>
      <details className="route-steps small">
        <summary>{countOutcomes(steps)}</summary>
        <Focusable as="section" className="route-scroll focus-inside" aria-label={`Steps of ${title}`}>
          <ol>
            {steps.map((step) => (
              <RouteStepRow key={step.key} step={step} />
            ))}
          </ol>
        </Focusable>
      </details>
    </>
  );
}

function RouteStepRow({ step }: { readonly step: RouteStep }) {
  return (
    <li className={step.role ? `said of-${step.role}` : 'said'}>
      <span className="quiet">
        {step.where}
        {step.role && `, ${ROLE_NAMES[step.role]}`} → state {step.state} ({step.support})
      </span>
      <ul className="wrap flex breaks gap-0-2">
        {step.tags.length === 0 && <li className="quiet">no tags</li>}
        <InPlace of={step.tags}>
          {(tag) => (
            <li title={tag.reason ?? undefined}>
              <span className={`route-tag-${tag.outcome}`}>{step.role ? `#${tag.name}` : tag.name}</span>
              {tag.outcome !== 'matched' && (
                <span className="route-tag-outcome quiet inline-block before-1">{tag.outcome}</span>
              )}
            </li>
          )}
        </InPlace>
      </ul>
    </li>
  );
}

const PARTS = 5;

interface ComparedColumnsProps {
  readonly result: Comparison;
  readonly layout: ColumnLayout;
  readonly methods: readonly ComparisonMethod[];
  readonly answering: Answering;
}

export function ComparedColumns({ result, layout, methods, answering }: ComparedColumnsProps) {
  const truthShown = useCompare((state) => state.truthShown);
  const differences = useCompare((state) => state.differences);
  const referenceId = useCompare((state) => state.reference);
  const { columns, whole, truth, turns, questionOf } = answering;
  const shown = layout.filter((choice) => columns.some(({ id }) => id === idOf(choice)));
  const reference = columns.find(({ id }) => id === referenceId) ?? null;

  const trueAnswer: Against | null =
    differences && truthShown
      ? {
          name: 'the true answer',
          textOf: (turn) => truth.find((one) => one.turn === turn)?.text ?? null,
        }
      : null;
  const againstOf = (column: ShownColumn): Against | null => {
    if (!differences || reference === null || reference.id === column.id) return trueAnswer;
    return {
      name: 'the reference',
      textOf: (turn) => textOf(reference, whole ? turn : null),
    };
  };

  const groups = MEASURE_GROUPS.map((group) => ({
    ...group,
    measures: group.measures.filter(({ of }) => columns.some(({ compared }) => of(compared) !== null)),
  })).filter(({ measures }) => measures.length > 0);
  const best = new Map(
    groups.flatMap(({ measures }) =>
      measures.map(({ id, of }) => [id, bestOf(columns.map(({ compared }) => of(compared)))] as const),
    ),
  );
  // Other columns cost nothing, and their heads show the time.
  const accounts = columns.some(({ byModel }) => byModel);
  const answerTurns = whole ? truth.map(({ turn }) => turn) : null;
  const rows = PARTS + (accounts ? 1 : 0) + (answerTurns?.length ?? 0);

  return (
    <Focusable as="section" className="columns focus-inside scroll shrink" aria-label="Methods side by side">
      <ColumnOrder onMove={(id, to) => setColumns(() => moveColumnTo(layout, id, to))}>
        {differences && (truthShown || reference) && (
          <DifferenceLegend of={reference ? 'the reference' : 'the true answer'} />
        )}
        <div
          className="columns-grid grid"
          style={{
            gridTemplateColumns: gridTemplate(shown),
            gridTemplateRows: `repeat(${rows - 1}, auto) 1fr`,
          }}
        >
          {columns.map((column, at) => {
            const { id, choice, compared, by } = column;
            const question = questionOf(choice);
            const other = reference !== null && reference.id !== id ? reference : null;
            return (
              <PlacedColumn
                key={id}
                id={id}
                place={at}
                rows={rows}
                label={by === null ? compared.method.title : `${compared.method.title} by ${by}`}
                head={(grip) => <ColumnHead column={column} layout={layout} methods={methods} grip={grip} />}
              >
                <AnswerSection
                  column={column}
                  turns={answerTurns}
                  against={againstOf(column)}
                  userBefore={(turn) => turns[turn - 1]?.text ?? ''}
                  controls={{
                    ask: () => answering.ask(choice),
                    stop: () => answering.stop(choice),
                    pick: (group) => answering.pick(id, group),
                  }}
                />
                {accounts && question && (
                  <AccountSection column={column} reference={other?.account ?? null} question={question} />
                )}
                <MeasuresSection
                  column={column}
                  hidden={!truthShown}
                  whole={whole}
                  groups={groups.filter(
                    (group) =>
                      group.of === 'answer' || !(whole || choice.agent || choice.name === NO_EXAMPLES),
                  )}
                  reference={other?.compared ?? null}
                  best={best}
                />
                {choice.agent ? <div className="column-part" /> : <RouteSection column={compared} />}
                <ExamplesSection
                  column={compared}
                  asked={choice.agent || choice.name === NO_EXAMPLES_METHOD.name ? 0 : result.examples}
                  why={
                    choice.agent
                      ? 'The author of the flow or worksheet wrote these texts.'
                      : 'The model sees only the dialogue.'
                  }
                  measured={truthShown}
                  firstTurnOnly={whole}
                />
              </PlacedColumn>
            );
          })}
        </div>
      </ColumnOrder>
    </Focusable>
  );
}

interface PlacedColumnProps {
  readonly id: string;
  readonly place: number;
  readonly rows: number;
  readonly label: string;
  readonly head: (grip: ColumnGripHandlers) => ReactNode;
  readonly children: ReactNode;
}

function PlacedColumn({ id, place, rows, label, head, children }: PlacedColumnProps) {
  const { ref, grip, className } = useOrderedColumn(id, place);
  return (
    <section
      ref={ref}
      className={`column ${className}`}
      style={{ gridRow: `span ${rows}` }}
      aria-label={label}
    >
      {head(grip)}
      {children}
    </section>
  );
}

function textOf({ turns }: ShownColumn, turn: number | null): string | null {
  return (turn === null ? turns[0] : turns.find((one) => one.turn === turn))?.text ?? null;
}
