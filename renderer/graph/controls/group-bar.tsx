import { useId, useState } from 'react';
import { formatAmount } from '#shared/domain/figure-text.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Form } from '../../ui/inputs/field.tsx';

interface GroupBarProps {
  readonly states: readonly number[];
  readonly phases: readonly string[];
  readonly isGrouped: boolean;
  readonly onGroup: (phase: string) => void;
  readonly onClear: () => void;
}

export function GroupBar({ states, phases, isGrouped, onGroup, onClear }: GroupBarProps) {
  const id = useId();
  const [name, setName] = useState('');
  return (
    <Form
      className="middle gap-2 inline-flex text-1"
      aria-label="Group states"
      onSubmit={() => {
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
    </Form>
  );
}
