import { type ClearDifference, type ComparisonResult, compareAll } from './comparisons.ts';
import {
  createCorpus,
  type FindingsCorpus,
  type FindingsSubject,
  LEAST_DIALOGUES,
  type RankedFinding,
} from './corpus.ts';
import {
  abandonedDialogues,
  beginnings,
  circles,
  commonPaths,
  commonTopics,
  endings,
  LEAST_TOLD,
  lengths,
  reopenedDialogues,
  topics,
  waits,
} from './descriptions.ts';
import { limits } from './limits.ts';

export const MOST_FINDINGS = 12;
const MOST_OF_A_KIND: Readonly<Partial<Record<RankedFinding['kind'], number>>> = {
  segment: 3,
  change: 2,
  leads: 2,
  limit: 3,
};

/** If more dialogues than this begin or end alike, people know that already. It can still answer a question. */
const MOST_TOLD = 0.95;
const isEdge = (kind: RankedFinding['kind']): boolean => kind === 'begins' || kind === 'ends';

export interface Findings {
  readonly corpus: FindingsCorpus;
  readonly ranked: readonly RankedFinding[];
  readonly compared: ComparisonResult;
  readonly deviations: readonly RankedFinding[];
}

/**
 * Returns at most twelve findings, ranked by effect times certainty; limits of the others come last.
 * The effect of a share is the lower end of its interval; of a difference, the end nearer to zero.
 */
export function findAll(
  subject: FindingsSubject,
  deviationsOf: (corpus: FindingsCorpus) => readonly RankedFinding[] = () => [],
): Findings {
  const corpus = createCorpus(subject);
  if (corpus.taken.length < LEAST_DIALOGUES)
    return { corpus, ranked: [], compared: { clear: [], comparisons: 0, kinds: new Set() }, deviations: [] };
  const compared = compareAll(corpus);
  const deviations = deviationsOf(corpus);
  const all = [
    ...[topics, beginnings, endings, circles].flatMap((find) =>
      find(corpus)
        .slice(0, 1)
        .filter(({ value, kind }) => value >= LEAST_TOLD && !(isEdge(kind) && value > MOST_TOLD)),
    ),
    ...[commonTopics, lengths, commonPaths, abandonedDialogues, reopenedDialogues].flatMap(
      (find) => find(corpus) ?? [],
    ),
    ...waits(corpus)
      .filter(({ weight }) => weight > 0)
      .slice(0, 1),
    ...(['segment', 'change', 'leads'] as const).flatMap((kind) =>
      onceEach(
        compared.clear
          .filter((difference) => difference.kind === kind)
          .toSorted((a, b) => Number(a.isContent) - Number(b.isContent)),
        mostOf(kind),
      ),
    ),
    ...limits(corpus),
    ...deviations,
  ];
  // Findings with weight 0 are obvious, for example that all dialogues are equally long.
  return { corpus, compared, deviations, ranked: rank(all.filter(({ weight }) => weight > 0)) };
}

export function findingsNamed(
  { corpus, compared, deviations }: Findings,
  ids: readonly string[],
): RankedFinding[] {
  const wanted = new Set(ids);
  if (wanted.size === 0 || corpus.taken.length < LEAST_DIALOGUES) return [];
  const simple = [
    ...[topics, beginnings, endings, circles, waits, limits].flatMap((find) => find(corpus)),
    ...[commonTopics, lengths, commonPaths, abandonedDialogues, reopenedDialogues].flatMap(
      (find) => find(corpus) ?? [],
    ),
    ...deviations,
  ];
  return [
    ...simple.filter(({ id }) => wanted.has(id)),
    ...compared.clear.flatMap(({ id, tell }) => (wanted.has(id) ? tell() : [])),
  ];
}

/**
 * Keeps one difference of each group, by whatever field it is named, and of each measure.
 * Two complementary groups mirror each other.
 */
export function onceEach(clear: readonly ClearDifference[], most: number): RankedFinding[] {
  const told = new Set<string>();
  const kept: ClearDifference[] = [];
  for (const difference of clear) {
    const { id, about, group } = difference;
    const measure = id.slice(about.length);
    if (told.has(about) || (measure !== '' && told.has(measure))) continue;
    if (group && kept.some((other) => isSame(group, other.group))) continue;
    told.add(about).add(measure);
    if (kept.push(difference) === most) break;
  }
  return kept.map(({ tell }) => tell());
}

const isSame = (one: readonly number[], other: readonly number[] | null): boolean =>
  one.length === other?.length && one.every((dialogue, at) => dialogue === other[at]);

const mostOf = (kind: RankedFinding['kind']): number => MOST_OF_A_KIND[kind] ?? 1;

function rank(all: readonly RankedFinding[]): RankedFinding[] {
  const counts = new Map<string, number>();
  const kept = all
    .toSorted((a, b) => b.weight - a.weight || (a.id < b.id ? -1 : 1))
    .filter(({ kind }) => {
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      return count <= mostOf(kind);
    });
  const [limiting, told] = [true, false].map((isLimit) =>
    kept.filter(({ kind }) => (kind === 'limit') === isLimit),
  );
  return told.toSpliced(MOST_FINDINGS - limiting.length, 0, ...limiting);
}
