import { stateName } from '#shared/algorithms/layout/scene/describe.ts';
import type { AutomatonGraph } from '#shared/contract/automata.ts';
import { formatAmount, formatPart, formatShare } from '#shared/domain/figure-text.ts';
import type { FindingKind } from '#shared/domain/finding.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import { LEAST_SHARED } from '#shared/domain/sharing.ts';
import { client } from '../../client/api.ts';
import { useView } from '../../project/view.ts';
import type { MenuEntry } from '../../ui/overlays/menu.tsx';
import { tell, tellError, useAction } from '../../ui/overlays/toasts.tsx';
import { findingStep, type SlideFinding } from './story-step.ts';
import { useStoryChange } from './use-story-change.ts';

interface PresetSource {
  readonly graph: AutomatonGraph;
  readonly dialogue: DialogueId | null;
}

const PRESETS: readonly {
  readonly label: string;
  readonly hint: string;
  readonly ask: (asked: PresetSource) => Promise<SlideFinding | string>;
}[] = [
  { label: 'Main path', hint: 'The most common path from beginning to end', ask: mainPath },
  { label: 'Where dialogues end', hint: 'The most common last move', ask: finding('ends') },
  { label: 'Before and after', hint: 'The clearest change over time', ask: finding('change') },
  { label: 'Two groups', hint: 'The clearest difference between groups', ask: finding('segment') },
  { label: 'One dialogue', hint: 'The path of the open dialogue, or of a typical one', ask: oneDialogue },
];

export function usePresets(graph: AutomatonGraph): {
  readonly entries: MenuEntry[];
  readonly pending: boolean;
} {
  const { mutate: save } = useStoryChange();
  const { mutate, isPending } = useAction(
    (ask: (asked: PresetSource) => Promise<SlideFinding | string>) =>
      ask({ graph, dialogue: useView.getState().dialogue }),
    {
      onSuccess: (told) => {
        if (typeof told === 'string') tell(told, 'warning');
        else save((steps) => [...steps, findingStep(graph, told)], { onError: tellError });
      },
    },
  );
  const entries = PRESETS.map(
    ({ label, hint, ask }): MenuEntry => ({ label, hint, onSelect: () => mutate(ask) }),
  );
  return { entries, pending: isPending };
}

function finding(kind: Exclude<FindingKind, 'follows' | 'order'>) {
  return async ({ graph: { summary } }: PresetSource): Promise<SlideFinding | string> => {
    const question = { kind, field: null };
    const { findings, remark } = await client.findings.answer({
      run: summary.taggingRun,
      automaton: summary.id,
      question,
    });
    // The picture of the slide can show only what is about states of the graph.
    const shown = findings.find(({ lit }) => lit.states.length > 0) ?? findings[0];
    return shown ?? remark ?? 'These dialogues have no finding of this kind.';
  };
}

async function commonestPath({ graph }: PresetSource) {
  const { items } = await client.analysis.variants({ run: graph.summary.taggingRun, limit: 1 });
  return items[0];
}

async function mainPath(asked: PresetSource): Promise<SlideFinding | string> {
  const { graph } = asked;
  const variant = await commonestPath(asked);
  if (!variant || variant.dialogues < LEAST_SHARED)
    return `Fewer than ${LEAST_SHARED} dialogues take the same path.`;
  const path = await pathOf(asked, variant.example);
  return {
    figure: formatShare(variant.share, { rough: true }),
    sentence: [{ text: `of dialogues take the most common path: ${pathText(graph, path.states)}.` }],
    basis: `${formatPart(variant.dialogues, graph.dialogues, 'dialogue')}, more than on any other path`,
    lit: { ...path, dialogues: variant.dialogues },
  };
}

async function oneDialogue(asked: PresetSource): Promise<SlideFinding | string> {
  const { graph, dialogue } = asked;
  // Without an open dialogue, the slide shows one that takes the most common path.
  const typical = dialogue === null ? await commonestPath(asked) : undefined;
  const shown = dialogue ?? typical?.example;
  if (shown === undefined) return 'There are no dialogues to show.';
  const path = await pathOf(asked, shown);
  if (path.transitions.length === 0)
    return 'The automaton cannot follow this dialogue. Open another dialogue in Explore.';
  return {
    figure: formatAmount(path.transitions.length, 'turn'),
    sentence: [{ text: `of ${typical ? 'a typical' : 'one'} dialogue: ${pathText(graph, path.states)}.` }],
    basis: typical
      ? `One of ${formatAmount(typical.dialogues, 'dialogue')} with the most common path`
      : `One of ${formatAmount(graph.dialogues, 'dialogue')}`,
    lit: { ...path, dialogues: 1 },
  };
}

async function pathOf({ graph }: PresetSource, dialogue: DialogueId) {
  const visits = await client.automata.path({ automaton: graph.summary.id, dialogue });
  const states = visits.map(({ state }) => state);
  return { states: [0, ...states], transitions: states.map((to, at) => ({ from: states[at - 1] ?? 0, to })) };
}

/** "asks for help → thanks", or only the ends of a long path, since the slide shows all of it. */
function pathText(graph: AutomatonGraph, states: readonly number[]): string {
  const names = states.flatMap((state) => (state === 0 ? [] : stateName(graph, state)));
  const [first, last] = [names[0], names.at(-1)];
  return names.length <= MOST_NAMED ? names.join(' → ') : `${first} → … → ${last}`;
}

const MOST_NAMED = 4;
