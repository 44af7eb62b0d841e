import type { ReactNode } from 'react';
import './result-line.css';

/**
 * Shows the result of a view in a sentence or two above its figures; screen readers announce changes. Renders
 * nothing without a sentence.
 */
export function ResultLine({
  sentences,
  children,
}: {
  /** Each is on its own line. */
  readonly sentences: readonly string[];
  /** A button behind the last sentence. */
  readonly children?: ReactNode;
}) {
  if (sentences.length === 0) return null;
  return (
    <section className="result-line" aria-label="Result" aria-live="polite">
      {sentences.map((sentence, at) => (
        <p key={sentence}>
          {sentence}
          {children && at === sentences.length - 1 && <> {children}</>}
        </p>
      ))}
    </section>
  );
}
