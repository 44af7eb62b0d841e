import { expect, it } from 'vitest';
import { annotations, stories } from './document-tables.ts';

it('reads a step of an earlier version, which said whether all transitions are drawn and which part was in view', () => {
  const step = (filter: object) => ({
    id: 'a',
    title: 'All',
    automaton: 1,
    filter: { minSupport: 1, maxDepth: null, ...filter },
    direction: 'right',
    lit: null,
    seen: [0, 1],
  });
  const steps = [step({ allWays: true }), step({ allWays: false }), step({ cover: 80 })];
  const change = stories.schema.parse({ table: 'stories', name: 'Story', before: null, after: { steps } });
  expect(change.after?.steps.map(({ filter }) => filter.cover)).toEqual([100, null, 80]);
  expect(change.after?.steps.map(({ notation }) => notation)).toEqual(['boxes', 'boxes', 'boxes']);
  // Slides of this old form were always fitted to the page.
  expect(change.after?.steps.map(({ states }) => states)).toEqual([null, null, null]);
  expect(JSON.stringify(change)).not.toContain('seen');
});

it('reads the transitions of an earlier version, which called them ways', () => {
  const transitions = [{ from: 0, to: 1 }];
  const automaton = 1;
  const highlight = { kind: 'highlight', states: [0, 1], ways: transitions, automaton, known: [] };
  const annotated = annotations.schema.parse({
    table: 'annotations',
    id: 1,
    before: { ...highlight, edit: 1 },
    after: highlight,
  });
  expect([annotated.before?.transitions, annotated.after?.transitions]).toEqual([transitions, transitions]);

  const filter = { minSupport: 1, maxDepth: null };
  const lit = { states: [0, 1], ways: transitions };
  const steps = [{ id: 'a', title: 'All', automaton, filter, direction: 'right', lit }];
  const told = stories.schema.parse({ table: 'stories', name: 'Story', before: null, after: { steps } });
  expect(told.after?.steps.map((step) => step.lit)).toEqual([{ states: [0, 1], transitions }]);
});
