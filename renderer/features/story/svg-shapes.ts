import { textWidth } from '#shared/algorithms/layout/labels/label-text.ts';
import type { Box } from '#shared/algorithms/layout/labels/taken-boxes.ts';

/** Bold letters are wider than others by this factor. */
const BOLD = 1.08;
/** The top and the bottom of a line of text, in font sizes from its baseline. */
const [ASCENT, DESCENT] = [0.95, 0.3];

export interface Run {
  readonly text: string;
  readonly fontPx: number;
  readonly colour: string;
  readonly bold: boolean;
  readonly italic: boolean;
}

export interface Paint {
  readonly fill: string | null;
  readonly stroke: string | null;
  readonly strokePx: number;
  readonly dashed: boolean;
  /** 0 … 1 */
  readonly opacity: number;
}

type PathPoint =
  | { readonly kind: 'move' | 'line'; readonly x: number; readonly y: number }
  | { readonly kind: 'curve'; readonly at: readonly number[] }
  | { readonly kind: 'close' };

/** A shape of a picture, in px of the page: an outline that contains lines of text, a path, or a line of text. */
export type Shape = { readonly name: string } & (
  | {
      readonly kind: 'box' | 'ellipse';
      readonly box: Box;
      readonly radius: number;
      readonly paint: Paint;
      readonly lines: Run[][];
    }
  | { readonly kind: 'path'; readonly points: readonly PathPoint[]; readonly paint: Paint }
  | {
      readonly kind: 'text';
      readonly box: Box;
      readonly runs: readonly Run[];
      readonly anchor: 'start' | 'middle' | 'end';
      readonly halo: string | null;
      /** True for the title of the page, false for text in the picture. */
      readonly isHead: boolean;
    }
);

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: (Element | string)[];
}

/** Returns the shapes of a slide as the app writes it, in drawing order, without its background. */
export function shapesOf(svg: string): Shape[] {
  const shapes: Shape[] = [];
  const [root] = elementsOf(svg);
  if (root) walk(root, { x: 0, y: 0, scale: 1, opacity: 1, name: '', isHead: false, inherited: {} }, shapes);
  return shapes.slice(1);
}

/** Reads markup that the app wrote: quoted attributes, and text with numeric entities only. */
function elementsOf(svg: string): Element[] {
  const root: Element = { name: '', attributes: {}, children: [] };
  const open = [root];
  for (const [, closing, name, attributes = '', alone, text] of svg.matchAll(
    /<(\/?)([a-z]+)((?:\s+[\w:-]+="[^"]*")*)\s*(\/?)>|([^<]+)/g,
  )) {
    const within = open.at(-1) ?? root;
    if (text !== undefined) within.children.push(unescaped(text));
    else if (closing) open.pop();
    else {
      const pairs = [...attributes.matchAll(/([\w:-]+)="([^"]*)"/g)];
      const element: Element = {
        name: name ?? '',
        attributes: Object.fromEntries(pairs.map(([, key, value]) => [key, unescaped(value ?? '')])),
        children: [],
      };
      within.children.push(element);
      if (!alone) open.push(element);
    }
  }
  return root.children.filter((child) => typeof child !== 'string');
}

const unescaped = (text: string): string =>
  text.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));

type Text = Extract<Shape, { kind: 'text' }>;

interface Context {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
  readonly opacity: number;
  readonly name: string;
  readonly isHead: boolean;
  readonly inherited: Readonly<Record<string, string>>;
}

function walk({ attributes, children }: Element, outer: Context, shapes: Shape[]): void {
  const [, dx = '0', dy = '0'] = /translate\((-?[\d.]+) (-?[\d.]+)\)/.exec(attributes.transform ?? '') ?? [];
  const scale = Number(/scale\(([\d.]+)\)/.exec(attributes.transform ?? '')?.[1] ?? 1);
  const elements = children.filter((child) => typeof child !== 'string');
  const title = elements.find(({ name }) => name === 'title')?.children.join('') ?? '';
  const context: Context = {
    x: outer.x + Number(dx) * outer.scale,
    y: outer.y + Number(dy) * outer.scale,
    scale: outer.scale * scale,
    opacity: outer.opacity * Number(attributes.opacity ?? 1),
    name: title.split(/[:;]/)[0]?.slice(0, 80) || outer.name,
    isHead: outer.isHead || attributes.class === 'head',
    inherited: { ...outer.inherited, ...attributes },
  };
  let halo: string | null = null;
  let last: Shape | null = null;
  let before: { readonly text: Text; readonly y: string | undefined } | null = null;
  for (const element of elements) {
    if (element.name === 'g') walk(element, context, shapes);
    else if (element.name === 'text' && element.attributes['aria-hidden'])
      halo = element.attributes.stroke ?? null;
    else if (element.name === 'text') {
      const text = textShape(element, context, halo);
      const { y } = element.attributes;
      const isSecond = before?.y === y && before?.text.anchor === 'end' && text.anchor === 'start';
      const line = before && isSecond ? joined(before.text, text) : text;
      if (last && 'lines' in last && line.anchor === 'middle' && isWithin(line.box, last.box)) {
        if (line !== text) shapes.pop();
        last.lines.push([...line.runs]);
        before = null;
      } else {
        shapes.push(text);
        before = { text, y };
      }
    } else if (element.name !== 'title') {
      last = outlineOf(element, context);
      if (last) shapes.push(last);
    }
  }
}

