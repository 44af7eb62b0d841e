import { type ComponentProps, useId, useState } from 'react';
import { TextField } from '../../ui/inputs/field.tsx';

/**
 * What is being typed, until it is kept: by Enter or by leaving the field. Another value from outside takes its place, but
 * not one that was kept here: that comes back while a person may be typing on.
 */
export function useTyped(value: string, onKeep: (value: string) => void) {
  const [typed, setTyped] = useState({ of: value, text: value, kept: [] as readonly string[] });
  if (typed.of !== value) {
    const at = typed.kept.indexOf(value);
    // What comes back is awaited no more, so that an undo that brings it again is shown.
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

/** A line that is kept when it is left. */
export function KeptField({
  value,
  onKeep,
  ...rest
}: Omit<ComponentProps<typeof TextField>, 'value' | 'onChange'> & {
  readonly value: string;
  readonly onKeep: (value: string) => void;
}) {
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

/** Several lines that are kept when they are left. */
export function KeptText({
  label,
  value,
  hint,
  rows = 3,
  onKeep,
}: {
  readonly label: string;
  readonly value: string;
  readonly hint?: string;
  readonly rows?: number;
  readonly onKeep: (value: string) => void;
}) {
  const id = useId();
  const { text, type, keep } = useTyped(value, onKeep);
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <textarea
        id={id}
        className="input flow-text"
        rows={rows}
        value={text}
        aria-describedby={hint && `${id}-hint`}
        onChange={({ target }) => type(target.value)}
        onBlur={keep}
      />
      {hint && (
        <span id={`${id}-hint`} className="field-hint">
          {hint}
        </span>
      )}
    </div>
  );
}
