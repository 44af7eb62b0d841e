import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collect, scratchFile } from '../../../../tests/fixtures/formats/collect.ts';

const HEADER = 'tweet_id,author_id,inbound,created_at,text,response_tweet_id,in_response_to_tweet_id';

interface Tweet {
  readonly id: string;
  readonly author: string;
  readonly minute?: number | null;
  readonly answers?: string;
  readonly answered?: string;
}

function row({ id, author, minute, answers, answered }: Tweet): string {
  const time = minute === null ? '' : `Tue Oct 31 22:${String(minute ?? 0).padStart(2, '0')}:47 +0000 2017`;
  const inbound = /^\d+$/.test(author) ? 'True' : 'False';
  return [id, author, inbound, time, `"text, of ${id}"`, `"${answers ?? ''}"`, answered ?? ''].join(',');
}

async function read(
  tweets: readonly (Tweet | string)[],
  brand: string | null = null,
): ReturnType<typeof collect> {
  const lines = tweets.map((tweet) => (typeof tweet === 'string' ? tweet : row(tweet)));
  return collect(await scratchFile('twcs.csv', `${[HEADER, ...lines].join('\n')}\n`), 'twcs', { brand });
}

const idsOf = ({ dialogues }: Awaited<ReturnType<typeof collect>>): Record<string, string> =>
  Object.fromEntries(
    dialogues.map(({ externalId, domains, utterances }) => [
      `${externalId} ${domains.join()}`,
      utterances.map(({ extra, role }) => `${role[0]}${extra?.tweet_id}`).join(' '),
    ]),
  );

