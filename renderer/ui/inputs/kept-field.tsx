import { type ComponentProps, useId, useState } from 'react';
import { TextField } from './field.tsx';

/**
 * Holds the typed text until it is saved by Enter or by leaving the field. A new outside value replaces the
 * text, unless it is one that was saved here: it may arrive while the person types on.
 */
export function useTyped(value: string, onKeep: (value: string) => void) {
  const [typed, setTyped] = useState({ of: value, text: value, kept: [] as readonly string[] });
  if (typed.of !== value) {
    const at = typed.kept.indexOf(value);
    // A saved value is expected only once, so that an undo back to it is shown.
    setTyped(
      at === -1
        ? { of: value, text: value, kept: [] }
        : { ...typed, of: value, kept: typed.kept.slice(at + 1) },
    );
  }
  return {
    text: typed.text,
    type: (text: string) => setTyped((now) => ({ ...now, text })),
    keep: () => {
      if (typed.text === value) return;
      setTyped((now) => ({ ...now, kept: [...now.kept, typed.text] }));
      onKeep(typed.text);
    },
  };
}

type KeptFieldProps = Omit<ComponentProps<typeof TextField>, 'value' | 'onChange'> & {
  readonly value: string;
  readonly onKeep: (value: string) => void;
};

/** A single-line field that saves when it is left. */
export function KeptField({ value, onKeep, ...rest }: KeptFieldProps) {
  const { text, type, keep } = useTyped(value, onKeep);
  return (
    <TextField
      value={text}
      onChange={({ target }) => type(target.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Enter') keep();
      }}
      {...rest}
    />
  );
}

interface KeptTextProps {
  readonly label: string;
  readonly value: string;
  readonly hint?: string;
  readonly rows?: number;
  readonly onKeep: (value: string) => void;
}

/** A multi-line field that saves when it is left. */
export function KeptText({ label, value, hint, rows = 3, onKeep }: KeptTextProps) {
  const id = useId();
  const { text, type, keep } = useTyped(value, onKeep);
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <textarea
        id={id}
        className="input kept-text"
        rows={rows}
        value={text}
        aria-describedby={hint && `${id}-hint`}
        onChange={({ target }) => type(target.value)}
        onBlur={keep}
      />
      {hint && (
        <span id={`${id}-hint`} className="quiet small">
          {hint}
        </span>
      )}
    </div>
  );
}
