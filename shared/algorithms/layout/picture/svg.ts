import { formatCount } from '../../../domain/figure-text.ts';
import { COUNT_FONT_PX, COUNT_GAP_PX, LABEL_FONT_PX } from '../labels/edge-labels.ts';
import { textWidth } from '../labels/label-text.ts';
import {
  type ColourRole,
  DASH_PX,
  edgeWidth,
  hasUncertain,
  legendSupports,
  RING_PX,
  type Scene,
  type SceneEdge,
  type SceneNode,
  STACK_PX,
} from '../scene/scene.ts';

/** Colours of the light theme: Okabe and Ito's blue and vermilion, told apart without colour vision too. */
const LINE: Record<ColourRole, string> = { system: '#0072B2', user: '#D55E00', start: '#1b1f24' };
const FILL: Record<ColourRole, string> = { system: '#e3f0f8', user: '#fbeadf', start: '#1b1f24' };
/** Of figures: more, less, and none. */
const MORE = [162, 59, 134] as const;
const LESS = [20, 128, 96] as const;
const NONE = [205, 210, 216] as const;
const TEXT = '#1b1f24';
const QUIET = '#5a6470';
const PAD_PX = 24;
const LEGEND_PX = 92;

/** What stands in the caption under the picture. */
export interface SvgCaption {
  readonly title: string;
  /** Active filters, counts and what is hidden, one line each. */
  readonly lines: readonly string[];
}

/** Text that may stand in XML: markup escaped, characters that XML 1.0 forbids removed. */
export function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}

