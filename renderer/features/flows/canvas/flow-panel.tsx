import { useQuery } from '@tanstack/react-query';
import {
  type Flow,
  type FlowAction,
  type FlowFunction,
  SLOT_TYPES,
  type SlotType,
} from '#shared/domain/flow.ts';
import { client } from '../../../client/api.ts';
import { KeptField, KeptParts, KeptText, partsOf } from '../../../ui/inputs/kept-field.tsx';
import { KeptPrompt } from '../../lasting-runs/index.ts';
import { flowQueries } from '../flows-state.ts';
import type { EditFlow } from '../use-flow-editor.ts';

function SlotPrompt() {
  return (
    <KeptPrompt
      title="Prompt for slots"
      hint="Tells the model how to find slot values. All flows share this prompt. Dialogram adds the slots and the dialogue below it."
      of={useQuery(flowQueries.slotPrompt)}
      onSave={(text) => client.flows.saveSlotPrompt({ text })}
      onReset={() => client.flows.resetSlotPrompt()}
    />
  );
}

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
        External actions call these functions. Each input is a slot. Endpoints receive only the inputs.
      </p>
      <KeptParts
        of={functions}
        what="function"
        nameOf={({ name }) => name}
        className="flow-slot"
        onAdd={add}
        onRemove={(at) => put(`Remove the function ${functions[at]?.name}`, functions.toSpliced(at, 1))}
      >
        {(own, at) => {
          const change = (part: Partial<FlowFunction>): void =>
            put(`Change the function ${own.name}`, functions.with(at, { ...own, ...part }));
          return (
            <>
              <KeptField
                label="Name"
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
            </>
          );
        }}
      </KeptParts>
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

export function FlowPanel({ flow, edit }: { readonly flow: Flow; readonly edit: EditFlow }) {
  return (
    <section className="stack-3" aria-label="Flow settings">
      <KeptField
        label="Name"
        value={flow.name}
        hint="Dialogram compares the flow with the dialogues of the task or domain that has this name."
        onKeep={(value) => {
          const name = value.trim();
          if (name !== '') edit(`Change the name to ${name}`, (now) => ({ ...now, name }));
        }}
      />
      <KeptText
        label="Description"
        rows={2}
        value={flow.description ?? ''}
        onKeep={(description) =>
          edit('Change the description', (now) => ({ ...now, description: description.trim() || undefined }))
        }
      />
      <Actions
        flow={flow}
        edit={edit}
        of="globalActions"
        title="Global actions"
        hint="The bot says this whenever the customer says something like one of the examples."
      />
      <Actions
        flow={flow}
        edit={edit}
        of="fallbackActions"
        title="Fallback actions"
        hint="The bot says this when nothing else fits."
      />
      <KeptText
        label="Guidelines"
        value={flow.guidelines.join('\n')}
        hint="Rules that every answer must follow, one per line."
        onKeep={(value) =>
          edit('Change the guidelines', (now) => ({
            ...now,
            guidelines: partsOf(value, '\n'),
          }))
        }
      />
      <FlowFunctions flow={flow} edit={edit} />
      <SlotPrompt />
    </section>
  );
}

interface ActionsProps {
  readonly flow: Flow;
  readonly of: 'globalActions' | 'fallbackActions';
  readonly title: string;
  readonly hint: string;
  readonly edit: EditFlow;
}

function Actions({ flow, of, title, hint, edit }: ActionsProps) {
  const actions = flow[of];
  const what = title.toLowerCase().replace(/s$/, '');
  const put = (description: string, next: readonly FlowAction[]): void =>
    edit(description, (now) => ({ ...now, [of]: next }));
  const add = (): void => {
    let number = actions.length + 1;
    while (actions.some(({ id }) => id === `action_${number}`)) number++;
    put(`Add a ${what}`, [...actions, { id: `action_${number}`, message: '', examples: [] }]);
  };
  return (
    <section className="stack-2" aria-label={title}>
      <h3>{title}</h3>
      <p className="quiet small">{hint}</p>
      <KeptParts
        of={actions}
        what={what}
        nameOf={({ id }) => id}
        className="flow-slot"
        onAdd={add}
        onRemove={(at) => put(`Remove the ${what} ${actions[at]?.id}`, actions.toSpliced(at, 1))}
      >
        {(action, at) => {
          const change = (part: Partial<FlowAction>): void =>
            put(`Change the ${what} ${action.id}`, actions.with(at, { ...action, ...part }));
          return (
            <>
              <KeptText
                label="Message"
                rows={2}
                value={action.message}
                onKeep={(message) => change({ message })}
              />
              <KeptField
                label={of === 'globalActions' ? 'What customers say' : 'When to say this message'}
                value={action.examples.join(', ')}
                hint="Separate with commas."
                onKeep={(value) => change({ examples: partsOf(value, ',') })}
              />
            </>
          );
        }}
      </KeptParts>
    </section>
  );
}
