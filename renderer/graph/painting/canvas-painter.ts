import { type FarLabel, farLabels, farStep, isFar } from '#shared/algorithms/layout/labels/far-labels.ts';
import type { Scene } from '#shared/algorithms/layout/scene/scene.ts';
import { boxOf } from '../stage/hit-test.ts';
import type { View } from '../stage/viewport.ts';
import { type CanvasFrame, paintFrame } from './canvas-frame.ts';
import { type Look, type Painter, PLAIN_LOOK } from './painter.ts';
import { readPalette } from './palette.ts';

const EMPTY: Scene = {
  isSmall: false,
  notation: 'dfa',
  direction: 'right',
  nodes: [],
  edges: [],
  bounds: { left: 0, top: 0, right: 0, bottom: 0 },
  fullWidthSupport: 1,
};

/** Returns a canvas painter, for pictures too large for SVG. Paints only the part in view, once per frame. */
export function createCanvasPainter(host: HTMLElement): Painter {
  const canvas = document.createElement('canvas');
  canvas.className = 'graph-canvas';
  canvas.setAttribute('aria-hidden', 'true');
  host.append(canvas);
  const context = canvas.getContext('2d', { alpha: false });
  let scene = EMPTY;
  let boxes: CanvasFrame['boxes'] = [];
  let look: Look = PLAIN_LOOK;
  let view: View = { x: 0, y: 0, k: 1 };
  let palette = readPalette(host);
  let asked = 0;
  let far: { readonly step: number; readonly labels: readonly FarLabel[] } | null = null;

  const farNow = (): readonly FarLabel[] => {
    if (!isFar(scene, view.k)) return [];
    const step = farStep(view.k);
    if (far?.step !== step) far = { step, labels: farLabels(scene, step) };
    return far.labels;
  };

  const paint = (): void => {
    asked = 0;
    if (!context) return;
    const ratio = globalThis.devicePixelRatio || 1;
    const { clientWidth: width, clientHeight: height } = host;
    const [deviceWidth, deviceHeight] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (canvas.width !== deviceWidth || canvas.height !== deviceHeight) {
      canvas.width = deviceWidth;
      canvas.height = deviceHeight;
    }
    paintFrame(context, { scene, boxes, far: farNow(), look, view, palette, width, height, ratio });
  };
  const ask = (): void => {
    if (asked === 0) asked = requestAnimationFrame(paint);
  };

  return {
    scene(next) {
      scene = next;
      boxes = next.edges.map(boxOf);
      far = null;
      ask();
    },
    look(next) {
      look = next;
      ask();
    },
    view(next) {
      view = next;
      ask();
    },
    refresh() {
      palette = readPalette(host);
      ask();
    },
    destroy() {
      cancelAnimationFrame(asked);
      canvas.remove();
    },
  };
}