const joined = (first: Text, second: Text): Text => ({
  ...first,
  anchor: 'middle',
  box: { ...first.box, right: second.box.right },
  runs: [...first.runs, ...second.runs.map((run, at) => (at === 0 ? { ...run, text: ` ${run.text}` } : run))],
});

const isWithin = (inner: Box, outer: Box): boolean =>
  (inner.top + inner.bottom) / 2 > outer.top &&
  (inner.top + inner.bottom) / 2 < outer.bottom &&
  Math.abs(inner.left + inner.right - outer.left - outer.right) < 2;

function textShape(
  { attributes, children }: Element,
  { x, y, scale, name, isHead, inherited }: Context,
  halo: string | null,
): Text {
  const own = { ...inherited, ...attributes };
  const runs = children.map((child): Run => {
    const look = typeof child === 'string' ? own : { ...own, ...child.attributes };
    const text = typeof child === 'string' ? child : child.children.join('');
    return {
      text: Number(look.dx ?? 0) > 0 ? ` ${text}` : text,
      fontPx: Number(look['font-size'] ?? 12) * scale,
      colour: colourOf(look.fill) ?? '#000000',
      bold: look['font-weight'] === '600',
      italic: look['font-style'] === 'italic',
    };
  });
  const widthPx = runs.reduce(
    (sum, { text, fontPx, bold }) => sum + textWidth(text, fontPx) * (bold ? BOLD : 1),
    0,
  );
  const fontPx = Math.max(...runs.map((run) => run.fontPx));
  const [left, base] = [x + Number(attributes.x) * scale, y + Number(attributes.y) * scale];
  const anchor = (attributes['text-anchor'] ?? 'start') as 'start' | 'middle' | 'end';
  const start = left - (anchor === 'middle' ? widthPx / 2 : anchor === 'end' ? widthPx : 0);
  return {
    kind: 'text',
    name,
    box: {
      left: start,
      right: start + widthPx,
      top: base - ASCENT * fontPx,
      bottom: base + DESCENT * fontPx,
    },
    runs: runs.filter(({ text }) => text !== ''),
    anchor,
    halo,
    isHead,
  };
}

function outlineOf({ name, attributes }: Element, context: Context): Shape | null {
  const { x, y, scale } = context;
  const own = { ...context.inherited, ...attributes };
  const number = (key: string): number => Number(attributes[key] ?? 0) * scale;
  const paint: Paint = {
    fill: colourOf(own.fill),
    stroke: colourOf(attributes.stroke),
    strokePx: Number(attributes['stroke-width'] ?? 1) * scale,
    dashed: attributes['stroke-dasharray'] !== undefined,
    opacity: context.opacity,
  };
  const outline = { name: context.name, paint };
  if (name === 'rect' || name === 'circle') {
    const isTurn = name === 'circle';
    const [width, height] = isTurn ? [2 * number('r'), 2 * number('r')] : [number('width'), number('height')];
    const left = x + (isTurn ? number('cx') - number('r') : number('x'));
    const top = y + (isTurn ? number('cy') - number('r') : number('y'));
    const box = { left, right: left + width, top, bottom: top + height };
    return { ...outline, kind: isTurn ? 'ellipse' : 'box', box, radius: number('rx'), lines: [] };
  }
  const numbers = (text: string): number[] => (text.match(/-?[\d.]+/g) ?? []).map(Number);
  const on = (px: number, at: number): number => px * scale + (at % 2 === 0 ? x : y);
  if (name === 'polygon') {
    const all = numbers(attributes.points ?? '').map(on);
    const points = pairsOf(all).map(([px, py], at) => ({
      kind: at === 0 ? ('move' as const) : ('line' as const),
      x: px,
      y: py,
    }));
    return { ...outline, kind: 'path', points: [...points, { kind: 'close' }] };
  }
  if (name !== 'path') return null;
  const points: PathPoint[] = [];
  let [penX, penY] = [0, 0];
  for (const [, command, values = ''] of (attributes.d ?? '').matchAll(/([MLHVCZ])([^MLHVCZ]*)/g)) {
    const given = numbers(values);
    if (command === 'Z') points.push({ kind: 'close' });
    else if (command === 'C')
      for (let at = 0; at + 5 < given.length; at += 6)
        points.push({ kind: 'curve', at: given.slice(at, at + 6).map(on) });
    else {
      if (command === 'H') penX = given[0] ?? penX;
      else if (command === 'V') penY = given[0] ?? penY;
      else [penX = 0, penY = 0] = given;
      points.push({ kind: command === 'M' ? 'move' : 'line', x: on(penX, 0), y: on(penY, 1) });
    }
  }
  return { ...outline, kind: 'path', points };
}

const pairsOf = (all: readonly number[]): [number, number][] =>
  Array.from({ length: all.length / 2 }, (_, at) => [all[2 * at] ?? 0, all[2 * at + 1] ?? 0]);

function colourOf(colour: string | undefined): string | null {
  if (colour === undefined || colour === 'none') return null;
  if (!colour.startsWith('rgb')) return colour;
  const parts = colour.match(/\d+/g) ?? [];
  return `#${parts.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`;
}
