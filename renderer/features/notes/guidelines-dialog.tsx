import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Written } from '#shared/contract/base.ts';
import { formatTime } from '#shared/domain/figure-text.ts';
import { useApi } from '../../client/api.tsx';
import { about } from '../../client/queries.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Focusable } from '../../ui/panes/focusable.tsx';
import { ErrorNotice, LoadingState } from '../../ui/state/notice.tsx';
import { noteQueries } from './queries.ts';
import './notes.css';

export function GuidelinesDialog({ onClose }: { readonly onClose: () => void }) {
  const found = useQuery(noteQueries(useApi().client).guidelines);
  if (found.data === undefined) {
    return (
      <Dialog title="Guidelines" onClose={onClose}>
        {found.isError ? <ErrorNotice error={found.error} /> : <LoadingState />}
      </Dialog>
    );
  }
  return <OpenGuidelines written={found.data} onClose={onClose} />;
}

function OpenGuidelines({
  written,
  onClose,
}: {
  readonly written: Written | null;
  readonly onClose: () => void;
}) {
  const { client } = useApi();
  const [text, setText] = useState(written === null ? '' : null);
  const save = useMutation({
    mutationFn: (next: string) => client.notes.setGuidelines({ text: next }),
    meta: about('notes'),
    onSuccess: () => setText(null),
  });
  if (text === null) {
    return (
      <Dialog
        title="Guidelines"
        width="wide"
        onClose={onClose}
        foot={
          <Button kind="primary" onClick={() => setText(written?.text ?? '')}>
            Edit
          </Button>
        }
      >
        {written ? (
          <Focusable as="article" className="guidelines" aria-label="The guidelines">
            {linesOf(written.text).map(({ key, kind, line }) =>
              kind === 'heading' ? <h3 key={key}>{line}</h3> : <p key={key}>{line}</p>,
            )}
            <p className="quiet small">
              Last changed by {written.author}, {formatTime(written.at)}
            </p>
          </Focusable>
        ) : (
          <p className="quiet">There are no guidelines yet.</p>
        )}
      </Dialog>
    );
  }
  return (
    <Dialog
      title="Guidelines"
      width="wide"
      onClose={onClose}
      action={
        <Button kind="primary" type="submit" form="guidelines" disabled={save.isPending}>
          Save
        </Button>
      }
    >
      <form
        id="guidelines"
        className="field"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(text);
        }}
      >
        <label className="field-label" htmlFor="guidelines-text">
          How people of this project tag
        </label>
        <textarea
          id="guidelines-text"
          className="input"
          rows={18}
          maxLength={100_000}
          aria-describedby="guidelines-hint"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
            event.stopPropagation();
            save.mutate(text);
          }}
        />
        <p id="guidelines-hint" className="quiet small">
          Plain text. Lines that start with # are headings. Ctrl or Command+Enter saves. You can undo it.
        </p>
      </form>
      {save.isError && <ErrorNotice error={save.error} />}
    </Dialog>
  );
}

/** Splits a text into lines. Those that start with # are headings; empty lines only separate. */
function linesOf(text: string) {
  return text
    .split('\n')
    .map((line, key) => ({
      key,
      kind: /^#+\s/.test(line) ? ('heading' as const) : ('text' as const),
      line: line.replace(/^#+\s+/, '').trim(),
    }))
    .filter(({ line }) => line !== '');
}
