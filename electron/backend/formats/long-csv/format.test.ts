import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collect, scratchFile } from '../../../../tests/fixtures/formats/collect.ts';

const shown = ({ dialogues }: Awaited<ReturnType<typeof collect>>): Record<string, string[]> =>
  Object.fromEntries(
    dialogues.map(({ externalId, utterances }) => [
      externalId,
      utterances.map(({ role, text }) => `${role}: ${text}`),
    ]),
  );

async function read(
  lines: readonly string[],
  map: Parameters<typeof collect>[2] = {},
): ReturnType<typeof collect> {
  return collect(await scratchFile('a.csv', `${lines.join('\n')}\n`), 'long-csv', map);
}

describe('long CSV', () => {
  it('groups rows that do not stand together, in the order of their times, ties in the order of the file', async () => {
    const result = await read([
      'conversation_id,timestamp,speaker,text,channel',
      '1,2024-05-01T10:00:02Z,customer,c,web',
      '2,2024-05-01T10:00:00Z,customer,x,',
      '1,2024-05-01T10:00:01Z,customer,a,web',
      '1,2024-05-01T10:00:01Z,agent,b,web',
      '2,2024-05-01T10:00:01Z,bot,y,',
    ]);
    expect(shown(result)).toEqual({ 1: ['user: a', 'system: b', 'user: c'], 2: ['user: x', 'system: y'] });
    const [first] = result.dialogues;
    expect(first.utterances[0]).toEqual({
      role: 'user',
      speaker: 'customer',
      text: 'a',
      time: '2024-05-01T10:00:01.000Z',
      line: 4,
      acts: null,
      extra: { channel: 'web' },
    });
  });

  it.each([[';'], ['\t'], ['|']])('finds the delimiter %j and other names of columns', async (by) => {
    const result = await read([
      ['Ticket ID', 'Body', 'Created At', 'From'].join(by),
      ['007', 'Hello, you', '31/12/2023 10:00', 'Client'].join(by),
      ['007', 'Hi; there', '31/12/2023 10:01', 'Support'].join(by),
    ]);
    if (by === ';') {
      expect(result.rejects.map(({ line }) => line)).toEqual([3]);
      return;
    }
    expect(shown(result)).toEqual({ '007': ['user: Hello, you', 'system: Hi; there'] });
    expect(result.dialogues[0].utterances[0].time).toBe('2023-12-31T10:00:00.000Z');
  });

  it('reads the line sep=; of spreadsheets', async () => {
    const result = await read(['sep=;', 'conversation_id;speaker;text', '1;user;a, b']);
    expect(shown(result)).toEqual({ 1: ['user: a, b'] });
  });

  it('maps other columns and speakers', async () => {
    const map = {
      conversation: 'k',
      speaker: 'who',
      text: 'what',
      time: 'when',
      roles: { bob: 'system', Eve: 'ignored', '*': 'user' },
    } as const;
    const result = await read(['k,who,what,when', 'a,Bob,1,', 'a,Zoe,2,', 'a,Eve,3,', 'b,Eve,4,'], { map });
    expect(shown(result)).toEqual({ a: ['system: 1', 'user: 2'] });
    expect(result.ignored).toEqual([
      { kind: 'ignored', line: 4, records: 2, reason: expect.stringContaining('"Eve"') },
    ]);
  });

  it('names the columns found and those missing', async () => {
    await expect(read(['id,when,message', '1,2,3'])).rejects.toMatchObject({
      code: 'MISSING_COLUMNS',
      message: expect.stringMatching(/no column for: conversation, speaker\. .*"id", "when", "message"/),
      nextStep: expect.stringContaining('--mapping FILE'),
    });
    await expect(
      read(['conversation_id,speaker,text', '1,user,3'], { map: { text: 'body' } }),
    ).rejects.toMatchObject({
      code: 'MISSING_COLUMNS',
      message: expect.stringContaining('"body"'),
    });
  });

  it('keeps what a map says a speaker is beside its role, and leaves the rest to the names', async () => {
    const { dialogues, rejects } = await read(
      [
        'conversation_id,speaker,text',
        '1,Ann,hi',
        '1,Zoe,hello',
        '1,Eve,mine now',
        '1,support bot,bye',
        '1,Log,x',
      ],
      { map: { roles: { ann: 'customer', Zoe: 'bot', EVE: 'agent', log: 'ignored' } } },
    );
    expect(rejects).toEqual([]);
    expect(dialogues[0].utterances.map(({ role, speakerKind }) => [role, speakerKind])).toEqual([
      ['user', 'customer'],
      ['system', 'bot'],
      ['system', 'agent'],
      ['system', undefined],
    ]);
  });

  it('takes of several columns the one whose values are roles for the speaker', async () => {
    const result = await read(['conversation_id,speaker,role,text', '1,Ann,customer,a', '1,Bob,agent,b']);
    expect(shown(result)).toEqual({ 1: ['user: a', 'system: b'] });
    expect(result.dialogues[0].utterances[1].extra).toEqual({ speaker: 'Bob' });
  });

  it('takes the one of two unknown speakers who starts most conversations for the user, and says so', async () => {
    const result = await read(['conversation_id,speaker,text', '1,A,a', '1,B,b', '2,A,c', '3,B,d', '3,A,e']);
    expect(shown(result)).toEqual({
      1: ['user: a', 'system: b'],
      2: ['user: c'],
      3: ['system: d', 'user: e'],
    });
    expect(result.warnings.join()).toContain('"A" starts most dialogues');
  });

  it('takes whoever starts for the user where there are many unknown speakers', async () => {
    const result = await read(['conversation_id,speaker,text', '1,A,a', '1,B,b', '2,C,c', '2,B,d', '1,A,e']);
    expect(shown(result)).toEqual({ 1: ['user: a', 'system: b', 'user: e'], 2: ['user: c', 'system: d'] });
  });

  it('takes unknown speakers for the side that is not named', async () => {
    const result = await read(['conversation_id,speaker,text', '1,Customer,a', '1,Ann,b', '1,Bob,c']);
    expect(shown(result)).toEqual({ 1: ['user: a', 'system: b', 'system: c'] });
    expect(result.warnings.join()).toContain('"Ann", "Bob"');
  });

  it('rejects the rows of an unknown speaker beside two known sides, once for the speaker', async () => {
    const result = await read([
      'conversation_id,speaker,text',
      '1,user,a',
      '1,agent,b',
      '1,Zed,c',
      '2,Zed,d',
    ]);
    expect(result.rejects).toMatchObject([
      { line: 4, records: 2, excerpt: 'Zed', reason: expect.stringContaining('"roles"') },
    ]);
    expect(shown(result)).toEqual({ 1: ['user: a', 'system: b'] });
  });

  it('rejects rows without conversation, without speaker, and of another width, and ignores empty ones', async () => {
    const result = await read([
      'conversation_id,speaker,text,note',
      ',user,a,',
      '1,,b,',
      '1,user',
      '1,user,a,b,c',
      '1,user,ok,,',
      ',,,',
      '1,user,short',
    ]);
    expect(result.rejects.map(({ line }) => line)).toEqual([2, 3, 4, 5]);
    expect(result.rejects[3].reason).toContain('5 cells, but the header has 4');
    expect(result.ignored).toMatchObject([{ line: 7, records: 1 }]);
    expect(shown(result)).toEqual({ 1: ['user: ok', 'user: short'] });
  });

  it('reads dates by the whole column and keeps what is no time', async () => {
    const lines = [
      'conversation_id,timestamp,speaker,text',
      '1,03/04/2024 10:00,user,a',
      '1,never,agent,b',
      '1,9999-99-99,agent,c',
    ];
    const month = await read([...lines, '2,03/25/2024 10:00,user,d']);
    expect(month.dialogues[0].utterances.map(({ time, extra }) => [time, extra])).toEqual([
      ['2024-03-04T10:00:00.000Z', null],
      [null, { timestamp: 'never' }],
      [null, { timestamp: '9999-99-99' }],
    ]);
    expect(month.warnings.join()).toMatch(/cannot be read .*: 2, the first in line 3/);
    expect(month.warnings.join()).toContain('without a time zone: 2');
    const open = await read(lines);
    expect(open.warnings.join()).toContain('"dates":"mdy"');
    const told = await read(lines, { map: { dates: 'mdy' } });
    expect(told.dialogues[0].utterances[0].time).toBe('2024-03-04T10:00:00.000Z');
    expect(told.warnings.join()).not.toContain('"dates"');
  });

  it('keeps domains of a domain column', async () => {
    const result = await read([
      'conversation_id,speaker,text,topic',
      '1,user,a,bank',
      '1,agent,b,loan',
      '1,agent,c,bank',
    ]);
    expect(result.dialogues[0].domains).toEqual(['bank', 'loan']);
  });

  it('is empty below a header without rows', async () => {
    const result = await read(['conversation_id,speaker,text']);
    expect(result.events).toEqual([{ kind: 'end', records: 0 }]);
  });

  it('brings every message of any dialogues back, however their rows are mixed', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'ü', '"', ',', '\n', ' ', '😀'), maxLength: 8 });
    const rows = fc.array(
      fc.record({
        id: fc.constantFrom('1', '01', 'x y', '"'),
        who: fc.constantFrom('customer', 'agent'),
        text: cell,
      }),
      {
        minLength: 1,
        maxLength: 30,
      },
    );
    await fc.assert(
      fc.asyncProperty(rows, async (table) => {
        const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
        const lines = table.map(({ id, who, text }) => [id, who, text].map(quoted).join(','));
        const result = await read(['conversation_id,speaker,text', ...lines]);
        const expected = new Map<string, string[]>();
        for (const { id, who, text } of table) {
          expected.set(id, [...(expected.get(id) ?? []), `${who}: ${text}`]);
        }
        const found = new Map(
          result.dialogues.map(({ externalId, utterances }) => [
            externalId,
            utterances.map(({ speaker, text }) => `${speaker}: ${text}`),
          ]),
        );
        expect(found).toEqual(expected);
        expect(result.end.records).toBe(table.length);
      }),
      { numRuns: 60 },
    );
  });

  it('accounts for every row of a garbled file', async () => {
    const piece = fc.constantFrom(
      '1',
      '2',
      'user',
      'agent',
      'Zed',
      ',',
      ',',
      '"',
      '\n',
      '\r\n',
      '\0',
      '03/04/2024',
      ' ',
      'é',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 80 }), async (pieces) => {
        // `collect` fails if the counts do not add up. The text is long enough that the NULs cannot make the file
        // binary.
        const plain = `9,,user,${'plain words '.repeat(200)}`;
        const result = await read(['conversation_id,timestamp,speaker,text', plain, pieces.join('')]);
        expect(result.end.records).toBeLessThanOrEqual(pieces.filter((one) => one.includes('\n')).length + 2);
      }),
      { numRuns: 150 },
    );
  });
});

