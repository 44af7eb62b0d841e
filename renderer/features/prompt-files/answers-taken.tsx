import type { DialogramClient } from '#shared/contract/contract.ts';
import { formatAmount, formatCount } from '#shared/domain/figure-text.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Focusable } from '../../ui/panes/focusable.tsx';
import { Notice } from '../../ui/state/notice.tsx';
import './prompt-files.css';

type Read = Awaited<ReturnType<DialogramClient['promptFiles']['import']>>;

/** Shows how many lines of an answer file were imported, and why others were not. */
export function AnswersTaken({ read, onClose }: { readonly read: Read; readonly onClose: () => void }) {
  const { left, leftInAll } = read;
  return (
    <Notice
      kind={leftInAll === 0 ? 'done' : 'warning'}
      actions={
        <Button small onClick={onClose}>
          Close
        </Button>
      }
    >
      <p>{takenText(read)}</p>
      {left.length > 0 && (
        <Focusable as="section" className="answers-left" aria-label="Rejected lines">
          <table className="run-figures">
            <thead>
              <tr>
                <th scope="col">Line</th>
                <th scope="col">Prompt</th>
                <th scope="col">Reason</th>
              </tr>
            </thead>
            <tbody>
              {left.map(({ line, id, reason }) => (
                <tr key={line}>
                  <td className="run-number">{formatCount(line)}</td>
                  <td title={id ?? undefined}>{id === null ? '–' : id.slice(0, 8)}</td>
                  <td>{reason}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Focusable>
      )}
      {leftInAll > left.length && (
        <p className="small">
          The first {formatCount(left.length)} of {formatCount(leftInAll)}.
        </p>
      )}
    </Notice>
  );
}

/** Summarizes the import in a sentence. */
export function takenText({ read, taken, waiting, tokens, done }: Omit<Read, 'left' | 'leftInAll'>): string {
  const lines = `${formatCount(taken)} of ${formatAmount(read, 'line')} ${taken === 1 ? 'was' : 'were'} accepted.`;
  const took = tokens > 0 ? ` They used ${formatAmount(tokens, 'token')}.` : '';
  if (done) return `${lines}${took} The run is complete.`;
  const waits = `${formatAmount(waiting, 'prompt')} still ${waiting === 1 ? 'needs' : 'need'} an answer. Export again.`;
  return waiting === 0 ? `${lines}${took}` : `${lines}${took} ${waits}`;
}
