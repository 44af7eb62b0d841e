import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { openWorkplace } from './kit/workplace.ts';

/**
 * Measures a table of a million records: importing it, and answering a question.
 *
 * npx node bench/knowledge.ts [RECORDS]
 */
const RECORDS = Number(process.argv[2] ?? 1_000_000);
const CITIES = ['Basel', 'Bern', 'Zurich', 'Geneva', 'Lugano'];
const SHEET = [
  'Form Predicate,Form Name,Predicate,Kind,Type,Name,Enum Values,Description,Required',
  ',Main,,,worksheet,,,,',
  ',,,input,str,wish,,,TRUE',
  ',Place,,,db,,,,',
  ',,,input,str,city,,,',
  ',,,input,str,name,,,',
  ',,,input,float,rating,,,',
  ',,,input,str,note,,,',
].join('\n');

const { folder, client, close } = openWorkplace();
try {
  await write('places.csv', [SHEET]);
  await write('Place.csv', records());
  await client.projects.create({ path: join(folder, 'large.dialogram') });
  await client.worksheets.import({ paths: [join(folder, 'places.csv')] });
  let longestWait = 0;
  let last = performance.now();
  const beat = setInterval(() => {
    longestWait = Math.max(longestWait, performance.now() - last - 10);
    last = performance.now();
  }, 10);
  const start = performance.now();
  await client.worksheets.import({ paths: [join(folder, 'Place.csv')] });
  clearInterval(beat);
  tell(`import of ${RECORDS} records`, performance.now() - start);
  tell('  the longest that others waited meanwhile', longestWait);
  for (const statements of [
    'Place(name="Place 999999")',
    'Place(city="Lugano", name="Place 4")',
    'Place(city="Nowhere")',
    'Place(rating=at_least(4.999))',
    'Place(rating=at_least(9))',
    'Place(city="Bern", note=about("a quiet corner for two"))',
    'Place(query="somewhere quiet")',
    'main.wish = "a place in Bern"',
  ]) {
    const begin = performance.now();
    const { turns } = await client.worksheets.run({ worksheet: 'places', lines: [{ statements }] });
    const [turn] = turns;
    const found = (turn?.state.answer?.result as readonly unknown[] | undefined)?.length ?? 0;
    tell(`${statements}: ${found} found`, performance.now() - begin, turn?.notes[0]?.message);
  }
} finally {
  await close();
}

function* records(): Generator<string> {
  yield 'name,city,rating,note';
  for (let at = 0; at < RECORDS; at++) {
    const note =
      at % 7 === 0
        ? 'a quiet corner for two with candles and flowers'
        : 'large tables and a loud band every night';
    yield `Place ${at},${CITIES[at % CITIES.length]},${((at * 7919) % 5000) / 1000},${note}`;
  }
}

async function write(name: string, lines: Iterable<string>): Promise<void> {
  const file = createWriteStream(join(folder, name));
  let part = '';
  for (const line of lines) {
    part += `${line}\n`;
    if (part.length < 1 << 20) continue;
    if (!file.write(part)) await once(file, 'drain');
    part = '';
  }
  file.end(part);
  await once(file, 'finish');
}

function tell(what: string, ms: number, note = ''): void {
  process.stdout.write(`${what.padEnd(64)} ${ms.toFixed(0).padStart(8)} ms  ${note}\n`);
}
