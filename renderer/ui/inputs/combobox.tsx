import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { nextIndex } from '../lists/virtual-list.tsx';

interface ComboboxOption {
  readonly key: string;
  readonly text: ReactNode;
  readonly side?: ReactNode;
}

export function Combobox<Option extends ComboboxOption>({
  label,
  query,
  options,
  message,
  onQuery,
  onPick,
  onEscape,
  onLeave,
}: {
  readonly label: string;
  readonly query: string;
  readonly options: readonly Option[];
  readonly message?: string | null;
  readonly onQuery: (query: string) => void;
  readonly onPick: (option: Option) => void;
  readonly onEscape: () => void;
  readonly onLeave?: () => void;
}) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [moved, setMoved] = useState<number | null>(null);
  const active = moved ?? (options.length > 0 ? 0 : -1);
  const pick = (option: Option): void => {
    setMoved(null);
    onPick(option);
  };
  const optionId = (index: number) => `${id}-${index}`;

  useEffect(() => {
    input.current?.focus();
  }, []);
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);

  return (
    <div className="combobox">
      <input
        ref={input}
        className="input"
        role="combobox"
        aria-label={label}
        aria-expanded={options.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={active >= 0 ? optionId(active) : undefined}
        aria-describedby={message ? `${id}-message` : undefined}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        value={query}
        onBlur={onLeave}
        onChange={(event) => {
          setMoved(null);
          onQuery(event.target.value);
        }}
        onKeyDown={(event) => {
          // Keys typed here are text and must not trigger shortcuts.
          event.stopPropagation();
          if (event.key === 'Escape') {
            event.preventDefault();
            onEscape();
          } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
            event.preventDefault();
            if (active >= 0 && options[active]) pick(options[active]);
          } else if (event.key !== 'Home' && event.key !== 'End') {
            const next = nextIndex(event.key, active, options.length, {
              axis: 'vertical',
              wrap: true,
              page: 8,
            });
            if (next === null) return;
            event.preventDefault();
            setMoved(next);
          }
        }}
      />
      {message && (
        <p id={`${id}-message`} className="pad-1-2 quiet small" role="status">
          {message}
        </p>
      )}
      <div
        className="combobox-options shrink-down scrolls pad-1-0"
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
      >
        {options.map((option, index) => (
          <button
            key={option.key}
            type="button"
            tabIndex={-1}
            id={optionId(index)}
            className="row-2 combobox-option wide min-control no-border rounded no-fill pointer to-start"
            role="option"
            aria-selected={index === active}
            onPointerDown={(event) => event.preventDefault()}
            onPointerMove={() => index !== active && setMoved(index)}
            onClick={() => pick(option)}
          >
            <span className="clip grow">{option.text}</span>
            {option.side && <span className="no-wrap quiet small">{option.side}</span>}
          </button>
        ))}
      </div>
    </div>
  );
}
