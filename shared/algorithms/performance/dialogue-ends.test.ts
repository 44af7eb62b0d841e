import { expect, it } from 'vitest';
import { readRows, readSupportThreads } from '../../../tests/fixtures/annotated-corpora.ts';
import { describeWithCorpus } from '../../../tests/fixtures/corpora.ts';
import { dialogue } from '../../../tests/fixtures/tagged-dialogues.ts';
import type { Role } from '../../domain/dialogue.ts';
import { rowsOf } from '../automaton/corpus/symbol-corpus.ts';
import { abandonedDialogues, closesMatter, raisesMatter } from './measure-flow.ts';

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

const abandoned = (...dialogues: readonly string[][]) => [
  ...abandonedDialogues(rowsOf(dialogues.map((turns, at) => dialogue(`${at}`, ...turns))), null),
];

it('takes open requests of customers and unanswered questions of agents as abandoned', () => {
  const after = (role: string, ...tags: readonly string[]) =>
    abandoned(...tags.map((tag) => [`${role}:${tag}`]));
  expect(after('u', 'ask-question', 'request_action', 'still-not-solved')).not.toContain(0);
  expect(after('u', 'thank', 'praise', 'say-solved', 'confirm-done', 'other')).not.toContain(1);
  expect(
    after('s', 'ask-details', 'ask-for-details', 'REQUEST-phone', 'check-facts', 'checks-facts'),
  ).not.toContain(0);
  expect(
    after('s', 'ask-for-private-message', 'ask-private', 'ask-anything-else', 'give-details', 'reqmore'),
  ).not.toContain(1);
});

it('takes a complaint or a reply as abandoned only from a customer who spoke before', () => {
  expect(
    abandoned(
      ['u:complain'],
      ['s:give-information', 'u:give-details'],
      ['u:complain', 's:apologise', 'u:complain'],
      ['u:ask-help', 's:ask-details', 'u:give-details'],
    ),
  ).toEqual([0, 0, 1, 1]);
});

it('goes by the last turn, even if it has no tag, and never by a request beside one to write privately', () => {
  expect(
    abandoned(
      ['u:ask-help', 's:'],
      ['u:ask-help', 's:ask-details,ask-private'],
      ['u:ask-help', 's:', 'u:ask-help'],
    ),
  ).toEqual([0, 0, 1]);
});

it('gives everybody a day to answer, counted from the newest message', () => {
  const rows = rowsOf(
    ['ask-help', 'ask-help', 'ask-help', 'thank'].map((tag, at) => dialogue(`${at}`, `u:${tag}`)),
  );
  const hour = 3600;
  const ends = Float64Array.of(0, 2 * hour, Number.NaN, 25 * hour);
  expect([...abandonedDialogues(rows, { ends })]).toEqual([1, 0, 1, 0]);
});

describeWithCorpus('on support threads that people read', ['twitter-support-threads'], () => {
  it('agrees with people about which were abandoned, going by hand-read moves', () => {
    const threads = readSupportThreads();
    const isAbandoned = abandonedDialogues(
      rowsOf(
        threads.map(({ id, turns }) => ({
          key: id,
          turns: turns.map(({ role, moves }) => ({ role, tags: moves })),
        })),
      ),
      null,
    );
    const found = new Set(threads.filter((_, at) => isAbandoned[at] === 1).map(({ id }) => id));
    const counts = (sample: string) => {
      const own = readRows('tests/fixtures/labels/thread-ends.tsv').filter((row) => row[3] === sample);
      const count = (byRule: boolean, byPeople: string): number =>
        own.filter(([id = '', , label]) => found.has(id) === byRule && label === byPeople).length;
      return { both: count(true, 'yes'), onlyRule: count(true, 'no'), onlyPeople: count(false, 'yes') };
    };
    expect(counts('first')).toEqual({ both: 21, onlyRule: 1, onlyPeople: 1 });
    expect(counts('second')).toEqual({ both: 20, onlyRule: 3, onlyPeople: 4 });
  });
});
