import { useState } from 'react';
import type { AgentVariable } from '#shared/domain/agent.ts';
import { IconButton } from '../../../ui/inputs/button.tsx';
import { Choice, Select } from '../../../ui/inputs/field.tsx';
import { Focusable } from '../../../ui/panes/focusable.tsx';

/** Lists the variables of an agent in groups. Enter replaces a value. */
export function VariablesPanel({
  variables,
  changed,
  onChange,
  onFold,
}: {
  readonly variables: readonly AgentVariable[];
  /** Names of the variables that the last turn changed. */
  readonly changed: readonly string[];
  readonly onChange: (name: string, value: string | null) => void;
  readonly onFold: () => void;
}) {
  const [filledOnly, setFilledOnly] = useState(false);
  const filled = variables.filter(({ value }) => value !== null);
  const shown = filledOnly ? filled : variables;
  const groups = [...new Set(shown.map(({ group }) => group))];
  return (
    <section className="panel" aria-label="Variables">
      <div className="panel-head">
        <h2 className="clip">
          Variables
          <span className="panel-remark">
            {' '}
            · {filled.length} of {variables.length} known
          </span>
        </h2>
        <Choice
          label="Known only"
          checked={filledOnly}
          onChange={(event) => setFilledOnly(event.target.checked)}
        />
        <IconButton small icon="close" label="Hide the variables" onClick={onFold} />
      </div>
      <Focusable as="section" className="scroll talk-variables" aria-label="Variables">
        {shown.length === 0 && (
          <p className="quiet talk-none">
            {variables.length === 0 ? 'Say something first.' : 'Nothing is known yet.'}
          </p>
        )}
        {groups.map((group) => (
          <table key={group} className="talk-table">
            <caption>{group}</caption>
            <tbody>
              {shown
                .filter((one) => one.group === group)
                .map((one) => (
                  <tr key={one.name} className={changed.includes(one.name) ? 'talk-changed' : undefined}>
                    <th scope="row" title={`${one.name}: ${one.label}`}>
                      <span className="talk-label">
                        {one.label} <span className="quiet small">{one.type}</span>
                      </span>
                    </th>
                    <td>
                      <Value
                        key={`${one.name} ${one.value}`}
                        variable={one}
                        onChange={(value) => onChange(one.name, value)}
                      />
                    </td>
                    <td className="talk-mark">
                      {changed.includes(one.name) && <span title="Changed in the last turn">new</span>}
                    </td>
                  </tr>
                ))}
            </tbody>
          </table>
        ))}
      </Focusable>
    </section>
  );
}

function Value({
  variable: { name, value, choices, isFixed },
  onChange,
}: {
  readonly variable: AgentVariable;
  readonly onChange: (value: string | null) => void;
}) {
  const [text, setText] = useState(value ?? '');
  if (isFixed) return <span className="breaks">{value}</span>;
  const commit = (next: string) => {
    const wanted = next.trim();
    if (wanted !== (value ?? '')) onChange(wanted === '' ? null : wanted);
  };
  if (choices.length > 0) {
    const all = value === null || choices.includes(value) ? choices : [value, ...choices];
    return (
      <Select
        aria-label={name}
        value={value ?? ''}
        options={[{ value: '', label: '–' }, ...all.map((one) => ({ value: one, label: one }))]}
        onChange={commit}
      />
    );
  }
  return (
    <input
      className="input"
      aria-label={name}
      maxLength={5000}
      placeholder="–"
      value={text}
      onChange={({ target }) => setText(target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit(text);
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        setText(value ?? '');
      }}
    />
  );
}
