import type { Adjudication } from '#shared/contract/review.ts';
import { ALL_ROUNDS } from '#shared/contract/round-filter.ts';
import type { RoundId } from '#shared/domain/ids.ts';
import { type Project, projectService } from '../../project.ts';
import { readDifferences } from '../agreement/index.ts';
import type { LoadedQueue } from './queues.ts';
import { settledRounds } from './settled.ts';

interface DifferingRound {
  readonly round: RoundId;
  /** Tags that only one side gives it. */
  readonly tags: readonly string[];
}

/** Queues whose differences are cached. They are read on first use. */
const KEPT = 3;

function createAdjudications(project: Project) {
  const kept = new Map<number, Promise<readonly DifferingRound[]>>();
  const differingOf = (queue: LoadedQueue): Promise<readonly DifferingRound[]> => {
    const known = kept.get(queue.id);
    if (known) return known;
    const read = readDiffering(project, queue);
    kept.set(queue.id, read);
    read.catch(() => kept.delete(queue.id));
    if (kept.size > KEPT) kept.delete(kept.keys().next().value as number);
    return read;
  };
  return {
    /** Returns how many disagreements were settled between the two sides; null if a queue compares none. */
    async progress(queue: LoadedQueue): Promise<Adjudication | null> {
      const differing = await differingOf(queue);
      const { settings } = queue;
      if (!settings.left) return null;
      const settled = settledRounds(project.database, settings);
      // A person who takes the other side's tags agrees with it from then on, so that the round differs no longer.
      const rounds = new Map([...settled].filter(([round]) => queue.positionOf(round) !== undefined));
      for (const { round, tags } of differing) rounds.set(round, tags);
      const tags = new Map<string, { name: string; rounds: number; settled: number }>();
      for (const [round, names] of rounds) {
        for (const name of names) {
          const tag = tags.get(name) ?? { name, rounds: 0, settled: 0 };
          tags.set(name, {
            name,
            rounds: tag.rounds + 1,
            settled: tag.settled + Number(settled.has(round)),
          });
        }
      }
      const left = (tag: { rounds: number; settled: number }): number => tag.rounds - tag.settled;
      return {
        rounds: rounds.size,
        settled: [...rounds.keys()].filter((round) => settled.has(round)).length,
        tags: [...tags.values()].sort(
          (a, b) => left(b) - left(a) || b.rounds - a.rounds || (a.name < b.name ? -1 : 1),
        ),
      };
    },
  };
}

/** Returns true for the turns that pass the queue's filter. */
const isWanted = (queue: LoadedQueue, round: RoundId): boolean =>
  JSON.stringify(queue.settings.filter) === JSON.stringify(ALL_ROUNDS) ||
  queue.positionOf(round) !== undefined;

/** Returns all turns of the queue that the sides differ on, settled or not. */
async function readDiffering(project: Project, queue: LoadedQueue): Promise<readonly DifferingRound[]> {
  const { left, right } = queue.settings;
  if (!left || !right) return [];
  const ofRight = new Map(
    (await readDifferences(project, left, right, 'right')).map(({ round, tags }) => [round, tags]),
  );
  return (await readDifferences(project, left, right, 'left'))
    .filter(({ round }) => isWanted(queue, round))
    .map(({ round, tags }) => {
      const others = ofRight.get(round) ?? [];
      return {
        round,
        tags: [
          ...tags.filter((name) => !others.includes(name)),
          ...others.filter((name) => !tags.includes(name)),
        ],
      };
    });
}

export const adjudications = projectService(createAdjudications);
