/**
 * Measures the offline tagger on whole corpora, on one thread and with two workers.
 *
 * npx node bench/tagging.ts [corpus …] (default: sgd), from DIALOGRAM_DATA (default ../shared/data)
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { gunzipSync } from 'node:zlib';
import { type Analyser, createAnalyser } from '../shared/algorithms/text/analyse.ts';
import { createFitAccumulator } from '../shared/algorithms/text/fit.ts';
import {
  type DialogueLayout,
  layoutOf,
  type PackedUtterances,
  packUtterances,
  transferables,
  unpackUtterance,
} from '../shared/algorithms/text/packed-utterances.ts';
import { tagUtterance } from '../shared/algorithms/text/tag.ts';
import { type Role, turnsOf } from '../shared/domain/dialogue.ts';

interface Slice {
  readonly texts: readonly string[];
  readonly layout: DialogueLayout;
}

const DIALOGUES_PER_SLICE = 250;

function readSlices(file: string): Slice[] {
  const slices: Slice[] = [];
  const lines = gunzipSync(readFileSync(file)).toString('utf8').split('\n').filter(Boolean);
  for (let first = 0; first < lines.length; first += DIALOGUES_PER_SLICE) {
    const dialogues = lines
      .slice(first, first + DIALOGUES_PER_SLICE)
      .map((line) => (JSON.parse(line) as { turns: { speaker: Role; text: string }[] }).turns);
    slices.push({
      texts: dialogues.flatMap((turns) => turns.map((turn) => turn.text)),
      layout: layoutOf(
        dialogues.map((turns) =>
          turnsOf(
            turns.map((turn) => turn.speaker),
            true,
          ),
        ),
      ),
    });
  }
  return slices;
}

function analyseSlice(analyser: Analyser, texts: readonly string[]): PackedUtterances {
  return packUtterances(texts.map((text) => analyser.analyse(text)));
}

async function analyseInWorkers(slices: readonly Slice[], workers: number): Promise<PackedUtterances[]> {
  const packed = new Array<PackedUtterances>(slices.length);
  let next = 0;
  const runOne = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const worker = new Worker(fileURLToPath(import.meta.url), { workerData: 'analyse' });
      const send = (): void => {
        if (next >= slices.length) {
          worker.terminate().then(() => resolve(), reject);
          return;
        }
        const index = next++;
        worker.once('message', (message: PackedUtterances) => {
          packed[index] = message;
          send();
        });
        worker.postMessage(slices[index].texts);
      };
      worker.once('error', reject);
      send();
    });
  await Promise.all(Array.from({ length: workers }, runOne));
  return packed;
}

const seconds = (from: number): number => Math.round(performance.now() - from) / 1000;

async function measure(file: string, workers: number): Promise<Record<string, unknown>> {
  const slices = readSlices(file);
  const start = performance.now();
  let packed: PackedUtterances[];
  if (workers === 0) {
    const analyser = createAnalyser();
    packed = slices.map((slice) => analyseSlice(analyser, slice.texts));
  } else {
    packed = await analyseInWorkers(slices, workers);
  }
  const analyseSeconds = seconds(start);

  const fitStart = performance.now();
  const accumulator = createFitAccumulator();
  for (let index = 0; index < slices.length; index++) accumulator.add(packed[index], slices[index].layout);
  const model = accumulator.finish();
  const fitSeconds = seconds(fitStart);

  const tagStart = performance.now();
  let utterances = 0;
  let tags = 0;
  let untagged = 0;
  for (const slice of packed) {
    for (let index = 0; index < slice.cues.length; index++) {
      const found = tagUtterance(model, unpackUtterance(slice, index)).length;
      utterances++;
      tags += found;
      if (found === 0) untagged++;
    }
  }
  return {
    workers,
    utterances,
    analyseSeconds,
    fitSeconds,
    tagSeconds: seconds(tagStart),
    totalSeconds: seconds(start),
    vocabulary: model.vocabulary.length,
    tagsPerUtterance: Math.round((100 * tags) / utterances) / 100,
    untaggedShare: Math.round((1000 * untagged) / utterances) / 1000,
    best: model.vocabulary.slice(0, 20).map((entry) => entry.lemma),
    peakMb: Math.round(process.resourceUsage().maxRSS / 1024),
  };
}

if (isMainThread) {
  const folder = process.env.DIALOGRAM_DATA ?? fileURLToPath(new URL('../../shared/data', import.meta.url));
  const names = process.argv.slice(2);
  const results: Record<string, unknown> = {};
  for (const name of names.length > 0 ? names : ['sgd']) {
    const file = join(folder, name, 'dialogues.jsonl.gz');
    if (!existsSync(file)) {
      results[name] = { skipped: `no such file: ${file}; set DIALOGRAM_DATA` };
      continue;
    }
    results[name] = [await measure(file, 2), await measure(file, 0)];
  }
  console.log(JSON.stringify(results, null, 2));
} else if (workerData === 'analyse') {
  const analyser = createAnalyser();
  parentPort?.on('message', (texts: readonly string[]) => {
    const packed = analyseSlice(analyser, texts);
    parentPort?.postMessage(packed, transferables(packed) as ArrayBuffer[]);
  });
}
