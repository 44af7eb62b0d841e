import { useId, useState } from 'react';
import { formatAmount } from '#shared/domain/figure-text.ts';
import { Button } from '../../ui/inputs/button.tsx';
import './controls.css';

/** Makes the chosen states one named group, or takes them out of theirs. */
export function GroupBar({
  states,
  phases,
  isGrouped,
  onGroup,
  onClear,
}: {
  readonly states: readonly number[];
  /** Names that groups have. */
  readonly phases: readonly string[];
  /** One of them is in a group. */
  readonly isGrouped: boolean;
  readonly onGroup: (phase: string) => void;
  readonly onClear: () => void;
}) {
  const id = useId();
  const [name, setName] = useState('');
  return (
    <form
      className="graph-chip"
      aria-label="Group states"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '' && states.length > 1) onGroup(name.trim());
      }}
    >
      <span>{formatAmount(states.length, 'state')} chosen</span>
      <input
        className="input graph-group-name"
        aria-label="Name of the group"
        placeholder="Name of the group"
        list={`${id}-phases`}
        value={name}
        maxLength={80}
        onChange={({ target }) => setName(target.value)}
        onKeyDown={({ key }) => {
          if (key === 'Escape') onClear();
        }}
      />
      <datalist id={`${id}-phases`}>
        {phases.map((phase) => (
          <option key={phase} value={phase} />
        ))}
      </datalist>
      <Button small type="submit" kind="primary" disabled={name.trim() === '' || states.length < 2}>
        Group
      </Button>
      {isGrouped && (
        <Button small onClick={() => onGroup('')}>
          Ungroup
        </Button>
      )}
      <Button small onClick={onClear}>
        Clear
      </Button>
    </form>
  );
}
