import { type ReactNode, useState } from 'react';
import type { DialogueRound } from '#shared/contract/corpus.ts';
import { Highlighted } from '../../../project/dialogues/dialogue-row.tsx';

/** Shows a message: cleaned if it was cleaned, with a button for the original text. */
export function Utterance({
  utterance: { text, original },
  query,
  tabStop,
  children,
}: {
  readonly utterance: DialogueRound['utterances'][number];
  readonly query: string;
  readonly tabStop: boolean;
  /** Buttons for the message. */
  readonly children?: ReactNode;
}) {
  const [asWritten, setAsWritten] = useState(false);
  const shown = asWritten ? (original ?? text) : text;
  return (
    <p className="utterance">
      {shown.trim() === '' ? (
        <span className="quiet">(no text)</span>
      ) : (
        <Highlighted text={shown} query={query} />
      )}
      {original !== undefined && (
        <button
          type="button"
          className="as-written quiet small"
          aria-pressed={asWritten}
          title={asWritten ? 'Show cleaned text' : 'Show original text'}
          tabIndex={tabStop ? 0 : -1}
          data-stop=""
          onClick={() => setAsWritten(!asWritten)}
        >
          {asWritten ? 'original' : 'cleaned'}
        </button>
      )}
      {children}
    </p>
  );
}
