import type { Annotation } from '#shared/algorithms/layout/annotations/annotate.ts';
import { layOut, MOST_CARDS } from '#shared/algorithms/layout/lay-out.ts';
import { pathScene, walkOf } from '#shared/algorithms/layout/layered/path-cards.ts';
import { type Brand, type PictureTheme, pageRatio } from '#shared/algorithms/layout/picture/look.ts';
import { labelPointsAt, READABLE_POINTS } from '#shared/algorithms/layout/picture/svg.ts';
import { stateName } from '#shared/algorithms/layout/scene/describe.ts';
import { type Overlay, transitionKey } from '#shared/algorithms/layout/scene/overlay.ts';
import { foldBoxes } from '#shared/algorithms/layout/shown/fold-boxes.ts';
import { keptFilter, visibleFilter } from '#shared/algorithms/layout/shown/kept-filter.ts';
import { MOST_TOLD, statesAbout } from '#shared/algorithms/layout/shown/states-about.ts';
import type { AutomatonGraph } from '#shared/contract/automata.ts';
import type { ShownFinding } from '#shared/contract/findings.ts';
import { MOST_LIT, MOST_TITLE, type StoryStep } from '#shared/contract/stories.ts';
import { formatAmount, formatPart } from '#shared/domain/figure-text.ts';
import { findingText } from '#shared/domain/finding.ts';
import { LEAST_SHARED } from '#shared/domain/sharing.ts';
import { foldedAnnotations, foldedOverlay } from '../../graph/folded-marks.ts';
import { type PictureParts, pictureLabelPoints, pictureParts } from '../../graph/picture-svg.ts';
import { litOf, type ShownPicture } from '../../graph/shown-picture.ts';

/** Returns the current picture as a slide. If a path is highlighted, the slide shows only that path. */
export function stepOf(
  picture: ShownPicture,
  title: string | null = null,
  figures: StoryStep['figures'] = null,
): StoryStep {
  const { graph, layout, annotations } = picture;
  const path = pathIn(picture);
  return {
    id: crypto.randomUUID(),
    title: cutTitle(title ?? titleOf(picture)),
    note: '',
    automaton: graph.summary.id,
    filter: keptFilter(layout.filter),
    direction: layout.scene.direction,
    // Pictures too large for boxes are in the DFA notation, whatever was chosen.
    notation: layout.scene.nodes.length > MOST_CARDS ? 'boxes' : layout.scene.notation,
    lit: path ?? litOf(picture),
    figures: picture.overlay && figures,
    annotations: annotations.map(({ id }) => id),
    states: path && inOrder(path.states),
    figure: '',
    source: '',
  };
}

const inOrder = (states: readonly number[]): number[] => [...new Set(states)].sort((a, b) => a - b);

function pathIn({ graph, layout, highlight }: ShownPicture): StoryStep['lit'] {
  const { closed = [], chains = false } = layout.filter;
  if (highlight?.kind !== 'path' || highlight.steps.length === 0 || closed.length > 0 || chains) return null;
  const states = [0, ...highlight.steps.map(({ state }) => state)];
  const isKnown = states.every((state) => graph.states.roles[state] !== undefined);
  if (!isKnown || states.length > MOST_LIT) return null;
  return { states, transitions: states.slice(1).map((to, at) => ({ from: states[at] ?? 0, to })) };
}

function titleOf({ graph, highlight, selection }: ShownPicture): string {
  const { dialogues, states } = graph;
  const nameOf = (state: number): string => stateName(graph, state);
  if (highlight?.kind === 'path' && highlight.steps.length > 0)
    return highlight.steps.map(({ state }) => nameOf(state)).join(' → ');
  if (selection?.kind === 'transition')
    return `From “${nameOf(selection.from)}” to “${nameOf(selection.to)}”`;
  if (selection?.kind === 'state' && selection.state !== 0)
    return `${formatPart(states.support[selection.state] ?? 0, dialogues, 'dialogue')} reach “${nameOf(selection.state)}”`;
  return `What happens in ${formatAmount(dialogues, 'dialogue')}`;
}

function cutTitle(title: string): string {
  if (title.length <= MOST_TITLE) return title;
  const cut = title.slice(0, MOST_TITLE - 1);
  return `${cut.slice(0, Math.max(1, cut.lastIndexOf(' ')))}…`;
}

/** The parts of a finding that a slide uses: a true sentence, its figure, its evidence and its place on the graph. */
export type SlideFinding = Pick<ShownFinding, 'figure' | 'sentence' | 'basis'> & Pick<StoryStep, 'lit'>;

export function findingStep(
  graph: AutomatonGraph,
  finding: SlideFinding,
  sentence = findingText(finding),
): StoryStep {
  const { figure, basis, lit } = finding;
  const title = cutTitle(sentence);
  return reducedStep(
    {
      id: crypto.randomUUID(),
      title,
      note: title === sentence ? '' : sentence,
      automaton: graph.summary.id,
      filter: keptFilter({ minSupport: 1, maxDepth: Number.POSITIVE_INFINITY }),
      direction: 'right',
      notation: 'boxes',
      lit,
      figures: null,
      annotations: [],
      states: null,
      figure,
      source: basis,
    },
    graph,
  );
}

