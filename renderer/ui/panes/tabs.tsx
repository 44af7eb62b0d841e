import { useEffect, useRef } from 'react';
import { nextIndex } from '../lists/virtual-list.tsx';
import './panes.css';

interface TabsProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly panelId: string;
  readonly onChange: (value: Value) => void;
}

/** The tabs above a panel. The panel itself has `id={panelId}` and `role="tabpanel"`. */
export function Tabs<Value extends string>({ label, value, options, panelId, onChange }: TabsProps<Value>) {
  const list = useRef<HTMLDivElement>(null);
  // If the tabs do not fit they scroll, and the selected one is scrolled into view.
  useEffect(() => {
    if (value !== undefined)
      list.current
        ?.querySelector('[aria-selected="true"]')
        ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [value]);
  return (
    <div ref={list} className="tabs" role="tablist" aria-label={label}>
      {options.map((option, index) => (
        <button
          key={option.value}
          type="button"
          className="tab"
          role="tab"
          id={`${panelId}-${option.value}`}
          aria-selected={option.value === value}
          aria-controls={panelId}
          tabIndex={option.value === value ? 0 : -1}
          onClick={() => onChange(option.value)}
          onKeyDown={(event) => {
            const next = nextIndex(event.key, index, options.length, { axis: 'horizontal', wrap: true });
            if (next === null) return;
            event.preventDefault();
            onChange(options[next]!.value);
            const tabs = event.currentTarget.parentElement?.querySelectorAll<HTMLElement>('[role="tab"]');
            tabs?.[next]?.focus();
          }}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
