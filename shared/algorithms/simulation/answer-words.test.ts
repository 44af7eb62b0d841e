import { expect, it } from 'vitest';
import type { RetrievalTurn } from '../retrieval/retrieval-corpus.ts';
import { foreignTermsAmong, generalWords, termsOf } from './answer-words.ts';

const turn = (role: RetrievalTurn['role'], text: string): RetrievalTurn => ({ role, text, tags: [] });
const talk = (...texts: readonly string[]): RetrievalTurn[] =>
  texts.map((text, at) => turn(at % 2 === 0 ? 'user' : 'system', text));

const MATTERS = ['lamp', 'kettle', 'bill', 'parcel', 'card', 'ticket', 'seat', 'router', 'song', 'flight'];
const DIALOGUES = MATTERS.flatMap((matter) =>
  Array.from({ length: 10 }, () =>
    talk(
      `My ${matter} has a fault`,
      matter === 'flight'
        ? 'Please send us the gate. Greetings, Delta'
        : 'Please send us the details. Greetings',
    ),
  ),
);

it('takes for general what agents say about many matters, and never a link, an account or a number', () => {
  const general = generalWords([
    ...DIALOGUES,
    ...DIALOGUES.map(() => talk('Hello', '@shop sends https://example.com/a to 12 people')),
  ]);
  expect([...general]).toEqual(expect.arrayContaining(['pleas', 'send', 'detail', 'peopl']));
  for (const special of ['gat', 'delta', '@', '0', 'https://example.com/a'])
    expect(general).not.toContain(special);
});

it('takes for general no name that only some of the agents use', () => {
  const named = Array.from({ length: 100 }, (_, at) =>
    talk(`I need ${MATTERS[at % 10]}`, at < 2 ? 'We are Acme and help' : 'We are there and help'),
  );
  const often = Array.from({ length: 100 }, (_, at) =>
    talk(`I need ${MATTERS[at % 10]}`, at < 40 ? 'We write a DM and help' : 'We are there and help'),
  );
  expect(generalWords([...named, ...named, ...named])).not.toContain('acm');
  expect(generalWords(often)).toContain('dm');
});

it('leaves out salutation and initials, and keeps links', () => {
  expect([...termsOf('@115 Write here: https://example.com/b -AB')]).toEqual([
    'writ',
    'here',
    'https://example.com/b',
  ]);
});

const GENERAL = new Set(['pleas', 'send', 'us', 'a', 'photo', 'of', 'the', 'it', 'thank']);
const foreignCounts = (
  answers: readonly string[],
  fits: readonly number[],
  said: Parameters<typeof foreignTermsAmong>[2],
  general: ReadonlySet<string> | null = GENERAL,
): number[] => {
  const foreign = foreignTermsAmong(answers, fits, said, general);
  return answers.map((text) => foreign(text).count);
};
const counts = (answers: readonly string[], said: string, fits = answers.map(() => 1)): number[] =>
  foreignCounts(answers, fits, [{ role: 'user', text: said }]);

it('counts the words of an answer that nobody said and that are not general', () => {
  const answers = ['Please send us a photo of the kettle.', 'Please send us a photo of the lamp to Becky.'];
  expect(counts(answers, 'My lamp is broken.')).toEqual([1, 2]);
  expect(counts(answers, 'My kettles broke, says Becky.')).toEqual([0, 2]);
  expect(foreignCounts(answers, [1, 1], [{ role: 'user', text: 'Hello' }], null)).toEqual([0, 0]);
});

it('keeps a number of another customer out, though this one names one, too', () => {
  expect(counts(['Thank us, it is 4711.'], 'It is 12.')).toEqual([1]);
});

it('lets an answer say what others say in the most similar conversations, but no name', () => {
  const similar = ['Send us the shade.', 'Send us a shade.', 'Send it to iLamp.', 'Send iLamp a photo.'];
  const others = Array.from({ length: 30 }, () => 'Send the pilot a photo.');
  const fits = [...similar.map(() => 1), ...others.map(() => 0.1)];
  const found = counts([...similar, ...others], 'My lamp is broken.', fits);
  expect(found.slice(0, 2)).toEqual([1, 1]);
  expect(
    counts([...similar, ...similar, ...others], 'My lamp is broken.', [...fits.slice(0, 4), ...fits]),
  ).toEqual([0, 0, 2, 1, 0, 0, 2, 1, ...others.map(() => 0)]);
});

it('takes a name that the customer chose, or that nearly all similar answers say', () => {
  const answers = ['Send us the Plus photo.', 'Send us the Max photo.', 'Send us the Max photo.'];
  const turns = [
    { role: 'system', text: 'We have Plus and Max.' },
    { role: 'user', text: 'Plus, please.' },
  ] as const;
  const countsAfter = (said: typeof turns | []) => foreignCounts(answers, [1, 1, 1], said);
  expect(countsAfter(turns)).toEqual([0, 1, 1]);
  expect(countsAfter([])).toEqual([1, 1, 1]);
  const same = answers.map(() => 'Send us the Max photo.');
  expect(foreignCounts(same, [1, 1, 1], [])).toEqual([0, 0, 0]);
});

it('sees a short answer that hardly any agent gives', () => {
  const foreign = foreignTermsAmong(['Yes', 'Thank it', 'Thank it', 'Thank it'], [1, 1, 1, 1], [], GENERAL);
  expect(['Yes', 'Thank it'].map((text) => foreign(text).isUsual)).toEqual([false, true]);
});
