import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { type AgentVariable, agentKey, type FeatureAgent, modelName, modelOf } from '#shared/domain/agent.ts';
import {
  commandByKeys,
  isTyping,
  runCommand,
  useCommand,
  useKeyHint,
} from '../../../commands/use-command.ts';
import { Button, IconButton } from '../../../ui/inputs/button.tsx';
import { Choice, Form, Select } from '../../../ui/inputs/field.tsx';
import { Focusable } from '../../../ui/panes/focusable.tsx';
import { Split } from '../../../ui/panes/split.tsx';
import { EmptyState, ErrorNotice } from '../../../ui/state/notice.tsx';
import { agentOfOption, agentOptions, optionOf, useAgents } from '../../columns/index.ts';
import { simulateCommands, simulatorQueries } from '../simulate-state.ts';
import { rewindTo, talkAnew, talkOn, talkTo, talkWith, useTalking } from './talk-state.ts';
import { TalkTurns, talkTokensText } from './talk-turns.tsx';

interface AgentSelectProps {
  readonly agent: FeatureAgent;
  readonly hasAutomaton: boolean;
}

function AgentSelect({ agent, hasAutomaton }: AgentSelectProps) {
  const agents = useAgents();
  return (
    <Select
      className="sim-select"
      aria-label="Talk to"
      value={optionOf(agent)}
      options={[...(hasAutomaton ? [{ value: null, label: 'The automaton' }] : []), ...agentOptions(agents)]}
      onChange={(chosen) => talkTo(chosen === null ? null : (agentOfOption(agents, chosen) ?? null))}
    />
  );
}

interface VariablesPanelProps {
  readonly variables: readonly AgentVariable[];
  readonly changed: readonly string[];
  readonly isRead: boolean;
  readonly onChange: (name: string, value: string | null) => void;
  readonly onFold: () => void;
}

function VariablesPanel({ variables, changed, isRead, onChange, onFold }: VariablesPanelProps) {
  const [filledOnly, setFilledOnly] = useState(false);
  const filled = variables.filter(({ value }) => value !== null);
  const shown = filledOnly ? filled : variables;
  const groups = [...new Set(shown.map(({ group }) => group))];
  return (
    <section className="panel" aria-label="Variables">
      <div className="panel-head">
        <h2 className="clip">
          Variables
          <span className="panel-remark">
            {' '}
            · {filled.length} of {variables.length} known
          </span>
        </h2>
        <Choice label="Show only known" checked={filledOnly} onChange={setFilledOnly} />
        <IconButton small icon="close" label="Hide the variables" onClick={onFold} />
      </div>
      <Focusable as="section" className="scroll talk-variables focus-inside" aria-label="Variables">
        {shown.length === 0 && (
          <p className="pad-top-2 quiet">
            {isRead
              ? 'The model is reading what you said.'
              : variables.length === 0
                ? 'Say something first.'
                : 'No values are known yet.'}
          </p>
        )}
        {groups.map((group) => (
          <table key={group} className="talk-table wide above-2">
            <caption>{group}</caption>
            <tbody>
              {shown
                .filter((one) => one.group === group)
                .map((one) => (
                  <tr key={one.name} className={changed.includes(one.name) ? 'talk-changed' : undefined}>
                    <th scope="row" title={`${one.name}: ${one.label}`}>
                      <span className="talk-label clamp">
                        {one.label} <span className="quiet small">{one.type}</span>
                      </span>
                    </th>
                    <td>
                      <Value
                        key={`${one.name} ${one.value}`}
                        variable={one}
                        onChange={(value) => onChange(one.name, value)}
                      />
                    </td>
                    <td className="talk-mark">
                      {changed.includes(one.name) && <span title="Changed in the last turn">new</span>}
                    </td>
                  </tr>
                ))}
            </tbody>
          </table>
        ))}
      </Focusable>
    </section>
  );
}

interface ValueProps {
  readonly variable: AgentVariable;
  readonly onChange: (value: string | null) => void;
}

function Value({ variable: { name, value, choices, isFixed }, onChange }: ValueProps) {
  const [text, setText] = useState(value ?? '');
  if (isFixed) return <span className="breaks">{value}</span>;
  const commit = (next: string) => {
    const wanted = next.trim();
    if (wanted !== (value ?? '')) onChange(wanted === '' ? null : wanted);
  };
  if (choices.length > 0) {
    const all = value === null || choices.includes(value) ? choices : [value, ...choices];
    return (
      <Select
        aria-label={name}
        value={value ?? ''}
        options={[{ value: '', label: '–' }, ...all.map((one) => ({ value: one, label: one }))]}
        onChange={commit}
      />
    );
  }
  return (
    <input
      className="input"
      aria-label={name}
      maxLength={5000}
      placeholder="–"
      value={text}
      onChange={({ target }) => setText(target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit(text);
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        setText(value ?? '');
      }}
    />
  );
}

interface TalkViewProps {
  readonly agent: FeatureAgent;
  readonly hasAutomaton: boolean;
}

