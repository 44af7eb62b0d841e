import { expect, it } from 'vitest';
import { exampleAutomaton } from '../../../../tests/fixtures/example-automata.ts';
import { layOut } from '../lay-out.ts';
import { contrastFaults, contrastOf, fontsOf, PLAIN_BRAND, paletteOf } from './brand.ts';
import { PALETTES } from './look.ts';
import { sceneToSvg } from './svg.ts';

const own = { ...PLAIN_BRAND, font: 'Acme "Sans"</style>', user: '#8a2be2' };

it('measures contrast as WCAG does, and says what is too faint', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  expect(contrastFaults(PLAIN_BRAND)).toEqual([]);
  expect(contrastFaults({ ...own, text: '#999999', user: '#ffff00' })).toEqual([
    expect.stringContaining('The text has a contrast of 2.8 to 1'),
    expect.stringContaining('The customer color has a contrast of 1.1 to 1'),
  ]);
});

it('draws in the brand: its colors, its font without what could leave its place', () => {
  expect(paletteOf({ theme: 'dark' })).toBe(PALETTES.dark);
  expect(paletteOf({ theme: 'dark', brand: own }).fill.user).toMatch(/^#[0-9a-f]{6}$/);
  expect(fontsOf({ brand: own })).toBe("'Acme Sansstyle', system-ui, sans-serif");
  const scene = layOut(exampleAutomaton(9, [[0, 1, 'a', 9]]), { minSupport: 0, maxDepth: 9 }, null).scene;
  const svg = sceneToSvg(
    scene,
    { title: '', lines: [] },
    { look: { theme: 'light', page: 'free', brand: own } },
  );
  expect(svg).toContain('#8a2be2');
  expect(svg).toContain(`font-family="'Acme Sansstyle', system-ui, sans-serif"`);
});
