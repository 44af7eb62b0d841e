import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { AuthoredText } from '#shared/contract/base.ts';
import type { DialogramClient } from '#shared/contract/contract.ts';
import { formatTime } from '#shared/domain/figure-text.ts';
import { client } from '../../client/api.ts';
import { about, question } from '../../client/queries.ts';
import { TagFinder } from '../../project/tags/tag-finder.tsx';
import { Button } from '../../ui/inputs/button.tsx';
import { Form } from '../../ui/inputs/field.tsx';
import { closeDialog, Dialog } from '../../ui/overlays/dialog.tsx';
import { Focusable } from '../../ui/panes/focusable.tsx';
import { ErrorNotice, LoadingState } from '../../ui/state/notice.tsx';
import { KeyCap } from '../../ui/text/icon.tsx';

export const noteQueries = {
  pins: question('notes.pins', client.notes.pins, undefined, about('notes', 'tags')),
  guidelines: question('notes.guidelines', client.notes.guidelines, undefined, about('notes')),
};

export function GuidelinesDialog() {
  const found = useQuery(noteQueries.guidelines);
  if (found.data === undefined) {
    return (
      <Dialog title="Guidelines">
        {found.isError ? <ErrorNotice error={found.error} /> : <LoadingState />}
      </Dialog>
    );
  }
  return <OpenGuidelines written={found.data} />;
}

function OpenGuidelines({ written }: { readonly written: AuthoredText | null }) {
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
          <p className="quiet">No guidelines yet.</p>
        )}
      </Dialog>
    );
  }
  return (
    <Dialog
      title="Guidelines"
      width="wide"
      main={{ label: 'Save', form: 'guidelines', disabled: save.isPending }}
    >
      <Form id="guidelines" className="field" onSubmit={() => save.mutate(text)}>
        <label className="field-label small bold" htmlFor="guidelines-text">
          How people tag in this project
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
          Plain text. Lines that start with # are headings. Ctrl or Command+Enter saves. You can undo changes.
        </p>
      </Form>
      {save.isError && <ErrorNotice error={save.error} />}
    </Dialog>
  );
}

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

interface NoteFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly action: string;
  readonly maxLength: number;
  readonly text: string;
  readonly onTake: (text: string) => void;
  readonly onClose: () => void;
}

export function NoteField({ label, hint, action, maxLength, text: before, onTake, onClose }: NoteFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(before);
  useEffect(() => field.current?.select(), []);
  return (
    <Form className="row-2 note-field" onSubmit={() => onTake(text)}>
      <input
        ref={field}
        className="input"
        aria-label={label}
        placeholder={hint}
        maxLength={maxLength}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key !== 'Escape') return;
          event.preventDefault();
          onClose();
        }}
      />
      <Button type="submit" small>
        {action}
      </Button>
    </Form>
  );
}

const KEYS = [1, 2, 3, 4, 5, 6, 7, 8, 9];

export function PinsDialog() {
  const pins = useQuery(noteQueries.pins).data ?? [];
  const [choosing, setChoosing] = useState<number | null>(null);
  const pin = useMutation({
    mutationFn: (input: Parameters<DialogramClient['notes']['pin']>[0]) => client.notes.pin(input),
    meta: about('notes'),
  });
  return (
    <Dialog
      title="Tags pinned to keys"
      width="narrow"
      foot={
        <Button kind="primary" onClick={closeDialog}>
          Done
        </Button>
      }
    >
      <p>A pinned tag always has the same key. The other keys get the most likely tags for each turn.</p>
      <ul className="stack-1">
        {KEYS.map((key) => {
          const name = pins.find((pinned) => pinned.key === key)?.name;
          return (
            <li key={key} className="row-2 min-control pin-row">
              <KeyCap text={String(key)} />
              {choosing === key ? (
                <div className="grow anchor">
                  <TagFinder
                    label={`Tag for key ${key}`}
                    run={null}
                    allowNew
                    without={[]}
                    onPick={({ name: tag }) => {
                      pin.mutate({ key, tag });
                      // Runs at once, so that the dialog gets the next key.
                      setChoosing(null);
                    }}
                    onClose={() => setChoosing(null)}
                  />
                </div>
              ) : (
                <>
                  <span className={`clip ${name ? '' : 'quiet'}`}>{name ? `#${name}` : 'free'}</span>
                  <span className="row-2 pin-actions">
                    <Button
                      small
                      aria-label={name ? `Change the tag for key ${key}` : `Pin a tag to key ${key}`}
                      onClick={() => setChoosing(key)}
                    >
                      {name ? 'Change' : 'Pin'}
                    </Button>
                    {name && (
                      <Button
                        small
                        kind="quiet"
                        aria-label={`Unpin key ${key}`}
                        onClick={() => pin.mutate({ key, tag: null })}
                      >
                        Unpin
                      </Button>
                    )}
                  </span>
                </>
              )}
            </li>
          );
        })}
      </ul>
      {pin.isError && <ErrorNotice error={pin.error} />}
    </Dialog>
  );
}
