import type { WorkerProgress } from '#backend/jobs/job.ts';
import { mostThreads } from '#backend/machine/threads.ts';
import { tagNameOf } from '#backend/store/tags/tag-table.ts';
import type { RetrievalDialogue } from '#shared/algorithms/retrieval/retrieval-corpus.ts';
import { createFitAccumulator } from '#shared/algorithms/text/fit.ts';
import {
  type OfflineTaggerModel,
  TEXTS_WORTH_AN_ANALYSER,
} from '#shared/algorithms/text/offline-tagger-model.ts';
import {
  layoutOf,
  type PackedUtterances,
  unpackUtterance,
} from '#shared/algorithms/text/packed-utterances.ts';
import { tagUtterance } from '#shared/algorithms/text/tag.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import { inLabThread } from './in-lab-thread.ts';
import { type SourceDialogue, turnText } from './source-dialogue.ts';

interface TaggedSides {
  readonly train: readonly RetrievalDialogue[];
  readonly test: readonly RetrievalDialogue[];
  readonly warnings: readonly string[];
}

export function tagByAnnotations(
  train: readonly SourceDialogue[],
  test: readonly SourceDialogue[],
): TaggedSides {
  if (!train.some(({ turns }) => turns.some(({ acts }) => acts !== null && acts.length > 0))) {
    throw new DialogramError('INVALID', 'No turn in the training dialogues has annotations.', {
      nextStep: 'Use the offline tagger instead, or choose files whose turns have "acts".',
    });
  }
  const tagged = ({ id, turns }: SourceDialogue): RetrievalDialogue => ({
    key: id,
    turns: turns.map((turn) => ({
      role: turn.role,
      text: turnText(turn),
      tags: [...new Set((turn.acts ?? []).map(tagNameOf).filter((name) => name !== null))],
    })),
  });
  return { train: train.map(tagged), test: test.map(tagged), warnings: [] };
}

/** Test dialogues are tagged message by message, so that no tag depends on the dialogue's later course. */
export async function tagOffline(
  train: readonly SourceDialogue[],
  test: readonly SourceDialogue[],
  options: { readonly signal: AbortSignal; readonly onProgress: (step: WorkerProgress) => void },
): Promise<TaggedSides> {
  const slices = await analyse([train, test], options);
  const [trainSlices, testSlices] = [slices[0]!, slices[1]!];
  options.onProgress({ phase: 'choosing the vocabulary', done: 1, total: 1 });
  const accumulator = createFitAccumulator();
  for (const { packed, dialogues } of trainSlices) accumulator.add(packed, layoutOf(dialogues.map(spansOf)));
  const model = accumulator.finish();
  return {
    train: trainSlices.flatMap((slice) => tagSlice(slice, model)),
    test: testSlices.flatMap((slice) => tagSlice(slice, model)),
    warnings: [],
  };
}

interface AnalysedDialogues {
  readonly packed: PackedUtterances;
  readonly dialogues: readonly SourceDialogue[];
}

/** Many texts use two threads. The result does not depend on the number of threads. */
async function analyse(
  sides: readonly (readonly SourceDialogue[])[],
  options: { readonly signal: AbortSignal; readonly onProgress: (step: WorkerProgress) => void },
): Promise<AnalysedDialogues[][]> {
  const total = sides.reduce((sum, dialogues) => sum + textsOf(dialogues).flat().length, 0);
  const threads = total < 2 * TEXTS_WORTH_AN_ANALYSER ? 1 : Math.min(2, mostThreads());
  const done = new Array<number>(threads).fill(0);
  const shares = await Promise.all(
    done.map(async (_, thread) => {
      const share = sides.map((dialogues) =>
        dialogues.slice(
          Math.floor((thread * dialogues.length) / threads),
          Math.floor(((thread + 1) * dialogues.length) / threads),
        ),
      );
      const packed = await inLabThread<readonly PackedUtterances[], number>(
        'analyseTexts',
        [share.map(textsOf)],
        {
          signal: options.signal,
          onProgress(texts) {
            done[thread] = texts;
            const sum = done.reduce((a, b) => a + b, 0);
            options.onProgress({ phase: 'reading the words', done: sum, total });
          },
        },
      );
      return packed.map((side, at) => ({ packed: side, dialogues: share[at]! }));
    }),
  );
  return sides.map((_, side) => shares.map((share) => share[side]!));
}

/** Returns the texts of each dialogue. They stay together because each dialogue is analyzed in its own language. */
const textsOf = (dialogues: readonly SourceDialogue[]): string[][] =>
  dialogues.map(({ turns }) => turns.flatMap(({ utterances }) => utterances));

const spansOf = ({ turns }: SourceDialogue) =>
  turns.map(({ role, utterances }) => ({ role, first: 0, last: utterances.length - 1 }));

function tagSlice({ packed, dialogues }: AnalysedDialogues, model: OfflineTaggerModel): RetrievalDialogue[] {
  let utterance = 0;
  return dialogues.map(({ id, turns }) => ({
    key: id,
    turns: turns.map((turn) => {
      const tags = new Set<string>();
      for (let at = 0; at < turn.utterances.length; at++, utterance++) {
        for (const { tag } of tagUtterance(model, unpackUtterance(packed, utterance))) tags.add(tag);
      }
      return { role: turn.role, text: turnText(turn), tags: [...tags] };
    }),
  }));
}
