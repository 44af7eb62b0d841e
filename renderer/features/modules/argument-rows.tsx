import type { ModuleArgument } from '#shared/contract/modules.ts';
import { Button, IconButton } from '../../ui/inputs/button.tsx';
import { Select } from '../../ui/inputs/field.tsx';
import { InPlace } from '../../ui/lists/in-place.tsx';
import { ARGUMENT_SOURCES } from './module-form.ts';

/** Edits the named arguments of an endpoint, and the value that fills each. */
export function ArgumentRows({
  list,
  onChange,
}: {
  readonly list: readonly ModuleArgument[];
  readonly onChange: (list: ModuleArgument[]) => void;
}) {
  const put = (at: number, change: Partial<ModuleArgument>) =>
    onChange(list.map((argument, index) => (index === at ? { ...argument, ...change } : argument)));
  return (
    <fieldset className="stack-2 module-arguments">
      <legend className="field-label">Arguments</legend>
      <InPlace of={list}>
        {(argument, at) => {
          const number = at + 1;
          return (
            <div className="module-argument">
              <input
                className="input"
                aria-label={`Name of argument ${number}`}
                value={argument.name}
                spellCheck={false}
                onChange={(event) => put(at, { name: event.target.value })}
              />
              <Select
                aria-label={`Argument ${number} is`}
                value={argument.of}
                options={ARGUMENT_SOURCES}
                onChange={(of) => put(at, { of })}
              />
              {argument.of === 'fixed' ? (
                <input
                  className="input"
                  aria-label={`Text of argument ${number}`}
                  value={argument.text}
                  onChange={(event) => put(at, { text: event.target.value })}
                />
              ) : (
                <span className="quiet small">masked</span>
              )}
              <IconButton
                icon="close"
                label={`Remove argument ${number}`}
                onClick={() => onChange(list.filter((_, index) => index !== at))}
              />
            </div>
          );
        }}
      </InPlace>
      <Button
        small
        icon="plus"
        disabled={list.length >= 20}
        onClick={() => onChange([...list, { name: '', of: 'fixed', text: '' }])}
      >
        Add an argument
      </Button>
    </fieldset>
  );
}
