import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generatedDialogues, user } from '../../../tests/fixtures/generated-corpus.ts';
import { learnContextAutomaton } from './context/context-automaton.ts';
import { routeContext } from './context/context-route.ts';
import { createRetrievers, RETRIEVAL_METHODS } from './methods.ts';
import { makeQuery } from './query.ts';
import { gatherPool, repliesAlongRoute } from './ranking/candidate-pool.ts';
import { buildRetrievalCorpus, replyPositions } from './retrieval-corpus.ts';
import { bm25Channel, turnWords } from './words/channel.ts';

const corpus = buildRetrievalCorpus(generatedDialogues(50, 21));
const heldOut = generatedDialogues(6, 99);

describe('every method', () => {
  const factory = createRetrievers(corpus, { seed: 2, trainingSteps: 10 });

  it.each(RETRIEVAL_METHODS)(
    '%s predicts one dialogue alike, whatever the other held-out dialogues are',
    (method) => {
      const ask = (dialogues: typeof heldOut) => {
        const retriever = factory.create(method);
        return dialogues.map(
          ({ turns }) => retriever.retrieve(makeQuery(corpus, turns.slice(0, 3)), 5).candidates,
        );
      };
      const changed = [heldOut[0], ...generatedDialogues(5, 123)];
      expect(ask(changed)[0]).toEqual(ask(heldOut)[0]);
      expect(ask([...heldOut].reverse())[5]).toEqual(ask(heldOut)[0]);
    },
  );

  it.each(RETRIEVAL_METHODS)('%s does not depend on the order of import', (method) => {
    const shuffled = buildRetrievalCorpus(generatedDialogues(50, 21).reverse());
    const query = heldOut[0].turns.slice(0, 3);
    const left = factory.create(method).retrieve(makeQuery(corpus, query), 5);
    const other = createRetrievers(shuffled, { seed: 2, trainingSteps: 10 });
    expect(other.create(method).retrieve(makeQuery(shuffled, query), 5).candidates).toEqual(left.candidates);
  });
});

describe('positions of training turns', () => {
  it('count the turns of the dialogue before', () => {
    const dialogues = generatedDialogues(12, 4);
    const built = buildRetrievalCorpus(dialogues);
    const positions = replyPositions(built);
    for (let reply = 0; reply < positions.length; reply++) {
      const dialogue = built.replyDialogues[reply];
      const turn = built.replyTurns[reply] - built.turnOffsets[dialogue];
      expect(makeQuery(built, dialogues[dialogue].turns.slice(0, turn)).position).toBe(positions[reply]);
    }
  });
});

describe('the pool', () => {
  const automaton = learnContextAutomaton(corpus);
  const naming = [bm25Channel(corpus, turnWords('last', 1))];
  const query = makeQuery(corpus, [user('I want a hotel and its day', 'hotel', 'day')], 3);

  it('contains the turns of the route, deepest state first, each once', () => {
    fc.assert(
      fc.property(fc.nat(200), (limit) => {
        const { path } = routeContext(automaton, query.history, 0, 1);
        const replies = repliesAlongRoute(automaton, path, limit);
        expect(replies.length).toBe(Math.min(limit, corpus.replyTurns.length));
        expect(new Set(replies).size).toBe(replies.length);
        const deepest = path[path.length - 1];
        const inside = automaton.rangeEnds[deepest] - automaton.rangeStarts[deepest];
        for (const reply of replies.slice(0, inside)) {
          expect(automaton.slots[reply]).toBeGreaterThanOrEqual(automaton.rangeStarts[deepest]);
          expect(automaton.slots[reply]).toBeLessThan(automaton.rangeEnds[deepest]);
        }
      }),
    );
  });

  it('is the same for both scopes while the corpus is small', () => {
    const all = gatherPool({ corpus, automaton, naming }, query, 'all', 30);
    expect(gatherPool({ corpus, automaton, naming }, query, 'route', 30)).toEqual(all);
  });

  it('of the route finds the same turns by words as all turns do, with the same scores', () => {
    const large = buildRetrievalCorpus(generatedDialogues(4000, 7));
    const sources = {
      corpus: large,
      automaton: learnContextAutomaton(large),
      naming: [bm25Channel(large, turnWords('last', 1))],
    };
    const asked = makeQuery(large, heldOut[0].turns.slice(0, 3));
    const all = gatherPool(sources, asked, 'all', 150);
    const route = gatherPool(sources, asked, 'route', 150);
    expect([...route.ranks[0].keys()]).toEqual([...all.ranks[0].keys()]);
    expect([...route.replies]).toEqual([...all.replies]);
    route.scores[0].forEach((score, member) => {
      expect(score).toBeCloseTo(all.scores[0][member], 5);
    });
  });

  it("leaves out the query's dialogue in every list", () => {
    const pool = gatherPool({ corpus, automaton, naming }, query, 'all', 1000);
    for (const ranks of pool.ranks) {
      for (const reply of ranks.keys()) expect(corpus.replyDialogues[reply]).not.toBe(3);
    }
  });
});
