import { expect, it } from 'vitest';
import { type MapFigures, type PackedFigures, readFigures } from '#shared/contract/analysis.ts';
import type { Annotation } from '#shared/contract/annotations.ts';
import { contentOf } from './annotate-dialog.tsx';
import { drawnOf, nameOf, toldFigure } from './use-annotations.ts';

const columns = { visits: '', total: '', good: '', mean: '', dropped: '', turns: '', duration: '' };
const packed: PackedFigures = {
  automaton: 1 as never,
  dialogues: 100,
  timed: true,
  states: { ...columns, dialogues: '100,60,4', median: ',90,', p90: ',600,', ends: '0,15,4', dropOffs: '' },
  transitions: { ...columns, dialogues: '60', median: '30', p90: '40', from: '0', to: '1', exits: '0.6' },
};
const figures: MapFigures = readFigures(packed);
const transitions = [{ from: 0, to: 1 }];

it('shows the current figure of a state or transition, but none of few dialogues', () => {
  const of = (figure: Annotation['figure'], state: number) =>
    toldFigure({ figure, states: [state], transitions: [] }, figures);
  expect(of('share', 1)).toBe('60 % of dialogues');
  expect(of('dialogues', 1)).toBe('60 dialogues');
  expect(of('ends', 1)).toBe('25 % end here');
  expect(of('median', 1)).toBe('median wait 1.5 min');
  expect(of('median', 0)).toBe('waiting times unknown');
  expect(of('dialogues', 2)).toBe('fewer than 5 dialogues');
  expect(toldFigure({ figure: 'exits', states: [0, 1], transitions }, figures)).toBe(
    '60 % of visits to state 0',
  );
  const changed = { ...figures, dialogues: 120 };
  expect(toldFigure({ figure: 'share', states: [1], transitions: [] }, changed)).toBe('50 % of dialogues');
});

const stored: Annotation = {
  id: 3,
  kind: 'callout',
  text: 'Slow',
  large: false,
  colour: 'red',
  states: [1],
  transitions: [],
  figure: 'median',
  quote: null,
  dx: 1,
  dy: 2,
  lost: false,
  said: null,
};

it('draws existing annotations, and names them in a list', () => {
  expect(drawnOf(stored, figures)).toMatchObject([
    { text: 'Slow', told: 'median wait 1.5 min', quoted: null },
  ]);
  expect(drawnOf({ ...stored, lost: true }, figures)).toEqual([]);
  expect(nameOf(stored)).toBe('Slow · Median wait');
});

it('accepts a form only if it is complete: two states for a transition or an arrow, text for text', () => {
  const draft = { to: 's1', figure: 'share', text: '', large: false, colour: '' } as const;
  expect(contentOf({ ...draft, kind: 'figure', about: 'w0-1' }, null, null)).toMatchObject({
    figure: 'share',
    states: [0, 1],
    transitions,
  });
  expect(contentOf({ ...draft, kind: 'arrow', about: 's1' }, null, null)).toBeNull();
  expect(contentOf({ ...draft, kind: 'words', about: '' }, null, null)).toBeNull();
  expect(
    contentOf({ ...draft, kind: 'highlight', about: 'lit' }, null, { states: [1], transitions }),
  ).toMatchObject({
    states: [1],
    transitions,
  });
});
