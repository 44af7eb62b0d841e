import { createRandom, type Random } from '../random/random.ts';
import { type Candidate, candidateOf, type RetrievalQuery, type Retriever, skipperOf } from './query.ts';
import { fuseRanks } from './ranking/candidate-pool.ts';
import { topK } from './ranking/top-k.ts';
import type { RetrievalCorpus } from './retrieval-corpus.ts';
import type { Channel } from './words/channel.ts';

export function randomRetriever(corpus: RetrievalCorpus, seed: number): Retriever {
  return {
    name: 'random',
    retrieve: (query, count) => {
      const all = Int32Array.from(corpus.replyTurns, (_, reply) => reply);
      return { candidates: drawReplies(corpus, query, all, count, seed, {}) };
    },
  };
}

export function channelRetriever(corpus: RetrievalCorpus, name: string, channel: Channel): Retriever {
  return {
    name,
    retrieve: (query, count) => {
      const scores = channel.scoreAll(query.history);
      const best = topK(scores, count, Number.NEGATIVE_INFINITY, skipperOf(corpus, query.excludedDialogue));
      const candidates = Array.from(best, (reply, at) =>
        candidateOf(corpus, reply, scores[reply], { ranks: { [channel.name]: at + 1 } }),
      );
      return { candidates };
    },
  };
}

const FUSED_LIST = 200;

export function fusedRetriever(
  corpus: RetrievalCorpus,
  name: string,
  channels: readonly Channel[],
): Retriever {
  return {
    name,
    retrieve: (query, count) => {
      const skip = skipperOf(corpus, query.excludedDialogue);
      const lists = channels.map((channel) => topK(channel.scoreAll(query.history), FUSED_LIST, 0, skip));
      const candidates = fuseRanks(lists)
        .slice(0, count)
        .map(({ index: reply, score }) =>
          candidateOf(corpus, reply, score, { ranks: ranksIn(channels, lists, reply) }),
        );
      return { candidates };
    },
  };
}

function ranksIn(
  channels: readonly Channel[],
  lists: readonly Int32Array[],
  reply: number,
): Record<string, number> {
  const ranks: Record<string, number> = {};
  channels.forEach((channel, at) => {
    const rank = lists[at].indexOf(reply);
    if (rank >= 0) ranks[channel.name] = rank + 1;
  });
  return ranks;
}

export function drawReplies(
  corpus: RetrievalCorpus,
  query: RetrievalQuery,
  from: Int32Array,
  count: number,
  seed: number,
  why: Candidate['why'],
): Candidate[] {
  const random = randomOfQuery(query, seed);
  const pool = from.slice();
  const drawn: Candidate[] = [];
  for (let left = pool.length; left > 0 && drawn.length < count; left--) {
    const at = random.integer(left);
    const reply = pool[at];
    pool[at] = pool[left - 1];
    if (corpus.replyDialogues[reply] === query.excludedDialogue) continue;
    drawn.push(candidateOf(corpus, reply, 1 / (drawn.length + 1), why));
  }
  return drawn;
}

/** A random stream that depends only on the seed and the query's words. */
export function randomOfQuery(query: RetrievalQuery, seed: number): Random {
  return createRandom((createRandom(seed).integer(2 ** 32) ^ fingerprint(query)) >>> 0);
}

function fingerprint(query: RetrievalQuery): number {
  let hash = 0x811c9dc5;
  for (const { text } of query.turns) {
    for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
    hash = Math.imul(hash ^ 0x0a, 0x01000193);
  }
  return hash >>> 0;
}
