import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../../client/api.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { InPlace } from '../../../ui/lists/in-place.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { tell, tellError } from '../../../ui/overlays/toasts.tsx';
import { Focusable } from '../../../ui/panes/focusable.tsx';
import { FailedState, LoadingState } from '../../../ui/state/notice.tsx';
import type { ColumnQuestion } from '../answers/answers.ts';
import type { ShownColumn } from '../answers/shown-columns.ts';

interface PromptProps {
  readonly column: ShownColumn;
  readonly question: ColumnQuestion;
}

export function PromptButton(props: PromptProps) {
  const [open, setOpen] = useState(false);
  const { compared, by } = props.column;
  const label = sentPrompt(props.column) ? 'Prompt as sent' : 'Prompt preview';
  return (
    <>
      <button
        type="button"
        className="link"
        aria-label={`${label}, ${compared.method.title} by ${by}`}
        onClick={() => setOpen(true)}
      >
        {label}
      </button>
      {open && <PromptDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

const sentPrompt = ({ group }: ShownColumn) =>
  group && group.asked.progress.place === null ? group.asked.prompt : null;

function PromptDialog({ column, question, onClose }: PromptProps & { readonly onClose: () => void }) {
  const sent = sentPrompt(column);
  const preview = useQuery({
    queryKey: ['generation.preview', question],
    queryFn: ({ signal }) => client.generation.preview(question, { signal }),
    enabled: sent === null,
    staleTime: 0,
    retry: false,
  });
  const messages = sent ?? preview.data?.messages ?? null;
  const version = column.group?.asked.answer?.promptVersion ?? preview.data?.promptVersion ?? null;
  const copy = async () => {
    try {
      const text = (messages ?? []).map(({ role, content }) => `[${role}]\n${content}`).join('\n\n');
      await navigator.clipboard.writeText(text);
      tell('Prompt copied.');
    } catch (error) {
      tellError(error);
    }
  };
  return (
    <Dialog
      title={sent ? 'Prompt as sent' : 'Prompt preview'}
      width="wide"
      onClose={onClose}
      foot={
        <>
          <Button disabled={messages === null} onClick={() => void copy()}>
            Copy
          </Button>
          <Button kind="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <p className="quiet">
        {column.compared.method.title} by {column.by}
        {version !== null && `, version ${version} of the prompt`}
      </p>
      {preview.isError && sent === null && (
        <FailedState error={preview.error} onRetry={() => void preview.refetch()} />
      )}
      {messages === null && !preview.isError && <LoadingState />}
      {messages && (
        <InPlace of={messages}>
          {(message) => (
            <Focusable
              as="section"
              className="prompt-message focus-inside scrolls outline fill-2 above-2"
              aria-label={`Message of the ${message.role}`}
            >
              <h3>{message.role}</h3>
              <pre>{message.content}</pre>
            </Focusable>
          )}
        </InPlace>
      )}
    </Dialog>
  );
}
