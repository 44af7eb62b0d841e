import { expect, it } from 'vitest';
import {
  asksToTell,
  asksWhat,
  asksWhatFor,
  type ComparedTalk,
  compareTalks,
  evidenceOf,
  fitOfAnswer,
  isQuestion,
  isSorryForNoReason,
  leavesTooEarly,
  missesTheQuestion,
  offersTooEarly,
  saysItWasSent,
  saysTheSame,
  talkOf,
  wasSentAs,
  withDigits,
} from './similar-talks.ts';

const talk = (of: Partial<ComparedTalk>): ComparedTalk => ({
  user: '',
  userTags: [],
  system: '',
  systemTags: [],
  earlier: '',
  matter: '',
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
  expect(likeness).toEqual({ user: 0, userTags: 0.5, system: 0, systemTags: 0, earlier: 0, matter: 1 });
  const [stranger] = compareTalks([RETURN], talk({ user: 'Parrots sing opera.' }));
  expect(fitOfAnswer(stranger!)).toBe(0);
});

it('knows what a conversation is about by what the customer said, and a dialogue by all of it', () => {
  const asked = talkOf([
    { role: 'user', text: 'My suitcase is lost.', tags: [] },
    { role: 'system', text: 'The card is on its way.', tags: [] },
    { role: 'user', text: 'Yes, that is right.', tags: [] },
  ]);
  expect(asked.matter).toBe('My suitcase is lost. Yes, that is right.');
  const luggage = talk({ user: 'Yes, right.', matter: 'Where is my suitcase? We found it. Yes, right.' });
  const card = talk({ user: 'Yes, that is right.', matter: 'A new card, please. Yes, that is right.' });
  const [same, other] = compareTalks([luggage, card, card, card], asked);
  expect(same!.user).toBeLessThan(other!.user);
  expect(same!.matter).toBe(1);
  expect(other!.matter).toBeLessThan(1);
  expect(fitOfAnswer({ ...other!, matter: 0 })).toBeLessThan(fitOfAnswer(other!));
  expect(evidenceOf(0).weight).toBe(0);
  expect(evidenceOf(0).most).toBeGreaterThan(0);
});

it('sees that an answer says the same, with another number or account', () => {
  expect(saysTheSame('@12 Send us a DM, case 77.', '@9981 Send us a DM, case 4!')).toBe(true);
  expect(saysTheSame('Send us a photo.', 'When was it?')).toBe(false);
  expect(saysTheSame('…', '…')).toBe(true);
  expect(saysTheSame('…', '!')).toBe(false);
});

it('reads numbers that are spelled digit by digit', () => {
  expect(withDigits('It is five five one two, I think')).toBe('It is 5512 I think');
  expect(withDigits('seven oh four')).toBe('704 ');
  expect(withDigits('One or two days')).toBe('One or two days');
});

it('takes neither a question about a message nor a refusal for a message that was sent', () => {
  expect(saysItWasSent('I sent you a DM.')).toBe(true);
  expect(saysItWasSent('Not again, but I filled in the form')).toBe(true);
  expect(saysItWasSent('Why do you need a DM?')).toBe(false);
  expect(saysItWasSent("I don't want to write a message.")).toBe(false);
  expect(saysItWasSent("Fine. I'll wait for your message")).toBe(false);
  expect(saysItWasSent('Alright, please answer in the DM then')).toBe(false);
  expect(wasSentAs('I filled in the form already', 'We have received your DM.')).toBe(false);
});

it.each([
  ['Thanks. How long does it take?', 'It takes a while.', true],
  ['How long does it take?', 'About 5 days.', false],
  ['Great, when will you call?', 'Our team will call you soon.', false],
  ['When I open it, is it broken?', 'It is not.', false],
  ['ok and how much is it?', 'We will send it.', true],
  ['How much is it?', 'It is free.', false],
  ['ok how long will that take', 'It takes a while.', true],
  ['Do you know when it will be back?', 'It is down.', true],
  ['When will it come?', 'What is your order number?', false],
  ['When will it come?', 'Please send us your order number.', false],
])('sees if "%s" asks for a time or a price that "%s" does not name', (said, answer, misses) => {
  expect(missesTheQuestion(answer, said)).toBe(misses);
});

it('offers more help neither for a question nor for bad news', () => {
  const offer = 'Good. Is there anything else I can do?';
  expect(offersTooEarly(offer, 'Do I get a new one?')).toBe(true);
  expect(offersTooEarly(offer, 'I did that, it is still broken.')).toBe(true);
  expect(offersTooEarly(offer, 'Yes, it works now.')).toBe(false);
  expect(offersTooEarly(offer, 'Thanks, I cannot thank you enough.')).toBe(false);
  expect(offersTooEarly('You get a new one next week. Anything else?', 'Do I get a new one?')).toBe(false);
});

it('says goodbye only to a customer who leaves or agrees', () => {
  const goodbye = 'Thanks for your patience. Take care!';
  expect(leavesTooEarly(goodbye, 'I want a refund then.')).toBe(true);
  expect(leavesTooEarly(goodbye, 'OK, where is it?')).toBe(true);
  expect(leavesTooEarly('It is at the depot. Take care!', 'I want a refund then.')).toBe(false);
  for (const said of ['Thanks!', 'No, that is all.', 'OK, I will wait.', 'That’s it then.'])
    expect(leavesTooEarly(goodbye, said)).toBe(false);
});

it('is sorry about no good news', () => {
  expect(isSorryForNoReason('We are sorry for your frustration.', 'No, all good now.')).toBe(true);
  expect(isSorryForNoReason('We are sorry for your frustration.', 'The driver was lovely.')).toBe(true);
  expect(
    isSorryForNoReason('We are sorry for your frustration.', 'The lovely lamp still does not work.'),
  ).toBe(false);
});

it('knows questions without a question mark', () => {
  for (const said of ['ok how will I know', 'will i get a refund or not', 'Is it down?'])
    expect(isQuestion(said)).toBe(true);
  for (const said of ['When I open it, it breaks', 'It is broken', 'ok thanks'])
    expect(isQuestion(said)).toBe(false);
});

it('knows customers who ask about a request, or want somebody to hear something', () => {
  for (const said of ['Why do you need my number?', "I don't want to give my email for that", 'why in a DM?'])
    expect(asksWhatFor(said)).toBe(true);
  for (const said of ['Why is my bill so high?', 'I sent my number']) expect(asksWhatFor(said)).toBe(false);
  expect(asksWhat('ok so what do you need from me?')).toBe(true);
  expect(asksToTell('Could you let her manager know?')).toBe(true);
  expect(asksToTell('let me know when it is fixed')).toBe(false);
});
