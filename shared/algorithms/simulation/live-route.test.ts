import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildSymbolCorpus } from '../../../tests/fixtures/tagged-dialogues.ts';
import type { Role } from '../../domain/dialogue.ts';
import { DEFAULT_PAPER_OPTIONS, learnPaperAutomaton } from '../automaton/learn.ts';
import { createRouter, ROUTE_POLICIES } from '../automaton/routing/route.ts';
import { learnOverview } from '../overview/learn-overview.ts';
import { oneSymbolReader } from '../overview/replay.ts';
import { joinTurns, type LiveTurn, routeLive } from './off-the-map.ts';

const user = (...tags: string[]): LiveTurn => ({ role: 'user', tags, forced: false });
const system = (...tags: string[]): LiveTurn => ({ role: 'system', tags, forced: false });
const step = (role: Role, tag: string): LiveTurn => ({ role, tags: [tag], forced: true });

const CALLS = Array.from({ length: 10 }, (_, at) => ({
  key: `call-${at}`,
  turns: [
    { role: 'user' as const, tags: ['greet', at < 6 ? 'refund' : 'parcel'] },
    { role: 'system' as const, tags: ['ask-number'] },
    { role: 'user' as const, tags: ['number'] },
  ],
}));
const { automaton } = learnPaperAutomaton(buildSymbolCorpus(CALLS), {
  ...DEFAULT_PAPER_OPTIONS,
  tau: 1,
  lambda: null,
});

describe('routing a conversation as it goes on', () => {
  it('follows what is known and says state, path and turn', () => {
    const route = routeLive(automaton, [user('greet', 'refund'), system('ask-number')], 'resume');
    expect(route.path.map(({ symbol, turn }) => [symbol.role, symbol.tag, turn])).toEqual([
      ['user', 'greet', 0],
      ['user', 'refund', 0],
      ['system', 'ask-number', 1],
    ]);
    expect(route.state).toBe(route.path[2].state);
    expect(automaton.support[route.state]).toBe(6);
    expect(route.stopped).toBe(false);
  });

  it('passes over a turn whose tags are too rare for a picture, and says which', () => {
    const { automaton: picture } = learnOverview(buildSymbolCorpus(CALLS), {
      ...DEFAULT_PAPER_OPTIONS,
      states: 3,
    });
    const read = oneSymbolReader(picture);
    const { steps } = routeLive(picture, [user('never-seen'), user()], 'resume', read);
    expect(steps.map(({ passedOver }) => passedOver)).toEqual([['never-seen']]);
    expect(steps[0].missed).toEqual([]);
    expect(steps[0].state).toBe(0);
    expect(routeLive(picture, [user()], 'resume', read).steps[0].passedOver).toEqual([]);
  });

  it('tells a tag that has no transition from one that nobody ever had', () => {
    const { steps } = routeLive(automaton, [user('greet', 'number', 'nba')], 'resume');
    expect(steps[0].missed).toEqual([
      { tag: 'number', known: true },
      { tag: 'nba', known: false },
    ]);
  });

  it('reads nothing further once the literal reading has stopped, until a step is taken by hand', () => {
    const said = [user('greet', 'nba'), system('ask-number')];
    const stopped = routeLive(automaton, said, 'literal');
    expect(stopped.stopped).toBe(true);
    expect(stopped.steps.map(({ followed }) => followed)).toEqual([true, false]);
    const forced = routeLive(automaton, [...said, step('user', 'refund'), system('ask-number')], 'literal');
    expect(forced.stopped).toBe(false);
    expect(forced.path.map(({ symbol }) => symbol.tag)).toEqual(['greet', 'refund', 'ask-number']);
  });

  it('stays where it is at a step that this automaton does not have', () => {
    const before = routeLive(automaton, [user('greet')], 'resume');
    const route = routeLive(automaton, [user('greet'), step('system', 'hang-up')], 'resume');
    expect(route.state).toBe(before.state);
    expect(route.steps[1].missed).toEqual([{ tag: 'hang-up', known: false }]);
  });

  it('joins turns of one side as learning does, but no step by hand', () => {
    const joined = joinTurns([user('a'), user('b'), step('user', 'c'), user('d'), system('e')]);
    expect(joined.map(({ turns }) => turns)).toEqual([[0, 1], [2], [3], [4]]);
  });

  it('is the route of the router where no step is taken by hand', () => {
    const tag = fc.constantFrom('greet', 'refund', 'parcel', 'number', 'ask-number', 'nba');
    const turns = fc.array(fc.tuple(fc.boolean(), fc.uniqueArray(tag, { maxLength: 4 })), { maxLength: 6 });
    fc.assert(
      fc.property(turns, fc.constantFrom(...ROUTE_POLICIES), (drawn, policy) => {
        const said = drawn.map(([isUser, tags]) => (isUser ? user(...tags) : system(...tags)));
        const turns = joinTurns(said).map(({ role, turns: own }) => ({
          role,
          tags: own.flatMap((at) => said[at].tags),
        }));
        const live = routeLive(automaton, said, policy);
        const route = createRouter(automaton).route(turns, policy);
        expect(live.state).toBe(route.state);
        expect(live.path.length).toBe(route.steps.flatMap(({ matched }) => matched).length);
        expect(live.stopped).toBe(route.stopped.kind !== 'end-of-dialogue');
      }),
    );
  });
});
