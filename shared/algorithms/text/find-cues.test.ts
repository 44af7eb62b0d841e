import { describe, expect, it } from 'vitest';
import { findCues } from './analyse.ts';
import { CUES, cueTag } from './offline-tagger-model.ts';
import { tokenise } from './tokenise.ts';

const cuesOf = (text: string): string => findCues(tokenise(text).tokens).join(' ');

describe('cues', () => {
  it.each([
    ['Is it open?', 'question'],
    ['what time does it leave', 'question'],
    ['can you help me', 'question'],
    ['ok. do you have wifi', 'question'],
    ['what', ''],
    ['I know what I want.', ''],
    ['Thank you!', 'thanks'],
    ['thx', 'thanks'],
    ['Yes, that works.', 'yes'],
    ['yeah', 'yes'],
    ['Sure, go ahead.', 'yes'],
    ['I am not sure.', ''],
    ['No.', 'no'],
    ['no', 'no'],
    ['No thanks', 'thanks no'],
    ['Ok, no I do not.', 'no'],
    ['nope', 'no'],
    ['No problem!', ''],
    ['There are no hotels.', ''],
    ['No refund was made.', ''],
    ['It leaves at 5:15 pm on Monday.', 'time day'],
    ['It is $5.', 'price'],
    ['Order A12345', 'reference'],
    ['5245', 'reference'],
    ['5245.', 'reference'],
    ['4', ''],
    ['for 5245 people', ''],
    ['How can I help you today?', 'question'],
    ['It ships today.', 'day'],
    ['It took 1/2 an hour', ''],
    ['open 24/7', ''],
    ['It was due on 5/6', 'day'],
    ['worst customer service', ''],
    ['@shop is the worst customer service ever', ''],
    ['What the worst customer service', ''],
    ['What a mess!', ''],
    ['Is the best room free?', 'question'],
    ['is the room free', 'question'],
    ['love it #iphone6s #BlackFriday2017 #PS4Pro', ''],
    ['My order #AB12C is late', 'reference'],
    ['ticket #582134', 'reference'],
    ['', ''],
  ])('%s → %s', (text, cues) => {
    expect(cuesOf(text)).toBe(cues);
  });

  it('differ from lemmas by their brackets', () => {
    for (const cue of CUES) {
      expect(cueTag(cue)).toMatch(/^\[[a-z]+\]$/);
    }
  });
});
