import { AnswerText } from './answer-text.tsx';
import type { ShownColumn } from './shown-columns.ts';
import './answers.css';

/** What an answer is compared with, word by word, and what that is called. */
export interface Against {
  readonly name: string;
  readonly textOf: (round: number) => string | null;
}

/** One turn of a whole dialogue after what the user said; empty, but there, where it was not answered yet. */
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
