import { useState } from 'react';
import type { Comparison } from '#shared/contract/comparison.ts';
import { useKeyHint } from '../../commands/command-keys.ts';
import { useCommand } from '../../commands/use-command.ts';
import { Button, IconButton } from '../../ui/inputs/button.tsx';
import { Icon } from '../../ui/text/icon.tsx';
import type { ColumnLayout } from '../columns/index.ts';
import { AskControls } from './answers/ask-controls.tsx';
import type { Answering } from './answers/use-answering.ts';
import { ColumnsDialog } from './column/columns-dialog.tsx';
import { MeasuresDialog } from './column/measures-dialog.tsx';
import { compareCommands } from './commands.ts';
import { compareTurn, markDifferences, showTruth, useCompare } from './compare-state.ts';
import { CompareTabs } from './compare-tabs.tsx';
import { AnswerSettingsDialog } from './prompts/answer-settings-dialog.tsx';
import { TurnDialog } from './turn/turn-dialog.tsx';
import type { Turns } from './turn/use-turns.ts';
import './compare-bar.css';

/** Shows the compared turn, moves to other turns, and sets how the answers are shown. */
export function CompareBar({
  turns,
  layout,
  result,
  asking,
  answering,
}: {
  readonly turns: Turns;
  readonly layout: ColumnLayout;
  readonly result: Comparison | undefined;
  /** True if the shown columns are those of the previous turn. */
  readonly asking: boolean;
  readonly answering: Answering;
}) {
  const [open, setOpen] = useState<'turn' | 'measures' | 'answers' | 'columns' | null>(null);
  const truthShown = useCompare((state) => state.truthShown);
  const differences = useCompare((state) => state.differences);
  const reference = useCompare((state) => state.reference);
  const withKeys = useKeyHint();
  const { turn, found, index, next, previous, seed, draw } = turns;
  useCommand(compareCommands.choose, () => setOpen('turn'));
  useCommand(compareCommands.next, next);
  useCommand(compareCommands.previous, previous);
  useCommand(compareCommands.random, () => draw(turn === null ? seed : seed + 1));
  useCommand(compareCommands.truth, turn === null ? null : () => showTruth(!truthShown));
  useCommand(compareCommands.differences, turn === null ? null : () => markDifferences(!differences));

  return (
    <div className="compare-bar">
      <CompareTabs />
      <div className="row-1 compare-group">
        <Button small icon="search" className="compare-choose" onClick={() => setOpen('turn')}>
          <span className="clip">{turn !== null && found ? found.externalId : 'Choose a turn…'}</span>
        </Button>
        {turn !== null && (
          <>
            <IconButton
              small
              icon="chevron-left"
              label="Previous turn"
              title={withKeys(compareCommands.previous)}
              disabled={!previous}
              onClick={() => previous?.()}
            />
            <span className="compare-count">
              {index >= 0 ? `turn ${turn.round + 1}, ${index + 1} of ${turns.turns.length}` : 'turn …'}
            </span>
            <IconButton
              small
              icon="chevron-right"
              label="Next turn"
              title={withKeys(compareCommands.next)}
              disabled={!next}
              onClick={() => next?.()}
            />
          </>
        )}
      </div>
      <SeedControls turns={turns} />
      {turn !== null && asking && (
        <span className="compare-claim" role="status">
          Asking the methods…
        </span>
      )}
      {result && turn !== null && !asking && (
        <span
          className={`compare-claim compare-claim-${result.exclusion.kind}`}
          title={result.exclusion.statement}
        >
          <Icon name={result.exclusion.kind === 'held-out' ? 'check' : 'info'} />
          {result.exclusion.kind === 'held-out' ? 'held out' : 'excludes itself'}
          <span className="visually-hidden">. {result.exclusion.statement}</span>
        </span>
      )}
      {turn !== null && <AskControls answering={answering} onSettings={() => setOpen('answers')} />}
      <div className="row-1 compare-group to-end">
        {turn !== null && (
          <>
            <Button
              small
              aria-pressed={differences}
              disabled={!truthShown && reference === null}
              title={
                reference === null
                  ? 'Mark the words that are not in the true answer'
                  : 'Mark the words that are not in the reference'
              }
              onClick={() => markDifferences(!differences)}
            >
              Differences
            </Button>
            <Button
              small
              aria-pressed={truthShown}
              title="Show what was really said, and how close each answer comes"
              onClick={() => showTruth(!truthShown)}
            >
              True answer
            </Button>
          </>
        )}
        <Button small onClick={() => setOpen('columns')}>
          Columns…
        </Button>
        <IconButton small icon="help" label="About these measures" onClick={() => setOpen('measures')} />
      </div>
      {open === 'turn' && (
        <TurnDialog
          chosen={turn}
          onPick={(dialogue, round) => {
            compareTurn(dialogue, round);
            setOpen(null);
          }}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'answers' && <AnswerSettingsDialog onClose={() => setOpen(null)} />}
      {open === 'columns' && <ColumnsDialog layout={layout} onClose={() => setOpen(null)} />}
      {open === 'measures' && <MeasuresDialog onClose={() => setOpen(null)} />}
    </div>
  );
}

function SeedControls({ turns: { turn, seed, draw, drawing } }: { readonly turns: Turns }) {
  const withKeys = useKeyHint();
  return (
    <fieldset className="row-1 compare-group">
      <legend className="visually-hidden">Random test turn</legend>
      <Button
        small
        title={withKeys(compareCommands.random)}
        disabled={drawing}
        onClick={() => draw(turn === null ? seed : seed + 1)}
      >
        Random turn
      </Button>
      <IconButton
        small
        icon="chevron-left"
        label="Random turn of the previous seed"
        disabled={drawing || seed === 0}
        onClick={() => draw(seed - 1)}
      />
      <label className="row-1 quiet small compare-seed-field">
        seed
        <input
          key={seed}
          className="input"
          type="number"
          min={0}
          step={1}
          defaultValue={seed}
          onKeyDown={(event) => {
            const value = event.currentTarget.valueAsNumber;
            if (event.key === 'Enter' && Number.isSafeInteger(value) && value >= 0) draw(value);
          }}
        />
      </label>
      <IconButton
        small
        icon="chevron-right"
        label="Random turn of the next seed"
        disabled={drawing}
        onClick={() => draw(seed + 1)}
      />
    </fieldset>
  );
}
