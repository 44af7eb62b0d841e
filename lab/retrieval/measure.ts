import { readIndexDialogues } from '#backend/features/comparison/index.ts';
import {
  answerableTurns,
  type ComparedMethod,
  isSentenceMethod,
  methodInfo,
  type SentenceMethod,
  sentenceEncoding,
} from '#backend/features/retrieval/index.ts';
import type { JobProgress } from '#backend/jobs/job.ts';
import { mostThreads } from '#backend/machine/threads.ts';
import type { SentenceEncoder } from '#backend/providers/embeddings/encoder.ts';
import { knownEncoder } from '#backend/providers/embeddings/known-encoder.ts';
import { openForReading, type ReadDatabase } from '#backend/store/database.ts';
import { rankingRun, requireTaggingRun } from '#backend/store/runs/tagging-runs.ts';
import { ANSWER_POOL } from '#shared/algorithms/retrieval/ranking/chosen-answer.ts';
import type { RetrievalDialogue } from '#shared/algorithms/retrieval/retrieval-corpus.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import type { TaggingRun } from '#shared/contract/tagging.ts';
import { formatShare } from '#shared/domain/figure-text.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import { required } from '#shared/domain/required.ts';
import type { AnsweredQuery, EncodedSentences } from './answer-queries.ts';
import { evaluatedMethodsNamed } from './evaluated-methods.ts';
import type { RetrievalInput, RetrievalResult } from './figures.ts';
import { inLabThread } from './in-lab-thread.ts';
import { describeSplit, scoreQueries, sharedActs, stopsByPlace } from './score.ts';
import { type SourceDialogue, turnText } from './source-dialogue.ts';
import { namedDialogues, type Splits } from './splits.ts';
import { tagByAnnotations, tagOffline } from './tag-sides.ts';

interface Sides {
  readonly train: readonly RetrievalDialogue[];
  readonly test: readonly RetrievalDialogue[];
}

interface TaggedByRun extends Sides {
  readonly run: TaggingRun;
  /** The same dialogues with the tags for ranking examples; null if the run's own tags are used. */
  readonly ranking: Sides | null;
  readonly warnings: readonly string[];
}

/** Tags the dialogues as the stored run did, with people's corrections. Learns nothing again. */
function tagByRun(
  path: string,
  asked: RunId | null,
  train: readonly SourceDialogue[],
  test: readonly SourceDialogue[],
): TaggedByRun {
  const database = openForReading(path);
  try {
    const run = requireTaggingRun(database, asked);
    const words = rankingRun(database, run);
    const sidesBy = (by: TaggingRun): Sides => {
      const tagsOf = tagsByName(database, by);
      const tagged = ({ id, turns }: SourceDialogue): RetrievalDialogue => ({
        key: id,
        turns: turns.map((turn, at) => ({
          role: turn.role,
          text: turnText(turn),
          tags: required(required(tagsOf.get(id), id)[at], `turn ${at} of ${id}`),
        })),
      });
      return { train: train.map(tagged), test: test.map(tagged) };
    };
    return {
      ...sidesBy(run),
      run,
      ranking: words && sidesBy(words),
      warnings:
        run.tagger === 'annotations'
          ? []
          : [
              'The tagging run read whole dialogues, including the test dialogues. A tag may depend on later turns, which are unknown in a new dialogue.',
            ],
    };
  } finally {
    database.close();
  }
}

function tagsByName(
  database: ReadDatabase,
  { id: run, tagger }: TaggingRun,
): Map<string, readonly (readonly string[])[]> {
  const names = namedDialogues(database);
  const { dialogues, dialogueIds } = readIndexDialogues(database, { run, tagger, heldOutShare: 0 });
  return new Map(
    dialogues.map(({ turns }, at) => [
      required(names.get(dialogueIds[at] as DialogueId), 'dialogue'),
      turns.map(({ tags }) => tags),
    ]),
  );
}

interface MeasuringOptions {
  readonly splits: Splits;
  /** The project of the tagging run; null if the dialogues are from files. */
  readonly projectPath: string | null;
  /** Encodes distinct texts. Returns one row per text, in the same order. Without it, every text is encoded here. */
  readonly encode?: typeof encodeAll;
  /** The number of threads; by default, it depends on the number of queries. It does not affect the figures. */
  readonly threads?: number | undefined;
  readonly signal: AbortSignal;
  report(progress: JobProgress): void;
}

