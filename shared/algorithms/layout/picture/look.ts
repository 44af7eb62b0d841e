import type { ColourRole } from '../scene/scene.ts';

export interface Brand {
  readonly font: string;
  readonly surface: string;
  readonly text: string;
  readonly user: string;
  readonly system: string;
}

export interface PictureLook {
  readonly theme: PictureTheme;
  readonly page: PicturePage;
  /** Colors that replace those of the theme, and a font. */
  readonly brand?: Brand | null;
}

const PICTURE_THEMES = ['light', 'dark', 'print'] as const;
export type PictureTheme = (typeof PICTURE_THEMES)[number];

export const PICTURE_PAGES = ['free', '16:9', '4:3', 'a4'] as const;
export type PicturePage = (typeof PICTURE_PAGES)[number];

export const PLAIN_LOOK: PictureLook = { theme: 'light', page: 'free' };

const PAGES_PX: Readonly<Record<Exclude<PicturePage, 'free'>, readonly [number, number]>> = {
  '16:9': [1600, 900],
  '4:3': [1440, 1080],
  a4: [1414, 1000],
};

export const pageSize = (page: PicturePage): readonly [number, number] | null =>
  page === 'free' ? null : PAGES_PX[page];

export function pageRatio(page: PicturePage): number | null {
  const size = pageSize(page);
  return size && (size[0] - 48) / (size[1] - 220);
}

type Rgb = readonly [number, number, number];

export interface PicturePalette {
  readonly surface: string;
  readonly text: string;
  readonly quiet: string;
  readonly faint: string;
  readonly line: Readonly<Record<ColourRole, string>>;
  readonly fill: Readonly<Record<ColourRole, string>>;
  readonly more: Rgb;
  readonly less: Rgb;
  readonly none: Rgb;
  readonly blank: Rgb;
  /** Colors for the color names that people give to states. */
  readonly swatches: Readonly<Record<string, string>>;
}

/** Okabe and Ito's colors, which color-blind people can tell apart. In print, shapes show the roles. */
export const PALETTES: Readonly<Record<PictureTheme, PicturePalette>> = {
  light: {
    surface: '#ffffff',
    text: '#1b1f24',
    quiet: '#5a6470',
    faint: '#8a929c',
    line: { system: '#0072B2', user: '#D55E00', start: '#1b1f24', untagged: '#8a939e' },
    fill: { system: '#e3f0f8', user: '#fbeadf', start: '#1b1f24', untagged: '#f2f4f6' },
    more: [162, 59, 134],
    less: [20, 128, 96],
    none: [205, 210, 216],
    blank: [255, 255, 255],
    swatches: { yellow: '#b8860b', green: '#009e73', violet: '#7b5aa6', red: '#b3123f', grey: '#6b7480' },
  },
  dark: {
    surface: '#16191d',
    text: '#e8eaed',
    quiet: '#a5adb8',
    faint: '#78828e',
    line: { system: '#56B4E9', user: '#E69F00', start: '#e8eaed', untagged: '#7d8794' },
    fill: { system: '#1c3444', user: '#3d2f14', start: '#e8eaed', untagged: '#23282e' },
    more: [214, 127, 191],
    less: [79, 191, 154],
    none: [70, 77, 86],
    blank: [22, 25, 29],
    swatches: { yellow: '#f0e442', green: '#2fc79b', violet: '#b79ae0', red: '#ff7a96', grey: '#9aa3ad' },
  },
  print: {
    surface: '#ffffff',
    text: '#000000',
    quiet: '#4a4a4a',
    faint: '#8c8c8c',
    line: { system: '#000000', user: '#6e6e6e', start: '#000000', untagged: '#9a9a9a' },
    fill: { system: '#ffffff', user: '#ededed', start: '#000000', untagged: '#ffffff' },
    more: [0, 0, 0],
    less: [120, 120, 120],
    none: [210, 210, 210],
    blank: [255, 255, 255],
    swatches: {},
  },
};
