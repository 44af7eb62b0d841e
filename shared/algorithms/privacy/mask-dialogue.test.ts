import { expect, it } from 'vitest';
import type { ImportedDialogue, ImportedUtterance } from '../../domain/dialogue.ts';
import { isPersonalKey, maskDialogue } from './mask-dialogue.ts';
import { sameButMasks } from './personal-data.ts';

const said = (role: 'user' | 'system', speaker: string, text: string, extra = {}): ImportedUtterance => ({
  ...{ role, speaker, text, extra },
  ...{ time: null, line: 1, acts: ['inform(jo@example.org)'] },
});
const dialogue: ImportedDialogue = {
  externalId: 'Chat with Jane Doe',
  domains: ['jo@example.org'],
  extra: {
    requester: { id: 88, full_name: 'Jane Doe' },
    priority: 'high',
    note: 'Jane called',
    plan_name: 'Gold',
  },
  utterances: [
    said('user', 'Jane Doe', 'It is Jane here, +44 20 7946 0958.', { author_id: 115712, likes: 3 }),
    said('system', 'Bob', 'Thank you, Ms Doe! Bob here.', { 'E-Mail': 'bob@shop.example' }),
    said('system', 'Agent', 'Anything else?', { paid: '12.50', phone: 2079460958 }),
    said('user', 'Jane Doe', 'No.'),
  ],
};
const pseudonym = (id: string): string => `masked-${id.length}`;

it('leaves nothing of who spoke, in whatever place it stands', () => {
  const masked = maskDialogue(dialogue, { pseudonym });
  expect(JSON.stringify(masked)).not.toMatch(/jane|doe|bob|example|7946|115712|"id":88/i);
  expect(masked).toMatchObject({
    externalId: 'masked-18',
    extra: { priority: 'high', plan_name: 'Gold', note: '[name-2] called' },
  });
  expect(masked.utterances.map(({ speaker, speakerKind }) => [speaker, speakerKind])).toEqual([
    ['customer-1', 'customer'],
    ['system-1', 'system'],
    ['Agent', 'agent'],
    ['customer-1', 'customer'],
  ]);
  expect(masked.utterances.map(({ extra }) => extra)).toEqual([
    { author_id: '[masked]', likes: 3 },
    { 'E-Mail': '[masked]' },
    { paid: '12.50', phone: '[masked]' },
    {},
  ]);
});

it('keeps ids that are numbers or codes, and the names of speakers where a person has to say what they are', () => {
  const masked = maskDialogue({ ...dialogue, externalId: '4711-2024' }, { pseudonym, keepSpeakers: true });
  expect(masked.externalId).toBe('4711-2024');
  expect(masked.utterances[0]).toMatchObject({
    speaker: 'Jane Doe',
    text: 'It is [name-1] here, [phone-1].',
  });
});

it.each([
  ['requester_name', true],
  ['authorId', true],
  ['from', true],
  ['customer_satisfaction', false],
  ['service_agent_name', true],
  ['team_member_name', true],
  ['channel_email', true],
  ['product_name', false],
  ['user_plan_name', false],
  ['email_status', false],
  ['created_at', false],
])('takes %s for personal: %s', (key, isPersonal) => {
  expect(isPersonalKey(key)).toBe(isPersonal);
});

it.each([
  ['Jane here, [phone-1]. Jane!', '[name-1] here, [phone-1]. [name-1]!', true],
  ['[name-1] and Bob', '[name-2] and [name-1]', true],
  ['Jane here', 'Jane here', true],
  ['Jane here', '[name-1] there', false],
  ['Jane', 'Jane[name-1]', false],
  ['here', '[name-1] here', false],
])('holds %j for what %j was before more was masked: %s', (earlier, masked, isSame) => {
  expect(sameButMasks(earlier, masked)).toBe(isSame);
});
