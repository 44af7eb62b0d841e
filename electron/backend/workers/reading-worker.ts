import { openForReading, type ReadDatabase } from '../store/database.ts';
import { askWhenNeeded, serveQuestions, type Talk } from './ask-worker.ts';
import { runWorker } from './run-worker.ts';
import { serve } from './serve.ts';

/** The readings that a worker computes from a project, by name. */
type Readings = Readonly<Record<string, (asked: never) => unknown>>;
type Asked<All extends Readings, What extends keyof All> = Parameters<All[What]>[0];
type Answer<All extends Readings, What extends keyof All> = Awaited<ReturnType<All[What]>>;

interface Question {
  readonly what: string;
  readonly asked: unknown;
}

/** Types a named question with its parameters. */
const answerOf = (readings: Readings, { what, asked }: Question): unknown =>
  (readings[what] as (asked: unknown) => unknown)(asked);

interface ReadingWork<Result> {
  readonly input: Question & { readonly path: string };
  readonly progress: never;
  readonly result: Result;
}

/** Answers `askReading` in a worker, each time with a new connection. */
export function serveReadings(create: (database: ReadDatabase) => Readings): void {
  serve<ReadingWork<unknown>>(async ({ path, ...question }) => {
    const database = openForReading(path);
    try {
      return { result: await answerOf(create(database), question) };
    } finally {
      database.close();
    }
  });
}

/** Asks a reading worker of a project. @param file of the worker, as that of `runWorker` */
export const askReading =
  <All extends Readings>(file: URL) =>
  <What extends keyof All & string>(
    what: What,
    path: string,
    asked: Asked<All, What>,
    signal: AbortSignal | undefined,
  ): Promise<Answer<All, What>> =>
    runWorker<ReadingWork<Answer<All, What>>>(file, { path, what, asked }, { signal });

type ResidentTalk = Talk<{ readonly path: string }, null, Question, unknown>;

/** Answers questions in a worker. Its connection keeps what was read. A purge ends the worker. */
export function serveResident(create: (database: ReadDatabase) => Readings): void {
  serveQuestions<ResidentTalk>(async ({ path }) => {
    const database = openForReading(path);
    const readings = create(database);
    return {
      ready: null,
      answer: async (question) => answerOf(readings, question),
      close: () => void database.close(),
    };
  });
}

/** Data of a project in the memory of a worker, which starts with the first question. */
export interface Resident<All extends Readings> {
  ask<What extends keyof All & string>(what: What, asked: Asked<All, What>): Promise<Answer<All, What>>;
  close(): Promise<void>;
}

/** @param file as that of `askReading` */
export function residentOf<All extends Readings>(file: URL, path: string): Resident<All> {
  const worker = askWhenNeeded<ResidentTalk>(file, { path });
  return {
    ask: <What extends keyof All & string>(what: What, asked: Asked<All, What>) =>
      worker.ask({ what, asked }) as Promise<Answer<All, What>>,
    close: worker.close,
  };
}
