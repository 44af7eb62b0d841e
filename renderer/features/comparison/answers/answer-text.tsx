import { hasCommon, textDifference } from './text-difference.ts';

/** A text as it is, or with what it has and lacks of another. */
export function AnswerText({
  text,
  truth,
  of = 'the true answer',
}: {
  readonly text: string;
  readonly truth: string | null;
  /** What the other text is called. */
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
      {pieces.map((piece) => (
        <Piece key={piece.at} kind={piece.kind} text={piece.text} of={of} />
      ))}
    </p>
  );
}

function Piece({
  kind,
  text,
  of,
}: {
  readonly kind: 'same' | 'only' | 'missing';
  readonly text: string;
  readonly of: string;
}) {
  switch (kind) {
    case 'same':
      return <>{text} </>;
    case 'only':
      return (
        <>
          <del title={`Not in ${of}`}>{text}</del>{' '}
        </>
      );
    case 'missing':
      return (
        <>
          <ins title={`Only in ${of}`}>{text}</ins>{' '}
        </>
      );
  }
}
