import type { Automaton } from '../../domain/automaton.ts';
import { trackDialogues } from '../automaton/reading/tracked.ts';
import { drawDialogues, drawWithoutRepetition } from '../automaton/routing/examples.ts';
import { createRouter } from '../automaton/routing/route.ts';
import { type Candidate, candidateOf, type RetrievalQuery, type Retriever } from './query.ts';
import { topK } from './ranking/top-k.ts';
import { nearestTurn, type RetrievalCorpus } from './retrieval-corpus.ts';
import { randomOfQuery } from './simple-retrievers.ts';
import type { Channel } from './words/channel.ts';

/*
 * Ways of finding whole dialogues, which is what the paper puts into its prompt. As next turn each stands in with its
 * turn nearest in index to the query's round, the earlier of two.
 */

/** Dialogues at random, each equally likely. */
export function randomDialogueRetriever(corpus: RetrievalCorpus, seed: number): Retriever {
  return {
    name: 'random-dialogue',
    retrieve: (query, count) => {
      const drawn = drawWithoutRepetition(corpus.keys.length, randomOfQuery(query, seed));
      return {
        candidates: takeDialogues(corpus, query, count, drawn, (dialogue) => ({ dialogue, why: {} })),
      };
    },
  };
}

/** The dialogues of the best turns of one channel. */
export function channelDialogueRetriever(corpus: RetrievalCorpus, name: string, channel: Channel): Retriever {
  return {
    name,
    retrieve: (query, count) => {
      const scores = new Float32Array(corpus.keys.length).fill(Number.NEGATIVE_INFINITY);
      channel.scoreAll(query.history).forEach((score, turn) => {
        const dialogue = corpus.turnDialogues[turn];
        if (score > scores[dialogue]) scores[dialogue] = score;
      });
      const isAsking = (dialogue: number): boolean => dialogue === query.excludedDialogue;
      const best = topK(scores, count, Number.NEGATIVE_INFINITY, isAsking);
      return {
        candidates: takeDialogues(corpus, query, count, best.entries(), ([at, dialogue]) => ({
          dialogue,
          why: { ranks: { [channel.name]: at + 1 } },
        })),
      };
    },
  };
}

/**
 * A fair version of the paper's router: of a turn's tags it always takes the one whose transition most dialogues took;
 * dialogues of the last state at random, then of the states before it on the path, nearest first.
 *
 * @param automaton the prefix tree as built, not merged: merging is for the picture
 */
export function routedDialogueRetriever(
  corpus: RetrievalCorpus,
  name: string,
  automaton: Automaton,
  seed: number,
): Retriever {
  const router = createRouter(automaton);
  const tracked = trackDialogues(automaton);
  return {
    name,
    retrieve: (query, count) => {
      const route = router.route(query.rounds, 'greedy');
      const drawn = drawDialogues(tracked, route.path.toReversed(), randomOfQuery(query, seed));
      const candidates = takeDialogues(corpus, query, count, drawn, ({ dialogue, state }) => ({
        dialogue,
        why: { state },
      }));
      return { candidates, route };
    },
  };
}

/**
 * The first `count` different dialogues with a turn to show, without the query's own, each by its nearest
 * turn.
 */
function takeDialogues<Found>(
  corpus: RetrievalCorpus,
  query: RetrievalQuery,
  count: number,
  found: Iterable<Found>,
  read: (found: Found) => Pick<Candidate, 'dialogue' | 'why'>,
): Candidate[] {
  const candidates: Candidate[] = [];
  const seen = new Set([query.excludedDialogue]);
  for (const one of found) {
    if (candidates.length === count) break;
    const { dialogue, why } = read(one);
    const turn = nearestTurn(corpus, dialogue, query.rounds.length);
    if (seen.has(dialogue) || turn < 0) continue;
    seen.add(dialogue);
    candidates.push(candidateOf(corpus, turn, 1 / (candidates.length + 1), why));
  }
  return candidates;
}
