import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { collect, scratchFile } from '../../../tests/fixtures/formats/collect.ts';
import { detectFormat } from './detect.ts';

const detect = async (content: string | Uint8Array, name = 'file'): ReturnType<typeof detectFormat> =>
  detectFormat(await scratchFile(name, content));

const TURNS = '{"id":"a","turns":[{"speaker":"user","text":"x"}]}\n';
const MESSAGES = '{"messages":[{"role":"user","content":"x"}]}\n';

describe('detectFormat', () => {
  it.each([
    ['neutral', TURNS],
    ['neutral', gzipSync(TURNS)],
    ['neutral', `broken line\n${TURNS}${TURNS}`],
    ['neutral', `{"id":\n${TURNS}`],
    ['neutral', `\n\n${TURNS}`],
    ['neutral', `[\n  ${TURNS}]`],
    ['neutral', JSON.stringify([JSON.parse(TURNS)], null, 2)],
    ['neutral', `{"id":"a","turns":[{"speaker":"user","text":"${'x'.repeat(400_000)}`],
    ['chat-jsonl', MESSAGES],
    ['chat-jsonl', JSON.stringify(JSON.parse(MESSAGES), null, 2)],
    ['chat-jsonl', '[{"role":"user","content":"x"}]\n[{"role":"user","content":"y"}]\n'],
    ['twcs', 'tweet_id,author_id,inbound,created_at,text,response_tweet_id,in_response_to_tweet_id\n'],
    ['long-csv', 'conversation_id,timestamp,speaker,text\n1,,user,x\n'],
    ['long-csv', '\ufeffchat_id\tsender\tmessage\r\n1\tuser\tx\r\n'],
    ['long-csv', 'conversation_id;speaker;text\n1;user;"a, b, c"\n'],
    ['long-csv', 'conversation_id,speaker,text\r1,user,x\r'],
  ])('takes for %s what is', async (format, content) => {
    expect(await detect(content)).toMatchObject({ format });
  });

  it('gives the columns of a table it does not understand, with little confidence', async () => {
    const found = await detect('a;b;c\n1;2;3\n4;5;6\n');
    expect(found).toMatchObject({ format: 'long-csv', delimiter: ';', columns: ['a', 'b', 'c'] });
    expect(found.confidence).toBeLessThan(0.5);
  });

  it.each([
    ['EMPTY_FILE', ''],
    ['EMPTY_FILE', ' \n\n'],
    ['EMPTY_FILE', gzipSync('')],
    ['BINARY_FILE', Buffer.from('PK\x03\x04rest of a workbook')],
    ['BINARY_FILE', Buffer.from('SQLite format 3\0')],
    ['BINARY_FILE', Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 37 + 11) % 256))],
    ['BINARY_FILE', gzipSync(Buffer.alloc(2000))],
    ['BINARY_FILE', Buffer.from([0, 1, 2, 3])],
    ['BINARY_FILE', Buffer.from(Uint16Array.from({ length: 500 }, (_, index) => index % 30).buffer)],
    ['UNKNOWN_FORMAT', '{"a":1}\n'],
    ['UNKNOWN_FORMAT', '{"23":{"messages":[]}}\n'],
    ['UNKNOWN_FORMAT', 'Dear reader,\n\nthis is a letter.\nIt has, as letters do, commas.\nAnd lines.\n'],
  ])('refuses as %s what is', async (code, content) => {
    await expect(detect(content)).rejects.toMatchObject({
      name: 'FormatError',
      code,
      nextStep: expect.stringMatching(/\w+/),
    });
  });

  it('names the keys of JSON it does not know', async () => {
    await expect(detect('{"convo":1,"words":[]}\n')).rejects.toMatchObject({
      message: expect.stringContaining('"convo", "words"'),
    });
  });
});

describe('a format chosen by a person', () => {
  it.each([
    ['neutral', 'conversation_id,speaker,text\n1,user,x\n'],
    ['neutral', MESSAGES],
    ['chat-jsonl', TURNS],
    ['long-csv', TURNS],
    ['twcs', MESSAGES],
  ] as const)('%s is refused where the file plainly is another', async (format, content) => {
    await expect(collect(await scratchFile('a', content), format)).rejects.toMatchObject({
      code: 'WRONG_FORMAT',
    });
  });
});
