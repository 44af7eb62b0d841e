import { hasCommon, textDifference } from './text-difference.ts';

/** A text as it is, or with what it has and lacks of another. */
export function AnswerText({ text, truth }: { readonly text: string; readonly truth: string | null }) {
  const pieces = truth === null ? null : textDifference(text, truth);
  if (pieces === null) return <p className="utterance">{text}</p>;
  if (!hasCommon(pieces)) {
    return (
      <>
        <p className="utterance">{text}</p>
        <p className="quiet small">No word in common with the true answer.</p>
      </>
    );
  }
  return (
    <p className="utterance difference">
      {pieces.map((piece) => (
        <Piece key={piece.at} kind={piece.kind} text={piece.text} />
      ))}
    </p>
  );
}

function Piece({ kind, text }: { readonly kind: 'same' | 'only' | 'missing'; readonly text: string }) {
  switch (kind) {
    case 'same':
      return <>{text} </>;
    case 'only':
      return (
        <>
          <del title="Not in the true answer">{text}</del>{' '}
        </>
      );
    case 'missing':
      return (
        <>
          <ins title="Only in the true answer">{text}</ins>{' '}
        </>
      );
  }
}
