import type { Preview } from '#shared/contract/corpus.ts';
import { formatAmount, formatCount } from '#shared/domain/figure-text.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { InPlace } from '../../ui/lists/in-place.tsx';
import { Focusable } from '../../ui/panes/focusable.tsx';
import { EmptyState, FailedState, LoadingState, Warnings } from '../../ui/state/notice.tsx';
import { speakerTitle } from '../../ui/text/speaker.ts';

/** Shows the first dialogues as they would be imported, and the first records that would be rejected. */
export function PreviewDialogues({
  preview,
  isAsked,
  isStopped,
  incomplete,
  error,
  busy,
  onStop,
  onRetry,
}: {
  readonly preview: Preview | undefined;
  /** False for a database without a query: then nothing is fetched. */
  readonly isAsked: boolean;
  readonly isStopped: boolean;
  /** True if a required column is not set. */
  readonly incomplete: boolean;
  readonly error: unknown;
  readonly busy: boolean;
  readonly onStop: () => void;
  readonly onRetry: () => void;
}) {
  if (error) return <FailedState error={error} onRetry={onRetry} />;
  if (!isAsked)
    return (
      <EmptyState title="Nothing to preview yet">Choose a table or write a query on the left.</EmptyState>
    );
  if (isStopped)
    return <EmptyState title="Stopped" action={<Button onClick={onRetry}>Read it again</Button>} />;
  // Only for slow sources: most files are ready before anyone could click.
  const stop = busy && (
    <div className="row-2 preview-wait">
      <span className="quiet small">Reading the first rows…</span>
      <Button small onClick={onStop}>
        Stop
      </Button>
    </div>
  );
  if (!preview)
    return (
      <div>
        <LoadingState label="Reading the first rows…" />
        {stop}
      </div>
    );
  return (
    <Focusable
      as="section"
      className={`preview ${busy ? 'preview-busy' : ''}`}
      aria-label="Preview"
      aria-busy={busy}
    >
      {stop}
      <Warnings list={preview.warnings} bar />
      {preview.dialogues.length === 0 && (
        <EmptyState title="No dialogues recognized">
          {incomplete
            ? 'On the left, choose the columns for conversation, speaker and text.'
            : 'Check the format and settings on the left.'}
        </EmptyState>
      )}
      {preview.dialogues.map((dialogue) => (
        <div key={dialogue.externalId}>
          <h3 className="preview-title">
            {dialogue.externalId}{' '}
            <span className="quiet">· {formatAmount(dialogue.utterances.length, 'message')}</span>
          </h3>
          <InPlace of={dialogue.utterances}>
            {(utterance) => (
              <div className={`preview-turn of-${utterance.role}`}>
                <span className="quiet small clip" title={utterance.speaker}>
                  {speakerTitle(utterance)}
                </span>
                <p>{utterance.text}</p>
              </div>
            )}
          </InPlace>
        </div>
      ))}
      {preview.rejects.length > 0 && (
        <div>
          <h3 className="preview-title">
            Would be rejected ({preview.rejects.length} in the beginning of the file)
          </h3>
          {preview.rejects.map((reject) => (
            <div key={`${reject.line} ${reject.reason}`} className="reject">
              <span className="quiet small">Line {formatCount(reject.line)}</span>
              <span>{reject.reason}</span>
              <span className="mono quiet clip">{reject.excerpt}</span>
            </div>
          ))}
        </div>
      )}
    </Focusable>
  );
}