/**
 * Returns a slide of the highlighted states with their neighbors, or else the most visited states.
 * Labels are readable unless too many states are highlighted.
 */
export function reducedStep(step: StoryStep, graph: AutomatonGraph): StoryStep {
  const { lit, filter } = step;
  const walk = lit && walkOf(lit);
  if (walk) return { ...step, states: inOrder(walk) };
  const cover = filter.cover ?? undefined;
  const wanted = lit?.states.filter((state) => state !== 0) ?? [];
  // A path without some of its states would say something else.
  const fewest = Math.min(MOST_TOLD, Math.max(FEWEST_TOLD, wanted.length + 1));
  for (let most = MOST_TOLD; ; most--) {
    const states = statesAbout(graph, wanted, { cover }, most);
    const reduced = { ...step, states, lit: lit && litWithin(lit, states) };
    const told = { step: reduced, graph, annotations: [], overlay: null };
    if (most <= fewest || isReadable(slideParts(told, { theme: 'light', words: false }))) return reduced;
  }
}

const FEWEST_TOLD = 5;

export const isReadable = (parts: PictureParts): boolean => pictureLabelPoints(parts) >= READABLE_POINTS;

function litWithin(lit: NonNullable<StoryStep['lit']>, states: readonly number[]): StoryStep['lit'] {
  const kept = new Set(states);
  const within = {
    states: lit.states.filter((state) => kept.has(state)),
    transitions: lit.transitions.filter(({ from, to }) => kept.has(from) && kept.has(to)),
    ends: lit.ends?.filter((state) => kept.has(state)),
  };
  return within.states.length === 0 ? null : within;
}

export interface ToldStep {
  readonly step: StoryStep;
  readonly graph: AutomatonGraph;
  readonly annotations: readonly Annotation[];
  readonly overlay: Overlay | null;
}

interface ToldHow {
  readonly theme: PictureTheme;
  readonly brand?: Brand | null;
  readonly words: boolean;
}

const SLIDE = '16:9';

/** Returns the parts of a slide of current data. Parts with too few dialogues are left out, because slides are shared. */
export const slideParts = (told: ToldStep, how: ToldHow): PictureParts => {
  const { title, direction, figure, source } = told.step;
  const parts = pictureParts(pictureOf(told), {
    title,
    direction,
    figure,
    source,
    page: SLIDE,
    whole: false,
    ...how,
  });
  const walk = pathOf(told);
  return walk ? withPath(parts, told, walk) : parts;
};

/** Returns the path of a slide that shows only a path; null for any other slide. */
function pathOf({ step, graph }: ToldStep): readonly number[] | null {
  const isSame = step.automaton === graph.summary.id;
  return isSame && step.states && step.lit ? walkOf(step.lit) : null;
}

function withPath(parts: PictureParts, { graph, step }: ToldStep, walk: readonly number[]): PictureParts {
  const { layout, subject, extras } = parts;
  const scene = pathScene(graph, walk, PATH_ROOM, step.lit?.dialogues);
  return {
    ...parts,
    subject: {
      ...subject,
      shown: `The path in order: ${formatAmount(walk.length - 1, 'step')}`,
      leftOut: `leaves out figures based on fewer than ${LEAST_SHARED} dialogues`,
    },
    layout: { ...layout, scene },
    extras: { ...extras, light: null, annotations: [] },
  };
}

const READABLE_SCALE = READABLE_POINTS / labelPointsAt(1);
/** The space between a slide's two-line title and its legend, in px of a picture with readable labels. */
const PATH_ROOM = { width: 1550 / READABLE_SCALE, height: 640 / READABLE_SCALE };

function pictureOf({ step, graph: whole, annotations, overlay }: ToldStep): ShownPicture {
  // Another automaton numbers its states differently.
  const isSame = step.automaton === whole.summary.id;
  const only = isSame ? step.states : null;
  const filter = {
    ...visibleFilter(step.filter),
    ...(isSame ? {} : { revealed: [] }),
    ...(only ? { only, closed: [], chains: false } : {}),
  };
  const { automaton: graph, owner, boxes } = foldBoxes(whole, filter.closed ?? [], whole.phaseCounts);
  const { notation, direction } = step;
  const layout = layOut(graph, filter, null, { notation, direction, ratio: pageRatio(SLIDE) });
  return {
    graph,
    layout,
    visibility: layout.visibility,
    overlay: overlay && foldedOverlay(overlay, boxes, layout.scene.edges, transitionKey),
    annotations: foldedAnnotations(
      annotations.filter(({ id }) => step.annotations.includes(id)),
      (state) => owner[state] ?? state,
    ),
    highlight: isSame && step.lit ? { kind: 'places', ...step.lit } : null,
    selection: null,
  };
}
