import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { InPlace } from '../lists/in-place.tsx';
import { Button, IconButton } from './button.tsx';
import { TextField } from './field.tsx';

/**
 * Keeps typed text until it is saved. A new value from outside replaces the text,
 * unless this field saved the value and the person is typing again.
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

export function KeptField({ value, onKeep, ...rest }: KeptFieldProps) {
  const { text, type, keep } = useTyped(value, onKeep);
  return (
    <TextField
      value={text}
      onChange={type}
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

export function KeptText({ label, value, hint, rows = 3, onKeep }: KeptTextProps) {
  const id = useId();
  const { text, type, keep } = useTyped(value, onKeep);
  return (
    <div className="field">
      <label className="field-label small bold" htmlFor={id}>
        {label}
      </label>
      <textarea
        id={id}
        className="input wide"
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

export const partsOf = (text: string, separator: string): string[] =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter(Boolean);

interface KeptPartsProps<Part> {
  readonly of: readonly Part[];
  readonly what: string;
  readonly nameOf: (part: Part) => string;
  readonly className?: string;
  readonly onAdd: () => void;
  readonly onRemove: (at: number) => void;
  readonly children: (part: Part, at: number) => ReactNode;
}

export function KeptParts<Part>({
  of,
  what,
  nameOf,
  className,
  onAdd,
  onRemove,
  children,
}: KeptPartsProps<Part>) {
  return (
    <>
      <InPlace of={of}>
        {(part, at) => (
          <fieldset className={`stack-2 ${className ?? ''}`}>
            <legend className="row-1">
              {nameOf(part)}
              <IconButton
                icon="trash"
                small
                label={`Remove the ${what} ${nameOf(part)}`}
                onClick={() => onRemove(at)}
              />
            </legend>
            {children(part, at)}
          </fieldset>
        )}
      </InPlace>
      <div>
        <Button small icon="plus" onClick={onAdd}>
          Add a {what}
        </Button>
      </div>
    </>
  );
}
