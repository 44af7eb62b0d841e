import { describe, expect, it } from 'vitest';
import type { Role } from '#shared/domain/dialogue.ts';
import { maskedWords } from '../mask.ts';
import { CUE_RULES, cueOf } from './cue-rules.ts';

/** The contract's pattern for a tag's name. */
const TAG_NAME = /^[^\s,\p{Cc}#][^\s,\p{Cc}]{0,79}$/u;

const cueIn = (role: Role, text: string): string | undefined =>
  CUE_RULES[role][cueOf(CUE_RULES[role], maskedWords(text))]?.name;

describe('the cues of generic moves', () => {
  it.each([
    ['Thanks a lot', 'thank'],
    ['It works now', 'say-solved'],
    ['The fault is still not fixed', 'chase-answer'],
    ['I just sent you a DM', 'say-sent'],
    ['I already restarted the router', 'say-tried'],
    ['I want my money back', 'ask-for-refund'],
    ['Please cancel my contract', 'cancel'],
    ['Still waiting for an answer', 'chase-answer'],
    ['When will it be back?', 'ask-when'],
    ['Why is it so slow?', 'ask-why'],
    ['How do I change my plan?', 'ask-how'],
    ['Can someone help me', 'ask-for-help'],
    ['Can you send it again', 'request-action'],
    ['I love your new shop', 'praise'],
    ['Worst airline of all', 'complain'],
    ['I am not sure', 'say-unsure'],
    ['The app is not loading', 'report-problem'],
    ['No, it has not', 'deny'],
    ['Yes', 'confirm'],
    ['My order number is 12345678', 'give-details'],
    ['Is that the old one?', 'ask-question'],
    ['Hello there', 'greet'],
    ['Bye now', 'say-goodbye'],
    ['The sky over the harbour', undefined],
  ])('of customers: %j → %s', (text, name) => {
    expect(cueIn('user', text)).toBe(name);
  });

  it.each([
    ['Please send us a DM', 'ask-for-private-message'],
    ['Is there anything else I can do?', 'ask-anything-else'],
    ['How can I help you?', 'offer-help'],
    ["You're welcome", 'welcome'],
    ['Glad to hear that', 'say-glad'],
    ['We are very sorry for that', 'apologise'],
    ['I understand how annoying this is', 'sympathise'],
    ['Thank you for your patience', 'thank'],
    ['Would you like to book it?', 'ask-to-confirm'],
    ['Could you give me your order number?', 'ask-for-details'],
    ['What kind of food do you fancy?', 'ask-question'],
    ['Are you using the app?', 'check-facts'],
    ['I have passed this on to my colleagues', 'say-forwarded'],
    ['We are looking into it', 'promise-to-check'],
    ['Please hold the line', 'ask-to-wait'],
    ['Unfortunately that table is taken', 'refuse'],
    ['Please contact your local store', 'refer-elsewhere'],
    ['Try restarting the device', 'give-instructions'],
    ['https://example.org', 'give-link'],
    ['Your table has been booked', 'say-done'],
    ['Let us know how it goes', 'invite-back'],
    ['Have a great day', 'say-goodbye'],
    ['It leaves at 5 pm', 'give-details'],
    ['Hi Anna', 'greet'],
    ['The weather is mild', undefined],
  ])('of agents: %j → %s', (text, name) => {
    expect(cueIn('system', text)).toBe(name);
  });

  // Earlier cues took these for the move as well.
  it.each([
    ['Yes it did, version 11', 'confirm'],
    ['Ah yes', 'confirm'],
    ['Ok', 'confirm'],
    ['Ok so the new one', 'confirm'],
    ["Okay, I'll try that tonight", 'confirm'],
    ['Sure thing', 'confirm'],
    ['Great customer service', undefined],
    ['Great start to the evening', undefined],
    ['Okay where is my parcel lol', 'ask-how'],
    ['Absolutely contemplating to go elsewhere', undefined],
    ['Sure, how much would it cost?', 'ask-question'],
  ])('of customers, close calls: %j → %s', (text, name) => {
    expect(cueIn('user', text)).toBe(name);
  });

  it.each([
    ["We don't have a timeline for that", 'refuse'],
    ["We're unable to view orders here", 'refuse'],
    ['That option is not available', 'refuse'],
    ["I'm afraid not, Jenny", 'refuse'],
    ["We can't wait to try it ourselves", undefined],
    ['As they are closed because nobody cannot vote', undefined],
    ["And if you can't find it", undefined],
    ["If the shop can't help", undefined],
    ["We'll pass this on to our kitchen team", 'say-forwarded'],
    ['Your idea has been shared with the designers’ team', 'say-forwarded'],
    ["We've let our team know", 'say-forwarded'],
    ["We'll be sure to share your idea", 'say-forwarded'],
    ['Please let our team know', undefined],
    ["We can't wait to share the skies with you", undefined],
    ['I will relay this to my manager', 'say-forwarded'],
    ['We look forward to seeing you', undefined],
    ['A good option for all who want to share points', undefined],
    ['Our team is working hard to find your bags', 'promise-to-check'],
    ['Or our chat team can help', undefined],
    ['Have you restarted it since?', 'check-facts'],
    ['Is your router up and working?', 'check-facts'],
    ['Any steps tried so far?', 'check-facts'],
    ['Could you try another cable?', 'give-instructions'],
    ['Can you message me your code?', 'ask-for-details'],
    ['Can you post the link here?', 'ask-for-details'],
    ['How far away is the next one?', 'ask-question'],
    ['Do you need help with something?', 'offer-help'],
  ])('of agents, close calls: %j → %s', (text, name) => {
    expect(cueIn('system', text)).toBe(name);
  });

  it('have names that are tags, once a role', () => {
    for (const rules of Object.values(CUE_RULES)) {
      const names = rules.map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
      for (const name of names) expect(name).toMatch(TAG_NAME);
    }
  });
});
