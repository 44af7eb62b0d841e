import { Fragment } from 'react';
import { hasCommon, textDifference } from './text-difference.ts';

/** Explains the marks in the texts, once for all columns. */
export function DifferenceLegend({ of }: { readonly of: string }) {
  return (
    <p className="quiet small difference difference-legend">
      <mark>Underlined</mark>: words that are not in {of}. Words that are only in {of} are not shown.
    </p>
  );
}

/** Shows a text and marks the words that another text lacks; `DifferenceLegend` explains the marks. */
export function AnswerText({
  text,
  truth,
  of = 'the true answer',
}: {
  readonly text: string;
  readonly truth: string | null;
  /** The name of the other text. */
  readonly of?: string;
}) {
  const pieces = truth === null ? null : textDifference(text, truth);
  if (pieces === null) return <p className="utterance">{text}</p>;
  if (!hasCommon(pieces)) {
    return (
      <>
        <p className="utterance">{text}</p>
        <p className="quiet small">No word in common with {of}.</p>
      </>
    );
  }
  return (
    <p className="utterance difference">
      {pieces.map(({ kind, text: words, at }) => (
        <Fragment key={at}>{kind === 'same' ? words : <mark>{words}</mark>} </Fragment>
      ))}
    </p>
  );
}
