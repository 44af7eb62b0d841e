import { describe, expect, it } from 'vitest';
import { classOfSlot, findPlaceholders, textForBleu } from '../../../lab/success/placeholders.ts';

const domains = new Set(['restaurant', 'train', 'attraction', 'taxi']);
const read = (text: string) => findPlaceholders(text, domains).map(({ domain, stands }) => [domain, stands]);

describe('placeholders', () => {
  it.each([
    ['[restaurant_name]', 'restaurant', 'name'],
    ['[restaurant-name]', 'restaurant', 'name'],
    ['[Restaurant_Name]', 'restaurant', 'name'],
    ['[value_name]', null, 'name'],
    ['[name]', null, 'name'],
    ['[train_id]', 'train', 'trainid'],
    ['[value_id]', null, 'trainid'],
    ['[trainID]', null, 'trainid'],
    ['[attraction_id]', 'attraction', 'id'],
    ['[value_post]', null, 'postcode'],
    ['[entrance fee]', null, 'price'],
    ['[restaurant_pricerange]', 'restaurant', 'price'],
    ['[train_arriveby]', 'train', 'time'],
    ['[leave at]', null, 'time'],
    ['[taxi_type]', 'taxi', 'car'],
    ['[bookstay]', null, 'count'],
    ['[ref]', null, 'reference'],
    ['[moon_name]', null, null],
    ['[Your Name]', null, null],
  ])('reads %s', (text, domain, stands) => {
    expect(read(`It is ${text}.`)).toEqual([[domain, stands]]);
  });

  it('finds none where there is none', () => {
    expect(read('a [ b ] c [] [see: below] [')).toEqual([]);
  });

  it('knows what answers a requested slot', () => {
    expect(
      ['phone', 'entrance fee', 'car type', 'duration', 'food'].map((slot) => classOfSlot(slot)),
    ).toEqual(['phone', 'price', 'car', 'time', 'food']);
    expect(classOfSlot('menu')).toBeNull();
  });

  it('writes answers alike for BLEU, however they are spelt and tokenised', () => {
    const tokenised = textForBleu(
      "It 's [restaurant_name] , and I do n't know the [restaurant_phone] .",
      domains,
    );
    expect(textForBleu("It's [value_name], and I don't  know the [phone].", domains)).toBe(tokenised);
    expect(tokenised).toBe("it's slotname, and i don't know the slotphone.");
  });
});
