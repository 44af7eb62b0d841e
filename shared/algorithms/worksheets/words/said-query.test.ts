import { expect, it } from 'vitest';
import { field, setOf, sheet } from '../../../../tests/fixtures/worksheet-runs.ts';
import { compile } from '../runtime/compile.ts';
import { filtersSaid, queryOf } from './said-query.ts';

const places = compile(
  setOf([
    sheet('Place', [
      field('city', 'Enum', { values: ['Basel', 'Bern'] }),
      field('price', 'int', { description: 'What it costs' }),
      field('open_from', 'date', { description: 'The first day that it is open' }),
    ]),
  ]),
).sheets.get('Place')!;

it.each([
  ['somewhere in Bern with a price under 30', 'Place(city="Bern", price=at_most(30), query='],
  ['a price of at least 20', 'Place(price=at_least(20), query='],
  ['open before March 14', 'Place(open_from=at_most("2026-03-14"), query='],
  ['a price of 25 in Basel', 'Place(city="Basel", price=25, query='],
  ['for 25 people', 'Place(query='],
])('hears what %s wants of a table', (said, query) => {
  expect(queryOf('Place', filtersSaid(said, places, '2026-03-02'), said)).toContain(query);
});
