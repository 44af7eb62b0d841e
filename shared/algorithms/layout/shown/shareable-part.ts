import { LEAST_SHARED } from '../../../domain/sharing.ts';
import type { DrawnAutomaton } from '../drawn-automaton.ts';
import type { Overlay, OverlayMark } from '../scene/overlay.ts';
import type { VisibleFilter } from './visible.ts';

/** Removes transitions and ends of too few dialogues. With `shareableFilter`, a picture then shows no small count. */
export function shareablePart(whole: DrawnAutomaton, least: number = LEAST_SHARED): DrawnAutomaton {
  const { states, transitions } = whole;
  const kept = Array.from(transitions.support, (_, at) => at).filter(
    (at) => transitions.support[at] >= least,
  );
  const of = (column: ArrayLike<number>): number[] => kept.map((at) => column[at]);
  const optional = (name: 'together' | 'main' | 'covered' | 'certainty') => {
    const column = transitions[name];
    return column ? { [name]: of(column) } : {};
  };
  return {
    ...whole,
    states: { ...states, ends: Array.from(states.ends, (count) => (count < least ? 0 : count)) },
    transitions: {
      ...(transitions.own ? { own: { from: of(transitions.own.from), to: of(transitions.own.to) } } : {}),
      from: of(transitions.from),
      to: of(transitions.to),
      symbol: of(transitions.symbol),
      support: of(transitions.support),
      ...optional('together'),
      ...optional('main'),
      ...optional('covered'),
      ...optional('certainty'),
      leftOut: (transitions.leftOut ?? 0) + transitions.support.length - kept.length,
    },
  };
}

export function shareableFilter(
  filter: VisibleFilter,
  { states }: DrawnAutomaton,
  least: number = LEAST_SHARED,
): VisibleFilter {
  const kept = (all: readonly number[] | undefined) => all?.filter((state) => states.support[state] >= least);
  const [revealed, only] = [kept(filter.revealed), kept(filter.only)];
  return {
    ...filter,
    minSupport: Math.max(least, filter.minSupport),
    ...(revealed === undefined ? {} : { revealed }),
    ...(only === undefined ? {} : { only }),
  };
}

export function shareableOverlay(overlay: Overlay): Overlay {
  const without = <Key>(marks: ReadonlyMap<Key, OverlayMark>): Map<Key, OverlayMark> =>
    new Map(
      [...marks].map(([key, mark]) => [
        key,
        mark.isOfFew
          ? { text: '', tint: mark.tint === null ? null : 0, share: mark.share === null ? null : 0 }
          : mark,
      ]),
    );
  const { states, transitions, ends } = overlay;
  const shared = ends && new Map([...ends].filter(([, count]) => count >= LEAST_SHARED));
  return {
    ...overlay,
    states: without(states),
    transitions: without(transitions),
    ...(shared && { ends: shared }),
  };
}
