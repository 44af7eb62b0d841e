import type { Vectors } from '#shared/algorithms/moves/clusters/sentence-vectors.ts';
import { findTopics } from '#shared/algorithms/topics/find-topics.ts';
import { createTopicsCorpus, type TopicsCorpus } from '#shared/algorithms/topics/topics-corpus.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import type { WorkerProgress } from '../../jobs/job.ts';
import { knownEncoder } from '../../providers/embeddings/known-encoder.ts';
import { eachSpokenDialogue } from '../../store/corpus/utterance-table.ts';
import { openForReading } from '../../store/database.ts';
import type { TopicsRun } from '../../store/topics/topic-table.ts';
import type { EncoderPlace } from '../comparison/index.ts';

type ProjectTopics = Omit<TopicsRun, 'run'>;

const TEXTS_AT_ONCE = 32;

/** @param encoder the encoder that is used besides the words; null for words alone */
export async function topicsOfProject(
  path: string,
  topics: number | 'auto',
  seed: number,
  encoder: EncoderPlace | null,
  report: (progress: WorkerProgress) => void,
): Promise<ProjectTopics> {
  const corpus = createTopicsCorpus();
  const dialogueIds: DialogueId[] = [];
  const database = openForReading(path);
  for (const { dialogue, last, turns } of eachSpokenDialogue(database)) {
    corpus.add(turns);
    dialogueIds.push(dialogue);
    if (dialogue % 200 === 0) report({ phase: 'reading dialogues', done: dialogue, total: last });
  }
  database.close();
  const read = corpus.finish();
  const encoded = encoder && {
    encoded: {
      name: encoder.title,
      vectors: await encode(read, encoder, (done, total) =>
        report({ phase: 'encoding dialogues', done, total }),
      ),
    },
  };
  const found = findTopics(read, {
    ...encoded,
    topics,
    seed,
    report: (phase, done, total) => report({ phase, done, total }),
  });
  return { ...found, dialogueIds };
}

async function encode(
  { dialogues }: TopicsCorpus,
  { folder }: EncoderPlace,
  report: (done: number, total: number) => void,
): Promise<Vectors> {
  const { dimensions, encodeTexts } = await knownEncoder(folder).load();
  const values = new Float32Array(dialogues.length * dimensions);
  // Texts of similar length need less padding in a batch.
  const waiting = [...dialogues.keys()]
    .filter((at) => dialogues[at]!.text !== '')
    .sort((a, b) => dialogues[b]!.text.length - dialogues[a]!.text.length);
  for (let start = 0; start < waiting.length; start += TEXTS_AT_ONCE) {
    report(start, waiting.length);
    const chunk = waiting.slice(start, start + TEXTS_AT_ONCE);
    const vectors = await encodeTexts(chunk.map((at) => dialogues[at]!.text));
    for (const [place, at] of chunk.entries())
      values.set(vectors.subarray(place * dimensions, (place + 1) * dimensions), at * dimensions);
  }
  return { dimensions, count: dialogues.length, values };
}
