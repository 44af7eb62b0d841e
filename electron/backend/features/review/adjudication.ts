import type { Adjudication } from '#shared/contract/review.ts';
import { ALL_ROUNDS } from '#shared/contract/round-filter.ts';
import type { RoundId } from '#shared/domain/ids.ts';
import { type Project, projectService } from '../../project.ts';
import { roundsMarked } from '../../store/edits/words/mark-table.ts';
import { readDifferences } from '../agreement/index.ts';
import type { LoadedQueue } from './queues.ts';

interface DifferingRound {
  readonly round: RoundId;
  /** Tags that one side alone gives it. */
  readonly tags: readonly string[];
}

/** Queues whose differences are kept; they are read when a queue is first asked about. */
const KEPT = 3;

function createAdjudications(project: Project) {
  const kept = new Map<number, Promise<readonly DifferingRound[]>>();
  const differing = (queue: LoadedQueue): Promise<readonly DifferingRound[]> => {
    const known = kept.get(queue.id);
    if (known) return known;
    const read = readDiffering(project, queue);
    kept.set(queue.id, read);
    read.catch(() => kept.delete(queue.id));
    if (kept.size > KEPT) kept.delete(kept.keys().next().value as number);
    return read;
  };
  return {
    /** How many of the rounds that the sides differ on were checked; null where a queue compares no sides. */
    async progress(queue: LoadedQueue): Promise<Adjudication | null> {
      const rounds = await differing(queue);
      if (!queue.settings.left) return null;
      const checked = new Set(roundsMarked(project.database, queue.settings.tagger, 'checked'));
      const tags = new Map<string, { name: string; rounds: number; settled: number }>();
      let settled = 0;
      for (const { round, tags: names } of rounds) {
        const done = Number(checked.has(round));
        settled += done;
        for (const name of names) {
          const tag = tags.get(name) ?? { name, rounds: 0, settled: 0 };
          tags.set(name, { name, rounds: tag.rounds + 1, settled: tag.settled + done });
        }
      }
      const left = (tag: { rounds: number; settled: number }): number => tag.rounds - tag.settled;
      return {
        rounds: rounds.length,
        settled,
        tags: [...tags.values()].sort(
          (a, b) => left(b) - left(a) || b.rounds - a.rounds || (a.name < b.name ? -1 : 1),
        ),
      };
    },
  };
}

/** All rounds that the sides differ on, checked or not; of a queue with a filter those in it. */
async function readDiffering(project: Project, queue: LoadedQueue): Promise<readonly DifferingRound[]> {
  const { left, right, filter } = queue.settings;
  if (!left || !right) return [];
  const ofRight = new Map(
    (await readDifferences(project, left, right, 'right')).map(({ round, tags }) => [round, tags]),
  );
  return (await readDifferences(project, left, right, 'left'))
    .filter(
      ({ round }) =>
        JSON.stringify(filter) === JSON.stringify(ALL_ROUNDS) || queue.positionOf(round) !== undefined,
    )
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
