import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generatedDialogues, system, user } from '../../../../tests/fixtures/generated-corpus.ts';
import { buildRetrievalCorpus, encodeHistory, historyOfReply, replyPositions } from '../retrieval-corpus.ts';
import { learnContextAutomaton } from './context-automaton.ts';
import { routeContext, sharedDepth } from './context-route.ts';
import { CONTEXT_DEFAULTS, type ContextAutomaton } from './context-states.ts';

const SMALL = { turns: 6, splitThreshold: 0, minimumSupport: 1 };

function repliesOf(automaton: ContextAutomaton, state: number): number[] {
  return [...automaton.replies.subarray(automaton.rangeStarts[state], automaton.rangeEnds[state])].sort(
    (a, b) => a - b,
  );
}

describe('the context automaton', () => {
  const corpus = buildRetrievalCorpus([
    {
      key: 'a',
      turns: [user('', 'hotel', 'price'), system('', 'ask'), user('', 'thanks'), system('', 'bye')],
    },
    { key: 'b', turns: [user('', 'hotel'), system('', 'ask'), user('', 'area'), system('', 'tell')] },
    { key: 'c', turns: [user('', 'train'), system('', 'tell'), user('', 'thanks'), system('', 'bye')] },
  ]);
  const automaton = learnContextAutomaton(corpus, SMALL);
  const route = (...turns: Parameters<typeof encodeHistory>[1]) =>
    routeContext(
      automaton,
      encodeHistory(corpus, turns),
      turns.filter((turn) => turn.role === 'system').length,
      1,
    );

  it('splits by position, then by the most frequent tag of the last user turn', () => {
    const first = automaton.children[automaton.childOffsets[0]];
    expect(repliesOf(automaton, first)).toEqual([0, 2, 4]);
    const hotel = automaton.children[automaton.childOffsets[first]];
    expect(corpus.symbols[automaton.enteringSymbols[hotel]]).toEqual({ role: 'user', tag: 'hotel' });
    expect(repliesOf(automaton, hotel)).toEqual([0, 2]);
  });

  it('looks further back: two thanks differ by what the system said before', () => {
    const told = route(user('', 'museum'), system('', 'tell'), user('', 'thanks'));
    expect(repliesOf(automaton, told.state)).toEqual([5]);
    const asked = route(user('', 'museum'), system('', 'ask'), user('', 'thanks'));
    expect(repliesOf(automaton, asked.state)).toEqual([1]);
  });

  it('reports for every tag if it matched, was skipped or is unknown', () => {
    const steps = route(user('', 'area', 'unheard', 'hotel')).steps;
    const outcomes = steps.map((step) => step.outcome);
    expect(outcomes).toEqual(['matched', 'matched', 'unknown', 'skipped']);
    expect(steps[1].state).toBe(steps[3].state);
  });

  it('backs off along the path to a state with enough turns', () => {
    const history = encodeHistory(corpus, [user('', 'train')]);
    const deep = routeContext(automaton, history, 0, 1);
    const shallow = routeContext(automaton, history, 0, 3);
    expect(repliesOf(automaton, deep.state)).toEqual([4]);
    expect(repliesOf(automaton, shallow.state)).toEqual([0, 2, 4]);
    expect(shallow.backedOff).toBe(1);
    expect(routeContext(automaton, history, 0, 99).state).toBe(0);
  });

  it('leads every training turn to the state that tracks it', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 40 }), fc.boolean(), (seed, count, small) => {
        const generated = buildRetrievalCorpus(generatedDialogues(count, seed));
        const options = small ? SMALL : CONTEXT_DEFAULTS;
        const learned = learnContextAutomaton(generated, options);
        const positions = replyPositions(generated);
        for (let reply = 0; reply < positions.length; reply++) {
          const history = historyOfReply(generated, reply, options.turns);
          const { path } = routeContext(learned, history, positions[reply], 1);
          expect(sharedDepth(learned, path, reply)).toBe(path.length - 1);
        }
      }),
      { numRuns: 25 },
    );
  });

  it('gives children disjoint ranges within their parent, and contains all turns once', () => {
    const generated = buildRetrievalCorpus(generatedDialogues(60, 4));
    const learned = learnContextAutomaton(generated);
    expect([...learned.replies].sort((a, b) => a - b)).toEqual([...learned.replies.keys()]);
    for (let state = 0; state < learned.stateCount; state++) {
      let end = learned.rangeStarts[state];
      for (let at = learned.childOffsets[state]; at < learned.childOffsets[state + 1]; at++) {
        const child = learned.children[at];
        expect(learned.parents[child]).toBe(state);
        expect(learned.rangeStarts[child]).toBeGreaterThanOrEqual(end);
        end = learned.rangeEnds[child];
        expect(end).toBeGreaterThan(learned.rangeStarts[child]);
      }
      expect(end).toBeLessThanOrEqual(learned.rangeEnds[state]);
    }
  });

  it('is deterministic: no state has two children by one symbol', () => {
    const learned = learnContextAutomaton(buildRetrievalCorpus(generatedDialogues(80, 9)), SMALL);
    for (let state = 0; state < learned.stateCount; state++) {
      const children = learned.children.subarray(
        learned.childOffsets[state],
        learned.childOffsets[state + 1],
      );
      const letters = Array.from(
        children,
        (child) => `${learned.enteringBacks[child]}:${learned.enteringSymbols[child]}`,
      );
      expect(new Set(letters).size).toBe(letters.length);
    }
  });

  it('does not depend on the order of import', () => {
    const dialogues = generatedDialogues(30, 2);
    const forward = learnContextAutomaton(buildRetrievalCorpus(dialogues));
    const backward = learnContextAutomaton(buildRetrievalCorpus([...dialogues].reverse()));
    expect(backward).toEqual(forward);
  });

  it('works on a corpus without turns', () => {
    const empty = learnContextAutomaton(buildRetrievalCorpus([]));
    expect(empty.stateCount).toBe(1);
    expect(routeContext(empty, [], 0, 5).state).toBe(0);
  });
});
