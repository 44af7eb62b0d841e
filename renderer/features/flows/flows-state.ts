import { keepPreviousData } from '@tanstack/react-query';
import { formatShare } from '#shared/domain/figure-text.ts';
import type { FlowDraft, FlowNode } from '#shared/domain/flow.ts';
import type { EditId } from '#shared/domain/ids.ts';
import { client } from '../../client/api.ts';
import { about, freshQuestion, question } from '../../client/queries.ts';
import { defineCommands } from '../../commands/commands.ts';
import { createTabState, defineMode } from '../../project/mode.ts';

/** The fields that say what a dialogue is about. */
export const TASK_FIELD = /^(tasks?|domains?|topic)$/i;
export const sourceOf = (field: string, value: string): string =>
  field === 'topic' ? `topic = ${JSON.stringify(value)}` : value;

export const followedText = ({ followed }: FlowDraft): string =>
  followed === undefined
    ? ''
    : `The draft fits ${formatShare(Math.max(0, followed))} of the dialogues, corrected for chance.`;

export const flowQueries = {
  list: question('flows.list', client.flows.list, undefined, about('flows')),
  flow: (name: string) => question('flows.get', client.flows.get, { flow: name }, about('flows')),
  /** @param since the edit that made the version to compare with; null for the first version */
  replay: (name: string, since: EditId | null) => ({
    ...question(
      'flows.replay',
      client.flows.replay,
      { flow: name, since },
      about('flows', 'corpus', 'tags', 'runs'),
    ),
    placeholderData: keepPreviousData,
  }),
  slotPrompt: freshQuestion('flows.slotPrompt', client.flows.slotPrompt, undefined, about('prompts')),
  dialogues: (name: string, labels: string[]) =>
    question(
      'flows.dialogues',
      client.flows.dialogues,
      { flow: name, labels },
      about('flows', 'corpus', 'tags'),
    ),
};

export const FLOWS = defineMode('flows', 'design', 'Flows', 'Show the flows');

export const flowCommands = defineCommands(
  'flows',
  { group: 'Flows', scope: 'flows' },
  {
    import: { title: 'Import flows…', keys: ['I'] },
    new: { title: 'New flow', keys: ['N'] },
    draft: { title: 'Draft a flow from dialogues…', keys: ['D'] },
    replay: { title: 'Show or hide how well past dialogues follow this flow', keys: ['H'] },
    connect: { title: 'Connect the node to another node', keys: ['C'] },
    remove: { title: 'Remove the chosen node or edge', keys: ['Delete'] },
    whole: { title: "Show the flow's settings", keys: ['Escape'] },
  },
);

/** Each adds a node of its kind after the selected one. */
export const addCommands = defineCommands<FlowNode['type']>(
  'flows.add',
  { group: 'Flows', scope: 'flows' },
  {
    request: { title: 'Add a request', keys: ['1'] },
    external_action: { title: 'Add an external action', keys: ['2'] },
    inform: { title: 'Add an inform node', keys: ['3'] },
    inform_and_confirm: { title: 'Add an inform and confirm node', keys: ['4'] },
  },
);

export type FlowSelection =
  | { readonly kind: 'node'; readonly id: string }
  | { readonly kind: 'edge'; readonly at: number };

export type FlowTab = 'canvas' | 'table' | 'colang';

interface FlowsState {
  readonly open: string | null;
  readonly tab: FlowTab;
  readonly replayed: boolean;
  readonly since: EditId | null;
  readonly selected: FlowSelection | null;
}

export const {
  use: useFlows,
  enter: enterFlows,
  change: changeFlows,
} = createTabState<FlowsState>('flows', {
  open: null,
  tab: 'canvas',
  replayed: false,
  since: null,
  selected: null,
});

export const openFlow = (open: string | null): void => changeFlows({ open, since: null, selected: null });
export const selectNode = (id: string): void => changeFlows({ selected: { kind: 'node', id } });
