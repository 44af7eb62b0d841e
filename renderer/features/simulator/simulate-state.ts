import { create } from 'zustand';
import type { TalkResult } from '#shared/contract/agents.ts';
import type { FeatureAgent } from '#shared/domain/agent.ts';
import type { Role } from '#shared/domain/dialogue.ts';
import { client } from '../../client/api.ts';
import { about, question } from '../../client/queries.ts';
import { defineCommands } from '../../commands/commands.ts';
import { defineMode } from '../../project/mode.ts';
import { readStored, writeStored } from '../../ui/hooks/preferences.ts';

export const SIMULATE = defineMode('simulate', 'test', 'Simulate', 'Simulate a dialogue');

export const simulateCommands = defineCommands(
  'simulate',
  { group: 'Simulator', scope: 'simulate' },
  {
    write: { title: 'Write the next turn', keys: ['S'] },
    turns: { title: 'Go to the turns', keys: ['C'] },
    answer: { title: 'Use the answer that was found', keys: ['G'] },
    force: {
      title: 'Take one of the possible next steps',
      keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'],
      fixed: true,
    },
    back: { title: 'One turn back', keys: [','] },
    forward: { title: 'One turn forward', keys: ['.'] },
    replay: { title: 'Replay the path', keys: ['P'] },
    'tag-add': { title: 'Add a tag to the turn', keys: ['A', '+'] },
    'tag-replace': { title: 'Replace the focused tag of the turn', keys: ['R'] },
    'tag-remove': { title: 'Remove the focused tag of the turn', keys: ['X', 'Backspace', 'Delete'] },
    begin: { title: 'Start from a dialogue…', keys: ['B'] },
    restart: { title: 'Start a new dialogue' },
    save: { title: 'Save the dialogue as a case…', keys: ['E'] },
    cases: { title: 'Show the saved cases…' },
  },
);

const STANDING = about('corpus', 'tags', 'runs', 'automata', 'jobs');
const AGENTS = about('flows', 'worksheets');

export const simulatorQueries = {
  current: question('simulator.current', client.simulator.current, undefined, STANDING),
  talk: (agent: FeatureAgent, turns: readonly TalkResult[]) =>
    question('agents.talk', client.agents.talk, { agent, turns: [...turns] }, AGENTS),
  cases: question('simulator.cases', client.simulator.cases, undefined, about('cases', 'corpus')),
};

interface SimulateState {
  readonly side: Role;
  readonly answersItself: boolean;
  readonly folded: { readonly graph: boolean; readonly found: boolean };
  readonly replayed: number | null;
  readonly ownAutomaton: boolean;
  /** `standingKey` of the dialogue that the person agreed to send to modules. Other dialogues are not sent. */
  readonly sendAt: string | null;
}

const STORED = 'simulate';
const START = { side: 'user' as const, answersItself: false, folded: { graph: false, found: false } };

export const useSimulate = create<SimulateState>(() => ({
  ...START,
  ...readStored<Partial<typeof START>>(STORED, {}),
  replayed: null,
  ownAutomaton: false,
  sendAt: null,
}));

function keep(next: Partial<SimulateState>): void {
  useSimulate.setState(next);
  const { side, answersItself, folded } = useSimulate.getState();
  writeStored(STORED, { side, answersItself, folded });
}

export const speakAs = (side: Role): void => keep({ side });
export const letAnswer = (answersItself: boolean): void => keep({ answersItself });
export const foldPanel = (panel: 'graph' | 'found', isFolded: boolean): void =>
  keep({ folded: { ...useSimulate.getState().folded, [panel]: isFolded } });
export const takeOwnAutomaton = (ownAutomaton: boolean): void => useSimulate.setState({ ownAutomaton });
export const letSendAt = (sendAt: string): void => useSimulate.setState({ sendAt });
export const replayTo = (replayed: number | null): void => useSimulate.setState({ replayed });
