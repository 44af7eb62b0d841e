import { useState } from 'react';
import type { Comparison } from '#shared/contract/comparison.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import { useCommandEntry } from '../../commands/command-button.tsx';
import { useCommand, useKeyHint } from '../../commands/use-command.ts';
import { RunField } from '../../project/tags/tag-finder.tsx';
import { useShownAutomaton } from '../../project/use-shown-automaton.ts';
import { showRun } from '../../project/view.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Form, TextField } from '../../ui/inputs/field.tsx';
import { closeDialog, Dialog, openDialog } from '../../ui/overlays/dialog.tsx';
import { DropMenu, type MenuEntry } from '../../ui/overlays/menu.tsx';
import { Icon } from '../../ui/text/icon.tsx';
import {
  ColumnChooser,
  columnsOf,
  MOST_COLUMNS,
  START_LAYOUT,
  useAnswererEntries,
  withAnswerer,
  withColumns,
} from '../columns/index.ts';
import type { Answering } from './answers/use-answering.ts';
import { MEASURE_GROUPS } from './column/measures.ts';
import { changeLooks, changeTurn, setColumns, useCompare, useUsableLayout } from './compare-state.ts';
import { CompareTabs, compareCommands } from './compare-tabs.tsx';
import { AnswerSettingsDialog } from './prompts/answer-settings-dialog.tsx';
import { TurnDialog, type Turns } from './turn/turn-dialog.tsx';

