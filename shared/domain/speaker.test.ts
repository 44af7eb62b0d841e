import { describe, expect, it } from 'vitest';
import { kindOfName, kindOfSpeaker } from './dialogue.ts';

describe('kindOfName', () => {
  it.each([
    ['Customer', 'customer'],
    ['end-user', 'customer'],
    ['AGENT 12', 'agent'],
    ['customer support', 'agent'],
    ['human agent', 'agent'],
    ['Support Bot', 'bot'],
    ['assistant', 'bot'],
    ['SYSTEM', 'system'],
    ['Bob', null],
    ['constructor', null],
  ])('of %s is %s', (name, kind) => {
    expect(kindOfName(name)).toBe(kind);
  });
});

describe('kindOfSpeaker', () => {
  it('never speaks against the role', () => {
    expect(kindOfSpeaker('user', 'Support Bot')).toBe('customer');
    expect(kindOfSpeaker('system', 'customer')).toBe('system');
    expect(kindOfSpeaker('system', 'AmazonHelp')).toBe('system');
    expect(kindOfSpeaker('system', 'agent 7')).toBe('agent');
  });
});
