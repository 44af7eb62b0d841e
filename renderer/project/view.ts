import { create } from 'zustand';
import type { VisibleFilter } from '#shared/algorithms/layout/shown/visible.ts';
import type { ListSort } from '#shared/contract/filters.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import type { GraphHighlight } from '../graph/graph-selection.ts';
import { readStored, writeStored } from '../ui/hooks/preferences.ts';
import { EVERYWHERE, type Place, samePlace } from './place.ts';

export const TABS = [
  'graph',
  'table',
  'transitions',
  'fields',
  'variants',
  'groups',
  'fitness',
  'merges',
] as const;

export interface ListShape {
  readonly sort: ListSort | null;
  readonly columns: readonly string[];
}

const SIDES = ['findings', 'dialogues'] as const;
type Side = (typeof SIDES)[number];

export interface View {
  readonly project: string | null;
  readonly automaton: RunId | null;
  readonly run: RunId | null;
  readonly place: Place;
  readonly where: string;
  readonly list: ListShape;
  readonly search: string;
  readonly dialogue: DialogueId | null;
  readonly turn: number | null;
  readonly hovered: number | null;
  readonly replayed: number | null;
  readonly together: boolean;
  readonly sharing: boolean;
  readonly pathLit: boolean;
  readonly tab: (typeof TABS)[number];
  readonly folded: boolean;
  readonly side: Side;
  readonly pointed: GraphHighlight | null;
  readonly filter: { readonly automaton: RunId; readonly visible: VisibleFilter } | null;
}

const START: View = {
  project: null,
  automaton: null,
  run: null,
  place: EVERYWHERE,
  where: '',
  list: { sort: null, columns: [] },
  search: '',
  dialogue: null,
  turn: null,
  hovered: null,
  replayed: null,
  together: false,
  sharing: false,
  pathLit: false,
  tab: 'graph',
  folded: false,
  side: 'findings',
  pointed: null,
  filter: null,
};

export const useView = create<View>(() => START);

const STORED = 'view';

export function enterView(project: string): void {
  const stored = readStored<Partial<View>>(STORED, {}, true);
  const kept: Partial<View> =
    stored.project === project ? { ...stored, filter: filterOf(stored.filter) } : {};
  useView.setState({
    ...START,
    ...kept,
    // An earlier version may have stored a tab that is gone.
    tab: TABS.find((tab) => tab === kept.tab) ?? START.tab,
    project,
    hovered: null,
    pointed: null,
    replayed: null,
    together: false,
    sharing: false,
  });
}

/** JSON has no infinity: an unlimited depth is stored as null. */
function filterOf(stored: View['filter'] | undefined): View['filter'] {
  if (!stored) return null;
  const maxDepth = stored.visible.maxDepth ?? Number.POSITIVE_INFINITY;
  return { ...stored, visible: { ...stored.visible, maxDepth } };
}

function change(next: Partial<View>): void {
  useView.setState(next);
  writeStored(STORED, useView.getState(), true);
}

export function goTo(place: Place): void {
  if (samePlace(place, useView.getState().place)) showSide('dialogues');
  else change({ place, search: '', folded: false, side: 'dialogues', pointed: null });
}

export function showSide(side: Side): void {
  change({ side, folded: false, pointed: null });
}

export function pointAt(pointed: GraphHighlight | null): void {
  useView.setState({ pointed });
}

export function filterBy(where: string): void {
  if (where !== useView.getState().where) change({ where });
}

export function shapeList(list: ListShape): void {
  change({ list });
}

export function showAgain(view: Partial<Pick<View, 'where' | 'place' | 'tab'>>): void {
  change(view);
}

export function search(text: string): void {
  change({ search: text });
}

export function openDialogue(dialogue: DialogueId): void {
  if (useView.getState().dialogue === dialogue) showSide('dialogues');
  else change({ dialogue, turn: null, hovered: null, folded: false, side: 'dialogues', pointed: null });
}

export function closeDialogue(): void {
  change({ dialogue: null, turn: null, hovered: null, pathLit: false });
}

export function focusTurn(turn: number | null): void {
  if (useView.getState().turn !== turn) change({ turn });
}

export function hoverTurn(hovered: number | null): void {
  if (useView.getState().hovered !== hovered) useView.setState({ hovered });
}

export function replayTurn(replayed: number | null): void {
  useView.setState({ replayed });
}

export function replayTogether(together: boolean): void {
  change(together ? { together, tab: 'graph' } : { together });
}

export function askToShare(sharing: boolean): void {
  useView.setState(sharing ? { sharing, tab: 'graph' } : { sharing });
}

export function lightPath(pathLit: boolean): void {
  change({ pathLit });
}

export function showTab(tab: View['tab']): void {
  change({ tab });
}

export function fold(folded: boolean): void {
  change({ folded });
}

export function showAutomaton(automaton: RunId | null): void {
  change({ automaton, run: null, place: EVERYWHERE, search: '' });
}

/** Switches to an automaton that was learned again. The selected place stays, with the new state numbers. */
export function followAutomaton(from: RunId, to: RunId, stateAfter: readonly number[]): void {
  const { place, filter } = useView.getState();
  const isOwn = filter?.automaton === from;
  change({
    automaton: to,
    place: placeAfter(place, stateAfter),
    filter: isOwn ? { automaton: to, visible: visibleAfter(filter.visible, stateAfter) } : filter,
  });
}

/** Returns a place in the state numbers of another automaton. If it is gone there, it becomes "all dialogues". */
export function placeAfter(place: Place, stateAfter: readonly number[]): Place {
  const now = (state: number): number => stateAfter[state] ?? -1;
  if (place.kind === 'state') {
    return now(place.state) < 0 ? EVERYWHERE : { ...place, state: now(place.state) };
  }
  if (place.kind === 'box') {
    const states = place.states.map(now).filter((state) => state >= 0);
    return states.length === 0 ? EVERYWHERE : { ...place, states };
  }
  if (place.kind === 'transition') {
    const ends = { from: now(place.from), to: now(place.to) };
    return ends.from < 0 || ends.to < 0 ? EVERYWHERE : { ...place, ...ends };
  }
  return place;
}

function visibleAfter(visible: VisibleFilter, stateAfter: readonly number[]): VisibleFilter {
  if (!visible.revealed) return visible;
  const revealed = visible.revealed.map((state) => stateAfter[state] ?? -1).filter((state) => state >= 0);
  return { ...visible, revealed };
}

export function showRun(run: RunId | null): void {
  change({ run });
}

/** Resets the view after a purge, because the place may be gone and the search may quote purged text. */
export function forgetPurged(): void {
  const { project, tab, side } = useView.getState();
  change({ ...START, project, tab, side });
}

export function keepFilter(automaton: RunId, visible: VisibleFilter): void {
  change({ filter: { automaton, visible } });
}
