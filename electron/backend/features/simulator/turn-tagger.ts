import type { TurnTagOrigin } from '#shared/contract/simulator.ts';
import type { TaggingRun } from '#shared/contract/tagging.ts';
import type { Role } from '#shared/domain/dialogue.ts';
import type { TagId } from '#shared/domain/ids.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { versionOf } from '../../store/meta-table.ts';
import { readVocabulary } from '../../store/tag-table.ts';
import { type AskedWorker, startAskedWorker } from '../../workers/ask-worker.ts';
import type { TurnTaggingInput, TurnTaggingReady, TurnToTag } from '../../workers/turn-tagging.ts';

export interface SaidTurn {
  readonly role: Role;
  readonly text: string;
  readonly tags: readonly string[];
}

/** The port to whatever tags a turn that is in no corpus. */
export interface TurnTagger {
  /** For people: "the offline tagger". */
  readonly title: string;
  readonly origin: TurnTagOrigin;
  /**
   * @param history the turns before it, oldest first
   * @returns names as people see them, each once, best first
   */
  tag(turn: TurnToTag, history: readonly SaidTurn[]): Promise<readonly string[]>;
}

/** Taggers by the run whose automaton routes: a turn must be tagged as the automaton's dialogues were. */
export interface TurnTaggers {
  of(run: TaggingRun): Promise<TurnTagger>;
  /** What it is called, without starting it. */
  titleOf(run: TaggingRun): string;
  close(): Promise<void>;
}

type Worker = AskedWorker<TurnToTag, readonly string[]>;

interface Started {
  readonly fingerprint: string;
  readonly worker: Promise<{ readonly worker: Worker; readonly ready: TurnTaggingReady }>;
}

const TITLES: Readonly<Record<TurnTaggingReady['by'], string>> = {
  offline: 'the offline tagger',
  similar: 'the most similar turns of the corpus',
};

/** Without a model: the offline tagger as the run fitted it; for other runs, as similar turns are tagged. */
export function createTurnTaggers(database: ReadDatabase, path: string): TurnTaggers {
  let started: Started | null = null;

  const free = async (): Promise<void> => {
    const old = started;
    started = null;
    await old?.worker.then(
      ({ worker }) => worker.close(),
      () => {},
    );
  };
  const start = async (run: TaggingRun): Promise<Started> => {
    const versions = [versionOf(database, 'corpus_version'), versionOf(database, 'edit_version')];
    // What is fitted once stays; what reads the tags as they stand is read anew when they change.
    const fingerprint = [run.id, ...(run.tagger === 'offline' ? [] : versions)].join('/');
    if (started?.fingerprint === fingerprint) return started;
    await free();
    const worker = startAskedWorker<TurnTaggingInput, never, TurnToTag, readonly string[], TurnTaggingReady>(
      'turn-tagging',
      { path, run: run.id, tagger: run.tagger },
      { signal: new AbortController().signal },
    );
    const own: Started = { fingerprint, worker };
    started = own;
    worker.then(
      ({ worker: running }) =>
        running.onEnd(() => {
          if (started === own) started = null;
        }),
      () => {
        if (started === own) started = null;
      },
    );
    return own;
  };
  return {
    titleOf: ({ tagger }) => TITLES[tagger === 'offline' ? 'offline' : 'similar'],
    async of(run) {
      const { worker: starting } = await start(run);
      const { worker, ready } = await starting;
      return {
        title: TITLES[ready.by],
        origin: ready.by,
        tag: async (turn) => {
          const names = await worker.ask(turn);
          return ready.by === 'offline' ? currentNames(database, names) : names;
        },
      };
    },
    close: free,
  };
}

/** The names that people gave since to the tags of these names. */
function currentNames(database: ReadDatabase, givenNames: readonly string[]): string[] {
  const find = database.prepare('SELECT id FROM tags WHERE given_name = ?').pluck();
  const vocabulary = readVocabulary(database);
  const names = givenNames.map((name) => {
    const tag = find.get(name) as TagId | undefined;
    return tag === undefined ? name : vocabulary.nameOf(tag);
  });
  return [...new Set(names)];
}
