import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/inputs/button.tsx';
import './queue.css';

/** Asks for the note of a flag; an empty one will do. */
export function FlagField({
  note,
  onFlag,
  onClose,
}: {
  readonly note: string;
  readonly onFlag: (note: string) => void;
  readonly onClose: () => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(note);
  useEffect(() => field.current?.select(), []);
  return (
    <form
      className="row-2 review-flag"
      onSubmit={(event) => {
        event.preventDefault();
        onFlag(text);
      }}
    >
      <input
        ref={field}
        className="input"
        aria-label="Note of the flag"
        placeholder="What should somebody look at? Enter flags, Esc gives up"
        maxLength={1000}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.preventDefault();
          onClose();
        }}
      />
      <Button type="submit" small>
        Flag
      </Button>
    </form>
  );
}
