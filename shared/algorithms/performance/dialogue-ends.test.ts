import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { corpusFile, describeWithCorpus } from '../../../tests/fixtures/corpora.ts';
import type { Role } from '../../domain/dialogue.ts';
import { closesMatter, isAbandonedAfter, raisesMatter } from './dialogue-ends.ts';

it('closes by whole words, for agents not by thanks', () => {
  const closes = (role: Role, ...tags: readonly string[]) => tags.map((tag) => closesMatter({ role, tag }));
  expect(
    closes('user', 'close', 'say-goodbye', 'goodbye_1', 'thank', 'say_thanks', 'say-solved'),
  ).not.toContain(false);
  expect(closes('system', 'welcome', 'youre-welcome', 'close_case', 'confirm-solved')).not.toContain(false);
  expect(closes('system', 'welcome-customer', 'thank', 'thank_you', 'disclose-address')).not.toContain(true);
  expect(
    closes('user', 'disclose-address', 'unsolved', 'still-not-solved', 'ask-question', 'enclosed'),
  ).not.toContain(true);
});

it('knows requests, problems and complaints of customers', () => {
  expect(
    ['report-problem-again', 'complain', 'REQUEST_refund', 'still-not-solved'].map(raisesMatter),
  ).not.toContain(false);
  expect(['thank', 'confirm', 'give-details', 'praise', 'inform'].map(raisesMatter)).not.toContain(true);
});

it('takes open requests of customers and unanswered questions of agents as abandoned', () => {
  const after = (role: Role, ...tags: readonly string[]) =>
    tags.map((tag) => isAbandonedAfter({ role, tag }));
  expect(after('user', 'ask-question', 'request_action', 'report problem', 'still-not-solved')).not.toContain(
    false,
  );
  expect(after('user', 'thank', 'praise', 'say-solved', 'confirm-done', 'complain', 'other')).not.toContain(
    true,
  );
  expect(after('system', 'ask-details', 'ask-for-details', 'REQUEST-phone', 'check-facts')).not.toContain(
    false,
  );
  expect(
    after('system', 'ask-for-private-message', 'ask-private', 'ask-anything-else', 'give-details', 'reqmore'),
  ).not.toContain(true);
});

describeWithCorpus('on support threads that people read', ['twitter-support-threads'], () => {
  const rows = (path: string): string[][] =>
    readFileSync(path, 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t'));

  it('agrees with people about which were abandoned, going by the hand-read last move', () => {
    const last = new Map(
      rows(corpusFile('twitter-support-threads', 'moves.tsv')).map(([thread = '', , role = '', tag = '']) => [
        thread,
        { role: role as Role, tag },
      ]),
    );
    const counts = { both: 0, onlyRule: 0, onlyPeople: 0 };
    for (const [thread = '', , isAbandoned] of rows('tests/fixtures/labels/thread-ends.tsv')) {
      const move = last.get(thread);
      if (!move) continue;
      if (isAbandonedAfter(move)) counts[isAbandoned === 'yes' ? 'both' : 'onlyRule']++;
      else if (isAbandoned === 'yes') counts.onlyPeople++;
    }
    expect(counts).toEqual({ both: 19, onlyRule: 0, onlyPeople: 3 });
  });
});
