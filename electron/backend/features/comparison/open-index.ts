import type { KeptAutomaton } from '#shared/algorithms/learning/learn.ts';
import type { RetrievalMethod, RoutedAutomata } from '#shared/algorithms/retrieval/methods.ts';
import type { WorkerProgress } from '../../jobs/job.ts';
import type { StoredVectors } from '../../store/runs/vector-table.ts';
import { methodInfo } from '../retrieval/index.ts';
import {
  buildProjectIndex,
  type ProjectIndex,
  type ProjectIndexInput,
  type RetrievalQuestion,
} from './project-index.ts';

type IndexRequest = {
  readonly methods: readonly RetrievalMethod[];
} & Pick<ProjectIndexInput, 'run' | 'tagger' | 'ranking'>;

export interface IndexReady {
  readonly dialogues: number;
  readonly heldOut: number;
  readonly turns: number;
  readonly automata: Readonly<Record<keyof RoutedAutomata, KeptAutomaton>>;
  readonly vectors: StoredVectors | null;
  /** One entry per dialogue of the automata: its id in the project. */
  readonly dialogueIds: Int32Array;
}

/** Opens a retrieval index that can be built again when tags change. What depends only on the words is kept. */
export function openIndex(path: string, heldOutShare: number, report: (progress: WorkerProgress) => void) {
  let index: ProjectIndex | null = null;
  return {
    /** Builds the index for a tagging run. If the words are unchanged, the parts that depend on them are reused. */
    build({ run, tagger, ranking, methods }: IndexRequest): IndexReady {
      const total = methods.length + 3;
      let done = 0;
      const step = (phase: string): void => report({ phase, done: done++, total });
      const before = index && { read: index.read, texts: index.texts };
      // Frees the data of the old tags before building with the new ones.
      index = null;
      const made = buildProjectIndex({ path, heldOutShare, run, tagger, ranking }, step, before);
      step('learning the automata');
      const automata = made.automata();
      for (const method of methods) {
        step(`building ${methodInfo(method).title}`);
        made.prepare(method);
      }
      index = made;
      return { ...made.size, automata, vectors: made.encoded.fresh, dialogueIds: made.dialogueIds };
    },
    find(question: RetrievalQuestion) {
      if (!index) throw new Error('The index was used before it was built.');
      return index.answer(question);
    },
    takeFitted: () => index?.takeFitted() ?? null,
    close() {},
  };
}