describe('twcs.csv', () => {
  it('rebuilds a thread from its replies, whatever the order of the rows', async () => {
    const result = await read([
      { id: '3', author: '115712', minute: 5, answered: '2.0' },
      { id: '1', author: '115712', minute: 1, answers: '2' },
      { id: '2', author: 'sprintcare', minute: 3, answers: '3', answered: '1.0' },
    ]);
    expect(result.dialogues).toHaveLength(1);
    const [dialogue] = result.dialogues;
    expect(dialogue).toMatchObject({ externalId: '1', domains: ['sprintcare'], extra: null });
    expect(dialogue.utterances[1]).toEqual({
      role: 'system',
      speakerKind: 'agent',
      speaker: 'sprintcare',
      text: 'text, of 2',
      time: '2017-10-31T22:03:47.000Z',
      line: 4,
      acts: null,
      extra: { tweet_id: '2', in_response_to_tweet_id: '1.0' },
    });
    expect(idsOf(result)).toEqual({ '1 sprintcare': 'u1 s2 u3' });
  });

  it('puts an answer behind what it answers when both are of the same second', async () => {
    const result = await read([
      { id: '3', author: '7', answered: '2' },
      { id: '2', author: 'brand', answered: '1' },
      { id: '1', author: '7' },
    ]);
    expect(idsOf(result)).toEqual({ '1 brand': 'u1 s2 u3' });
  });

  it('makes one dialogue of a thread with branches, each tweet once, in the order of time', async () => {
    const result = await read([
      { id: '1', author: '7', minute: 1, answers: '2,3' },
      { id: '2', author: 'brand', minute: 2, answered: '1' },
      { id: '3', author: 'brand', minute: 4, answered: '1' },
      { id: '4', author: '7', minute: 3, answered: '2' },
    ]);
    expect(idsOf(result)).toEqual({ '1 brand': 'u1 s2 u4 s3' });
  });

  it('parts a thread by customer and by brand', async () => {
    const result = await read([
      { id: '1', author: '7', minute: 1 },
      { id: '2', author: 'brand', minute: 2, answered: '1' },
      { id: '3', author: '8', minute: 3, answered: '1' },
      { id: '4', author: 'brand', minute: 4, answered: '3' },
      { id: '5', author: 'rival', minute: 5, answered: '1' },
    ]);
    expect(idsOf(result)).toEqual({ '1 brand': 'u1 s2', '3 brand': 'u3 s4', '5 rival': 's5' });
  });

  it('gives what opened several conversations to the one who answered it first', async () => {
    const result = await read([
      { id: '1', author: 'brand', minute: 0 },
      { id: '2', author: '8', minute: 6, answered: '1' },
      { id: '3', author: '7', minute: 5, answered: '1' },
      { id: '4', author: 'brand', minute: 7, answered: '2' },
    ]);
    expect(idsOf(result)).toEqual({ '1 brand': 's1 u3', '2 brand': 'u2 s4' });
  });

  it('links answers through a tweet that is not in the file', async () => {
    const result = await read([
      { id: '2', author: '7', minute: 2, answered: '99' },
      { id: '3', author: 'brand', minute: 3, answered: '2' },
      { id: '4', author: '7', minute: 4, answered: '99' },
      { id: '5', author: 'brand', minute: 5, answered: '4' },
    ]);
    expect(idsOf(result)).toEqual({ '2 brand': 'u2 s3 u4 s5' });
  });

  it('links tweets that only the answered side lists, and lists of answered tweets', async () => {
    const listed = await read([
      { id: '1', author: '7', minute: 1, answers: '2.0,99' },
      { id: '2', author: 'brand', minute: 2 },
    ]);
    expect(idsOf(listed)).toEqual({ '1 brand': 'u1 s2' });
    const several = await read([
      { id: '1', author: '7', minute: 1 },
      { id: '2', author: '7', minute: 2 },
      { id: '3', author: 'brand', minute: 3, answered: '"1.0,2.0"' },
    ]);
    expect(idsOf(several)).toEqual({ '1 brand': 'u1 s3', '2 ': 'u2' });
  });

  it('keeps a customer nobody answered and a brand nobody answered', async () => {
    const result = await read([
      { id: '1', author: '7' },
      { id: '2', author: 'brand' },
    ]);
    expect(idsOf(result)).toEqual({ '1 ': 'u1', '2 brand': 's2' });
  });

  it('survives tweets that answer one another in a ring, and themselves', async () => {
    const result = await read([
      { id: '1', author: '7', answered: '3' },
      { id: '2', author: 'brand', answered: '1' },
      { id: '3', author: '7', answered: '2' },
      { id: '4', author: '7', answered: '4' },
    ]);
    expect(result.end.records).toBe(4);
    expect(Object.values(idsOf(result)).join(' ').split(' ').toSorted()).toEqual(['s2', 'u1', 'u3', 'u4']);
  });

  it('picks out one brand and counts the tweets of the others', async () => {
    const tweets = [
      { id: '1', author: '7' },
      { id: '2', author: 'Brand', answered: '1' },
      { id: '3', author: '8' },
      { id: '4', author: 'rival', answered: '3' },
      { id: '5', author: '9' },
    ];
    const result = await read(tweets, '@brand');
    expect(idsOf(result)).toEqual({ '1 Brand': 'u1 s2' });
    expect(result.ignored).toEqual([
      { kind: 'ignored', line: 4, records: 3, reason: 'tweets of other brands' },
    ]);
    await expect(read(tweets, 'nobody')).rejects.toMatchObject({
      code: 'UNKNOWN_BRAND',
      message: expect.stringContaining('Brand (2), rival (2)'),
    });
  });

  it('rejects what is no tweet, and a tweet seen before', async () => {
    const result = await read([
      { id: '1', author: '7' },
      { id: '1.0', author: '7' },
      ',7,True,,no id,,',
      '5,,True,,no author,,',
      '6,7,perhaps,,no side,,',
      '7,8,True',
    ]);
    expect(result.rejects.map(({ line }) => line)).toEqual([3, 4, 5, 6, 7]);
    expect(result.rejects[0].reason).toContain('of line 2');
    expect(result.rejects[3].reason).toContain('"perhaps"');
  });

  it('places tweets without a time by what they answer, and says which ids a spreadsheet has rounded', async () => {
    const result = await read([
      { id: '3', author: '7', minute: 5, answered: '2' },
      { id: '2', author: 'brand', minute: null, answered: '1' },
      { id: '1', author: '7', minute: 1 },
      '8.9E+17,7,True,soon,x,,',
    ]);
    expect(idsOf(result)).toEqual({ '1 brand': 'u1 s2 u3', '8.9E+17 ': 'u8.9E+17' });
    expect(result.dialogues.flatMap(({ utterances }) => utterances.map(({ time }) => time))).toContain(null);
    expect(result.warnings.join()).toContain('8.9E+17: 1');
    expect(result.warnings.join()).toContain('Times that cannot be read: 1');
  });

  it('names missing columns', async () => {
    const path = await scratchFile('a.csv', 'tweet_id,text\n1,x\n');
    await expect(collect(path, 'twcs')).rejects.toMatchObject({
      code: 'MISSING_COLUMNS',
      message: expect.stringContaining('author_id, inbound, in_response_to_tweet_id'),
    });
  });

  it('gives every tweet to one dialogue, and the same dialogues for any order of the rows', async () => {
    const tweet = fc.record({
      author: fc.constantFrom('7', '8', '9', 'brand', 'rival'),
      minute: fc.option(fc.integer({ min: 0, max: 59 })),
      answered: fc.option(fc.integer({ min: 0, max: 25 })),
    });
    const shuffled = fc
      .array(tweet, { minLength: 1, maxLength: 20 })
      .chain((tweets) =>
        fc.tuple(fc.constant(tweets), fc.shuffledSubarray([...tweets.keys()], { minLength: tweets.length })),
      );
    await fc.assert(
      fc.asyncProperty(shuffled, async ([tweets, order]) => {
        // Tweets answer only earlier or missing tweets, and rising times avoid ties.
        const rows = tweets.map(({ author, answered }, id) => ({
          id: String(id),
          author,
          minute: id,
          answered: answered === null || (answered >= id && answered < tweets.length) ? '' : `${answered}.0`,
        }));
        const sorted = await read(rows);
        const mixed = await read(order.map((place) => rows[place]));
        expect(idsOf(mixed)).toEqual(idsOf(sorted));
        const ids = sorted.dialogues.flatMap(({ utterances }) =>
          utterances.map(({ extra }) => Number(extra?.tweet_id)),
        );
        expect(ids.toSorted((one, other) => one - other)).toEqual([...tweets.keys()]);
        for (const { utterances, domains } of sorted.dialogues) {
          expect(new Set(utterances.map(({ speaker }) => speaker)).size).toBeLessThanOrEqual(2);
          expect(domains.length).toBeLessThanOrEqual(1);
        }
      }),
      { numRuns: 80 },
    );
  });
});