describe('a long CSV in which no column names the speaker', () => {
  const said = (dialogues: Awaited<ReturnType<typeof collect>>['dialogues']): string[][] =>
    dialogues.map(({ externalId, utterances }) => [
      externalId,
      ...utterances.map(({ role, text }) => `${role}: ${text}`),
    ]);

  it('takes a column for each side, in the order in which they stand, a row a dialogue', async () => {
    const path = await scratchFile(
      'a.csv',
      'Question,Answer,team\nWhere is my parcel now?,On its way to you.,north\nMay I send it back?,,south\n,"Yes, within 30 days.",south\n',
    );
    const { dialogues, end } = await collect(path, 'long-csv');
    expect(said(dialogues)).toEqual([
      ['line-2', 'user: Where is my parcel now?', 'system: On its way to you.'],
      ['line-3', 'user: May I send it back?'],
      ['line-4', 'system: Yes, within 30 days.'],
    ]);
    expect(dialogues[0].utterances[0].extra).toEqual({ team: 'north' });
    expect(end.records).toBe(4);
  });

  it('takes names before the words, of one row or of many lines in one', async () => {
    const path = await scratchFile(
      'a.csv',
      'ticket,transcript\n7,"Customer: Hello there\nAgent: Good day, how can I help?\nBot: Rate us"\n8,no name here\n',
    );
    const { dialogues, rejects, ignored, end } = await collect(path, 'long-csv', {
      map: { roles: { Bot: 'ignored' }, speakers: { by: 'prefix' } },
    });
    expect(said(dialogues)).toEqual([['7', 'user: Hello there', 'system: Good day, how can I help?']]);
    expect(rejects).toMatchObject([
      { line: 5, records: 1, reason: expect.stringContaining('"Agent: Hello"') },
    ]);
    expect(ignored).toMatchObject([{ records: 1, line: 2 }]);
    expect(end.records).toBe(4);
  });

  it('takes both sides in turn in the order of time, or one side for all, where a person says so', async () => {
    const path = await scratchFile(
      'a.csv',
      'conversation,at,text,intent\n1,2024-01-02,two,greet;ask\n1,2024-01-01,one,\n',
    );
    await expect(collect(path, 'long-csv')).rejects.toMatchObject({ code: 'MISSING_COLUMNS' });
    const inTurn = await collect(path, 'long-csv', {
      map: { speakers: { by: 'alternation', first: 'agent' } },
    });
    expect(said(inTurn.dialogues)).toEqual([['1', 'system: one', 'user: two']]);
    expect(inTurn.dialogues[0].utterances.map(({ acts }) => acts)).toEqual([[], ['greet', 'ask']]);
    const oneSided = await collect(path, 'long-csv', {
      map: { speakers: { by: 'constant', is: 'customer' } },
    });
    expect(said(oneSided.dialogues)).toEqual([['1', 'user: one', 'user: two']]);
  });

  it('finds columns of names nobody knows by their values', async () => {
    const rows = [1, 2, 3].flatMap((id) => [
      `A-${id},client,where is the thing number ${id}?`,
      `A-${id},agent,it is on its way ${id} times`,
    ]);
    const { dialogues } = await collect(
      await scratchFile('a.csv', `x_ref,k,zz\n${rows.join('\n')}\n`),
      'long-csv',
    );
    expect(said(dialogues)[0]).toEqual([
      'A-1',
      'user: where is the thing number 1?',
      'system: it is on its way 1 times',
    ]);
  });
});
