import { useMutation } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { agentKey } from '#shared/domain/agent.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import { client } from '../../client/api.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { commandByKeys, isTyping, runCommand, useCommand } from '../../commands/use-command.ts';
import type { ViewProps } from '../../project/feature.ts';
import { Form, TextField } from '../../ui/inputs/field.tsx';
import { closeDialog, Dialog, openDialog } from '../../ui/overlays/dialog.tsx';
import { tell } from '../../ui/overlays/toasts.tsx';
import { Split } from '../../ui/panes/split.tsx';
import { EmptyState, ErrorNotice, LoadingState, Unanswered } from '../../ui/state/notice.tsx';
import { useAgents, useAgentsLoading } from '../columns/index.ts';
import { TurnDialog } from '../comparison/index.ts';
import { corpusCommands } from '../corpus/index.ts';
import { pictureCommands } from '../picture/index.ts';
import { CasesDialog } from './cases/cases-dialog.tsx';
import { ChatPanel } from './chat/chat-panel.tsx';
import { FoundPanel } from './found/found-panel.tsx';
import { LivePanel } from './live/live-panel.tsx';
import { foldPanel, replayTo, simulateCommands, useSimulate } from './simulate-state.ts';
import { partnerOf, useTalking } from './talk/talk-state.ts';
import { TalkView } from './talk/talk-view.tsx';
import { type Running, SimulationContext, useRunningSimulation, useSimulation } from './use-simulation.ts';
import { PART_NAMES, PARTS, partText } from './words.ts';

function SaveCaseDialog({ simulation }: Pick<Running, 'simulation'>) {
  const first = simulation.turns.find(({ text }) => text !== '')?.text ?? 'Dialogue';
  const [name, setName] = useState(first.slice(0, 60));
  const save = useMutation({
    mutationFn: () => client.simulator.saveCase({ name }),
    onSuccess: (saved) => {
      tell(`Saved as “${saved.name}”.`);
      closeDialog();
    },
  });
  const empty = name.trim() === '';
  return (
    <Dialog
      title="Save as a case"
      main={{ label: 'Save', form: 'save-case', disabled: empty || save.isPending }}
    >
      <Form
        id="save-case"
        className="stack-3"
        onSubmit={() => {
          if (!empty) save.mutate();
        }}
      >
        <TextField
          label="Name"
          maxLength={200}
          value={name}
          error={empty ? 'Enter a name for the case.' : null}
          onChange={setName}
        />
        <p className="quiet">
          The {simulation.at} turns are saved with their tags and expected results. Replay the case with
          another automaton to see what changed.
        </p>
        {simulation.outcome && (
          <dl className="sim-parts breaks">
            {PARTS.map((part) => (
              <div key={part}>
                <dt>{PART_NAMES[part]}</dt>
                <dd>{simulation.outcome && partText(part, simulation.outcome)}</dd>
              </div>
            ))}
          </dl>
        )}
        {save.isError && <ErrorNotice error={save.error} />}
      </Form>
    </Dialog>
  );
}

export function SimulateView({ project, shown }: ViewProps) {
  const { simulation, act, busy } = useRunningSimulation();
  const chosen = useTalking((state) => state.agent);
  const agents = useAgents();
  const areAgentsLoading = useAgentsLoading();
  const hasAutomaton = project.counts.dialogues > 0 && simulation.data?.automaton !== null;
  const agent = partnerOf(chosen, agents, areAgentsLoading, hasAutomaton);
  if (agent === 'loading') return <LoadingState />;
  if (agent) return <TalkView key={agentKey(agent)} agent={agent} hasAutomaton={hasAutomaton} />;
  if (project.counts.dialogues === 0) {
    return (
      <EmptyState title="No dialogues yet" action={<CommandButton command={corpusCommands.import} />}>
        The simulator finds its answers in your dialogues. Import dialogues first.
      </EmptyState>
    );
  }
  if (!simulation.data || simulation.isError) return <Unanswered of={simulation} />;
  if (simulation.data.automaton === null) {
    return (
      <EmptyState
        title="No graph yet"
        action={<CommandButton command={pictureCommands.make}>Show the graph</CommandButton>}
      >
        The simulator follows the graph of your dialogues. Show the graph first.
      </EmptyState>
    );
  }
  return (
    <SimulationContext value={{ simulation: simulation.data, act, busy }}>
      <Simulating onShow={shown.automaton?.id ?? null} />
    </SimulationContext>
  );
}