interface Measurement {
  readonly result: RetrievalResult;
  readonly answered: readonly AnsweredQuery[];
  readonly methods: readonly ComparedMethod[];
}

/** With fewer queries than this, a second thread costs more time for its indexes than it saves. */
const QUERIES_WORTH_A_THREAD = 1500;

export async function measure(input: RetrievalInput, options: MeasuringOptions): Promise<Measurement> {
  const { signal, report } = options;
  const { train, test, heldOutBy } = options.splits;
  const methods = evaluatedMethodsNamed(input.methods, input.encoder);
  const started = performance.now();
  const stages: { name: string; seconds: number }[] = [];
  let stageStarted = started;
  const endStage = (name: string): void => {
    const now = performance.now();
    stages.push({ name, seconds: (now - stageStarted) / 1000 });
    stageStarted = now;
  };

  const queries = requireTurns(test.dialogues, 'test');
  requireTurns(train.dialogues, 'training');
  const byRun =
    input.tagger === 'run' ? tagByRun(projectOf(options), input.run, train.dialogues, test.dialogues) : null;
  const tagged =
    byRun ??
    (input.tagger === 'annotations'
      ? tagByAnnotations(train.dialogues, test.dialogues)
      : await tagOffline(train.dialogues, test.dialogues, {
          signal,
          onProgress: (step) => report({ ...step, unit: 'messages' }),
        }));
  const tagger = byRun?.run.tagger ?? (input.tagger === 'annotations' ? 'annotations' : 'offline');
  endStage('tagging');

  const encoded: EncodedSentences[] = [];
  for (const method of methods.filter(isSentenceMethod)) {
    if (encoded.some(({ encoder }) => encoder === sentenceEncoding(method).encoder)) continue;
    encoded.push(await encodeSplits(method, input.encoder, options));
  }
  endStage('encoding');

  const most = queries < QUERIES_WORTH_A_THREAD ? 1 : Math.min(2, mostThreads());
  const parts = options.threads ?? most;
  const done = new Array<number>(parts).fill(0);
  const answered = await Promise.all(
    done.map((_, part) =>
      inLabThread<readonly AnsweredQuery[], Pick<JobProgress, 'phase' | 'done'>>(
        'answerQueries',
        [
          {
            train: tagged.train,
            test: tagged.test,
            ranking: byRun?.ranking ?? null,
            methods,
            encoded,
            examples: input.examples,
            seed: input.seed,
            part,
            parts,
          },
        ],
        {
          signal,
          onProgress(progress) {
            done[part] = progress.done;
            const sum = done.reduce((a, b) => a + b, 0);
            report({ phase: progress.phase, done: sum, total: queries, unit: 'queries' });
          },
        },
      ),
    ),
  );
  const inOrder = answered.flat().sort((a, b) => a.dialogue - b.dialogue || a.turn - b.turn);
  endStage('finding examples');

  report({ phase: 'scoring', done: queries, total: queries, unit: 'queries' });
  const splits = { train: train.dialogues, test: test.dialogues };
  const trainSplit = describeSplit(train.dialogues, train.rejected);
  const testSplit = describeSplit(test.dialogues, test.rejected);
  const shared = sharedActs(trainSplit.labels, testSplit.labels);
  const scoreActs = !input.textOnly && shared !== null && shared > 0;
  const { methods: figures, ...summary } = scoreQueries({
    ...splits,
    methods,
    examples: input.examples,
    seed: input.seed,
    oracle: tagger === 'annotations',
    scoreActs,
    answered: inOrder,
  });
  endStage('scoring');

  const result = {
    settings: {
      from: input.from,
      tagger,
      run: byRun?.run.id ?? null,
      methods,
      examples: input.examples,
      seed: input.seed,
      limit: input.limit,
      trainLimit: input.trainLimit,
      textOnly: input.textOnly,
      answerPool: Math.max(ANSWER_POOL, input.examples),
      heldOutBy,
    },
    corpus: { train: trainSplit.counts, test: testSplit.counts, actLabelsShared: shared },
    queries: summary.queries,
    queriesWithActs: summary.queriesWithActs,
    dialogues: summary.dialogues,
    examples: summary.examples,
    bootstrap: { ...summary.bootstrap },
    methods: figures.map((method, at) => {
      const name = required(methods[at], 'method');
      const own = encoded.find(
        ({ encoder }) => isSentenceMethod(name) && sentenceEncoding(name).encoder === encoder,
      );
      const { title, encoder } = methodInfo(name, own?.title);
      return {
        ...method,
        title,
        encoder,
        stopsAt: stopsByPlace(inOrder, at),
      };
    }),
    differences: [...summary.differences],
    best: summary.best.filter(({ actF1 }) => actF1.estimate !== null),
    warnings: [...tagged.warnings, ...warningsOf(shared, input.textOnly)],
    seconds: (performance.now() - started) / 1000,
    stages,
    peakMb: process.resourceUsage().maxRSS / 1024,
  };
  return { result, answered: inOrder, methods };
}

