import type { PicturePalette } from '#shared/algorithms/layout/picture/look.ts';

export interface Palette
  extends Pick<PicturePalette, 'surface' | 'text' | 'quiet' | 'faint' | 'line' | 'fill' | 'swatches'> {
  readonly accent: string;
  readonly mark: string;
  readonly change: string;
  readonly more: string;
  readonly less: string;
  readonly none: string;
  readonly font: string;
}

export function readPalette(host: HTMLElement): Palette {
  const probe = document.createElement('span');
  probe.hidden = true;
  host.append(probe);
  const colour = (name: string): string => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
  const palette: Palette = {
    surface: colour('--surface'),
    text: colour('--text'),
    quiet: colour('--text-2'),
    faint: colour('--graph-faint'),
    accent: colour('--accent'),
    mark: colour('--mark'),
    change: colour('--warning'),
    more: colour('--more'),
    less: colour('--less'),
    none: colour('--line-strong'),
    line: {
      system: colour('--role-system'),
      user: colour('--role-user'),
      start: colour('--text'),
      untagged: colour('--text-2'),
    },
    fill: {
      system: colour('--graph-system-fill'),
      user: colour('--graph-user-fill'),
      start: colour('--text'),
      untagged: colour('--surface-2'),
    },
    swatches: Object.fromEntries(
      ['yellow', 'green', 'violet', 'red', 'grey'].map((name) => [name, colour(`--swatch-${name}`)]),
    ),
    font: getComputedStyle(host).fontFamily || 'system-ui, sans-serif',
  };
  probe.remove();
  return palette;
}