export function TalkView({ agent, hasAutomaton }: TalkViewProps) {
  const { turns, at } = useTalking((state) => talkWith(state, agent));
  const talk = useQuery({
    ...simulatorQueries.talk(agent, turns.slice(0, at)),
    placeholderData: keepPreviousData,
  });
  const [folded, setFolded] = useState(false);
  const withKeys = useKeyHint();
  const view = useRef<HTMLElement>(null);
  const back = at > 0 ? () => rewindTo(agent, at - 1) : null;
  const forward = at < turns.length ? () => rewindTo(agent, at + 1) : null;
  const focusOn = (selector: string) => view.current?.querySelector<HTMLElement>(selector)?.focus();
  useCommand(simulateCommands.write, () => focusOn('.composer textarea'));
  useCommand(simulateCommands.turns, () => focusOn('.sim-turn[tabindex="0"]'));
  useCommand(simulateCommands.back, back);
  useCommand(simulateCommands.forward, forward);
  useCommand(simulateCommands.restart, turns.length > 0 ? () => talkAnew(agent) : null);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || isTyping(event.target)) return;
    const command = commandByKeys(event, 'simulate');
    if (command && runCommand(command)) event.preventDefault();
  };
  const { data } = talk;
  const isRead = talk.isFetching && modelOf(agent) !== null;
  return (
    <section ref={view} className="fill simulate" aria-label="Simulator" onKeyDown={onKeyDown}>
      <Split
        name="simulate.variables"
        axis="columns"
        label="Width of the variables panel"
        initial={0.4}
        minFirst={320}
        minSecond={280}
        folded={folded}
        onFold={() => setFolded(true)}
        first={
          <section className="panel" aria-label="Dialogue">
            <div className="panel-head">
              <AgentSelect agent={agent} hasAutomaton={hasAutomaton} />
              <IconButton
                small
                icon="undo"
                label="One turn back"
                title={withKeys(simulateCommands.back)}
                disabled={!back}
                onClick={() => back?.()}
              />
              <IconButton
                small
                icon="redo"
                label="One turn forward"
                title={withKeys(simulateCommands.forward)}
                disabled={!forward}
                onClick={() => forward?.()}
              />
              <Button small disabled={turns.length === 0} onClick={() => talkAnew(agent)}>
                New
              </Button>
              {folded && (
                <IconButton small icon="fold" label="Show the variables" onClick={() => setFolded(false)} />
              )}
            </div>
            {turns.length === 0 ? (
              <EmptyState title="Say something">
                {agent.title}{' '}
                {!modelOf(agent)
                  ? 'answers without a model'
                  : agent.kind === 'worksheets'
                    ? 'follows its own rules. A model interprets what you say and writes the answers'
                    : 'follows its own rules. A model interprets what you say'}
                . For each turn, you can see where the answer comes from and change the variables.
              </EmptyState>
            ) : (
              <TalkTurns
                turns={turns}
                at={at}
                answers={data?.turns ?? []}
                isRead={isRead}
                onRewind={(to) => rewindTo(agent, to)}
              />
            )}
            {talk.isError && <ErrorNotice error={talk.error} />}
            <TalkComposer
              key={agentKey(agent)}
              agent={agent}
              asked={data?.turns.flatMap(({ asked }) => asked ?? []) ?? []}
            />
          </section>
        }
        second={
          <VariablesPanel
            variables={data?.variables ?? []}
            changed={data?.turns.at(-1)?.changed ?? []}
            isRead={isRead}
            onChange={(name, value) => talkOn(agent, { change: { name, value } })}
            onFold={() => setFolded(true)}
          />
        }
      />
    </section>
  );
}

interface TalkComposerProps {
  readonly agent: FeatureAgent;
  readonly asked: Parameters<typeof talkTokensText>[0];
}

/** The field for the next turn. Turns written while an answer is pending are sent after it. */
function TalkComposer({ agent, asked }: TalkComposerProps) {
  const model = modelOf(agent);
  const [text, setText] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const empty = text.trim() === '';
  useEffect(() => field.current?.focus(), []);
  const say = () => {
    if (empty) return;
    talkOn(agent, { text: text.trim() });
    setText('');
  };
  return (
    <Form className="composer stack rigid line-above" onSubmit={() => say()}>
      <textarea
        ref={field}
        className="input composer-text"
        rows={2}
        maxLength={5000}
        aria-label="Next turn, as the customer"
        placeholder="Say something as the customer. Enter sends it."
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
            event.preventDefault();
            say();
          } else if (event.key === 'Escape') {
            event.preventDefault();
            runCommand(simulateCommands.turns);
          }
        }}
      />
      <div className="row-2 composer-acts">
        <Button type="submit" kind="primary" disabled={empty}>
          Say
        </Button>
        <span className="quiet small clip">
          {model ? `with ${modelName(model.model)}` : 'answered without a model'}
          {asked.length > 0 && `: ${talkTokensText(asked)}`}
        </span>
      </div>
    </Form>
  );
}
