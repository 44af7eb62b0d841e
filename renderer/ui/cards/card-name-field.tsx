import { useState } from 'react';
import type { z } from 'zod';
import { nearestNames } from '#shared/algorithms/vocabulary/spelling.ts';
import { takeFocus } from '../hooks/take-focus.ts';

/** Renames a card. Asks first if the name resembles another card's. */
export function CardNameField({
  name,
  others,
  sign = '',
  kind,
  schema,
  onDone,
}: {
  readonly name: string;
  readonly others: readonly string[];
  /** Prefix of every name, such as "#" for tags. */
  readonly sign?: string;
  /** The kind of thing being named, as a noun. */
  readonly kind: string;
  readonly schema: z.ZodType<string>;
  /** Null cancels the renaming. */
  readonly onDone: (name: string | null) => void;
}) {
  const [text, setText] = useState(name);
  const [near, setNear] = useState<string | null>(null);
  const parsed = schema.safeParse(text);
  const submit = (typed: string): void => {
    const isNew = typed !== name && !others.includes(typed);
    const [found] = isNew && near === null ? nearestNames(typed, others, 1) : [];
    if (found === undefined) onDone(typed);
    else setNear(others[found] ?? null);
  };
  const typed = parsed.success ? parsed.data : text.trim();
  return (
    <form
      className="grow"
      onSubmit={(event) => {
        event.preventDefault();
        if (parsed.success) submit(parsed.data);
      }}
    >
      <input
        className="input"
        aria-label={`New name of ${sign}${name}`}
        aria-invalid={!parsed.success}
        title={parsed.success ? undefined : parsed.error.issues[0]?.message}
        value={text}
        ref={takeFocus}
        onFocus={(event) => event.target.select()}
        onChange={(event) => {
          setText(event.target.value);
          setNear(null);
        }}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === 'Escape') onDone(null);
        }}
        onBlur={() => onDone(null)}
      />
      {near && (
        <p className="small warning" role="status">
          No {kind} is called {sign}
          {typed}. Did you mean {sign}
          {near}? Enter uses the new name, Esc cancels.
        </p>
      )}
    </form>
  );
}
