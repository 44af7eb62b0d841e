import { type DrawnAutomaton, outgoingOf } from '../drawn-automaton.ts';
import { BOLD } from '../labels/edge-labels.ts';
import { fitTags, textWidth, wordsOf, wrapWords } from '../labels/label-text.ts';
import { stateName, tagText } from '../scene/describe.ts';
import type { Curve } from '../scene/edge-curve.ts';
import { circleOf, outerRadius, type Scene, type SceneNode } from '../scene/scene.ts';
import { TEXT_FONT_PX } from './card-measures.ts';
import type { PlacedCard } from './place.ts';

const LINE_PX = 16;
/** The widths to try for the lines of a name: the first one is used at which the name needs few enough lines. */
const WIDTHS_PX = [94, 112, 130, 156, 190];
const MOST_LINES = 3;
/** Minimum width of the text beside a circle, so that figures such as waits fit. */
const LEAST_TEXT_PX = 56;
/** Px between a text and the line beside it, and between a text and the circle. */
const LIFT_PX = 6;
const GAP_PX = 5;
/** Room below the line to a circle: for its total, and for lines that lead back. */
const BELOW_PX = 28;
/** Maximum width of a list of tags. Longer lists are cut. */
const TAGS_PX = 258;

/** Returns a DFA circle, with its tags on the line that leads to it and its total beside it. */
export function circleWithTags(
  automaton: DrawnAutomaton,
  state: number,
  direction: Scene['direction'],
): SceneNode {
  const { merged, ...circle } = circleOf(automaton, state);
  const name = state === 0 ? '' : tagsInto(automaton, state);
  const words = wordsOf(name).map((word) => textWidth(word.trimEnd(), TEXT_FONT_PX));
  const widths = WIDTHS_PX.map((px) => Math.max(px, ...words));
  const wrapped = (px: number): string[] =>
    name === '' ? [] : wrapWords(name, TEXT_FONT_PX, px, Number.POSITIVE_INFINITY);
  const fits = widths.find((px) => wrapped(px).length <= MOST_LINES);
  const lines =
    fits === undefined ? wrapWords(name, TEXT_FONT_PX, widths.at(-1)!, MOST_LINES) : wrapped(fits);
  return {
    ...circle,
    merged: (automaton.states.within?.[state] ?? 0) > 0 ? merged : 1,
    level: 0,
    x: 0,
    y: 0,
    lines,
    beside: direction === 'right' ? 'left' : 'above',
  };
}

function tagsInto(automaton: DrawnAutomaton, state: number): string {
  const { main, to, symbol, support } = automaton.transitions;
  if (main !== undefined || automaton.states.names?.[state]) return stateName(automaton, state);
  const counts = new Map<string, number>();
  for (const transition of outgoingOf(automaton).transitions) {
    if (to[transition] !== state) continue;
    const tag = tagText(automaton, symbol[transition]!);
    counts.set(tag, (counts.get(tag) ?? 0) + support[transition]!);
  }
  const tags = [...counts].sort(([, a], [, b]) => b - a).map(([tag]) => tag);
  return tags.length === 0 ? stateName(automaton, state) : fitTags(tags, TEXT_FONT_PX, TAGS_PX);
}

export function roomOf(
  node: SceneNode,
): Pick<PlacedCard, 'along' | 'across'> & Required<Pick<PlacedCard, 'circle'>> {
  const radius = outerRadius(node);
  const { lines = [], beside } = node;
  const textPx = widthBeside(node);
  const [above, below] =
    beside === 'left'
      ? [LIFT_PX + lines.length * LINE_PX + 2, BELOW_PX]
      : [radius, LIFT_PX + textPx + 2 * GAP_PX];
  const along = beside === 'left' ? 2 * GAP_PX + textPx : LIFT_PX + (lines.length + 1) * LINE_PX;
  const high = Math.max(above, radius);
  return {
    along: along / 2 + radius,
    across: (high + below) / 2,
    circle: { radius, at: (high - below) / 2 },
  };
}

const widthBeside = ({ lines = [], value }: SceneNode): number =>
  Math.max(
    LEAST_TEXT_PX,
    BOLD * textWidth(value, TEXT_FONT_PX),
    ...lines.map((line) => textWidth(line, TEXT_FONT_PX)),
  );

interface TextBeside {
  readonly text: string;
  /** Start of the baseline, relative to the center of the circle. */
  readonly x: number;
  readonly y: number;
  readonly anchor: 'start' | 'end';
}

export function textsBeside(node: SceneNode): TextBeside[] {
  const { lines = [], value, beside } = node;
  if (!beside) return [];
  const radius = outerRadius(node);
  if (beside === 'left') {
    const [x, anchor] = [-radius - GAP_PX, 'end' as const];
    const first = -LIFT_PX - 3 - (lines.length - 1) * LINE_PX;
    return [
      ...lines.map((text, at) => ({ text, x, y: first + at * LINE_PX, anchor })),
      { text: value, x, y: LIFT_PX + TEXT_FONT_PX * 0.8, anchor },
    ];
  }
  const first = -radius - LIFT_PX - lines.length * LINE_PX;
  return [...lines, value].map((text, at) => ({
    text,
    x: LIFT_PX + 2,
    y: first + at * LINE_PX,
    anchor: 'start' as const,
  }));
}

/** Returns the areas that a circle, its ring and its texts cover, as boxes around their centers. */
export function boxesBeside(node: SceneNode): Pick<SceneNode, 'x' | 'y' | 'halfWidth' | 'radius'>[] {
  if (!node.beside) return [];
  const radius = outerRadius(node);
  const texts = textsBeside(node).flatMap(({ text, x, y, anchor }) => {
    if (text === '') return [];
    const halfWidth = (BOLD * textWidth(text, TEXT_FONT_PX)) / 2;
    return [
      {
        x: node.x + x + (anchor === 'end' ? -halfWidth : halfWidth),
        y: node.y + y - TEXT_FONT_PX * 0.3,
        halfWidth,
        radius: TEXT_FONT_PX / 2,
      },
    ];
  });
  return [{ x: node.x, y: node.y, halfWidth: radius, radius }, ...texts];
}

/** Returns the line from a circle to itself: an arc above it, away from its tags. */
export function loopAt(node: SceneNode): Curve {
  const r = outerRadius(node);
  const arc = [0, -r, -6, -r - 20, r + 22, -r - 14, r * 0.8, -r * 0.6];
  return arc.map((_, at) => {
    const isX = at % 2 === 0;
    const turned = node.beside === 'left' ? arc[at]! : arc[isX ? at + 1 : at - 1]!;
    return turned + (isX ? node.x : node.y);
  });
}
