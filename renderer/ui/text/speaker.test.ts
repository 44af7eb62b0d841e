import { describe, expect, it } from 'vitest';
import { speakersText, speakerTitle } from './speaker.ts';

const bot = { kind: 'bot', speaker: 'assistant' } as const;
const agent = { kind: 'agent', speaker: 'agent 7' } as const;
const brand = { kind: 'agent', speaker: 'AmazonHelp' } as const;
const customer = { kind: 'customer', speaker: 'user' } as const;

describe('speakersText', () => {
  it('shows kind and name, each once', () => {
    expect(speakersText('system', [brand, brand])).toBe('agent, AmazonHelp');
    expect(speakersText('system', [bot, agent])).toBe('bot, assistant, then agent 7');
    expect(speakersText('user', [customer])).toBe('');
    expect(speakersText('user', [{ kind: 'customer', speaker: '115712' }])).toBe('115712');
    expect(speakersText('system', [{ kind: 'system', speaker: 'SYSTEM' }])).toBe('');
    expect(speakersText('system', [{ kind: 'agent', speaker: 'Agent' }])).toBe('agent');
  });
});

describe('speakerTitle', () => {
  it('shows the kind, and the name if it adds something', () => {
    expect(speakerTitle({ kind: 'agent', speaker: 'Zoe' })).toBe('Agent · Zoe');
    expect(speakerTitle({ kind: 'customer', speaker: 'Customer ' })).toBe('Customer');
    expect(speakerTitle(customer)).toBe('Customer');
    expect(speakerTitle({ kind: 'bot', speaker: '' })).toBe('Bot');
  });
});
