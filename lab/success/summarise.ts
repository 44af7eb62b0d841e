import { bootstrap, type Statistic } from '#shared/algorithms/metrics/bootstrap.ts';
import { BLEU_STATISTICS, bleuOfStatistics } from '#shared/algorithms/metrics/text/bleu.ts';
import type { Estimate } from '#shared/domain/figures.ts';
import type { DialogueScore } from './score-dialogue.ts';

/** One domain's shares of the dialogues whose goal has it, 0 … 100. */
interface DomainFigures {
  readonly domain: string;
  readonly dialogues: number;
  readonly inform: Estimate;
  readonly success: Estimate;
  readonly successOfAllSlots: Estimate;
}

/** A corpus' figures, 0 … 100, each with its interval; null if there is no dialogue. */
export interface TaskSuccessFigures {
  readonly inform: Estimate;
  readonly success: Estimate;
  readonly successOfAllSlots: Estimate;
  readonly bleu: Estimate;
  /** BLEU + (Inform + Success) / 2, as papers on MultiWOZ give it; at most 200. */
  readonly combined: Estimate;
  readonly domains: readonly DomainFigures[];
}

/** Columns before the domains: dialogues, inform, success, success of all slots, then BLEU's. */
const INFORM = 1;
const SUCCESS = 2;
const ALL_SLOTS = 3;
const BLEU = 4;
const FIRST_DOMAIN = BLEU + BLEU_STATISTICS;
const OF_DOMAIN = 4;

/** Returns all figures with 95 % intervals by bootstrap over dialogues, drawn in the order of their ids. */
export function summariseScores(scores: readonly DialogueScore[], seed: number): TaskSuccessFigures {
  const sorted = [...scores].sort((left, right) => (left.id < right.id ? -1 : left.id > right.id ? 1 : 0));
  const domains = [
    ...new Set(sorted.flatMap(({ verdict }) => verdict.domains.map(({ domain }) => domain))),
  ].sort();
  const rows = sorted.map((score) => rowOf(score, domains));
  const bleuOf: Statistic = (sums) => bleuOfStatistics(sums, BLEU, { effectiveOrder: false });
  const statistics: Statistic[] = [
    share(INFORM, 0),
    share(SUCCESS, 0),
    share(ALL_SLOTS, 0),
    bleuOf,
    (sums) => {
      const bleu = bleuOf(sums);
      return sums[0] === 0 || bleu === null ? null : bleu + (50 * (sums[INFORM] + sums[SUCCESS])) / sums[0];
    },
    ...domains.flatMap((_, at) => {
      const from = FIRST_DOMAIN + at * OF_DOMAIN;
      return [share(from + INFORM, from), share(from + SUCCESS, from), share(from + ALL_SLOTS, from)];
    }),
  ];
  const [inform, success, successOfAllSlots, bleu, combined, ...ofDomains] = bootstrap(rows, statistics, {
    seed,
  });
  return {
    inform,
    success,
    successOfAllSlots,
    bleu,
    combined,
    domains: domains.map((domain, at) => ({
      domain,
      dialogues: rows.reduce((sum, row) => sum + row[FIRST_DOMAIN + at * OF_DOMAIN], 0),
      inform: ofDomains[at * 3],
      success: ofDomains[at * 3 + 1],
      successOfAllSlots: ofDomains[at * 3 + 2],
    })),
  };
}

const share =
  (part: number, whole: number): Statistic =>
  (sums) =>
    sums[whole] === 0 ? null : (100 * sums[part]) / sums[whole];

function rowOf({ verdict, bleu }: DialogueScore, domains: readonly string[]): Float64Array {
  const row = new Float64Array(FIRST_DOMAIN + domains.length * OF_DOMAIN);
  row.set([1, Number(verdict.inform), Number(verdict.success), Number(verdict.successOfAllSlots)]);
  row.set(bleu, BLEU);
  for (const { domain, inform, missing, missingOfAll } of verdict.domains) {
    const from = FIRST_DOMAIN + domains.indexOf(domain) * OF_DOMAIN;
    row.set(
      [
        1,
        Number(inform),
        Number(inform && missing.length === 0),
        Number(inform && missingOfAll.length === 0),
      ],
      from,
    );
  }
  return row;
}
