import { describe, expect, it } from 'vitest';
import { collect, scratchFile } from '../../../../tests/fixtures/formats/collect.ts';
import { detectEncoding } from './encoding.ts';

const HEADER = 'conversation_id,speaker,text\n';

function wide(text: string, bigEndian: boolean, mark: boolean): Buffer {
  const bytes = Buffer.from((mark ? '\ufeff' : '') + text, 'utf16le');
  return bigEndian ? bytes.swap16() : bytes;
}

async function textOf(
  bytes: Buffer,
  encoding?: string,
): Promise<{ text: string; warnings: readonly string[] }> {
  const { dialogues, warnings } = await collect(await scratchFile('a.csv', bytes), 'long-csv', { encoding });
  return {
    text: dialogues.flatMap(({ utterances }) => utterances.map(({ text }) => text)).join('|'),
    warnings,
  };
}

describe('encodings of a table', () => {
  const row = `${HEADER}1,user,Grüße 😀\n`;

  it.each([
    ['UTF-8', Buffer.from(row)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${row}`)],
    ['UTF-16LE with a mark', wide(row, false, true)],
    ['UTF-16BE with a mark', wide(row, true, true)],
    ['UTF-16LE without a mark', wide(row, false, false)],
    ['UTF-16BE without a mark', wide(row, true, false)],
  ])('reads %s', async (_, bytes) => {
    expect((await textOf(bytes)).text).toBe('Grüße 😀');
  });

  it('reads Windows-1252, says so, and can be told otherwise', async () => {
    const bytes = Buffer.from(`${HEADER}1,user,Gr\xfc\xdfe \x80\n`, 'latin1');
    const { text, warnings } = await textOf(bytes);
    expect(text).toBe('Grüße €');
    expect(warnings.join()).toContain('Windows-1252');
    expect((await textOf(bytes, 'iso-8859-15')).text).toBe('Grüße \u0080');
    expect((await textOf(bytes, 'utf-8')).text).toBe('Gr��e �');
  });

  it('finds an accent far behind a beginning in ASCII', async () => {
    const plain = `${HEADER}${'1,user,plain words here\n'.repeat(20_000)}`;
    const old = await textOf(Buffer.from(`${plain}1,user,caf\xe9\n`, 'latin1'));
    expect(old.text.endsWith('café')).toBe(true);
    const modern = await textOf(Buffer.from(`${plain}1,user,café\n`));
    expect(modern.text.endsWith('café')).toBe(true);
  });

  it('keeps a row with broken UTF-8, shows the bytes as U+FFFD and names the first line', async () => {
    const bytes = Buffer.concat([
      Buffer.from(`${HEADER}1,user,é ü ñ\n1,agent,a`),
      Buffer.from([0xff, 0x81]),
      Buffer.from('b\n'),
    ]);
    const { text, warnings } = await textOf(bytes);
    expect(text).toBe('é ü ñ|a��b');
    expect(warnings.join()).toMatch(/not UTF-8: 1, the first is line 3/);
  });

  it('refuses an unknown encoding by name', async () => {
    await expect(textOf(Buffer.from(row), 'utf-7')).rejects.toMatchObject({ code: 'UNKNOWN_ENCODING' });
  });
});

describe('encodings of JSON', () => {
  const line = Buffer.from('{"id":"a","turns":[{"speaker":"user","text":"a?b"}]}\n');
  line[line.indexOf('?')] = 0xe9;

  it('takes JSON for UTF-8 whatever single bytes look like', async () => {
    const { dialogues, warnings } = await collect(await scratchFile('a.jsonl', line), 'neutral');
    expect(dialogues[0].utterances[0].text).toBe('a�b');
    expect(warnings.join()).toContain('not UTF-8: 1, the first is line 1');
  });

  it('reads it as told', async () => {
    const { dialogues } = await collect(await scratchFile('a.jsonl', line), 'neutral', {
      encoding: 'windows-1252',
    });
    expect(dialogues[0].utterances[0].text).toBe('aéb');
  });

  it('reads UTF-16 as some shells write it', async () => {
    const text = '{"id":"a","turns":[{"speaker":"user","text":"né"}]}\r\n';
    const { dialogues } = await collect(await scratchFile('a.jsonl', wide(text, false, true)), 'neutral');
    expect(dialogues[0].utterances[0].text).toBe('né');
  });
});

describe('detectEncoding', () => {
  it('does not take a few bad bytes among many good ones for another encoding', () => {
    expect(detectEncoding(Buffer.concat([Buffer.from('äöüß'.repeat(10)), Buffer.from([0xe9])]))).toBe(
      'utf-8',
    );
  });

  it('does not take bytes that Windows-1252 does not know for Windows-1252', () => {
    expect(detectEncoding(Buffer.from([0x61, 0x81, 0x8d, 0x62]))).toBe('utf-8');
  });
});
