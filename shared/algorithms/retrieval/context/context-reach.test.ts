import { describe, expect, it } from 'vitest';
import { buildSymbolCorpus, copies, dialogue } from '../../../../tests/fixtures/tagged-dialogues.ts';
import { withReplies } from '../retrieval-corpus.ts';
import { learnContextAutomaton } from './context-automaton.ts';
import { measureContextReach } from './context-route.ts';

const OPTIONS = { turns: 6, splitThreshold: 0, minimumSupport: 1 };

describe('measureContextReach', () => {
  const learnedFrom = withReplies(
    buildSymbolCorpus([
      ...copies(3, 'a', 'u:battery', 's:link', 'u:thanks', 's:bye'),
      ...copies(3, 'b', 'u:screen', 's:link', 'u:thanks', 's:bye'),
    ]),
  );
  const automaton = learnContextAutomaton(learnedFrom, OPTIONS);
  const reachOf = (...turns: string[]) =>
    measureContextReach(
      automaton,
      learnedFrom.symbols,
      withReplies(buildSymbolCorpus([dialogue('held out', ...turns)])),
      5,
    );

  it('follows every turn of histories like those it learned from', () => {
    expect(reachOf('u:battery', 's:link', 'u:thanks', 's:bye')).toEqual({
      answers: 2,
      turns: 4,
      turnsFollowed: 4,
      stops: { 'end-of-dialogue': 2, 'no-transition': 0, 'unknown-tag': 0 },
      stopsByTurn: [],
      endedInSmallState: 2,
    });
  });

  it('counts how many turns back the first tag without a transition is, and why', () => {
    expect(reachOf('u:refund', 's:link', 'u:thanks', 's:bye')).toMatchObject({
      stops: { 'end-of-dialogue': 0, 'no-transition': 0, 'unknown-tag': 2 },
      turnsFollowed: 2,
      stopsByTurn: [1, 0, 1],
    });
    expect(reachOf('u:thanks', 's:link')).toMatchObject({
      stops: { 'no-transition': 1 },
      stopsByTurn: [1],
    });
  });
});
