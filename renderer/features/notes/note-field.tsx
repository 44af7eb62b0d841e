import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/inputs/button.tsx';
import './notes.css';

/** Asks for a note on a turn. Enter saves, Esc cancels. */
export function NoteField({
  label,
  hint,
  action,
  maxLength,
  text: before,
  onTake,
  onClose,
}: {
  readonly label: string;
  /** Placeholder of the empty field. */
  readonly hint: string;
  /** Label of the button. */
  readonly action: string;
  readonly maxLength: number;
  readonly text: string;
  readonly onTake: (text: string) => void;
  readonly onClose: () => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(before);
  useEffect(() => field.current?.select(), []);
  return (
    <form
      className="row-2 note-field"
      onSubmit={(event) => {
        event.preventDefault();
        onTake(text);
      }}
    >
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
    </form>
  );
}
