import type { Automaton } from '../../domain/automaton.ts';
import { trackDialogues } from '../automaton/reading/tracked.ts';
import { sampleSystemRounds } from '../automaton/routing/examples.ts';
import { createRouter, type RoutePolicy } from '../automaton/routing/route.ts';
import { type Candidate, candidateOf, type Retriever } from './query.ts';
import { type RetrievalCorpus, turnOfRound } from './retrieval-corpus.ts';

/**
 * The paper's method exactly (section 3.3): routes the history from q₀, samples dialogues of the last valid
 * state at random, and takes the system turn after the last visit of each. It may return fewer than
 * requested. `routedDialogueRetriever` is the fair version.
 */
export function paperRetriever(
  corpus: RetrievalCorpus,
  name: string,
  automaton: Automaton,
  policy: RoutePolicy,
  seed: number,
): Retriever {
  const router = createRouter(automaton);
  const tracked = trackDialogues(automaton);
  return {
    name,
    retrieve: (query, count) => {
      const route = router.route(query.rounds, policy);
      const excluded = query.excludedDialogue < 0 ? undefined : new Set([query.excludedDialogue]);
      const examples = sampleSystemRounds(tracked, corpus, route.state, { count, seed, excluded });
      const candidates: Candidate[] = [];
      for (const { dialogue, round, state } of examples) {
        const turn = turnOfRound(corpus, dialogue, round);
        // A system turn that opens its dialogue answers nobody and is no candidate.
        if (turn >= 0) candidates.push(candidateOf(corpus, turn, 1 / (candidates.length + 1), { state }));
      }
      return { candidates, route };
    },
  };
}
