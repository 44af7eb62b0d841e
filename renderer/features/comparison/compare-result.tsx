import type { ComponentType } from 'react';
import type { ComparedColumn } from '#shared/contract/comparison.ts';
import { agentKey } from '#shared/domain/agent.ts';
import { figureText } from '#shared/domain/figure-text.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import type { Command } from '../../commands/commands.ts';
import { defineSlot } from '../../project/feature.ts';
import { ResultLine } from '../../ui/state/notice.tsx';
import { agentOf } from '../columns/index.ts';
import { labelsWarning } from '../results/index.ts';
import type { Answering } from './answers/use-answering.ts';
import { useCompare } from './compare-state.ts';

interface NamedColumn {
  readonly title: string;
  readonly compared: Pick<ComparedColumn, 'answer' | 'oracle'>;
}

/**
 * Names the answer that is closest to the true one, by act F1, or by ROUGE-L if some answers lack acts.
 * `warns` is false if another sentence warns of the correct labels.
 */
export function describeTurn(columns: readonly NamedColumn[], whole: boolean, warns = true): string {
  const answered = columns.flatMap(({ title, compared: { answer, oracle } }) =>
    answer ? [{ title, oracle, measures: answer.measures }] : [],
  );
  const byActs = answered.every(({ measures }) => measures.actF1 !== null);
  const [measure, of] = byActs
    ? (['act F1', ({ measures }: (typeof answered)[number]) => measures.actF1 ?? 0] as const)
    : (['ROUGE-L', ({ measures }: (typeof answered)[number]) => measures.rougeL] as const);
  const ranked = answered.toSorted((a, b) => of(b) - of(a));
  const [best, ...others] = ranked;
  if (!best) return 'No column has an answer yet.';
  if (others.length === 0) return `Only ${best.title} has an answer, so there is nothing to compare.`;
  const where = whole ? 'In this dialogue' : 'In this turn';
  const text = (column: (typeof answered)[number]): string => figureText(of(column), { share: true });
  const [second, third] = others.filter((column) => of(column) < of(best));
  const next =
    second && `${third && of(third) === of(second) ? 'the next best' : second.title} ${text(second)}`;
  const equal = ranked.filter((column) => of(column) === of(best));
  const found =
    equal.length > 1
      ? `${where}, ${listed(equal.map(({ title }) => title))} come equally close to the true answer (${measure} ${text(best)}).`
      : `${where}, ${best.title} comes closest to the true answer (${measure} ${text(best)}${next ? `; ${next}` : ''}).`;
  const labeled = warns ? equal.filter(({ oracle }) => oracle) : [];
  return [found, ...labelsWarning(labeled.map(({ title }) => title))].join(' ');
}

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

interface WiderResult {
  readonly useSentence: (keys: readonly string[]) => string | null | undefined;
  readonly begin: Command;
}

export const widerResults = defineSlot<WiderResult>();

interface BetterMethods {
  readonly component: ComponentType<{
    /** The names of the methods in use. */
    readonly used: readonly string[];
    readonly usable: readonly string[];
    readonly action: string;
    readonly disabled?: boolean;
    readonly onTake: (name: string) => void;
  }>;
}

export const betterMethods = defineSlot<BetterMethods>();

export function CompareResult({ answering: { columns, whole } }: { readonly answering: Answering }) {
  const truthShown = useCompare((state) => state.truthShown);
  const keys = columns.map(({ choice }) => agentKey(agentOf(choice)));
  // biome-ignore lint/correctness/useHookAtTopLevel: as many each time
  const wider = widerResults.items.map(({ useSentence, begin }) => ({ begin, sentence: useSentence(keys) }));
  const known = wider.flatMap(({ sentence }) => sentence ?? []);
  const missing = wider.find(({ sentence }) => sentence === null);
  // If one model answers all columns, its name would say nothing.
  const sameAnswerer = new Set(columns.map(({ by }) => by)).size === 1;
  const named = columns.map(({ compared, by }) => ({
    title: by === null || sameAnswerer ? compared.method.title : `${compared.method.title} by ${by}`,
    compared,
  }));
  const turn = truthShown ? [describeTurn(named, whole, known.length === 0)] : [];
  if (!missing) return <ResultLine sentences={[...known, ...turn]} />;
  return (
    <ResultLine
      sentences={[
        ...turn,
        `One ${whole ? 'dialogue' : 'turn'} cannot show which column is better. To find out, start a batch run with these columns.`,
      ]}
    >
      <CommandButton small command={missing.begin}>
        {missing.begin.title}
      </CommandButton>
    </ResultLine>
  );
}
