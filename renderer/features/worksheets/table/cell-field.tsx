import { type FocusEvent, type KeyboardEvent, useRef } from 'react';
import { takeFocus } from '../../../ui/hooks/focus.ts';

/** The cell that gets the focus after a text is entered: the one below, the next one, or the same. */
type NextCell = 'below' | 'next' | 'here';

export function CellField({
  label,
  start,
  isCode,
  choices,
  onWrite,
  onPut,
  onLeave,
  onCancel,
}: {
  readonly label: string;
  readonly start: string;
  readonly isCode: boolean;
  readonly choices: string | null;
  readonly onWrite: (text: string) => void;
  readonly onPut: (text: string, then: NextCell) => void;
  readonly onLeave: (text: string) => void;
  readonly onCancel: () => void;
}) {
  /** True after saving or canceling. Removing the field then fires a blur event, which must not save again. */
  const isOver = useRef(false);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>): void => {
    event.stopPropagation();
    const text = event.currentTarget.value;
    const end = (then: () => void): void => {
      event.preventDefault();
      isOver.current = true;
      then();
    };
    if (event.key === 'Escape') end(onCancel);
    else if (event.key === 'Tab') end(() => onPut(text, event.shiftKey ? 'here' : 'next'));
    else if (event.key === 'Enter' && !event.shiftKey && !event.altKey && !event.nativeEvent.isComposing)
      end(() => onPut(text, 'below'));
  };
  const shared = {
    'aria-label': label,
    ref: takeFocus,
    // Puts the cursor after the text that started the edit.
    onFocus: ({
      currentTarget: { value },
      currentTarget,
    }: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      currentTarget.setSelectionRange(value.length, value.length),
    spellCheck: false,
    defaultValue: start,
    onKeyDown,
    onBlur: (event: { currentTarget: { value: string } }) => {
      if (!isOver.current) onLeave(event.currentTarget.value);
    },
    onChange: (event: { currentTarget: { value: string } }) => onWrite(event.currentTarget.value),
  };
  if (choices !== null)
    return <input {...shared} className="input worksheets-field floats normal shadow wide" list={choices} />;
  const lines = start.split('\n').length;
  return (
    <textarea
      {...shared}
      rows={Math.min(12, Math.max(lines + 1, start.length > 60 ? 4 : 2))}
      className={`wide input worksheets-field floats normal shadow worksheets-text ${isCode ? 'mono' : ''}`}
    />
  );
}
