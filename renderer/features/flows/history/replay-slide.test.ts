import { describe, expect, it } from 'vitest';
import {
  changedNodes,
  describeChange,
  describeDeviations,
  describeReplay,
  replayByNode,
} from '#shared/algorithms/flows/following/replay-flow.ts';
import type { AutomatonGraph } from '#shared/contract/automata.ts';
import type { FlowReplay } from '#shared/contract/flows.ts';
import type { Flow } from '#shared/domain/flow.ts';
import type { EditId } from '#shared/domain/ids.ts';
import { replaySlide } from './replay-slide.ts';

const FLOW = {
  name: 'pay',
  nodes: [{ id: '3', type: 'inform', label: 'Ask for the card' }],
} as unknown as Flow;
const step = (node: string, predicted: number, leftBy: number) => ({
  node,
  label: node,
  predicted,
  followed: predicted - leftBy,
  leftBy,
  instead: [],
  examples: [],
});
const replay = (more: Partial<FlowReplay> = {}): FlowReplay => ({
  flow: 'pay',
  dialogues: 60,
  turns: 500,
  labelled: 340,
  followed: 211,
  whole: 12,
  steps: [step('1', 40, 5), step('3', 30, 20), step('3', 10, 3)],
  edges: [],
  versions: [],
  before: null,
  told: [],
  seconds: 1,
  ...more,
});

describe('how history follows a flow', () => {
  it('is the share of turns and of whole dialogues, and where dialogues deviate most often', () => {
    expect(describeReplay(FLOW, replay())).toBe(
      'The flow correctly predicts 62.1 % of the 340 turns that have one of its tags. 12 of 60 dialogues follow it from start to end (20.0 %; 95 % interval 11.8 to 31.8). Dialogues deviate most often at “3 Ask for the card” (23 dialogues).',
    );
  });

  it('becomes a slide, with the share before the last change, unless too few dialogues stand behind it', () => {
    const before = { edit: 1 as EditId, followed: 170, whole: 9, steps: [], better: 15, worse: 1 };
    const graph = {
      symbols: [
        { role: 'user', tag: '3' },
        { role: 'system', tag: '3' },
      ],
      transitions: { symbol: [0, 1, 1], to: [7, 8, 8] },
    } as unknown as AutomatonGraph;
    expect(replaySlide(FLOW, replay({ before }), graph)).toMatchObject({
      lit: { states: [8], transitions: [] },
      figure: '62 %',
      sentence: [
        {
          text: 'of the agents’ turns match the flow “pay”, 50 % before the flow changed. Dialogues deviate most often at “Ask for the card”: 23 dialogues.',
        },
      ],
      basis: '211 of 340 turns in 60 dialogues',
    });
    expect(replaySlide(FLOW, replay({ steps: [step('3', 8, 4)] }), graph)?.sentence).toEqual([
      { text: 'of the agents’ turns match the flow “pay”.' },
    ]);
    expect(replaySlide(FLOW, replay({ dialogues: 4 }), null)).toBeNull();
    expect(replaySlide(FLOW, replay({ labelled: 0 }), null)).toBeNull();
  });

  it('names no node if no dialogue deviates, and says that there are too few dialogues', () => {
    expect(describeReplay(FLOW, replay({ dialogues: 8, whole: 8, steps: [step('3', 8, 0)] }))).toMatch(
      /from start to end \(100 %; .*\)\. There are too few dialogues for a reliable result\. At least 30 are needed\.$/,
    );
  });

  it('says what is missing if no turn has a name', () => {
    expect(describeReplay(FLOW, replay({ labelled: 0, followed: 0 }))).toMatch(
      /^No result yet: in 60 dialogues, no turn has a tag that the flow uses\./,
    );
  });

  it('says by node how often agents did what was expected, and what they did instead', () => {
    const instead = [
      { label: 'say_goodbye', count: 15 },
      { label: null, count: 5 },
    ];
    const steps = [{ ...step('3', 30, 20), label: 'Ask for the card', instead }, step('9', 4, 0)];
    expect(describeDeviations(FLOW, { steps })).toEqual([
      '3 Ask for the card: expected 30 times, done 33.3 % of the time. 20 dialogues deviate. Agents did instead: say goodbye (15), an untagged turn (5).',
    ]);
  });

  it('sums the steps of a node', () => {
    expect(replayByNode(replay()).get('3')).toEqual({ predicted: 40, left: 23, leftBy: 23 });
  });

  it('is compared with an earlier version of the flow, in all and by node', () => {
    expect(describeChange(replay())).toBeNull();
    const before = {
      edit: 1 as EditId,
      followed: 187,
      whole: 9,
      steps: [step('1', 40, 9), step('3', 30, 20), step('3', 10, 3), step('5', 20, 20)],
      better: 22,
      worse: 3,
    };
    const compared = replay({ before });
    expect(describeChange(compared)).toBe(
      'The flow now predicts 62.1 % of the turns instead of 55.0 % (24 more turns). Of 60 dialogues, 22 follow the flow better and 3 follow it worse. Now 12 dialogues follow the flow from start to end, instead of 9.',
    );
    expect(changedNodes(compared)).toEqual([
      { node: '1', before: 0.775, now: 0.875, more: 4 },
      { node: '5', before: 0, now: null, more: 0 },
    ]);
    expect(describeChange(replay({ before: { ...before, followed: 211, better: 0, worse: 0 } }))).toMatch(
      /^The flow still predicts 62.1 % of the turns. No dialogue follows the flow better or worse than before./,
    );
  });
});
