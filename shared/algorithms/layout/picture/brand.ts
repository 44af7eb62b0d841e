import { type Brand, PALETTES, type PictureLook, type PicturePalette } from './look.ts';

export const PLAIN_BRAND: Brand = {
  font: '',
  surface: PALETTES.light.surface,
  text: PALETTES.light.text,
  user: PALETTES.light.line.user,
  system: PALETTES.light.line.system,
};

const LEAST_TEXT = 4.5;
const LEAST_SHAPE = 3;
const DARK = 0.2;

type Rgb = readonly [number, number, number];

const rgbOf = (colour: string): Rgb =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as never;

/** Relative luminance, 0 black … 1 white (WCAG 2.2). */
function luminance(colour: string): number {
  const [red, green, blue] = rgbOf(colour).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as never as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function contrastOf(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

export function contrastFaults({ surface, text, user, system }: Brand): string[] {
  const fault = (name: string, colour: string, least: number): string[] => {
    const contrast = contrastOf(colour, surface);
    return contrast >= least
      ? []
      : [
          `${name} has a contrast of ${contrast.toFixed(1)} to 1 with the background. To be easy to see, it needs at least ${least} to 1.`,
        ];
  };
  return [
    ...fault('The text', text, LEAST_TEXT),
    ...fault('The customer color', user, LEAST_SHAPE),
    ...fault('The agent color', system, LEAST_SHAPE),
  ];
}

export function paletteOf({ theme, brand }: Pick<PictureLook, 'theme' | 'brand'>): PicturePalette {
  if (!brand) return PALETTES[theme];
  const { surface, text, user, system } = brand;
  const scheme = PALETTES[luminance(surface) < DARK ? 'dark' : 'light'];
  return {
    ...scheme,
    surface,
    text,
    quiet: mixed(text, surface, 0.3),
    faint: faintOf(text, surface),
    line: { ...scheme.line, user, system, start: text },
    fill: {
      user: mixed(user, surface, 0.87),
      system: mixed(system, surface, 0.87),
      start: text,
      untagged: mixed(text, surface, 0.95),
    },
    blank: rgbOf(surface),
  };
}

export const FADED_PX = 1.5;

export function fadedPalette<
  Palette extends Pick<PicturePalette, 'surface' | 'text' | 'quiet' | 'faint' | 'line' | 'fill' | 'swatches'>,
>(palette: Palette): Palette {
  const { faint, surface } = palette;
  return {
    ...palette,
    text: faint,
    quiet: faint,
    line: { system: faint, user: faint, start: faint, untagged: faint },
    fill: { system: surface, user: surface, start: faint, untagged: surface },
    swatches: {},
  };
}

/** Returns the color nearest to the surface that is still visible. */
function faintOf(text: string, surface: string): string {
  const shares = [0.5, 0.4, 0.3, 0.2, 0.1, 0];
  const colours = shares.map((share) => mixed(text, surface, share));
  return colours.find((colour) => contrastOf(colour, surface) >= LEAST_SHAPE) ?? text;
}

/** A color between two others, at a given share. */
function mixed(from: string, to: string, share: number): string {
  const [a, b] = [rgbOf(from), rgbOf(to)];
  const parts = a.map((part, at) => Math.round(part + share * ((b[at] ?? part) - part)));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

export const ownFont = ({ brand }: Pick<PictureLook, 'brand'>): string =>
  (brand?.font ?? '').replace(/[^\p{L}\p{N} _-]/gu, '').trim();

export function fontsOf(look: Pick<PictureLook, 'brand'>): string {
  const own = ownFont(look);
  return own === '' ? 'system-ui, sans-serif' : `'${own}', system-ui, sans-serif`;
}
