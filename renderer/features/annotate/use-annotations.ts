import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Annotation as Drawn } from '#shared/algorithms/layout/annotations/annotate.ts';
import type { MapFigures } from '#shared/contract/analysis.ts';
import type { Annotation, AnnotationFigure } from '#shared/contract/annotations.ts';
import { type AutomatonSummary, hasPaths } from '#shared/contract/automata.ts';
import { formatAmount, formatDuration, formatShare } from '#shared/domain/figure-text.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { LEAST_SHARED } from '#shared/domain/sharing.ts';
import { client } from '../../client/api.ts';
import { about, question } from '../../client/queries.ts';
import { createTabState } from '../../project/mode.ts';
import { useAction } from '../../ui/overlays/toasts.tsx';
import { mapQueries } from '../map/index.ts';

export const annotationQueries = {
  list: (automaton: RunId) =>
    question(
      'annotations',
      client.annotations.list,
      { automaton },
      about('annotations', 'automata', 'corpus'),
    ),
};

export const FIGURES: readonly {
  readonly value: AnnotationFigure;
  readonly label: string;
  readonly of: 'state' | 'transition' | 'both';
}[] = [
  { value: 'share', label: 'Share of dialogues', of: 'both' },
  { value: 'dialogues', label: 'Dialogues', of: 'both' },
  { value: 'ends', label: 'Share of dialogues that end here', of: 'state' },
  { value: 'exits', label: 'Share of visits that take this transition', of: 'transition' },
  { value: 'median', label: 'Median wait', of: 'both' },
  { value: 'p90', label: '90th percentile of waits', of: 'both' },
];

const FEW = `fewer than ${LEAST_SHARED} dialogues`;

export function toldFigure(
  { figure, states, transitions }: Pick<Annotation, 'figure' | 'states' | 'transitions'>,
  figures: MapFigures | null,
): string | null {
  if (figure === null) return null;
  if (figures === null) return '…';
  const [transition] = transitions;
  const at = transition
    ? figures.transitions.from.findIndex(
        (from, one) => from === transition.from && figures.transitions.to[one] === transition.to,
      )
    : (states[0] ?? 0);
  const side = transition ? figures.transitions : figures.states;
  const dialogues = side.dialogues[at] ?? 0;
  if (dialogues < LEAST_SHARED) return FEW;
  if (figure === 'dialogues') return formatAmount(dialogues, 'dialogue');
  if (figure === 'share')
    return `${formatShare(dialogues / figures.dialogues, { rough: true })} of dialogues`;
  if (figure === 'ends') {
    const ends = figures.states.ends[at] ?? 0;
    return ends > 0 && ends < LEAST_SHARED
      ? `${FEW} end here`
      : `${formatShare(ends / dialogues, { rough: true })} end here`;
  }
  if (figure === 'exits')
    return `${formatShare(figures.transitions.exits[at] ?? 0, { rough: true })} of visits to state ${transition?.from ?? at}`;
  const seconds = side[figure][at] ?? Number.NaN;
  if (Number.isNaN(seconds)) return 'no times available';
  return figure === 'median'
    ? `median wait ${formatDuration(seconds)}`
    : `90 % of waits are at most ${formatDuration(seconds)}`;
}

export function drawnOf(one: Annotation, figures: MapFigures | null): Drawn[] {
  if (one.lost) return [];
  return [{ ...one, told: toldFigure(one, figures), quoted: one.said?.text ?? null }];
}

export function nameOf({ kind, text, figure, said }: Annotation): string {
  const name = FIGURES.find(({ value }) => value === figure)?.label;
  const words = [text, name, said && `“${said.text}”`].filter(Boolean).join(' · ');
  return words || (kind === 'arrow' ? 'Arrow' : kind === 'highlight' ? 'Highlight' : 'Call-out');
}

const hiding = createTabState<{ readonly hidden: readonly number[] }>('annotations', { hidden: [] });
export const enterAnnotations = hiding.enter;
export const useHidden = (): readonly number[] => hiding.use(({ hidden }) => hidden);
export const showAnnotation = (id: number, isShown: boolean): void => {
  const others = hiding.use.getState().hidden.filter((other) => other !== id);
  hiding.change({ hidden: isShown ? others : [...others, id] });
};

interface ReadAnnotations {
  readonly listed: readonly Annotation[];
  readonly drawn: readonly Drawn[];
}

const NONE: ReadAnnotations = { listed: [], drawn: [] };

export function useAnnotationsOf(
  automata: readonly Omit<AutomatonSummary, 'stale'>[],
): ReadonlyMap<RunId, ReadAnnotations> {
  const lists = useQueries({
    queries: automata.map(({ id }) => annotationQueries.list(id)),
    combine: (results) => results.map(({ data }) => data ?? []),
  });
  const asked = automata.flatMap((automaton, at) =>
    hasPaths(automaton) && lists[at]?.some(({ figure }) => figure !== null) ? [automaton.id] : [],
  );
  const figures = useQueries({
    queries: asked.map((automaton) =>
      mapQueries.figures({ automaton, where: '', good: '', waits: 'both', number: null }),
    ),
    combine: (results) => results.map(({ data }) => data ?? null),
  });
  const key = automata.map(({ id }) => id).join(' ');
  const counted = asked.join(' ');
  return useMemo(() => {
    const ids = counted.split(' ');
    return new Map(
      key.split(' ').map((id, at): [RunId, ReadAnnotations] => {
        const listed = lists[at] ?? [];
        const known = figures[ids.indexOf(id)] ?? null;
        return [Number(id) as RunId, { listed, drawn: listed.flatMap((one) => drawnOf(one, known)) }];
      }),
    );
  }, [key, counted, lists, figures]);
}

function useAnnotations(automaton: AutomatonSummary): ReadAnnotations {
  return useAnnotationsOf([automaton]).get(automaton.id) ?? NONE;
}

export function useAnnotating(automaton: AutomatonSummary) {
  const { drawn } = useAnnotations(automaton);
  const hidden = useHidden();
  const meta = about('annotations');
  const move = useAction(
    (moved: { readonly id: number; readonly dx: number; readonly dy: number }) =>
      client.annotations.move(moved),
    { meta },
  );
  const remove = useAction((id: number) => client.annotations.remove({ id }), { meta });
  const annotations = useMemo(() => drawn.filter(({ id }) => !hidden.includes(id)), [drawn, hidden]);
  return {
    annotations,
    onMove: (id: number, place: { readonly dx: number; readonly dy: number }) =>
      move.mutateAsync({ id, ...place }),
    onRemove: (id: number) => remove.mutate(id),
  };
}
