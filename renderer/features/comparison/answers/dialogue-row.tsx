import { AnswerText } from './answer-text.tsx';
import type { ShownColumn } from './shown-columns.ts';
import './answers.css';

/** The text that an answer is compared with, and its name. */
export interface Against {
  readonly name: string;
  readonly textOf: (round: number) => string | null;
}

/** Shows one turn of a whole dialogue below the customer's text; empty if it was not answered yet. */
export function DialogueRow({
  turn,
  before,
  against,
}: {
  readonly turn: ShownColumn['turns'][number] | null;
  readonly before: string;
  readonly against: Against | null;
}) {
  return (
    <div className="answer-row">
      {turn !== null && (
        <>
          {before !== '' && (
            <p className="example-said example-user of-user" title={before}>
              {before}
            </p>
          )}
          <div className="example-said of-system">
            {turn.text === null ? (
              <p className="quiet">no answer</p>
            ) : (
              <AnswerText text={turn.text} truth={against?.textOf(turn.round) ?? null} of={against?.name} />
            )}
          </div>
        </>
      )}
    </div>
  );
}