function Simulating({ onShow }: { readonly onShow: RunId | null }) {
  const { simulation, act, busy } = useSimulation();
  const folded = useSimulate((state) => state.folded);
  const view = useRef<HTMLElement>(null);
  const { at, turns, path, start } = simulation;
  const takesShown = useSimulate(({ ownAutomaton }) => !ownAutomaton) && turns.length === 0;
  const isOther = onShow !== null && onShow !== simulation.settings.automaton;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the shown automaton is taken over once
  useEffect(() => {
    if (takesShown && isOther) void act((simulator) => simulator.configure({ automaton: onShow }));
  }, [takesShown, isOther, onShow]);
  // Keys may come faster than answers, so they count from the target and not from the current position.
  const bound = useRef(at);
  useEffect(() => {
    if (!busy) bound.current = at;
  }, [at, busy]);
  const rewind = (to: number) => {
    bound.current = Math.max(0, Math.min(turns.length, to));
    void act((simulator) => simulator.rewind({ turns: bound.current }));
  };
  /**
   * Starts a new dialogue: empty, or with the turns of a dialogue up to and including `turn`.
   * It has the automaton of the other views, unless the person chose another one.
   */
  const restart = (from: { readonly dialogue: DialogueId; readonly turn: number } | null) => {
    const { ownAutomaton } = useSimulate.getState();
    return act((simulator) => simulator.restart({ from, ...(!ownAutomaton && { automaton: onShow }) }));
  };
  const begin = () =>
    openDialog(TurnDialog, {
      chosen: start && { dialogue: start.dialogue, turn: start.turn + 1 },
      onPick: (dialogue: DialogueId, turn: number) => {
        closeDialog();
        void restart({ dialogue, turn: turn - 1 });
      },
    });
  const [answer] = simulation.answers;
  const answered = turns.slice((simulation.examples.answering ?? 0) + 1, at);
  const isUsed = answered.some(
    ({ from }) => from?.dialogue === answer?.dialogue && from?.turn === answer?.turn,
  );
  const give =
    answer && !isUsed
      ? () =>
          void act((simulator) =>
            simulator.setAnswer({
              from: { dialogue: answer.dialogue, turn: answer.turn, part: answer.part },
            }),
          )
      : null;

  const walked = path.map(({ state, tag }) => `${state} ${tag}`).join(' ');
  useEffect(() => {
    if (walked !== undefined) replayTo(null);
  }, [walked]);

  const focusOn = (selector: string) => view.current?.querySelector<HTMLElement>(selector)?.focus();
  useCommand(simulateCommands.write, () => focusOn('.composer textarea'));
  useCommand(simulateCommands.turns, () => focusOn('.sim-turn[tabindex="0"]'));
  useCommand(simulateCommands.answer, give);
  useCommand(simulateCommands.back, at > 0 ? () => rewind(bound.current - 1) : null);
  useCommand(simulateCommands.forward, at < turns.length ? () => rewind(bound.current + 1) : null);
  useCommand(simulateCommands.begin, begin);
  useCommand(simulateCommands.restart, () => void restart(null));
  useCommand(simulateCommands.save, at > 0 ? () => openDialog(SaveCaseDialog, { simulation }) : null);
  useCommand(simulateCommands.cases, () => openDialog(CasesDialog, { act }));

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || isTyping(event.target)) return;
    if (event.target instanceof Element && event.target.closest('[role="menu"], [role="application"]'))
      return;
    const command = commandByKeys(event, 'simulate');
    if (command === simulateCommands.force) {
      const next = simulation.next.tags[Number(event.key) - 1];
      if (!next) return;
      void act((simulator) => simulator.force({ role: next.role, tag: next.tag }));
    } else if (!command || !runCommand(command)) return;
    event.preventDefault();
  };

  return (
    <section ref={view} className="fill simulate" aria-label="Simulator" onKeyDown={onKeyDown}>
      <Split
        name="simulate.found"
        axis="columns"
        label="Width of the answer panel"
        initial={0.25}
        minFirst={560}
        minSecond={240}
        folded={folded.found}
        onFold={() => foldPanel('found', true)}
        first={
          <Split
            name="simulate.graph"
            axis="columns"
            label="Width of the automaton panel"
            initial={0.6}
            minFirst={270}
            minSecond={280}
            folded={folded.graph}
            onFold={() => foldPanel('graph', true)}
            first={<ChatPanel canGive={give !== null} onRewind={rewind} />}
            second={<LivePanel onShow={onShow} />}
          />
        }
        second={<FoundPanel canGive={give !== null} />}
      />
    </section>
  );
}
