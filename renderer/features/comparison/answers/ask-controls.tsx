import { Button } from '../../../ui/inputs/button.tsx';
import type { Answering } from './use-answering.ts';
import './answers.css';

/** Asks all columns at once, and stops them. Shows nothing if no column asks anything. */
export function AskControls({
  answering: { asked, underWay, askAll, stopAll },
}: {
  readonly answering: Answering;
}) {
  if (asked.length === 0) return null;
  return underWay ? (
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
  );
}
