import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createRandom } from '#shared/algorithms/random/random.ts';
import { collect, scratchFolder } from '../../../tests/fixtures/formats/collect.ts';
import { LAYOUT_CASES } from '../../../tests/fixtures/formats/layout-cases.ts';
import { FormatError } from './bytes/format-error.ts';
import { detectFormat } from './detect.ts';
import { FORMATS } from './formats.ts';
import { previewFile } from './preview.ts';

/** `npm run soak` reads 10,000 damaged files. The ordinary tests read the first 200 of them. */
const FILES = Number(process.env.DIALOGRAM_FUZZ_FILES ?? 200);
const SEED = 17;
/** The length of a file that repeats one piece of notation: one megabyte in `npm run soak`. */
const LONG_BYTES = Number(process.env.DIALOGRAM_FUZZ_BYTES ?? 2048);
/** The maximum processor time for a megabyte. */
const MOST_CPU_MS = 10_000;
/** If a small file takes longer than this, the reader hangs. */
const HANG_MS = 20_000;

const PIECES = [
  '"',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '\\',
  '\0',
  '\n',
  '\r',
  '\n\n',
  '<',
  '>',
  '=',
  '-->',
  ' - ',
  'null',
  '{}',
  '[]',
  '""',
  '1e999',
  '-1',
  '\ud800',
  '\ufeff',
  '__proto__',
];

function damaged(content: Buffer, random: () => number): Buffer {
  let bytes = Buffer.from(content);
  const at = (): number => Math.floor(random() * (bytes.length + 1));
  for (let fault = 1 + Math.floor(random() * 8); fault > 0; fault--) {
    const start = at();
    const end = Math.min(bytes.length, start + Math.floor(random() ** 3 * 200));
    const [before, slice, after] = [
      bytes.subarray(0, start),
      bytes.subarray(start, end),
      bytes.subarray(end),
    ];
    const piece = Buffer.from(PIECES[Math.floor(random() * PIECES.length)] ?? '');
    const damages = [
      () => Buffer.concat([before, after]),
      () => Buffer.concat([before, slice, slice, after]),
      () => Buffer.concat([before, piece, bytes.subarray(start)]),
      () => Buffer.concat([before, piece, after]),
      () => Buffer.concat([after, before, slice]),
      () => Buffer.concat([before, Buffer.from([Math.floor(random() * 256)]), bytes.subarray(start + 1)]),
      () => (random() < 0.2 ? before : bytes),
      () => {
        const text = bytes.toString('latin1');
        const value = /"[^"]{0,80}"|\d+|true|null/.exec(text.slice(start));
        if (!value) return bytes;
        const from = start + value.index;
        return Buffer.concat([bytes.subarray(0, from), piece, bytes.subarray(from + value[0].length)]);
      },
    ];
    bytes = Buffer.from(damages[Math.floor(random() * damages.length)]?.() ?? bytes);
  }
  return bytes;
}

async function within<Result>(work: Promise<Result>, what: string): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const hang = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} hangs.`)), HANG_MS);
  });
  return Promise.race([work, hang]).finally(() => clearTimeout(timer));
}

it(`reads ${FILES} damaged files: nothing crashes or hangs, counts add up, every reject is explained`, async () => {
  const random = createRandom(SEED);
  const path = join(scratchFolder(), 'damaged');
  const cases = LAYOUT_CASES.filter(({ content }) => content.length < 10_000);
  let read = 0;
  for (let file = 0; file < FILES; file++) {
    const { format, how, content } = cases[file % cases.length]!;
    const bytes = damaged(Buffer.from(content), () => random.next());
    await writeFile(path, bytes);
    const what = `File ${file} of seed ${SEED} (${format}, ${how}): ${JSON.stringify(bytes.toString('latin1').slice(0, 4000))}`;
    const reading = async (): Promise<void> => {
      await detectFormat(path);
      const { rejects, ignored } = await collect(path, format);
      for (const { reason, line } of [...rejects, ...ignored]) {
        if (reason.length < 10 || line < 0) throw new Error(`A reject without a reason: ${reason}`);
      }
      read++;
    };
    await within(reading(), what).catch((error: unknown) => {
      if (error instanceof FormatError && error.nextStep !== '') return;
      throw new Error(what, { cause: error });
    });
  }
  expect(read).toBeGreaterThan(FILES / 3);
}, 3_600_000);

async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  try {
    await work();
  } catch (error) {
    if (!(error instanceof FormatError) || error.nextStep === '') throw error;
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

it.each(PIECES)(
  `takes at most ten seconds of a processor for ${LONG_BYTES} bytes of %j, alone and after what each reader knows`,
  async (piece) => {
    const path = join(scratchFolder(), 'long');
    const long = piece.repeat(Math.ceil(LONG_BYTES / piece.length));
    const slow: string[] = [];
    const look = async (what: string, work: () => Promise<unknown>): Promise<void> => {
      const ms = await cpuOf(work);
      if (ms > MOST_CPU_MS) slow.push(`${what}: ${Math.round(ms)} ms`);
    };
    await writeFile(path, long);
    await look('detection', () => detectFormat(path));
    await look('preview', () => previewFile(path));
    for (const { name } of Object.values(FORMATS)) {
      if (name === 'query-table') continue;
      const known = LAYOUT_CASES.find(({ format, content }) => format === name && content.length < 10_000);
      for (const start of known ? ['', known.content] : ['']) {
        await writeFile(path, Buffer.concat([Buffer.from(start), Buffer.from(long)]));
        await look(`${name}${start === '' ? '' : ' after a whole file'}`, () => collect(path, name));
      }
      await look(`preview of ${name}`, () => previewFile(path));
    }
    expect(slow).toEqual([]);
  },
  3_600_000,
);
