/**
 * Measures how many texts per second a folder's sentence encoder encodes, and how long other threads wait.
 *
 * npx node bench/encoding.ts FOLDER [texts] (default: 2000)
 *
 * `heldMs` is the longest wait of a timer meanwhile.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { stayInThread } from '../electron/backend/workers/staying.ts';
import { generateDemoDialogues } from '../shared/demo/generate.ts';

const [folder, most = '2000'] = process.argv.slice(2);
if (folder === undefined) {
  console.log(JSON.stringify({ bench: 'encoding', skipped: 'Say which folder: bench/encoding.ts FOLDER' }));
  process.exit();
}
const said = generateDemoDialogues({ seed: 1, count: 2000 }).flatMap(({ turns }) =>
  turns.map(({ text }) => text),
);
const texts = [...new Set(said)].slice(0, Number(most));
const encoder = await stayInThread('encoder', 'openEncoder', [folder]);
const first = texts.slice(0, 32);
const dimensions = (await encoder.ask('encode', first)).length / first.length;
const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
const started = performance.now();
for (let start = 0; start < texts.length; start += 32)
  await encoder.ask('encode', texts.slice(start, start + 32));
const seconds = (performance.now() - started) / 1000;
delay.disable();
await encoder.close();
const characters = texts.reduce((sum, { length }) => sum + length, 0) / texts.length;
console.log(
  JSON.stringify({
    bench: 'encoding',
    ...{ folder, dimensions, texts: texts.length, meanCharacters: Math.round(characters) },
    textsPerSecond: Math.round(texts.length / seconds),
    heldMs: Math.round(delay.max / 1e6),
  }),
);
