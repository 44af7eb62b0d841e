import { rankMethods } from '#shared/algorithms/preference/rank-methods.ts';
import type { Vote } from '#shared/algorithms/preference/votes.ts';
import type { VoteChoice, VoteRanking } from '#shared/contract/votes.ts';
import { type AgentSpec, agentKey } from '#shared/domain/agent.ts';
import {
  type CountedVote,
  countBlindVotes,
  countedVotes,
  countSamePairs,
  type VoteFilter,
} from '../../store/comparing/vote-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { headOf } from '../retrieval/index.ts';

const RESAMPLES = 1000;
const LEVEL = 0.95;

const OUTCOME = {
  a: 'first',
  b: 'second',
  tie: 'tie',
  'both-bad': 'both-bad',
} as const satisfies Record<VoteChoice, Vote['outcome']>;

export function personVotes(votes: readonly CountedVote[]) {
  const columns = new Map<string, AgentSpec>();
  /** The keys of columns that used the correct labels. */
  const labeled = new Set<string>();
  const keyOf = (json: string, usesLabels: number | null): string => {
    const column = JSON.parse(json) as AgentSpec;
    const key = agentKey(column);
    columns.set(key, column);
    if (usesLabels === 1) labeled.add(key);
    return key;
  };
  return {
    votes: votes.map(
      ({ dialogue, turn, a, b, aUsesLabels, bUsesLabels, choice }): Vote => ({
        item: itemOf(dialogue, turn),
        first: keyOf(a, aUsesLabels),
        second: keyOf(b, bUsesLabels),
        outcome: OUTCOME[choice],
      }),
    ),
    columns,
    labeled,
  };
}

export const itemOf = (dialogue: number, turn: number | null): string =>
  turn === null ? String(dialogue) : `${dialogue}/${turn}`;

export function rankVotes(database: ReadDatabase, filter: VoteFilter, seed: number): VoteRanking {
  const counted = countedVotes(database, filter);
  const { votes, columns, labeled } = personVotes(counted);
  const ranking = rankMethods(votes, { seed, resamples: RESAMPLES, level: LEVEL });
  return {
    columns: ranking.methods.map(({ method: key, ...ranked }) => ({
      ...headOf(columns.get(key) as AgentSpec, null),
      usesLabels: labeled.has(key),
      ...ranked,
    })),
    lead: ranking.lead,
    wins: tableOfWins(votes),
    votes: ranking.votes,
    blind: countBlindVotes(database, filter),
    items: ranking.items,
    same: countSamePairs(database, filter),
    few: ranking.few,
    connected: ranking.connected,
    settings: new Set(counted.map(({ settings }) => settings)).size,
    seed,
    resamples: RESAMPLES,
    level: LEVEL,
  };
}

function tableOfWins(votes: readonly Vote[]): VoteRanking['wins'] {
  const cells = new Map<string, VoteRanking['wins'][number]>();
  for (const { first: left, second: right, outcome } of votes) {
    const swapped = right < left;
    const [first, second] = swapped ? [right, left] : [left, right];
    const key = JSON.stringify([first, second]);
    const cell = cells.get(key) ?? { first, second, won: 0, lost: 0, tied: 0, bothBad: 0 };
    if (outcome === 'tie') cell.tied++;
    else if (outcome === 'both-bad') cell.bothBad++;
    else if ((outcome === 'first') !== swapped) cell.won++;
    else cell.lost++;
    cells.set(key, cell);
  }
  return [...cells].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, cell]) => cell);
}
