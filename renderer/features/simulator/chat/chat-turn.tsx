import { type KeyboardEvent, useRef, useState } from 'react';
import type { SimulatedTurn } from '#shared/contract/simulator.ts';
import { ROLE_NAMES } from '#shared/domain/dialogue.ts';
import { useCommandEntry } from '../../../commands/command-button.tsx';
import { commandByKeys, isTyping, useKeyHint } from '../../../commands/use-command.ts';
import { TagEditor } from '../../../project/tags/tag-finder.tsx';
import { Menu } from '../../../ui/overlays/menu.tsx';
import { Focusable, moveInside } from '../../../ui/panes/focusable.tsx';
import { ChipButton, ChipContent, chipClass, Icon, RemovedChip } from '../../../ui/text/icon.tsx';
import { simulateCommands } from '../simulate-state.ts';
import { useSimulation } from '../use-simulation.ts';
import { originText, sourceText } from '../words.ts';

export function ChatTurn({
  index,
  turn,
  tabStop,
  onFocus,
  onRewind,
}: {
  readonly index: number;
  readonly turn: SimulatedTurn;
  readonly tabStop: boolean;
  readonly onFocus: () => void;
  readonly onRewind: () => void;
}) {
  const { simulation, act, busy } = useSimulation();
  const run = simulation.automaton?.taggingRun ?? null;
  const last = index === simulation.at - 1;
  const element = useRef<HTMLLIElement>(null);
  const [editor, setEditor] = useState<{ readonly replaces: string | null } | null>(null);
  const { role, text, tags, removed, inForce, place, offTheMap, source } = turn;
  const entry = useCommandEntry();
  const withKeys = useKeyHint();
  const names = tags.map(({ name }) => name);
  const editable = inForce && source !== 'step';
  const tabIndex = tabStop ? 0 : -1;

  /** Changes the tags. Moves the focus to the turn first, because the focused chip may disappear. */
  const change = (next: readonly string[]) => {
    setEditor(null);
    element.current?.focus({ preventScroll: true });
    void act((own) => own.retag({ turn: index, tags: [...next] }));
  };
  const without = (name: string) => names.filter((other) => other !== name);
  const take = (name: string) => {
    const { replaces } = editor ?? { replaces: null };
    change(replaces === null ? [...names, name] : names.map((other) => (other === replaces ? name : other)));
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (isTyping(event.target) || !(event.target instanceof HTMLElement)) return;
    if (event.target.closest('[role="menu"]')) return;
    const command = commandByKeys(event, 'simulate');
    const chip = event.target.closest<HTMLElement>('[data-tag]')?.dataset.tag;
    if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') moveInside(event, element.current);
    else if (command === simulateCommands['tag-add'] && editable) setEditor({ replaces: null });
    else if (command === simulateCommands['tag-replace'] && editable && chip) setEditor({ replaces: chip });
    else if (command === simulateCommands['tag-remove'] && editable && chip) change(without(chip));
    else return;
    event.preventDefault();
  };

  return (
    <Focusable
      as="li"
      ref={element}
      className={`sim-turn focus-inside of-${role} ${inForce ? '' : 'sim-turn-rewound'} ${last ? 'sim-turn-last' : ''}`}
      tabIndex={tabIndex}
      aria-label={`Turn ${index + 1}, ${ROLE_NAMES[role]}${inForce ? '' : ', undone'}`}
      aria-current={last || undefined}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
    >
      <div className="row-2 min-small sim-turn-head">
        <span className={`role-mark role-mark-${role}`} aria-hidden="true" />
        <span className="bold">{ROLE_NAMES[role]}</span>
        {turn.from && <span className="quiet small clip">{turn.from.externalId}</span>}
        {sourceText(source) && <span className="quiet small clip">{sourceText(source)}</span>}
        <button
          type="button"
          className="sim-rewind rigid to-end min-small accent small no-border rounded no-fill pointer pad-0-1"
          tabIndex={tabIndex}
          data-stop=""
          disabled={busy || last}
          title={
            inForce
              ? 'Go back to this turn (Enter). Later turns stay until you say something else.'
              : 'Go forward to this turn (Enter).'
          }
          onClick={onRewind}
        >
          {inForce ? (last ? 'here' : 'Go back here') : 'Go forward here'}
        </button>
      </div>
      {source === 'step' ? (
        <p className="quiet">You chose this step.</p>
      ) : (
        <p className="utterance">{text}</p>
      )}
      <div className="wrap flex gap-1 anchor above-1">
        {tags.map(({ name, origin }) =>
          editable ? (
            <Menu
              key={name}
              label={`Tag ${name}`}
              buttonLabel={`#${name}, ${originText(origin)}`}
              className={chipClass(origin === 'person' ? 'person' : 'machine')}
              title={originText(origin)}
              button={{ 'data-stop': '', 'data-tag': name, tabIndex }}
              opensByArrow={false}
              entries={[
                entry(simulateCommands['tag-replace'], {
                  label: 'Replace…',
                  onSelect: () => setEditor({ replaces: name }),
                }),
                entry(simulateCommands['tag-remove'], {
                  label: 'Remove',
                  onSelect: () => change(without(name)),
                }),
              ]}
            >
              <ChipContent name={name} kind={origin === 'person' ? 'person' : 'machine'} />
            </Menu>
          ) : (
            <span key={name} className={chipClass('machine')} title={originText(origin)}>
              <ChipContent name={name} kind="machine" />
            </span>
          ),
        )}
        {editable &&
          removed.map((name) => (
            <RemovedChip
              key={`removed ${name}`}
              name={name}
              tabIndex={tabIndex}
              onRestore={() => change([...names, name])}
            />
          ))}
        {editable && (
          <ChipButton
            icon="plus"
            label={`Add a tag to turn ${index + 1}`}
            title={withKeys(simulateCommands['tag-add'])}
            tabIndex={tabIndex}
            onClick={() => setEditor({ replaces: null })}
          />
        )}
        {editor && (
          <TagEditor
            label={editor.replaces === null ? 'Add a tag' : `Replace #${editor.replaces} with`}
            run={run}
            present={names}
            onTake={take}
            onClose={() => {
              setEditor(null);
              element.current?.focus({ preventScroll: true });
            }}
          />
        )}
      </div>
      {inForce && (place || offTheMap) && (
        <p className={`above-1 small ${offTheMap ? 'sim-off breaks' : 'quiet'}`}>
          {offTheMap ? (
            <>
              <Icon name="alert" /> {offTheMap}
            </>
          ) : (
            `→ ${place?.words}`
          )}
        </p>
      )}
    </Focusable>
  );
}
