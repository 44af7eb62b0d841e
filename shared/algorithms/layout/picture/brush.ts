import { formatCount } from '../../../domain/figure-text.ts';
import { escapeXml } from '../../text/xml.ts';
import type { DrawnAnnotation } from '../annotations/annotate.ts';
import { BOLD, COUNT_FONT_PX, COUNT_GAP_PX, VALUE_FONT_PX } from '../labels/edge-labels.ts';
import type { FarLabel } from '../labels/far-labels.ts';
import { textWidth } from '../labels/label-text.ts';
import {
  cardTextPx,
  NAME_LINE_PX,
  SHARE_GAP_PX,
  TEXT_FONT_PX,
  TOTAL_FONT_PX,
} from '../layered/card-measures.ts';
import { textsBeside } from '../layered/circles.ts';
import { pathOf } from '../scene/edge-curve.ts';
import {
  cornerOf,
  DASH_PX,
  RING_PX,
  type SceneEdge,
  type SceneEnd,
  type SceneNode,
  STACK_PX,
} from '../scene/scene.ts';
import type { PicturePalette } from './look.ts';

export function createBrush(palette: PicturePalette) {
  const { surface, text, quiet, line, fill } = palette;
  /** Draws the halo as a second text, since office programs ignore `paint-order`. */
  const haloed = (look: string, words: string, widthPx = 5): string =>
    `<g><text ${look} stroke="${surface}" stroke-width="${widthPx}" stroke-linejoin="round" aria-hidden="true">${words}</text><text ${look}>${words}</text></g>`;

  const tinted = (tint: number | null | undefined, none: PicturePalette['none']): string | null => {
    if (tint === null || tint === undefined) return null;
    const [end, share] = [tint < 0 ? palette.less : palette.more, 0.75 * Math.min(1, Math.abs(tint))];
    return `rgb(${none.map((from, at) => Math.round(from + share * ((end[at] ?? from) - from))).join(',')})`;
  };

  const outline = (node: SceneNode, grow: number, shift: number, look: string): string => {
    const r = node.radius + grow;
    const half = node.halfWidth + grow;
    const corner = cornerOf(node);
    if (corner === null)
      return `<circle cx="${round(node.x + shift)}" cy="${round(node.y - shift)}" r="${r}" ${look}/>`;
    return `<rect x="${round(node.x - half + shift)}" y="${round(node.y - r - shift)}" width="${round(2 * half)}" height="${round(2 * r)}" rx="${corner + grow}" ${look}/>`;
  };

  const written = (node: SceneNode): string => {
    const { lines = [], share = '', value } = node;
    const ink = node.colour === 'start' ? surface : text;
    const first = node.y - cardTextPx(node) / 2;
    const parts = lines.map(
      (line, at) =>
        `<text x="${round(node.x)}" y="${round(first + at * NAME_LINE_PX + TEXT_FONT_PX * 0.95)}" text-anchor="middle" font-size="${TEXT_FONT_PX}" fill="${ink}">${escapeXml(line)}</text>`,
    );
    const y = round(first + lines.length * NAME_LINE_PX + TOTAL_FONT_PX * 0.95);
    const total = (x: number, anchor: string): string =>
      `<text x="${round(x)}" y="${y}" text-anchor="${anchor}" font-size="${TOTAL_FONT_PX}" font-weight="600" fill="${ink}">${escapeXml(value)}</text>`;
    if (share === '') return [...parts, total(node.x, 'middle')].join('');
    // Office programs center each text element separately, so these are two elements side by side.
    const valuePx = BOLD * textWidth(value, TOTAL_FONT_PX);
    const end = node.x + (valuePx - SHARE_GAP_PX - textWidth(share, TEXT_FONT_PX)) / 2;
    parts.push(
      total(end, 'end'),
      `<text x="${round(end + SHARE_GAP_PX)}" y="${y}" font-size="${TEXT_FONT_PX}" fill="${quiet}">${escapeXml(share)}</text>`,
    );
    return parts.join('');
  };

  const besides = (node: SceneNode): string =>
    textsBeside(node)
      .map(({ text: words, x, y, anchor }, at, all) =>
        haloed(
          `x="${round(node.x + x)}" y="${round(node.y + y)}" text-anchor="${anchor}" font-size="${TEXT_FONT_PX}"${at === all.length - 1 ? ' font-weight="600"' : ''} fill="${text}"`,
          escapeXml(words),
        ),
      )
      .join('');

  const within = (node: SceneNode): string => {
    if (node.shape === 'card') return node.lines ? written(node) : '';
    if (node.shape === 'start') {
      const r = node.radius;
      return `<path d="M${round(node.x - r * 0.3)} ${round(node.y - r * 0.5)}L${round(node.x + r * 0.55)} ${node.y}L${round(node.x - r * 0.3)} ${round(node.y + r * 0.5)}Z" fill="${surface}"/>`;
    }
    const font = node.label.length >= 4 ? 8.5 : 9.5;
    return `<text x="${node.x}" y="${round(node.y + font * 0.36)}" text-anchor="middle" font-size="${font}" fill="${text}">${escapeXml(node.label)}</text>`;
  };

  return {
    palette,
    tinted,

    edge(edge: SceneEdge, opacity = edge.kind === 'tree' ? 0.6 : 0.4): string {
      const colour = tinted(edge.tint, palette.none) ?? line[edge.colour];
      const arrow = edge.arrow ? `<polygon points="${edge.arrow.join(' ')}" fill="${colour}"/>` : '';
      return `<g opacity="${opacity}"><title>${escapeXml(edge.title)}</title><path d="${edge.path}" fill="none" stroke="${colour}" stroke-width="${edge.widthPx}"${dashed(edge)}/>${arrow}</g>`;
    },

    label({ label, kind }: SceneEdge): string {
      if (!label.box) return '';
      if (label.tags === '')
        return haloed(
          `x="${label.x}" y="${label.y}" text-anchor="${label.anchor}" font-size="${TEXT_FONT_PX}" fill="${quiet}"`,
          escapeXml(label.count),
        );
      const count = `<tspan dx="${COUNT_GAP_PX}" font-size="${COUNT_FONT_PX}" fill="${quiet}">${escapeXml(label.count)}</tspan>`;
      const look = `x="${label.x}" y="${label.y}" text-anchor="${label.anchor}" fill="${kind === 'tree' ? text : quiet}"`;
      return haloed(look, `${escapeXml(label.tags)}${count}`);
    },

    farLabel({ text: words, x, y, fontPx, anchor, edge }: FarLabel): string {
      const look = `x="${round(x)}" y="${round(y)}" text-anchor="${anchor}" font-size="${round(fontPx)}"${edge === null ? ' font-weight="600"' : ''} fill="${text}"`;
      return haloed(look, escapeXml(words), round(fontPx / 4));
    },

    node(node: SceneNode): string {
      const swatch = node.swatch === undefined ? undefined : palette.swatches[node.swatch];
      const stroke = `stroke="${swatch ?? line[node.colour]}" stroke-width="${swatch ? 3 : 1.5}"${dashed(node)}`;
      const tint = node.shape === 'start' ? null : tinted(node.tint, palette.blank);
      const parts = [
        `<title>${escapeXml(node.title)}</title>`,
        node.merged > 1 ? outline(node, 0, STACK_PX, `fill="${surface}" ${stroke}`) : '',
        node.accepting ? outline(node, RING_PX, 0, `fill="${surface}" ${stroke}`) : '',
        outline(node, 0, 0, `fill="${tint ?? fill[node.colour]}" ${stroke}`),
        within(node),
      ];
      const [right, low] = [round(node.x + node.halfWidth + 4), round(node.y + node.radius + 7)];
      if (node.merged > 1)
        parts.push(
          haloed(`x="${right}" y="${low}" font-size="10" fill="${quiet}"`, `×${formatCount(node.merged)}`),
        );
      if (node.isDeadEnd)
        parts.push(
          `<path d="M${right + 1} ${round(node.y - 7)}V${round(node.y + 7)}" stroke="${text}" stroke-width="3" stroke-linecap="round"/>`,
        );
      if (node.beside) parts.push(besides(node));
      else if (node.value && node.shape !== 'card')
        parts.push(
          haloed(
            `x="${right + 1}" y="${round(node.y - node.radius)}" font-size="${VALUE_FONT_PX}" font-weight="600" fill="${text}"`,
            escapeXml(node.value),
          ),
        );
      return `<g>${parts.join('')}</g>`;
    },

    endLines(edges: SceneEnd['edges'], opacity = 0.35): string {
      return edges
        .map(
          (edge) =>
            `<g opacity="${opacity}"><title>${escapeXml(edge.title)}</title><path d="${edge.path}" fill="none" stroke="${quiet}" stroke-width="${edge.widthPx}"/><polygon points="${edge.arrow.join(' ')}" fill="${quiet}"/></g>`,
        )
        .join('');
    },

    end({ x, y, halfWidth, radius, value, title }: SceneEnd): string {
      const rim = `x="${round(x - halfWidth)}" y="${round(y - radius)}" width="${2 * halfWidth}" height="${2 * radius}" rx="${radius}"`;
      const inner = `x="${round(x - halfWidth + 3)}" y="${round(y - radius + 3)}" width="${2 * halfWidth - 6}" height="${2 * radius - 6}" rx="${radius - 3}"`;
      return `<g><title>${escapeXml(title)}</title><rect ${rim} fill="${surface}" stroke="${text}" stroke-width="1.5"/><rect ${inner} fill="none" stroke="${text}" stroke-width="1.5"/><text x="${round(x)}" y="${round(y + (value === '' ? 5 : -2))}" text-anchor="middle" font-size="${TEXT_FONT_PX}" fill="${text}">End</text><text x="${round(x)}" y="${round(y + 13)}" text-anchor="middle" font-size="${TOTAL_FONT_PX - 1}" font-weight="600" fill="${text}">${escapeXml(value)}</text></g>`;
    },

    endCounts(edges: SceneEnd['edges']): string {
      return edges
        .map(({ label }) =>
          label.box
            ? haloed(
                `x="${label.x}" y="${label.y}" text-anchor="middle" font-size="${TEXT_FONT_PX}" fill="${quiet}"`,
                escapeXml(label.count),
              )
            : '',
        )
        .join('');
    },

    highlight({ discs, bands, colour }: DrawnAnnotation): string {
      if (discs.length + bands.length === 0) return '';
      const shine = annotationColour(palette, colour);
      const marks = [
        ...bands.map(
          ({ curve, widthPx }) =>
            `<path d="${pathOf(curve)}" fill="none" stroke="${shine}" stroke-width="${round(widthPx)}" stroke-linecap="round"/>`,
        ),
        ...discs.map(
          ({ x, y, radius, halfWidth }) =>
            `<rect x="${round(x - halfWidth)}" y="${round(y - radius)}" width="${round(2 * halfWidth)}" height="${round(2 * radius)}" rx="${round(radius)}" fill="${shine}"/>`,
        ),
      ];
      return `<g opacity="${SHINE}">${marks.join('')}</g>`;
    },

    callout({ arrow, words, colour }: DrawnAnnotation): string {
      const stroke = annotationColour(palette, colour);
      const parts: string[] = [];
      if (arrow)
        parts.push(
          `<path d="${pathOf(arrow.curve)}" fill="none" stroke="${stroke}" stroke-width="${round(arrow.widthPx)}"/><polygon points="${arrow.head.join(' ')}" fill="${stroke}"/>`,
        );
      if (words) {
        const { left, top, right, bottom } = words.box;
        if (words.isFramed)
          parts.push(
            `<rect x="${round(left)}" y="${round(top)}" width="${round(right - left)}" height="${round(bottom - top)}" rx="${round(words.fontPx / 3)}" fill="${surface}" stroke="${stroke}" stroke-width="${round(words.fontPx / 9)}"/>`,
          );
        const first = (top + bottom - words.linePx * words.lines.length) / 2 + words.fontPx;
        words.lines.forEach((line, at) => {
          const isBold = line.look === 'figure' || !words.isFramed;
          const look = `x="${round((left + right) / 2)}" y="${round(first + at * words.linePx)}" text-anchor="middle" font-size="${round(words.fontPx)}"${isBold ? ' font-weight="600"' : ''}${line.look === 'quote' ? ' font-style="italic"' : ''}`;
          const told = escapeXml(line.text);
          parts.push(
            words.isFramed ? `<text ${look}>${told}</text>` : haloed(`${look} fill="${stroke}"`, told),
          );
        });
      }
      return parts.length === 0 ? '' : `<g>${parts.join('')}</g>`;
    },
  };
}

export const SHINE = 0.35;

export const annotationColour = ({ swatches, text }: PicturePalette, colour: string): string =>
  swatches[colour] ?? text;

export type Brush = ReturnType<typeof createBrush>;

export const dashed = ({ uncertain }: { readonly uncertain: boolean }): string =>
  uncertain ? ` stroke-dasharray="${DASH_PX.join(' ')}"` : '';

export const round = (value: number): number => Math.round(value * 10) / 10;
