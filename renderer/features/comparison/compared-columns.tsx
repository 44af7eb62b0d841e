import { useMemo } from 'react';
import type { Comparison, ComparisonMethod } from '#shared/contract/comparison.ts';
import { ColumnHead } from './column-head.tsx';
import { AnswerSection, ExamplesSection, MeasuresSection } from './column-sections.tsx';
import { type ColumnLayout, gridTemplate } from './columns.ts';
import { useCompare } from './compare-state.ts';
import { highestByMeasure } from './measures.ts';
import { RouteSection } from './route-section.tsx';

/** The methods side by side; like parts of them stand at one height. */
export function ComparedColumns({
  result,
  layout,
  methods,
}: {
  readonly result: Comparison;
  readonly layout: ColumnLayout;
  readonly methods: readonly ComparisonMethod[];
}) {
  const truthShown = useCompare((state) => state.truthShown);
  const differences = useCompare((state) => state.differences);
  const columns = layout.flatMap(
    ({ name }) => result.columns.find((column) => column.method.name === name) ?? [],
  );
  const highest = useMemo(() => highestByMeasure(columns), [columns]);
  const shown = layout.filter(({ name }) => columns.some((column) => column.method.name === name));
  const truth = truthShown ? result.truth.text : null;

  return (
    // biome-ignore-start lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keys
    <section className="columns" tabIndex={0} aria-label="Methods side by side">
      {/* biome-ignore-end lint/a11y/noNoninteractiveTabindex: see above */}
      <div className="columns-grid" style={{ gridTemplateColumns: gridTemplate(shown) }}>
        {columns.map((column) => (
          <section key={column.method.name} className="column" aria-label={column.method.title}>
            <ColumnHead column={column} layout={layout} methods={methods} />
            <AnswerSection column={column} truth={truth} differences={differences} />
            <MeasuresSection column={column} highest={highest} hidden={!truthShown} />
            <RouteSection column={column} />
            <ExamplesSection column={column} asked={result.examples} measured={truthShown} />
          </section>
        ))}
      </div>
    </section>
  );
}
