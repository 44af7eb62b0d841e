import { expect, it } from 'vitest';
import { type ComparedTalk, compareTalks, fitOfAnswer, foreignShares, saysTheSame } from './similar-talks.ts';

const talk = (of: Partial<ComparedTalk>): ComparedTalk => ({
  user: '',
  userTags: [],
  system: '',
  systemTags: [],
  earlier: '',
  ...of,
});

const RETURN = talk({ user: 'My order number is 4711.', earlier: 'I want to return a lamp.' });
const PARCEL = talk({ user: 'My order number is 12.', earlier: 'Where is my parcel?' });

it('finds the conversation about the same, whatever the numbers are', () => {
  const asked = talk({ user: 'The order number is 99.', earlier: 'Can I return this lamp?' });
  const [one, other] = compareTalks([RETURN, PARCEL], asked);
  expect(one!.user).toBeCloseTo(other!.user);
  expect(one!.user).toBeGreaterThan(0.5);
  expect(fitOfAnswer(one!)).toBeGreaterThan(fitOfAnswer(other!));
});

it('counts tags in common, and nothing where nothing is in common', () => {
  const tagged = talk({ userTags: ['thanks', 'leaves'], systemTags: ['helps'] });
  const [likeness] = compareTalks([tagged], talk({ userTags: ['thanks'], systemTags: ['asks'] }));
  expect(likeness).toEqual({ user: 0, userTags: 0.5, system: 0, systemTags: 0, earlier: 0 });
  const [stranger] = compareTalks([RETURN], talk({ user: 'Parrots sing opera.' }));
  expect(fitOfAnswer(stranger!)).toBe(0);
});

it('tells answers that speak of what nobody mentioned', () => {
  const plain = Array.from({ length: 5 }, () => 'Please send a photo of it.');
  const shares = foreignShares([...plain, 'Please send a photo of the kettle.'], ['My lamp is broken.']);
  expect(shares[0]).toBe(0);
  expect(shares[5]).toBeGreaterThan(0);
  const named = foreignShares([...plain, 'Please send a photo of the lamp.'], ['Look at the lamp.']);
  expect(named[5]).toBe(0);
});

it('sees that an answer says the same, with another number or account', () => {
  expect(saysTheSame('@12 Send us a DM, case 77.', '@9981 Send us a DM, case 4!')).toBe(true);
  expect(saysTheSame('Send us a photo.', 'When was it?')).toBe(false);
  expect(saysTheSame('…', '…')).toBe(true);
  expect(saysTheSame('…', '!')).toBe(false);
});
