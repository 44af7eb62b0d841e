import { type Project, projectService } from '../../project.ts';
import { type AskedWorker, startAskedWorker } from '../../workers/ask-worker.ts';
import type {
  QuestionKind,
  VocabularyAnswers,
  VocabularyQuestion,
  VocabularyQuestions,
} from './questions.ts';
import type { VocabularyTalk } from './vocabulary.worker.ts';

/**
 * What reads a whole corpus' tags, in a worker that is started at the first question and stays with the open project.
 */
interface VocabularyReader {
  ask<Kind extends QuestionKind>(
    kind: Kind,
    input: VocabularyQuestions[Kind],
  ): Promise<VocabularyAnswers[Kind]>;
  /** Ends the worker, with all that it remembers. */
  close(): Promise<void>;
}

type Worker = AskedWorker<VocabularyQuestion, unknown>;

function createVocabularyReader({ path }: Project): VocabularyReader {
  let current: Promise<Worker> | null = null;
  const start = (): Promise<Worker> => {
    const starting = startAskedWorker<VocabularyTalk>(new URL('./vocabulary.worker.ts', import.meta.url), {
      path,
    }).then(({ worker }) => {
      worker.onEnd(() => {
        if (current === starting) current = null;
      });
      return worker;
    });
    starting.catch(() => {
      if (current === starting) current = null;
    });
    return starting;
  };
  return {
    async ask(kind, input) {
      current ??= start();
      const worker = await current;
      return (await worker.ask({ kind, input } as VocabularyQuestion)) as VocabularyAnswers[typeof kind];
    },
    async close() {
      const closing = current;
      current = null;
      await (await closing?.catch(() => null))?.close();
    },
  };
}

export const vocabularyReader = projectService(createVocabularyReader, (reader) => reader.close());
