import { describe, expect, it } from 'vitest';
import type { AutomatonSummary } from '#shared/contract/automata.ts';
import type { DialogueDetail } from '#shared/contract/corpus.ts';
import type { TaggingRun } from '#shared/contract/tagging.ts';
import {
  countOf,
  describeAutomaton,
  describeRun,
  remarkOf,
  sourceOfTag,
  stateAfter,
  statesOf,
  stepsOf,
  titleOf,
} from './describe.ts';

const turn = (index: number, role: 'user' | 'system', visits: readonly [number, string][]) => ({
  id: index + 1,
  index,
  role,
  utterances: [],
  tags: [],
  removedTags: [],
  visits: visits.map(([state, tag]) => ({ state, symbol: { role, tag } })),
});

const dialogue = {
  id: 1,
  externalId: 'a',
  source: 's',
  domains: [],
  turns: [
    turn(0, 'user', [
      [3, 'refund'],
      [7, 'order'],
    ]),
    turn(1, 'system', []),
    turn(2, 'user', [[3, 'refund']]),
  ],
} as unknown as DialogueDetail;

describe('the path of a dialogue', () => {
  it('starts at q₀ and contains every visit, including loops', () => {
    expect(stepsOf(dialogue).map((step) => [step.turn, step.from, step.to, step.tag])).toEqual([
      [0, 0, 3, 'refund'],
      [0, 3, 7, 'order'],
      [2, 7, 3, 'refund'],
    ]);
  });

  it('stays in place for a turn without a transition', () => {
    const steps = stepsOf(dialogue);
    expect([0, 1, 2].map((index) => stateAfter(steps, index))).toEqual([7, 7, 3]);
    expect(stateAfter([], 4)).toBe(0);
  });
});

describe('statesOf', () => {
  it('says once that the dialogue has left the automaton', () => {
    const turns = [...dialogue.turns, turn(3, 'system', []), turn(4, 'user', [])] as DialogueDetail['turns'];
    expect(turns.map((each) => statesOf(turns, each.index))).toEqual([
      'reached',
      'reached',
      'reached',
      'stopped',
      'beyond',
    ]);
  });
});

describe('titles', () => {
  it('name the place', () => {
    expect(titleOf({ kind: 'all' }, undefined)).toBe('All dialogues');
    expect(titleOf({ kind: 'state', state: 0 }, undefined)).toBe('Start state');
    const transition = {
      kind: 'transition',
      from: 0,
      to: 4,
      symbol: { role: 'user', tag: 'refund' },
    } as const;
    expect(titleOf(transition, undefined)).toBe('Start → State 4');
    expect(remarkOf(transition, undefined)).toBe('customer #refund');
  });

  it('count the dialogues of the list', () => {
    expect(countOf(340, 340, ' ')).toBe('340 dialogues');
    expect(countOf(1, 340, 'refund')).toBe('1 of 340 dialogues found');
    expect(countOf(12, null, 'refund')).toBe('12 dialogues found');
  });

  it('distinguish automata by their parameters', () => {
    const automaton = {
      tagger: 'offline',
      createdAt: 'some day',
      params: { tau: 5, lambda: null, depth: 4, continueAt: 'ends' },
      imported: null,
    } as unknown as AutomatonSummary;
    expect(describeAutomaton(automaton)).toBe('offline tagger, τ 5, not merged, depth 4, some day');
    const imported = {
      file: 'calls.json',
      project: 'Shop',
      tagger: 'moves',
      learnedAt: 'a spring day',
      leftOut: 'left out: 2 states',
    };
    expect(describeAutomaton({ ...automaton, imported })).toBe(
      'imported from calls.json, of Shop, learned a spring day, left out: 2 states, τ 5, not merged, depth 4',
    );
  });
});

describe('sourceOfTag', () => {
  const run = {
    id: 7,
    tagger: 'model',
    startedAt: '2025-01-02T03:04:05.000Z',
    finishedAt: null,
    params: { model: 'mini-model', prompt: { name: 'tag-closed', version: 3 } },
  } as unknown as TaggingRun;

  it('names the run, its model and its prompt', () => {
    expect(sourceOfTag(run)).toMatch(/^run 7, mini-model, prompt version 3, .*2025/);
  });

  it('leaves out missing parts of a run', () => {
    expect(sourceOfTag({ ...run, params: { tagger: 'offline', model: null } })).toMatch(/^run 7, [^m]*2025/);
  });
});

describe('a tagging run', () => {
  it('is described with its share of the dialogues', () => {
    const run = { tagger: 'offline', vocabulary: 143, dialogues: { tagged: 720, all: 720 } } as TaggingRun;
    expect(describeRun(run)).toBe('offline tagger, 143 tags, all 720 dialogues');
    const partial = { ...run, tagger: 'model' as const, dialogues: { tagged: 182, all: 1000 } };
    expect(describeRun(partial)).toBe('model, 143 tags, 182 of 1,000 dialogues');
  });
});
