import { type Flow, type FlowFunction, SLOT_TYPES, type SlotType } from '#shared/domain/flow.ts';
import { Button, IconButton } from '../../../ui/inputs/button.tsx';
import { KeptField, KeptText } from '../../../ui/inputs/kept-field.tsx';
import { InPlace } from '../../../ui/lists/in-place.tsx';
import type { EditFlow } from '../use-flow-editor.ts';

/** Edits the functions that external actions call, with their inputs and outputs. */
export function FlowFunctions({ flow, edit }: { readonly flow: Flow; readonly edit: EditFlow }) {
  const { functions } = flow;
  const put = (description: string, next: readonly FlowFunction[]): void =>
    edit(description, (now) => ({ ...now, functions: next }));
  const called = flow.nodes.flatMap((node) => (node.type === 'external_action' ? [node.action] : []));
  const add = (): void => {
    const isFree = (name: string): boolean => !functions.some((one) => one.name === name);
    let number = functions.length + 1;
    while (!isFree(`function_${number}`)) number++;
    const name = called.find(isFree) ?? `function_${number}`;
    put(`Add the function ${name}`, [...functions, { name, inputs: {}, outputs: {} }]);
  };
  return (
    <section className="stack-2" aria-label="Functions">
      <h3>Functions</h3>
      <p className="quiet small">
        External actions call these functions. Their inputs are slots. An endpoint receives only these values.
      </p>
      <InPlace of={functions}>
        {(own, at) => {
          const change = (part: Partial<FlowFunction>): void =>
            put(`Change the function ${own.name}`, functions.with(at, { ...own, ...part }));
          return (
            <fieldset className="stack-2 flow-slot">
              <legend className="row-1">
                {own.name}
                <IconButton
                  icon="trash"
                  small
                  label={`Remove the function ${own.name}`}
                  onClick={() => put(`Remove the function ${own.name}`, functions.toSpliced(at, 1))}
                />
              </legend>
              <KeptField
                label="Called"
                value={own.name}
                onKeep={(name) => name.trim() !== '' && change({ name: name.trim() })}
              />
              <KeptField
                label="Description"
                value={own.description ?? ''}
                onKeep={(text) => change({ description: text.trim() || undefined })}
              />
              <KeptText
                label="Inputs"
                rows={2}
                value={printTypes(own.inputs)}
                hint={`One per line, such as seats: integer. Types: ${SLOT_TYPES.join(', ')}.`}
                onKeep={(text) => change({ inputs: readTypes(text) })}
              />
              <KeptText
                label="Outputs"
                rows={2}
                value={printTypes(own.outputs)}
                onKeep={(text) => change({ outputs: readTypes(text) })}
              />
            </fieldset>
          );
        }}
      </InPlace>
      <div>
        <Button small icon="plus" onClick={add}>
          Add a function
        </Button>
      </div>
    </section>
  );
}

const printTypes = (types: FlowFunction['inputs']): string =>
  Object.entries(types)
    .map(([name, type]) => `${name}: ${type}`)
    .join('\n');

/** Parses lines of names with types. The default type is text. */
function readTypes(text: string): Record<string, SlotType> {
  const lines = text.split('\n').map((line) => line.split(':').map((part) => part.trim()));
  return Object.fromEntries(
    lines.flatMap(([name = '', type]): [string, SlotType][] =>
      name === '' ? [] : [[name, SLOT_TYPES.find((one) => one === type) ?? 'string']],
    ),
  );
}
