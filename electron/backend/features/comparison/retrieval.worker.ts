import type { KeptAutomaton } from '#shared/algorithms/learning/learn.ts';
import type { RetrievalMethod, RoutedAutomata } from '#shared/algorithms/retrieval/methods.ts';
import type { WorkerProgress } from '../../jobs/job.ts';
import type { StoredVectors } from '../../store/runs/vector-table.ts';
import { serveQuestions, type Talk } from '../../workers/ask-worker.ts';
import { methodInfo } from '../retrieval/index.ts';
import {
  buildProjectIndex,
  type FoundColumn,
  type ProjectIndex,
  type ProjectIndexInput,
  type RetrievalQuestion,
} from './project-index.ts';

export type {
  FoundCandidate,
  FoundColumn,
  IndexTurn,
  RetrievalQuestion,
} from './project-index.ts';

export type IndexQuestion =
  /** Builds the index of a tagging run; word-based parts are reused while the words stay. */
  | ({
      readonly kind: 'build';
      /** Methods to build before the index counts as ready. Others are built on first use. */
      readonly methods: readonly RetrievalMethod[];
    } & Pick<ProjectIndexInput, 'run' | 'tagger' | 'ranking'>)
  | { readonly kind: 'find'; readonly question: RetrievalQuestion };

export type IndexAnswer =
  | { readonly kind: 'built'; readonly ready: IndexReady }
  | { readonly kind: 'found'; readonly columns: readonly FoundColumn[] };

export interface IndexReady {
  readonly dialogues: number;
  readonly heldOut: number;
  readonly turns: number;
  /** The automata that the methods route through, to be kept and drawn. */
  readonly automata: Readonly<Record<keyof RoutedAutomata, KeptAutomaton>>;
  /** Vectors to be kept; null if the project had them. */
  readonly vectors: StoredVectors | null;
  /** length = dialogues; the dialogues of the automata, in their order */
  readonly dialogueIds: Int32Array;
}

export type RetrievalTalk = Talk<
  Pick<ProjectIndexInput, 'path' | 'heldOutShare'>,
  null,
  IndexQuestion,
  IndexAnswer,
  WorkerProgress
>;

serveQuestions<RetrievalTalk>(async (input, report) => {
  let index: ProjectIndex | null = null;

  const build = ({
    run,
    tagger,
    ranking,
    methods,
  }: Extract<IndexQuestion, { kind: 'build' }>): IndexReady => {
    const total = methods.length + 3;
    let done = 0;
    const step = (phase: string): void => report({ phase, done: done++, total });
    const before = index && { read: index.read, texts: index.texts };
    // Drops the data of the old tags before building those of the new ones.
    index = null;
    const made = buildProjectIndex({ ...input, run, tagger, ranking }, step, before);
    step('learning the automata');
    const automata = made.automata();
    for (const method of methods) {
      step(`building ${methodInfo(method).title}`);
      made.prepare(method);
    }
    index = made;
    return { ...made.size, automata, vectors: made.encoded.fresh, dialogueIds: made.dialogueIds };
  };

  return {
    ready: null,
    async answer(question) {
      if (question.kind === 'build') return { kind: 'built', ready: build(question) };
      if (!index) throw new Error('The index is asked before it is built.');
      return { kind: 'found', columns: await index.answer(question.question) };
    },
    close() {},
  };
});
