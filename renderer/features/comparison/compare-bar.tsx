import { useState } from 'react';
import type { Comparison } from '#shared/contract/comparison.ts';
import type { Command } from '../../commands/commands.ts';
import { useCommand, useKeyHint, useKeyText } from '../../commands/use-command.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Form, TextField } from '../../ui/inputs/field.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Menu, type MenuEntry } from '../../ui/overlays/menu.tsx';
import { Icon } from '../../ui/text/icon.tsx';
import {
  type ColumnLayout,
  columnsOf,
  useAnswererEntries,
  withAnswerer,
  withColumns,
} from '../columns/index.ts';
import type { Answering } from './answers/use-answering.ts';
import { ColumnsDialog, MeasuresDialog } from './column/columns-dialog.tsx';
import { compareTurn, markDifferences, setColumns, setUnit, showTruth, useCompare } from './compare-state.ts';
import { CompareTabs, compareCommands } from './compare-tabs.tsx';
import { AnswerSettingsDialog } from './prompts/answer-settings-dialog.tsx';
import { TurnDialog, type Turns } from './turn/turn-dialog.tsx';
import './answers/answers.css';

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
      title={allComplete ? 'Every column has an answer' : 'Ask every column that has no answer yet'}
      onClick={askAll}
    >
      {asked.length === 1 ? 'Ask' : `Ask all ${asked.length}`}
    </Button>
  );
}

interface CompareBarProps {
  readonly turns: Turns;
  readonly layout: ColumnLayout;
  readonly result: Comparison | undefined;
  readonly asking: boolean;
  readonly answering: Answering;
}

export function CompareBar({ turns, layout, result, asking, answering }: CompareBarProps) {
  const [open, setOpen] = useState<'turn' | 'seed' | 'measures' | 'answers' | 'columns' | null>(null);
  const truthShown = useCompare((state) => state.truthShown);
  const differences = useCompare((state) => state.differences);
  const reference = useCompare((state) => state.reference);
  const withKeys = useKeyHint();
  const unit = useCompare((state) => state.unit);
  const keyOf = useKeyText();
  const { turn, found, index, next, previous, seed, draw, drawing } = turns;
  useCommand(compareCommands.choose, () => setOpen('turn'));
  useCommand(compareCommands.next, next);
  useCommand(compareCommands.previous, previous);
  useCommand(compareCommands.random, () => draw(turn === null ? seed : seed + 1));
  useCommand(compareCommands.truth, turn === null ? null : () => showTruth(!truthShown));
  useCommand(compareCommands.differences, turn === null ? null : () => markDifferences(!differences));

  const side = (command: Command) => keyOf(command) ?? undefined;
  const entries: MenuEntry[] = [
    {
      label: 'True answer',
      hint: 'Show what was really said, and how close each answer is to it.',
      side: side(compareCommands.truth),
      checked: truthShown,
      beside: true,
      disabled: turn === null,
      onSelect: () => showTruth(!truthShown),
    },
    {
      label: 'Differences',
      hint: `Mark the words that are not in the ${reference === null ? 'true answer' : 'reference'}.`,
      side: side(compareCommands.differences),
      checked: differences,
      beside: true,
      disabled: turn === null || (!truthShown && reference === null),
      onSelect: () => markDifferences(!differences),
    },
    {
      label: 'Whole dialogue',
      hint: 'Each column writes every agent turn of the dialogue. The customer’s turns stay as they were.',
      checked: unit === 'whole-dialogue',
      beside: true,
      disabled: turn === null,
      onSelect: () => setUnit(unit === 'whole-dialogue' ? 'next-turn' : 'whole-dialogue'),
    },
    { kind: 'line' },
    { label: 'Next turn', side: side(compareCommands.next), disabled: !next, onSelect: () => next?.() },
    {
      label: 'Previous turn',
      side: side(compareCommands.previous),
      disabled: !previous,
      onSelect: () => previous?.(),
    },
    { label: 'Previous random turn', disabled: drawing || seed === 0, onSelect: () => draw(seed - 1) },
    { label: 'Random turn by seed…', onSelect: () => setOpen('seed') },
    { kind: 'line' },
    {
      label: 'Examples and answers…',
      hint: 'Set the number of examples and answers, masking and prompts.',
      onSelect: () => setOpen('answers'),
    },
    { label: 'About these measures', onSelect: () => setOpen('measures') },
  ];

  const all = useAnswererEntries({
    answerer: null,
    onTake: (answerer) =>
      setColumns((columns) => withColumns(columns, withAnswerer(columnsOf(columns), answerer))),
  });
  const columnEntries: MenuEntry[] = [
    { label: 'Choose columns…', onSelect: () => setOpen('columns') },
    { kind: 'line' },
    ...all.entries,
  ];

  return (
    <div className="compare-bar">
      {all.dialog}
      <CompareTabs />
      <div className="row-1 shrink">
        <Button small icon="search" className="compare-choose" onClick={() => setOpen('turn')}>
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
        <Menu label="Columns" className="button button-small" entries={columnEntries}>
          Columns
          <Icon name="chevron-down" />
        </Menu>
        <Menu label="More" className="button button-small" entries={entries}>
          More
          <Icon name="chevron-down" />
        </Menu>
      </div>
      {open === 'turn' && (
        <TurnDialog
          chosen={turn}
          onPick={(dialogue, turn) => {
            compareTurn(dialogue, turn);
            setOpen(null);
          }}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'seed' && <SeedDialog turns={turns} onClose={() => setOpen(null)} />}
      {open === 'answers' && <AnswerSettingsDialog onClose={() => setOpen(null)} />}
      {open === 'columns' && <ColumnsDialog layout={layout} onClose={() => setOpen(null)} />}
      {open === 'measures' && <MeasuresDialog onClose={() => setOpen(null)} />}
    </div>
  );
}

interface SeedDialogProps {
  readonly turns: Turns;
  readonly onClose: () => void;
}

function SeedDialog({ turns: { seed, draw }, onClose }: SeedDialogProps) {
  const [text, setText] = useState(String(seed));
  const fits = /^\d{1,15}$/.test(text.trim());
  const take = () => {
    if (!fits) return;
    draw(Number(text));
    onClose();
  };
  return (
    <Dialog
      title="Random turn by seed"
      width="narrow"
      onClose={onClose}
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
