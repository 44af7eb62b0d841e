import { formatCount } from '../../../domain/figure-text.ts';
import { escapeXml } from '../../text/xml.ts';
import { LABEL_FONT_PX } from '../labels/edge-labels.ts';
import { textWidth } from '../labels/label-text.ts';
import type { OverlayLegend } from '../scene/overlay.ts';
import { edgeWidth, hasUncertain, legendSupports, type Scene } from '../scene/scene.ts';
import { type Brush, dashed, round } from './brush.ts';

const PAD_PX = 24;
const ROW_PX = 30;

interface Item {
  readonly draw: string;
  readonly text: string;
  readonly indent: number;
}

/** Returns the legend of shapes, lines and figures, in rows of a width, and its `height`. */
export function legendMarkup(
  scene: Scene,
  figures: OverlayLegend | null,
  brush: Brush,
  widthPx: number,
): { readonly markup: string; readonly height: number } {
  const { quiet } = brush.palette;
  const parts: string[] = [];
  let x = PAD_PX + 12;
  let y = ROW_PX / 2;
  for (const { draw, text, indent } of itemsOf(scene, figures, brush)) {
    const itemPx = indent + textWidth(text, LABEL_FONT_PX) + 28;
    if (x + itemPx > widthPx - PAD_PX && x > PAD_PX + 12) {
      x = PAD_PX + 12;
      y += ROW_PX;
    }
    parts.push(
      `<g transform="translate(${round(x)} ${y})">${draw}<text x="${indent}" y="4" fill="${quiet}">${escapeXml(text)}</text></g>`,
    );
    x += itemPx;
  }
  return { markup: parts.join('\n'), height: y + ROW_PX / 2 + 6 };
}

function itemsOf(scene: Scene, figures: OverlayLegend | null, brush: Brush): Item[] {
  const { quiet } = brush.palette;
  const plain = {
    level: 0,
    x: 0,
    y: 0,
    radius: 9,
    halfWidth: 9,
    label: '',
    value: '',
    title: '',
    accepting: false,
    merged: 1,
    uncertain: false,
    state: -1,
  } as const;
  const line = (width: number, dashes = ''): string =>
    `<path d="M-14 0H14" stroke="${quiet}" stroke-width="${width}"${dashes}/>`;
  const isBoxes = scene.notation === 'boxes';
  const hasTotals = scene.nodes.some(({ value }) => value !== '');
  const card = { ...plain, halfWidth: 15, shape: 'card' } as const;
  const items: Item[] = [
    ...(isBoxes
      ? []
      : [{ draw: brush.node({ ...plain, shape: 'start', colour: 'start' }), text: 'start', indent: 18 }]),
    {
      draw: brush.node({ ...(isBoxes ? card : plain), shape: isBoxes ? 'card' : 'circle', colour: 'user' }),
      text: 'customer',
      indent: isBoxes ? 24 : 18,
    },
    {
      draw: brush.node({ ...(isBoxes ? card : plain), shape: isBoxes ? 'card' : 'square', colour: 'system' }),
      text: 'agent',
      indent: isBoxes ? 24 : 18,
    },
  ];
  if (figures?.hasLabel) {
    const { ofState, ofTransition } = figures.meaning;
    items.push({ draw: '', text: `${isBoxes ? 'in a box' : 'beside a state'}: ${ofState}`, indent: 0 });
    if (ofTransition) items.push({ draw: '', text: `on a transition: ${ofTransition}`, indent: 0 });
  } else if (hasTotals)
    items.push({
      draw: '',
      text: isBoxes
        ? 'in a box: the number of dialogues that reach the state, and their share of all'
        : 'beside a state: the number of dialogues that reach it',
      indent: 0,
    });
  if (scene.nodes.some(({ shape }) => shape === 'box')) {
    const draw = brush.node({ ...plain, shape: 'box', colour: 'user', label: '+3' });
    items.push({ draw, text: 'a group of states', indent: 18 });
  }
  if (scene.nodes.some(({ accepting }) => accepting)) {
    const draw = brush.node({ ...plain, shape: 'square', colour: 'system', accepting: true });
    items.push({ draw, text: 'a fifth or more end here', indent: 18 });
  }
  if (scene.nodes.some(({ merged }) => merged > 1)) {
    const draw = brush.node({ ...plain, shape: 'circle', colour: 'user', merged: 3 });
    items.push({ draw, text: 'states merged', indent: 28 });
  }
  if (hasUncertain(scene))
    items.push({ draw: line(2, dashed({ uncertain: true })), text: 'uncertain', indent: 22 });
  if (!figures?.hasWidth && hasTotals) {
    const least = scene.edges.reduce(
      (fewest, { support }) => Math.min(fewest, support),
      scene.fullWidthSupport,
    );
    for (const support of legendSupports(scene.fullWidthSupport)) {
      if (support < least) continue;
      const draw = line(edgeWidth(support, scene.fullWidthSupport));
      items.push({
        draw,
        text: `${formatCount(support)} ${support === 1 ? 'dialogue' : 'dialogues'}`,
        indent: 22,
      });
    }
  }
  if (figures?.hasColour) {
    const tints = figures.isDifference ? [-1, -0.5, 0, 0.5, 1] : [0, 0.25, 0.5, 0.75, 1];
    const draw = tints
      .map(
        (tint, at) =>
          `<rect x="${-14 + 12 * at}" y="-6" width="12" height="12" fill="${brush.tinted(tint, brush.palette.none)}"/>`,
      )
      .join('');
    items.push({ draw, text: `${figures.name}: ${figures.least} to ${figures.most}`, indent: 52 });
  }
  if (figures?.hasWidth)
    items.push({ draw: line(5), text: `width: ${figures.name}, up to ${figures.most}`, indent: 22 });
  if (figures?.hasDeadEnds) {
    const draw = `<path d="M0 -7V7" stroke="${brush.palette.text}" stroke-width="3" stroke-linecap="round"/>`;
    items.push({ draw, text: 'a fifth or more are abandoned here', indent: 10 });
  }
  return items;
}