function MeasuresDialog() {
  return (
    <Dialog title="About these measures">
      <p>
        Each measure shows how similar an answer is to the true answer, from 0 to 100. A good answer can
        differ from the true one, so no measure shows which method people would prefer. One turn says little
        about a method. The figures under Results come from many turns and have intervals.
      </p>
      {MEASURE_GROUPS.map((group) => (
        <section key={group.title}>
          <h3>{group.title}</h3>
          <dl>
            {group.measures.map((measure) => (
              <div key={measure.id} className="pad-1-0">
                <dt className="bold">{measure.label}</dt>
                <dd className="quiet">{measure.explanation}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <section>
        <h3>Correct labels</h3>
        <p>
          A method marked “Uses the correct labels” saw the labels that act F1 is measured with. Its act F1 is
          an upper bound, not a fair comparison.
        </p>
      </section>
    </Dialog>
  );
}

function ColumnsDialog() {
  const layout = useUsableLayout();
  const { run } = useShownAutomaton();
  return (
    <Dialog
      title="Columns"
      foot={
        <>
          <Button onClick={() => setColumns(() => START_LAYOUT)}>Reset</Button>
          <Button kind="primary" onClick={closeDialog}>
            Done
          </Button>
        </>
      }
    >
      <RunField finds label="Tags for the automata" run={run?.id ?? null} onChange={showRun} />
      <ColumnChooser
        columns={columnsOf(layout)}
        most={MOST_COLUMNS}
        onChange={(columns) => setColumns(() => withColumns(layout, columns))}
      />
    </Dialog>
  );
}

function AskControls({
  answering: { asked, running, allComplete, askAll, stopAll },
}: {
  readonly answering: Answering;
}) {
  if (asked.length === 0) return null;
  return running ? (
    <Button small onClick={stopAll}>
      Stop all
    </Button>
  ) : (
    <Button
      small
      kind={asked.every(({ group }) => group !== null) ? undefined : 'primary'}
      disabled={allComplete}
      title={allComplete ? 'Every column has an answer' : 'Get an answer for every column that has none yet'}
      onClick={askAll}
    >
      {asked.length === 1 ? 'Ask' : `Ask all ${asked.length}`}
    </Button>
  );
}

interface CompareBarProps {
  readonly turns: Turns;
  readonly result: Comparison | undefined;
  readonly asking: boolean;
  readonly answering: Answering;
}

export function CompareBar({ turns, result, asking, answering }: CompareBarProps) {
  const truthShown = useCompare((state) => state.truthShown);
  const differences = useCompare((state) => state.differences);
  const reference = useCompare((state) => state.reference);
  const withKeys = useKeyHint();
  const unit = useCompare((state) => state.unit);
  const { turn, found, index, next, previous, seed, draw, drawing } = turns;
  const choose = () =>
    openDialog(TurnDialog, {
      chosen: turn,
      onPick: (dialogue: DialogueId, turn: number) => {
        changeTurn({ turn: { dialogue, turn } });
        closeDialog();
      },
    });
  useCommand(compareCommands.choose, choose);
  useCommand(compareCommands.next, next);
  useCommand(compareCommands.previous, previous);
  useCommand(compareCommands.random, () => draw(turn === null ? seed : seed + 1));
  useCommand(compareCommands.truth, turn === null ? null : () => changeLooks({ truthShown: !truthShown }));
  useCommand(
    compareCommands.differences,
    turn === null ? null : () => changeLooks({ differences: !differences }),
  );

  const entry = useCommandEntry();
  const entries: MenuEntry[] = [
    entry(compareCommands.truth, {
      label: 'True answer',
      hint: 'Show what was really said, with a score for each answer.',
      checked: truthShown,
      beside: true,
      disabled: turn === null,
    }),
    entry(compareCommands.differences, {
      label: 'Differences',
      hint: `Mark the words that are not in the ${reference === null ? 'true answer' : 'reference'}.`,
      checked: differences,
      beside: true,
      disabled: turn === null || (!truthShown && reference === null),
    }),
    {
      label: 'Whole dialogue',
      hint: 'Each column writes every agent turn of the dialogue. The customer’s turns stay as they are.',
      checked: unit === 'whole-dialogue',
      beside: true,
      disabled: turn === null,
      onSelect: () => changeLooks({ unit: unit === 'whole-dialogue' ? 'next-turn' : 'whole-dialogue' }),
    },
    { kind: 'line' },
    entry(compareCommands.next, { label: 'Next turn', disabled: !next }),
    entry(compareCommands.previous, { label: 'Previous turn', disabled: !previous }),
    { label: 'Previous random turn', disabled: drawing || seed === 0, onSelect: () => draw(seed - 1) },
    { label: 'Random turn from a seed…', onSelect: () => openDialog(SeedDialog, { turns }) },
    { kind: 'line' },
    {
      label: 'Examples and answers…',
      hint: 'Set masking, prompts, and the number of examples and answers.',
      onSelect: () => openDialog(AnswerSettingsDialog, {}),
    },
    { label: 'About these measures', onSelect: () => openDialog(MeasuresDialog, {}) },
  ];

  const all = useAnswererEntries({
    answerer: null,
    onTake: (answerer) =>
      setColumns((columns) => withColumns(columns, withAnswerer(columnsOf(columns), answerer))),
  });
  const columnEntries: MenuEntry[] = [
    { label: 'Choose columns…', onSelect: () => openDialog(ColumnsDialog, {}) },
    { kind: 'line' },
    ...all,
  ];

  return (
    <div className="compare-bar rigid wrap flex middle line-below">
      <CompareTabs />
      <div className="row-1 shrink">
        <Button small icon="search" className="compare-choose" onClick={choose}>
          <span className="clip">{turn !== null && found ? found.externalId : 'Choose a turn…'}</span>
        </Button>
        {turn !== null && (
          <span className="compare-count no-wrap centered">
            {index >= 0 ? `turn ${turn.turn + 1}, ${index + 1} of ${turns.turns.length}` : 'turn …'}
          </span>
        )}
      </div>
      <Button
        small
        title={`Seed ${seed}. ${withKeys(compareCommands.random)}`}
        disabled={drawing}
        onClick={() => draw(turn === null ? seed : seed + 1)}
      >
        Random turn
      </Button>
      {turn !== null && asking && (
        <span
          className="compare-claim middle gap-1 min-small pad-0-2 no-wrap small outline inline-flex"
          role="status"
        >
          Comparing the methods…
        </span>
      )}
      {result && turn !== null && !asking && (
        <span
          className={`compare-claim compare-claim-${result.exclusion.kind} middle gap-1 min-small pad-0-2 no-wrap small outline inline-flex`}
          title={result.exclusion.statement}
        >
          <Icon name={result.exclusion.kind === 'held-out' ? 'check' : 'info'} />
          {result.exclusion.kind === 'held-out' ? 'test dialogue' : 'training dialogue'}
          <span className="visually-hidden">. {result.exclusion.statement}</span>
        </span>
      )}
      {turn !== null && <AskControls answering={answering} />}
      <div className="row-1 to-end shrink">
        <DropMenu small label="Columns" entries={columnEntries} />
        <DropMenu small label="More" entries={entries} />
      </div>
    </div>
  );
}

function SeedDialog({ turns: { seed, draw } }: { readonly turns: Turns }) {
  const [text, setText] = useState(String(seed));
  const fits = /^\d{1,15}$/.test(text.trim());
  const take = () => {
    if (!fits) return;
    draw(Number(text));
    closeDialog();
  };
  return (
    <Dialog
      title="Random turn from a seed"
      width="narrow"
      main={{ label: 'Show the turn', disabled: !fits, onClick: take }}
    >
      <Form onSubmit={() => take()}>
        <TextField
          label="Seed"
          inputMode="numeric"
          hint="The same seed always gives the same test turn."
          value={text}
          error={fits ? null : 'Enter a whole number, 0 or greater.'}
          onChange={setText}
        />
      </Form>
    </Dialog>
  );
}
