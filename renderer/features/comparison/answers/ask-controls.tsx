import { Button } from '../../../ui/inputs/button.tsx';
import { setUnit, useCompare } from '../compare-state.ts';
import type { Answering } from './use-answering.ts';
import './answers.css';

/** Chooses one turn or a whole dialogue; asks all columns at once, and stops them. */
export function AskControls({
  answering: { asked, underWay, askAll, stopAll },
  onSettings,
}: {
  readonly answering: Answering;
  readonly onSettings: () => void;
}) {
  const unit = useCompare((state) => state.unit);
  return (
    <div className="row-1 compare-group">
      <fieldset className="compare-unit">
        <legend className="visually-hidden">What is answered</legend>
        <Button
          small
          aria-pressed={unit === 'next-turn'}
          title="Each column answers one turn, given the turns before it"
          onClick={() => setUnit('next-turn')}
        >
          Next turn
        </Button>
        <Button
          small
          aria-pressed={unit === 'whole-dialogue'}
          title="Each column writes every agent turn of the dialogue. The customer's turns are given."
          onClick={() => setUnit('whole-dialogue')}
        >
          Whole dialogue
        </Button>
      </fieldset>
      {asked.length > 0 &&
        (underWay ? (
          <Button small onClick={stopAll}>
            Stop all
          </Button>
        ) : (
          <Button
            small
            kind={asked.every(({ group }) => group !== null) ? undefined : 'primary'}
            title="Ask every column that has no answer yet"
            onClick={askAll}
          >
            {asked.length === 1 ? 'Ask' : `Ask all ${asked.length}`}
          </Button>
        ))}
      <Button small title="Set the number of answers, masking, examples and prompts" onClick={onSettings}>
        Answers…
      </Button>
    </div>
  );
}
