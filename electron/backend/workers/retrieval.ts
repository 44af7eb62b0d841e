import type { RetrievalMethod } from '#shared/algorithms/retrieval/methods.ts';
import type { Learner } from '#shared/contract/automata.ts';
import type { Learned } from '../features/automata/learners.ts';
import {
  buildProjectIndex,
  type FoundColumn,
  type ProjectIndexInput,
  type RetrievalQuestion,
} from '../features/comparison/project-index.ts';
import type { StoredVectors } from '../store/vector-table.ts';
import { serveQuestions } from './ask-worker.ts';

export type {
  FoundCandidate,
  FoundColumn,
  IndexTurn,
  RetrievalQuestion,
} from '../features/comparison/project-index.ts';

export interface RetrievalInput extends ProjectIndexInput {
  /** Built before the index counts as ready; others are built when first asked for. */
  readonly methods: readonly RetrievalMethod[];
}

export interface RetrievalProgress {
  readonly phase: string;
  readonly done: number;
  readonly total: number;
}

export interface IndexReady {
  readonly dialogues: number;
  readonly heldOut: number;
  readonly turns: number;
  /** The automata that the methods route through, to be kept and drawn. */
  readonly automata: Readonly<Record<Learner, Learned>>;
  /** Vectors to be kept; null where the project had them. */
  readonly vectors: StoredVectors | null;
  /** length = dialogues; whose dialogues the automata speak of, in their order */
  readonly dialogueIds: Int32Array;
}

serveQuestions<RetrievalInput, RetrievalProgress, RetrievalQuestion, readonly FoundColumn[], IndexReady>(
  async ({ methods, ...input }, report) => {
    const total = methods.length + 3;
    let done = 0;
    const step = (phase: string): void => report({ phase, done: done++, total });
    const index = buildProjectIndex(input, step);
    step('learning the automata');
    const automata = index.automata();
    for (const method of methods) {
      step(`building ${method}`);
      index.prepare(method);
    }
    return {
      ready: {
        ...index.size,
        automata,
        vectors: index.encoded.fresh,
        dialogueIds: index.dialogueIds,
      },
      answer: (question) => index.answer(question),
    };
  },
);
