import { useMemo, useState } from 'react';
import type { Comparison, ComparisonMethod } from '#shared/contract/comparison.ts';
import { type ColumnLayout, gridTemplate, idOf } from '../../columns/columns.ts';
import { AccountSection } from '../answers/account-section.tsx';
import { type Against, AnswerSection } from '../answers/answer-sections.tsx';
import { NO_EXAMPLES_METHOD, type ShownColumn } from '../answers/shown-columns.ts';
import type { Answering } from '../answers/use-answering.ts';
import { useCompare } from '../compare-state.ts';
import { RouteSection } from '../route/route-section.tsx';
import { ColumnHead } from './column-head.tsx';
import { ExamplesSection, MeasuresSection } from './column-sections.tsx';
import { highestByMeasure } from './measures.ts';

/** Head, answer, account, measures, route, examples. */
const PARTS = 6;

/** The columns side by side; like parts of them stand at one height. */
export function ComparedColumns({
  result,
  layout,
  methods,
  answering,
}: {
  readonly result: Comparison;
  readonly layout: ColumnLayout;
  readonly methods: readonly ComparisonMethod[];
  readonly answering: Answering;
}) {
  const truthShown = useCompare((state) => state.truthShown);
  const differences = useCompare((state) => state.differences);
  const referenceId = useCompare((state) => state.reference);
  const { columns, whole, truth, rounds, questionOf } = answering;
  const highest = useMemo(() => highestByMeasure(columns.map(({ compared }) => compared)), [columns]);
  const [aim, setAim] = useState<{ readonly from: number; readonly to: number } | null>(null);
  const shown = layout.filter((choice) => columns.some(({ id }) => id === idOf(choice)));
  const reference = columns.find(({ id }) => id === referenceId) ?? null;

  const trueAnswer: Against | null =
    differences && truthShown
      ? {
          name: 'the true answer',
          textOf: (round) => truth.find((turn) => turn.round === round)?.text ?? null,
        }
      : null;
  const againstOf = (column: ShownColumn): Against | null => {
    if (!differences || reference === null || reference.id === column.id) return trueAnswer;
    return {
      name: 'the reference',
      textOf: (round) => textOf(reference, whole ? round : null),
    };
  };

  const answerRounds = whole ? truth.map(({ round }) => round) : null;
  const rows = PARTS + (answerRounds?.length ?? 0);

  return (
    // biome-ignore-start lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keys
    <section className="columns" tabIndex={0} aria-label="Methods side by side">
      {/* biome-ignore-end lint/a11y/noNoninteractiveTabindex: see above */}
      <div
        className="columns-grid"
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
            <section
              key={id}
              className={`column ${dropClass(at, aim)}`}
              style={{ gridRow: `span ${rows}` }}
              aria-label={by === null ? compared.method.title : `${compared.method.title} by ${by}`}
            >
              <ColumnHead
                column={column}
                layout={layout}
                methods={methods}
                onAim={(to) => setAim(to === null ? null : { from: at, to })}
              />
              <AnswerSection
                column={column}
                rounds={answerRounds}
                against={againstOf(column)}
                userBefore={(round) => rounds[round - 1]?.text ?? ''}
                controls={{
                  ask: () => answering.ask(choice),
                  stop: () => answering.stop(choice),
                  pick: (group) => answering.pick(id, group),
                }}
              />
              {question && (
                <AccountSection column={column} reference={other?.account ?? null} question={question} />
              )}
              <MeasuresSection
                column={compared}
                highest={highest}
                hidden={!truthShown}
                whole={whole}
                reference={other?.compared ?? null}
              />
              <RouteSection column={compared} />
              <ExamplesSection
                column={compared}
                asked={choice.name === NO_EXAMPLES_METHOD.name ? 0 : result.examples}
                measured={truthShown}
                firstTurnOnly={whole}
              />
            </section>
          );
        })}
      </div>
    </section>
  );
}

/** Where a dragged column would come to stand, as a line at the column's edge. */
function dropClass(at: number, aim: { readonly from: number; readonly to: number } | null): string {
  if (aim === null || aim.to !== at || aim.from === aim.to) return '';
  return aim.to < aim.from ? 'column-drop-before' : 'column-drop-after';
}

/** What a column says at a round; with null, in its only turn. */
function textOf({ turns }: ShownColumn, round: number | null): string | null {
  return (round === null ? turns[0] : turns.find((turn) => turn.round === round))?.text ?? null;
}
