import { create } from 'zustand';
import type { VisibleFilter } from '#shared/algorithms/layout/shown/visible.ts';
import type { ListSort } from '#shared/contract/filters.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import type { GraphHighlight } from '../graph/graph-selection.ts';
import { readStored, writeStored } from '../ui/hooks/stored.ts';
import { EVERYWHERE, type Place, samePlace } from './place.ts';

export const TABS = ['graph', 'table', 'ways', 'fields', 'variants', 'groups', 'fitness', 'merges'] as const;

/** In which order a list of dialogues is, and which fields its rows tell. */
export interface ListShape {
  readonly sort: ListSort | null;
  readonly columns: readonly string[];
}

/** What stands beside the graph: the findings, or the dialogues of what is chosen. */
export const SIDES = ['findings', 'dialogues'] as const;
type Side = (typeof SIDES)[number];

/** What of the open project is being looked at. Kept for the tab, so that a reload shows the same. */
interface View {
  readonly project: string | null;
  /** The automaton shown; null is the latest. */
  readonly automaton: RunId | null;
  /** The tagging run whose tags are shown; null is the automaton's, or the latest. */
  readonly run: RunId | null;
  readonly place: Place;
  /** Which dialogues are meant, as people type it; empty for all. */
  readonly where: string;
  readonly list: ListShape;
  readonly search: string;
  readonly dialogue: DialogueId | null;
  /** Index of the round that has the focus in the open dialogue. */
  readonly round: number | null;
  /** Index of the round under the pointer. */
  readonly hovered: number | null;
  /** The open dialogue is replayed, as far as so many rounds. */
  readonly replayed: number | null;
  /** The dialogues of the place are replayed together. */
  readonly together: boolean;
  /** The whole path of the open dialogue is lit on the graph. */
  readonly pathLit: boolean;
  readonly tab: (typeof TABS)[number];
  readonly folded: boolean;
  readonly side: Side;
  /** What a sentence under the pointer is about; lit before all else. */
  readonly pointed: GraphHighlight | null;
  /** What of an automaton the graph shows, and of which one. */
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
  round: null,
  hovered: null,
  replayed: null,
  together: false,
  pathLit: false,
  tab: 'graph',
  folded: false,
  side: 'findings',
  pointed: null,
  filter: null,
};

export const useView = create<View>(() => START);

const STORED = 'view';

/** Begins with a project: as it was left in this tab, or from the start. */
export function enterView(project: string): void {
  const stored = readStored<Partial<View>>(STORED, {}, true);
  const kept = stored.project === project ? { ...stored, filter: filterOf(stored.filter) } : {};
  useView.setState({
    ...START,
    ...kept,
    project,
    hovered: null,
    pointed: null,
    replayed: null,
    together: false,
  });
}

/** JSON keeps no infinity: a depth without limit comes back as null. */
function filterOf(stored: View['filter'] | undefined): View['filter'] {
  if (!stored) return null;
  const maxDepth = stored.visible.maxDepth ?? Number.POSITIVE_INFINITY;
  return { ...stored, visible: { ...stored.visible, maxDepth } };
}

function change(next: Partial<View>): void {
  useView.setState(next);
  writeStored(STORED, useView.getState(), true);
}

/** Shows the dialogues of a place. An open dialogue stays open. */
export function goTo(place: Place): void {
  if (samePlace(place, useView.getState().place)) showSide('dialogues');
  else change({ place, search: '', folded: false, side: 'dialogues', pointed: null });
}

/** Shows the findings, or the dialogues, beside the graph. */
export function showSide(side: Side): void {
  change({ side, folded: false, pointed: null });
}

/** Lights what a sentence is about, for as long as it is pointed at. */
export function pointAt(pointed: GraphHighlight | null): void {
  useView.setState({ pointed });
}

/** @see useDialogueFilter, through which views read and change it */
export function filterBy(where: string): void {
  if (where !== useView.getState().where) change({ where });
}

export function shapeList(list: ListShape): void {
  change({ list });
}

/** Shows again what was on show; what is not said stays. */
export function showAgain(view: Partial<Pick<View, 'where' | 'place' | 'tab'>>): void {
  change(view);
}

export function search(text: string): void {
  change({ search: text });
}

export function openDialogue(dialogue: DialogueId): void {
  if (useView.getState().dialogue === dialogue) showSide('dialogues');
  else change({ dialogue, round: null, hovered: null, folded: false, side: 'dialogues', pointed: null });
}

export function closeDialogue(): void {
  change({ dialogue: null, round: null, hovered: null, pathLit: false });
}

export function focusRound(round: number | null): void {
  if (useView.getState().round !== round) change({ round });
}

export function hoverRound(hovered: number | null): void {
  if (useView.getState().hovered !== hovered) useView.setState({ hovered });
}

export function replayRound(replayed: number | null): void {
  useView.setState({ replayed });
}

/** Replays the dialogues of the place on the graph, or ends that. */
export function replayTogether(together: boolean): void {
  change(together ? { together, tab: 'graph' } : { together });
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

/** Shows another automaton: its states are other states, so the place starts anew. */
export function showAutomaton(automaton: RunId | null): void {
  change({ automaton, run: null, place: EVERYWHERE, search: '' });
}

/** Goes over to an automaton that was learned again: what is looked at stays, by the numbers the states have now. */
export function followAutomaton(from: RunId, to: RunId, stateAfter: readonly number[]): void {
  const { place, filter } = useView.getState();
  const isOwn = filter?.automaton === from;
  change({
    automaton: to,
    place: placeAfter(place, stateAfter),
    filter: isOwn ? { automaton: to, visible: visibleAfter(filter.visible, stateAfter) } : filter,
  });
}

/** A place that is gone leaves all dialogues. */
function placeAfter(place: Place, stateAfter: readonly number[]): Place {
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

/** After a purge: what was looked at may be gone, and what was searched for may have been its words. */
export function forgetPurged(): void {
  const { project, tab, side } = useView.getState();
  change({ ...START, project, tab, side });
}

export function keepFilter(automaton: RunId, visible: VisibleFilter): void {
  change({ filter: { automaton, visible } });
}
