import { describe, expect, it } from 'vitest';
import { type FlowResult, isFailure, soundsBad } from './results.ts';

describe('the result of a function', () => {
  it.each<[FlowResult | undefined, boolean]>([
    [undefined, false],
    [null, true],
    [{}, false],
    [{ message: 'Success' }, false],
    [{ Message: 'Ride booked.' }, false],
    [{ Message: 'The venue is booked at that time.' }, true],
    [{ ReservationStatus: 'Reservation Failed' }, true],
    [{ id: 7, error: 'sold out' }, true],
    [{ id: 7, error: null }, false],
    [{ success: false }, true],
    [{ result: false }, true],
    [{ has_balcony: false, comment: 'not far from the sea' }, false],
  ])('%j is a failure: %s', (result, expected) => {
    expect(isFailure(result)).toBe(expected);
  });

  it.each([
    ['Booked', false],
    ['Fully booked', true],
    ['Already booked by somebody', true],
    ['Successfully scheduled', false],
    ['Not successful', true],
  ])('%j sounds bad: %s', (text, expected) => {
    expect(soundsBad(text)).toBe(expected);
  });
});
