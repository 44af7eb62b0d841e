import type { Scene } from '#shared/algorithms/layout/scene/scene.ts';
import type { Size, View } from './viewport.ts';

const WIDTH_PX = 168;
const HEIGHT_PX = 108;
const PAD_PX = 6;
/** In a smaller stage there is no minimap, because the picture needs the space. */
const LEAST_STAGE_PX = 420;

export function sightOf({ bounds }: Pick<Scene, 'bounds'>, { x, y, k }: View, { width, height }: Size) {
  const sight = { left: (0 - x) / k, top: (0 - y) / k, right: (width - x) / k, bottom: (height - y) / k };
  const isWhole =
    sight.left <= bounds.left &&
    sight.top <= bounds.top &&
    sight.right >= bounds.right &&
    sight.bottom >= bounds.bottom;
  return { ...sight, isWhole };
}

/**
 * Creates a minimap, which is hidden if everything is visible.
 * Clicks and drags move the view; `onMove` gets the point to center.
 */
export function createMinimap(host: HTMLElement, onMove: (x: number, y: number) => void) {
  const canvas = document.createElement('canvas');
  canvas.className = 'graph-minimap';
  canvas.setAttribute('aria-hidden', 'true');
  canvas.hidden = true;
  host.append(canvas);
  const ratio = globalThis.devicePixelRatio || 1;
  canvas.width = WIDTH_PX * ratio;
  canvas.height = HEIGHT_PX * ratio;
  const backdrop = new OffscreenCanvas(canvas.width, canvas.height);
  let scene: Scene | null = null;
  let latest: { readonly view: View; readonly size: Size } | null = null;
  let place = { k: 1, x: 0, y: 0 };

  // A canvas cannot read CSS variables; these two properties carry the theme's colors.
  const ink = (name: 'color' | 'caretColor'): string => getComputedStyle(canvas)[name];
  const paintBackdrop = (): void => {
    const context = backdrop.getContext('2d');
    if (!context || !scene) return;
    const { left, top, right, bottom } = scene.bounds;
    const [width, height] = [Math.max(1, right - left), Math.max(1, bottom - top)];
    const k = Math.min((WIDTH_PX - 2 * PAD_PX) / width, (HEIGHT_PX - 2 * PAD_PX) / height);
    place = { k, x: (WIDTH_PX - k * (left + right)) / 2, y: (HEIGHT_PX - k * (top + bottom)) / 2 };
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, backdrop.width, backdrop.height);
    context.setTransform(ratio * k, 0, 0, ratio * k, ratio * place.x, ratio * place.y);
    context.strokeStyle = ink('color');
    context.globalAlpha = 0.3;
    context.lineWidth = 0.6 / k;
    context.beginPath();
    for (const { curve } of scene.edges) {
      context.moveTo(curve[0] ?? 0, curve[1] ?? 0);
      context.lineTo(curve[curve.length - 2] ?? 0, curve[curve.length - 1] ?? 0);
    }
    context.stroke();
    context.globalAlpha = 1;
    context.fillStyle = ink('color');
    const side = Math.max(14, 2.5 / k);
    for (const { x, y } of scene.nodes) context.fillRect(x - side / 2, y - side / 2, side, side);
  };
  const paint = (): void => {
    const context = canvas.getContext('2d');
    if (!context || !scene || !latest) return;
    const { left, top, right, bottom, isWhole } = sightOf(scene, latest.view, latest.size);
    canvas.hidden = isWhole || latest.size.width < LEAST_STAGE_PX;
    if (canvas.hidden) return;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.drawImage(backdrop, 0, 0);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.strokeStyle = ink('caretColor');
    context.lineWidth = 1.5;
    const [x, y] = [place.x + place.k * left, place.y + place.k * top];
    context.strokeRect(x, y, place.k * (right - left), place.k * (bottom - top));
  };

  const move = (event: PointerEvent): void => {
    const corner = canvas.getBoundingClientRect();
    onMove(
      (event.clientX - corner.left - place.x) / place.k,
      (event.clientY - corner.top - place.y) / place.k,
    );
  };
  // Events here must not reach the picture below.
  for (const type of ['mousedown', 'click', 'dblclick', 'pointerup'])
    canvas.addEventListener(type, (event) => event.stopPropagation());
  canvas.addEventListener('pointerdown', (event) => {
    event.stopPropagation();
    canvas.setPointerCapture(event.pointerId);
    move(event);
  });
  canvas.addEventListener('pointermove', (event) => {
    event.stopPropagation();
    if (event.buttons === 1) move(event);
  });
  return {
    scene(next: Scene): void {
      scene = next;
      paintBackdrop();
      paint();
    },
    view(view: View, size: Size): void {
      latest = { view, size };
      paint();
    },
    refresh(): void {
      paintBackdrop();
      paint();
    },
    destroy(): void {
      canvas.remove();
    },
  };
}
