import { describe, expect, it } from 'vitest';
import type { Role } from '#shared/domain/dialogue.ts';
import { maskedWords } from '../mask.ts';
import { CUE_RULES, cueOf } from './cue-rules.ts';

const TAG_NAME = /^[^\s,\p{Cc}#][^\s,\p{Cc}]{0,79}$/u;

const cueIn = (role: Role, text: string): string | undefined =>
  CUE_RULES[role][cueOf(CUE_RULES[role], maskedWords(text))]?.name;

describe('the cues of generic moves', () => {
  it.each([
    ['Thanks a lot', 'says-thanks'],
    ['It works now', 'says-it-is-solved'],
    ['The fault is still not fixed', 'chases-an-answer'],
    ['I just sent you a DM', 'has-sent-it'],
    ['I already restarted the router', 'has-tried-it'],
    ['I want my money back', 'asks-for-a-refund'],
    ['Please cancel my contract', 'wants-to-cancel'],
    ['Still waiting for an answer', 'chases-an-answer'],
    ['When will it be back?', 'asks-when'],
    ['Why is it so slow?', 'asks-why'],
    ['How do I change my plan?', 'asks-how'],
    ['Can someone help me', 'asks-for-help'],
    ['Can you send it again', 'requests-something'],
    ['I love your new shop', 'gives-praise'],
    ['Worst airline of all', 'complains'],
    ['I am not sure', 'is-unsure'],
    ['The app is not loading', 'reports-a-problem'],
    ['No, it has not', 'says-no'],
    ['Yes', 'says-yes'],
    ['My order number is 12345678', 'gives-details'],
    ['Is that the old one?', 'asks-a-question'],
    ['Hello there', 'says-hello'],
    ['Bye now', 'says-goodbye'],
    ['The sky over the harbour', undefined],
  ])('of customers: %j → %s', (text, name) => {
    expect(cueIn('user', text)).toBe(name);
  });

  it.each([
    ['Please send us a DM', 'asks-to-write-privately'],
    ['Is there anything else I can do?', 'offers-more-help'],
    ['How can I help you?', 'offers-help'],
    ["You're welcome", 'says-you-are-welcome'],
    ['Glad to hear that', 'is-glad'],
    ['We are very sorry for that', 'apologizes'],
    ['I understand how annoying this is', 'shows-sympathy'],
    ['Thank you for your patience', 'says-thanks'],
    ['Would you like to book it?', 'asks-to-confirm'],
    ['Could you give me your order number?', 'asks-for-details'],
    ['What kind of food do you fancy?', 'asks-a-question'],
    ['Are you using the app?', 'checks-facts'],
    ['I have passed this on to my colleagues', 'passes-it-on'],
    ['We are looking into it', 'promises-to-check'],
    ['Please hold the line', 'asks-to-wait'],
    ['Unfortunately that table is taken', 'refuses'],
    ['Please contact your local store', 'refers-elsewhere'],
    ['Try restarting the device', 'gives-instructions'],
    ['https://example.org', 'sends-a-link'],
    ['Your table has been booked', 'has-done-it'],
    ['Let us know how it goes', 'invites-back'],
    ['Have a great day', 'says-goodbye'],
    ['It leaves at 5 pm', 'gives-details'],
    ['Hi Anna', 'says-hello'],
    ['The weather is mild', undefined],
  ])('of agents: %j → %s', (text, name) => {
    expect(cueIn('system', text)).toBe(name);
  });

  // Earlier cues took these for the move as well.
  it.each([
    ['Yes it did, version 11', 'says-yes'],
    ['Ah yes', 'says-yes'],
    ['Ok', 'says-yes'],
    ['Ok so the new one', 'says-yes'],
    ["Okay, I'll try that tonight", 'says-yes'],
    ['Sure thing', 'says-yes'],
    ['Great customer service', undefined],
    ['Great start to the evening', undefined],
    ['Okay where is my parcel lol', 'asks-how'],
    ['Absolutely contemplating to go elsewhere', undefined],
    ['Sure, how much would it cost?', 'asks-a-question'],
  ])('of customers, close calls: %j → %s', (text, name) => {
    expect(cueIn('user', text)).toBe(name);
  });

  it.each([
    ["We don't have a timeline for that", 'refuses'],
    ["We're unable to view orders here", 'refuses'],
    ['That option is not available', 'refuses'],
    ["I'm afraid not, Jenny", 'refuses'],
    ["We can't wait to try it ourselves", undefined],
    ['As they are closed because nobody cannot vote', undefined],
    ["And if you can't find it", undefined],
    ["If the shop can't help", undefined],
    ["We'll pass this on to our kitchen team", 'passes-it-on'],
    ['Your idea has been shared with the designers’ team', 'passes-it-on'],
    ["We've let our team know", 'passes-it-on'],
    ["We'll be sure to share your idea", 'passes-it-on'],
    ['Please let our team know', undefined],
    ["We can't wait to share the skies with you", undefined],
    ['I will relay this to my manager', 'passes-it-on'],
    ['We look forward to seeing you', undefined],
    ['A good option for all who want to share points', undefined],
    ['Our team is working hard to find your bags', 'promises-to-check'],
    ['Or our chat team can help', undefined],
    ['Have you restarted it since?', 'checks-facts'],
    ['Is your router up and working?', 'checks-facts'],
    ['Any steps tried so far?', 'checks-facts'],
    ['Could you try another cable?', 'gives-instructions'],
    ['Can you message me your code?', 'asks-for-details'],
    ['Can you post the link here?', 'asks-for-details'],
    ['How far away is the next one?', 'asks-a-question'],
    ['Do you need help with something?', 'offers-help'],
  ])('of agents, close calls: %j → %s', (text, name) => {
    expect(cueIn('system', text)).toBe(name);
  });

  it('have names that are valid tags, once per role', () => {
    for (const rules of Object.values(CUE_RULES)) {
      const names = rules.map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
      for (const name of names) expect(name).toMatch(TAG_NAME);
    }
  });
});