/** A scene as a picture of its own, in the light theme, with a legend and a caption; no script, no link. */
export function sceneToSvg(scene: Scene, caption: SvgCaption): string {
  const { bounds } = scene;
  const width = Math.ceil(Math.max(720, bounds.right - bounds.left + 2 * PAD_PX));
  const pictureHeight = Math.ceil(bounds.bottom - bounds.top + 2 * PAD_PX);
  const height = pictureHeight + LEGEND_PX + 18 * (caption.lines.length + 1);
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="${LABEL_FONT_PX}" fill="${TEXT}">`,
    `<title>${escapeXml(caption.title)}</title>`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    `<g transform="translate(${round(PAD_PX - bounds.left)} ${round(PAD_PX - bounds.top)})">`,
    ...scene.edges.map(edgeMarkup),
    ...scene.nodes.map(nodeMarkup),
    ...scene.edges.map(labelMarkup),
    '</g>',
    legendMarkup(scene, pictureHeight),
    ...captionMarkup(caption, pictureHeight + LEGEND_PX),
    '</svg>',
  ];
  return `${parts.filter((part) => part !== '').join('\n')}\n`;
}

function edgeMarkup(edge: SceneEdge): string {
  const opacity = edge.kind === 'tree' ? 0.6 : 0.4;
  const colour = tinted(edge.tint, NONE) ?? LINE[edge.colour];
  const arrow = edge.arrow ? `<polygon points="${edge.arrow.join(' ')}" fill="${colour}"/>` : '';
  return `<g opacity="${opacity}"><title>${escapeXml(edge.title)}</title><path d="${edge.path}" fill="none" stroke="${colour}" stroke-width="${edge.widthPx}"${dashed(edge)}/>${arrow}</g>`;
}

function labelMarkup({ label, kind }: SceneEdge): string {
  if (!label.box) return '';
  const count = `<tspan dx="${COUNT_GAP_PX}" font-size="${COUNT_FONT_PX}" fill="${QUIET}">${escapeXml(label.count)}</tspan>`;
  const fill = kind === 'tree' ? TEXT : QUIET;
  return `<text x="${label.x}" y="${label.y}" text-anchor="${label.anchor}" fill="${fill}" stroke="#ffffff" stroke-width="3" stroke-linejoin="round" paint-order="stroke">${escapeXml(label.tags)}${count}</text>`;
}

function nodeMarkup(node: SceneNode): string {
  const stroke = `stroke="${LINE[node.colour]}" stroke-width="1.5"${dashed(node)}`;
  const parts = [`<g><title>${escapeXml(node.title)}</title>`];
  if (node.united > 1) parts.push(outline(node, 0, STACK_PX, `fill="#ffffff" ${stroke}`));
  if (node.accepting) parts.push(outline(node, RING_PX, 0, `fill="#ffffff" ${stroke}`));
  const fill = node.shape === 'start' ? null : tinted(node.tint, [255, 255, 255]);
  parts.push(outline(node, 0, 0, `fill="${fill ?? FILL[node.colour]}" ${stroke}`));
  if (node.shape === 'start') {
    const r = node.radius;
    parts.push(
      `<path d="M${round(node.x - r * 0.3)} ${round(node.y - r * 0.5)}L${round(node.x + r * 0.55)} ${node.y}L${round(node.x - r * 0.3)} ${round(node.y + r * 0.5)}Z" fill="#ffffff"/>`,
    );
  } else {
    const font = node.label.length >= 4 ? 8.5 : 9.5;
    parts.push(
      `<text x="${node.x}" y="${round(node.y + font * 0.36)}" text-anchor="middle" font-size="${font}">${escapeXml(node.label)}</text>`,
    );
  }
  if (node.united > 1) {
    parts.push(
      `<text x="${round(node.x + node.radius + 4)}" y="${round(node.y + node.radius + 7)}" font-size="10" fill="${QUIET}" stroke="#ffffff" stroke-width="3" paint-order="stroke">×${formatCount(node.united)}</text>`,
    );
  }
  if (node.isDeadEnd) {
    const x = round(node.x + node.radius + 5);
    parts.push(
      `<path d="M${x} ${round(node.y - 7)}V${round(node.y + 7)}" stroke="${TEXT}" stroke-width="3" stroke-linecap="round"/>`,
    );
  }
  if (node.value) {
    parts.push(
      `<text x="${round(node.x + node.radius + 5)}" y="${round(node.y - node.radius)}" font-size="10.5" font-weight="600" stroke="#ffffff" stroke-width="3" paint-order="stroke">${escapeXml(node.value)}</text>`,
    );
  }
  parts.push('</g>');
  return parts.join('');
}

function outline(node: SceneNode, grow: number, shift: number, look: string): string {
  const r = node.radius + grow;
  if (node.shape !== 'square')
    return `<circle cx="${round(node.x + shift)}" cy="${round(node.y - shift)}" r="${r}" ${look}/>`;
  return `<rect x="${round(node.x - r + shift)}" y="${round(node.y - r - shift)}" width="${2 * r}" height="${2 * r}" rx="${4 + grow}" ${look}/>`;
}

function legendMarkup(scene: Scene, top: number): string {
  const base = {
    x: 0,
    y: 0,
    radius: 9,
    label: '',
    title: '',
    accepting: false,
    united: 1,
    uncertain: false,
    state: -1,
  } as const;
  const items: { draw: string; text: string }[] = [
    { draw: nodeMarkup({ ...base, shape: 'start', colour: 'start' }), text: 'start' },
    { draw: nodeMarkup({ ...base, shape: 'circle', colour: 'user' }), text: 'after the user' },
    { draw: nodeMarkup({ ...base, shape: 'square', colour: 'system' }), text: 'after the system' },
    {
      draw: nodeMarkup({ ...base, shape: 'square', colour: 'system', accepting: true }),
      text: 'dialogues end here',
    },
    { draw: nodeMarkup({ ...base, shape: 'circle', colour: 'user', united: 3 }), text: '  states united' },
  ];
  if (hasUncertain(scene))
    items.push({
      draw: `<path d="M-14 0H14" stroke="${QUIET}" stroke-width="2"${dashed({ uncertain: true })}/>`,
      text: '  uncertain',
    });
  for (const support of legendSupports(scene.fullWidthSupport)) {
    const width = edgeWidth(support, scene.fullWidthSupport);
    items.push({
      draw: `<path d="M-14 0H14" stroke="${QUIET}" stroke-width="${width}"/>`,
      text: `  ${formatCount(support)} dialogues`,
    });
  }
  const parts: string[] = [];
  let x = PAD_PX + 12;
  let y = top + 20;
  for (const { draw, text } of items) {
    if (x > 600) {
      x = PAD_PX + 12;
      y += 34;
    }
    const indent = text.startsWith('  ') ? 28 : 18;
    parts.push(
      `<g transform="translate(${round(x)} ${y})">${draw}<text x="${indent}" y="4" fill="${QUIET}">${text.trim()}</text></g>`,
    );
    x += indent + textWidth(text.trim(), LABEL_FONT_PX) + 32;
  }
  return parts.join('\n');
}

function captionMarkup(caption: SvgCaption, top: number): string[] {
  return [caption.title, ...caption.lines].map(
    (line, index) =>
      `<text x="${PAD_PX}" y="${top + 18 * index}" fill="${index === 0 ? TEXT : QUIET}" font-weight="${index === 0 ? 600 : 400}">${escapeXml(line)}</text>`,
  );
}

const dashed = ({ uncertain }: { readonly uncertain: boolean }): string =>
  uncertain ? ` stroke-dasharray="${DASH_PX.join(' ')}"` : '';

/** A colour between that of none and that of more or less; null where there is no figure. */
function tinted(tint: number | null | undefined, none: readonly [number, number, number]): string | null {
  if (tint === null || tint === undefined) return null;
  const [end, share] = [tint < 0 ? LESS : MORE, 0.75 * Math.min(1, Math.abs(tint))];
  return `rgb(${none.map((from, at) => Math.round(from + share * (end[at] - from))).join(',')})`;
}

const round = (value: number): number => Math.round(value * 10) / 10;