function projectOf({ projectPath }: MeasuringOptions): string {
  if (projectPath !== null) return projectPath;
  throw new DialogramError('INVALID', "A tagging run has tags for the project's dialogues, not for files.", {
    place: 'tagger',
    value: 'run',
    nextStep: 'Measure a project instead, or choose the annotations or the offline tagger.',
  });
}

/** Returns the vectors of the user's last turn of every query. Each distinct text is encoded once. */
async function encodeSplits(
  method: SentenceMethod,
  folder: string | null,
  { splits: { train, test }, encode = encodeAll, report }: MeasuringOptions,
): Promise<EncodedSentences> {
  const encoding = sentenceEncoding(method);
  const { name, missing, load } = knownEncoder(encoding.encoder === 'folder' ? folder : null);
  if (missing !== null) {
    throw new DialogramError('INVALID', `${name} cannot be used. ${missing}`, {
      place: 'methods',
      value: method,
      nextStep: 'Install Dialogram with its optional packages, or leave this method out.',
    });
  }
  const texts = [...train.dialogues, ...test.dialogues].flatMap(({ turns }) =>
    answerableTurns(turns).map((turn) => turnText(required(turns[turn - 1], 'turn'))),
  );
  const distinct = [...new Set(texts)];
  const encoder = await load();
  const encoded = await encode(encoder, distinct, (done, total) =>
    report({ phase: `encoding with ${name}`, done, total, unit: 'texts' }),
  );
  const vectors = new Float32Array(new SharedArrayBuffer(encoded.byteLength));
  vectors.set(encoded);
  return { encoder: encoding.encoder, title: name, dimensions: encoder.dimensions, texts: distinct, vectors };
}

/** The number of texts per chunk, which takes about a second. Progress is reported after each chunk. */
const TEXTS_PER_CHUNK = 128;

async function encodeAll(
  encoder: SentenceEncoder,
  texts: readonly string[],
  onProgress: (done: number, total: number) => void,
): Promise<Float32Array> {
  const vectors = new Float32Array(texts.length * encoder.dimensions);
  for (let start = 0; start < texts.length; start += TEXTS_PER_CHUNK) {
    onProgress(start, texts.length);
    const chunk = await encoder.encodeTexts(texts.slice(start, start + TEXTS_PER_CHUNK));
    vectors.set(chunk, start * encoder.dimensions);
  }
  return vectors;
}

/** @throws INVALID if there are none */
function requireTurns(dialogues: readonly SourceDialogue[], use: string): number {
  const turns = dialogues.reduce((sum, { turns }) => sum + answerableTurns(turns).length, 0);
  if (turns > 0) return turns;
  throw new DialogramError(
    'INVALID',
    `None of the ${dialogues.length} ${use} dialogues has an agent turn that answers a customer.`,
    {
      value: String(dialogues.length),
      nextStep: 'Choose dialogues that have turns of both "user" and "system".',
    },
  );
}

function warningsOf(shared: number | null, textOnly: boolean): string[] {
  if (textOnly) return [];
  if (shared === null) return ['The test dialogues have no acts, so acts cannot be compared.'];
  if (shared === 0) {
    return ['The training and test dialogues have no acts in common, so only texts can be compared.'];
  }
  if (shared < 0.5) {
    return [
      `Only ${formatShare(shared, { rough: true })} of the acts in the test dialogues occur in the training dialogues, so comparing acts says little.`,
    ];
  }
  return [];
}
