import { createFitAccumulator } from '#shared/algorithms/text/fit.ts';
import {
  type OfflineTaggerModel,
  TEXTS_WORTH_AN_ANALYSER,
} from '#shared/algorithms/text/offline-tagger-model.ts';
import { unpackUtterance } from '#shared/algorithms/text/packed-utterances.ts';
import { tagUtterance } from '#shared/algorithms/text/tag.ts';
import type { WorkerProgress } from '../../jobs/job.ts';
import { mostThreads } from '../../machine/threads.ts';
import { dialogueSizes } from '../../store/corpus/dialogue-table.ts';
import { openForReading } from '../../store/database.ts';
import { inThread } from '../../workers/in-thread.ts';
import { Transferred } from '../../workers/transfer.ts';
import type { AnalysedSlice } from './analyse-slice.ts';

/** Tags of all turns; turn i has `names[tagIds[offsets[i] … offsets[i+1]-1]]`, best first. */
interface TaggedTurns {
  readonly names: readonly string[];
  readonly turnIds: Int32Array;
  readonly offsets: Int32Array;
  readonly tagIds: Int32Array;
  readonly utterancesTagged: number;
  readonly model: OfflineTaggerModel;
}

function slicesOf(
  sizes: readonly (readonly [number, number])[],
  total: number,
  count: number,
): { first: number; last: number }[] {
  const slices: { first: number; last: number }[] = [];
  let sum = 0;
  for (const [id, utterances] of sizes) {
    const slice = slices.at(-1);
    if (!slice || (sum >= (total * slices.length) / count && slices.length < count)) {
      slices.push({ first: id, last: id });
    } else {
      slice.last = id;
    }
    sum += utterances;
  }
  return slices;
}

export async function tagProject(
  path: string,
  report: (progress: WorkerProgress) => void,
): Promise<Transferred<TaggedTurns>> {
  const database = openForReading(path);
  const sizes = dialogueSizes(database);
  const total = sizes.reduce((sum, [, utterances]) => sum + utterances, 0);
  const worthwhile = Math.floor(total / TEXTS_WORTH_AN_ANALYSER);
  const slices = slicesOf(sizes, total, Math.max(1, Math.min(8, mostThreads(), worthwhile)));
  database.close();
  const progress = new Array<number>(slices.length).fill(0);
  const signal = new AbortController().signal;
  const analysed = await Promise.all(
    slices.map(({ first, last }, index) =>
      inThread('sliceAnalysis', 'analyseSlice', [path, first, last], {
        signal,
        onProgress(utterances) {
          progress[index] = utterances;
          report({ phase: 'reading the words', done: progress.reduce((a, b) => a + b, 0), total });
        },
      }),
    ),
  );
  report({ phase: 'choosing the vocabulary', done: total, total });
  const accumulator = createFitAccumulator();
  for (const slice of analysed) accumulator.add(slice.packed, slice.layout);
  const model = accumulator.finish();
  const tagged = tagSlices(analysed, model);
  return new Transferred(tagged, [tagged.turnIds.buffer, tagged.offsets.buffer, tagged.tagIds.buffer]);
}

function tagSlices(slices: readonly AnalysedSlice[], model: OfflineTaggerModel): TaggedTurns {
  const names: string[] = [];
  const idOf = new Map<string, number>();
  const turnIds: number[] = [];
  const offsets: number[] = [0];
  const tagIds: number[] = [];
  let utterancesTagged = 0;
  for (const { packed, layout, turnIds: sliceTurns } of slices) {
    for (let turn = 0; turn < sliceTurns.length; turn++) {
      const start = tagIds.length;
      for (let index = layout.turnStarts[turn]!; index < layout.turnStarts[turn + 1]!; index++) {
        const tags = tagUtterance(model, unpackUtterance(packed, index));
        if (tags.length > 0) utterancesTagged++;
        for (const { tag } of tags) {
          let id = idOf.get(tag);
          if (id === undefined) {
            id = names.length;
            names.push(tag);
            idOf.set(tag, id);
          }
          if (tagIds.indexOf(id, start) === -1) tagIds.push(id);
        }
      }
      if (tagIds.length === start) continue;
      turnIds.push(sliceTurns[turn]!);
      offsets.push(tagIds.length);
    }
  }
  return {
    names,
    turnIds: Int32Array.from(turnIds),
    offsets: Int32Array.from(offsets),
    tagIds: Int32Array.from(tagIds),
    utterancesTagged,
    model,
  };
}
