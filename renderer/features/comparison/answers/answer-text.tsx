import { diffArrays } from 'diff';
import { Fragment } from 'react';
import type { ShownColumn } from './shown-columns.ts';

interface DifferencePiece {
  readonly kind: 'same' | 'only';
  readonly text: string;
  /** Index of the piece's first word, from 0; used as key. */
  readonly at: number;
}

/** Longer texts (in words) are not compared, because too many marks do not help. */
export const LONGEST_COMPARED = 600;

function wordsOf(text: string): string[] {
  return text.split(/\s+/u).filter((word) => word !== '');
}

/** Returns the compared part of a word: letters and digits in lower case, or the word itself without any. */
function essence(word: string): string {
  return word.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '') || word;
}

/** Splits `text` into pieces that are in `other` and pieces that are not; null if a text is too long. */
export function textDifference(text: string, other: string): readonly DifferencePiece[] | null {
  const words = wordsOf(text);
  const others = wordsOf(other);
  if (words.length > LONGEST_COMPARED || others.length > LONGEST_COMPARED) return null;
  let at = 0;
  return diffArrays(words.map(essence), others.map(essence)).flatMap(({ added, removed, count }) => {
    if (added) return [];
    const first = at;
    at += count;
    return { kind: removed ? 'only' : 'same', text: words.slice(first, at).join(' '), at: first };
  });
}

/** True if the texts share a word. If they share none, every word would be marked. */
export function hasCommon(pieces: readonly DifferencePiece[]): boolean {
  return pieces.some((piece) => piece.kind === 'same');
}

export function DifferenceLegend({ of }: { readonly of: string }) {
  return (
    <p className="quiet small difference difference-legend">
      <mark>Underlined</mark>: words that are not in {of}. Words that are only in {of} are not shown.
    </p>
  );
}

interface AnswerTextProps {
  readonly text: string;
  readonly truth: string | null;
  readonly of?: string;
}

export function AnswerText({ text, truth, of = 'the true answer' }: AnswerTextProps) {
  const pieces = truth === null ? null : textDifference(text, truth);
  if (pieces === null) return <p className="utterance">{text}</p>;
  if (!hasCommon(pieces)) {
    return (
      <>
        <p className="utterance">{text}</p>
        <p className="quiet small">No words in common with {of}.</p>
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

export interface Against {
  readonly name: string;
  readonly textOf: (turn: number) => string | null;
}

interface DialogueRowProps {
  readonly turn: ShownColumn['turns'][number] | null;
  readonly before: string;
  readonly against: Against | null;
}

export function DialogueRow({ turn, before, against }: DialogueRowProps) {
  return (
    <div className="answer-row shrink pad-0-3 pad-bottom-2">
      {turn !== null && (
        <>
          {before !== '' && (
            <p className="example-user clamp quiet of-user indent-2 role-edge" title={before}>
              {before}
            </p>
          )}
          <div className="of-system indent-2 role-edge">
            {turn.text === null ? (
              <p className="quiet">no answer</p>
            ) : (
              <AnswerText text={turn.text} truth={against?.textOf(turn.turn) ?? null} of={against?.name} />
            )}
          </div>
        </>
      )}
    </div>
  );
}
