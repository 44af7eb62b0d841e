import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDelexicaliser } from '../../../lab/success/delexicalise.ts';
import { createEntityDatabase } from '../../../lab/success/entity-database.ts';
import { createLexicon, listsOfOntology, listsOfRows } from '../../../lab/success/lexicon.ts';
import { exampleTables } from './example-tables.fixture.ts';

const { tables } = createEntityDatabase(exampleTables);
const ontology = {
  'restaurant-semi-name': ['the niralla', 'museum', 'south', 'restaurant'],
  'restaurant-semi-food': ['christmas'],
  'train-semi-departure': ['centre'],
  broken: 'no list',
};
const delexicalise = createDelexicaliser(
  createLexicon([...tables.values()], [...exampleTables.flatMap(listsOfRows), ...listsOfOntology(ontology)]),
);

describe('delexicalisation', () => {
  it.each([
    [
      'Pizza Hut City Centre is at Regent Street City Centre.',
      '[restaurant_name] is at [restaurant_address].',
    ],
    ['Call 01223 323737 , postcode C.B 2, 1 A.B', 'Call [restaurant_phone] , postcode [restaurant_postcode]'],
    ['The postcode is CB2 1UF.', 'The postcode is [restaurant_postcode].'],
    ["The Nirala 's food is good", '[restaurant_name] food is good'],
    ["Try Christ 's College or christs college", 'Try [attraction_name] or [attraction_name]'],
    ['Nirala it is', '[restaurant_name] it is'],
    ['Chiquito serves mexican', '[restaurant_name] serves [restaurant_food]'],
    ['the chiquitto restaurant bar', 'the [restaurant_name]'],
    ['Alpha guesthouse', '[hotel_name]'],
    ['Take TR 0002 or TR0001', 'Take [train_trainid] or [train_trainid]'],
    ['It leaves at 17:30 or 5pm, 51 minutes', 'It leaves at [time] or [time], [time]'],
    ['23.60 pounds, £5, or an entrance fee of free', '[price], [price], or an entrance fee of [price]'],
    ['It has free wifi and free parking', 'It has free [internet] and free [parking]'],
    ['A cheap 4-star place in the north on Monday', 'A [price] [count] place in the [area] on [day]'],
    ['For 3 people and 2 nights', 'For [count] and [count]'],
    ['Your reference number is : UIFV8FAS .', 'Your reference number is : [reference] .'],
    ['Reference : w53sqqn6', 'Reference : [reference]'],
    ['A black toyota, 07356285200', 'A [taxi_car], [taxi_phone]'],
    ['Ask haematology', '[restaurant_name] [hospital_department]'],
    ['I like christmas food', 'I like [restaurant_food] food'],
  ])('%j', (text, expected) => {
    expect(delexicalise(text)).toBe(expected);
  });

  it('leaves what is no value alone', () => {
    for (const text of [
      'Thank you, goodbye!',
      'Is the museum a restaurant or a hotel?',
      'WELCOME',
      'Call 012239999',
      'no reference was given',
    ]) {
      expect(delexicalise(text)).toBe(text);
    }
  });

  it('keeps placeholders and finds nothing across them', () => {
    const text = 'pizza [restaurant_name] hut is [value_price] in [Your City]';
    expect(delexicalise(text)).toBe(text);
  });

  it('changes nothing when done twice', () => {
    const pieces = fc.constantFrom(
      'pizza hut city centre',
      'the nirala',
      '[name]',
      '[',
      ']',
      '01223 323737',
      '17:30',
      '£5',
      'cheap',
      'free to',
      'UIFV8FAS',
      'reference',
      "christ 's",
      'college',
      '4 stars',
      'monday',
      'and',
      '.',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        const once = delexicalise(parts.join(' '));
        expect(delexicalise(once)).toBe(once);
      }),
      { numRuns: 400 },
    );
  });

  it('takes any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        expect(typeof delexicalise(text)).toBe('string');
      }),
    );
  });
});
