import { useQuery } from '@tanstack/react-query';
import { widenForChoice } from '#shared/algorithms/metrics/bootstrap.ts';
import type { EstimateValue, EvaluatedMethodFigures, EvaluationResult } from '#shared/contract/evaluation.ts';
import { formatAmount } from '#shared/domain/figure-text.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { client } from '../../client/api.ts';
import { about, question } from '../../client/queries.ts';
import { defineCommands } from '../../commands/commands.ts';
import { Button } from '../../ui/inputs/button.tsx';
import type { betterMethods, UsedMethod } from '../comparison/index.ts';

export const EVALUATION = 'evaluation';

export const evaluationCommands = defineCommands(
  'evaluation',
  { group: 'Comparison' },
  {
    run: { title: 'Run an evaluation…' },
  },
);

const RUNS = about('evaluations', 'corpus');

export const evaluationQueries = {
  list: question('evaluation.list', client.evaluation.list, undefined, RUNS),
  get: (run: RunId) => question('evaluation.get', client.evaluation.get, { run }, RUNS),
};

interface Better {
  readonly name: string;
  readonly sentence: string;
}

const FIGURES: readonly (readonly [string, (method: EvaluatedMethodFigures) => EstimateValue])[] = [
  ['act F1', ({ actF1 }) => actF1],
  ['mean ROUGE-L', ({ rougeL }) => rougeL.mean],
];

/**
 * Its interval, widened because it is the best of several, lies above those of the methods in use.
 * Methods that use the correct labels are excluded.
 */
export function betterMethod(
  { methods, queries }: Pick<EvaluationResult, 'methods' | 'queries'>,
  used: readonly UsedMethod[],
  usable: readonly string[],
): Better | null {
  const [label, of] =
    FIGURES.find(([, figure]) => methods.some((method) => figure(method).estimate !== null)) ?? FIGURES[0]!;
  const measured = methods
    .filter(({ oracle }) => !oracle)
    .flatMap((method) => {
      const { estimate, lower } = widenForChoice(of(method), methods.length - 1);
      return estimate === null ? [] : [{ ...method, estimate, lower: lower ?? estimate }];
    })
    .sort((a, b) => b.estimate - a.estimate);
  const best = measured.find(({ name }) => usable.includes(name));
  if (!best || used.length === 0 || used.some(({ name }) => name === best.name)) return null;
  const now = measured.find(({ name }) => used.some((one) => one.name === name));
  if (now && best.lower <= now.estimate) return null;
  const { title } = (now && used.find(({ name }) => name === now.name)) ?? used[0]!;
  const share = (value: number) => `${value.toFixed(1)} %`;
  const sample = formatAmount(queries, 'turn');
  const sentence = now
    ? `In this project, ${best.title} finds better examples than ${title}: ${label} ${share(best.estimate)} instead of ${share(now.estimate)} (${sample}).`
    : `In this project, ${best.title} finds better examples than the other measured methods: ${label} ${share(best.estimate)} (${sample}). The method “${title}” was not measured.`;
  return { name: best.name, sentence };
}

/** Says if the latest evaluation of the project found a better method, and lets the person switch to it. */
export const BetterMethod: (typeof betterMethods.items)[number]['component'] = ({
  used,
  usable,
  action,
  disabled = false,
  onTake,
}) => {
  const runs = useQuery(evaluationQueries.list).data;
  const latest = runs?.find(({ settings, stale }) => settings.from.kind === 'project' && !stale);
  const found = useQuery({
    ...evaluationQueries.get(latest?.id ?? (0 as RunId)),
    enabled: latest !== undefined,
  }).data;
  const better = latest && found ? betterMethod(found.result, used, usable) : null;
  if (!better) return null;
  return (
    <section className="result-line rigid pad-2-3 rounded full" aria-label="Better method">
      <p>
        {better.sentence}{' '}
        <Button small disabled={disabled} onClick={() => onTake(better.name)}>
          {action}
        </Button>
      </p>
    </section>
  );
};
