import type { Flow, FlowAction } from '#shared/domain/flow.ts';
import { Button, IconButton } from '../../../ui/inputs/button.tsx';
import { KeptField, KeptText } from '../../../ui/inputs/kept-field.tsx';
import { InPlace } from '../../../ui/lists/in-place.tsx';
import { SlotPrompt } from '../slot-prompt.tsx';
import type { EditFlow } from '../use-flow-editor.ts';
import { FlowFunctions } from './flow-functions.tsx';

export function FlowPanel({ flow, edit }: { readonly flow: Flow; readonly edit: EditFlow }) {
  return (
    <section className="stack-3" aria-label="The whole flow">
      <KeptField
        label="Name"
        value={flow.name}
        hint="A replay uses the dialogues of the task or domain with this name."
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
        hint="Said whenever the customer says something similar to an example."
      />
      <Actions
        flow={flow}
        edit={edit}
        of="fallbackActions"
        title="Fallback actions"
        hint="Said when nothing else fits."
      />
      <KeptText
        label="Guidelines"
        value={flow.guidelines.join('\n')}
        hint="Rules for every answer, one per line."
        onKeep={(value) =>
          edit('Change the guidelines', (now) => ({
            ...now,
            guidelines: value
              .split('\n')
              .map((line) => line.trim())
              .filter(Boolean),
          }))
        }
      />
      <FlowFunctions flow={flow} edit={edit} />
      <SlotPrompt />
    </section>
  );
}

function Actions({
  flow,
  of,
  title,
  hint,
  edit,
}: {
  readonly flow: Flow;
  readonly of: 'globalActions' | 'fallbackActions';
  readonly title: string;
  readonly hint: string;
  readonly edit: EditFlow;
}) {
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
      <InPlace of={actions}>
        {(action, at) => (
          <fieldset className="stack-2 flow-slot">
            <legend className="row-1">
              {action.id}
              <IconButton
                icon="trash"
                small
                label={`Remove the ${what} ${action.id}`}
                onClick={() =>
                  put(
                    `Remove the ${what} ${action.id}`,
                    actions.filter((_, index) => index !== at),
                  )
                }
              />
            </legend>
            <KeptText
              label="Message"
              rows={2}
              value={action.message}
              onKeep={(message) =>
                put(`Change the ${what} ${action.id}`, actions.with(at, { ...action, message }))
              }
            />
            <KeptField
              label={of === 'globalActions' ? 'Said by customers' : 'Said when'}
              value={action.examples.join(', ')}
              hint="Separate with commas."
              onKeep={(value) =>
                put(
                  `Change the ${what} ${action.id}`,
                  actions.with(at, {
                    ...action,
                    examples: value
                      .split(',')
                      .map((one) => one.trim())
                      .filter(Boolean),
                  }),
                )
              }
            />
          </fieldset>
        )}
      </InPlace>
      <div>
        <Button small icon="plus" onClick={add}>
          Add a {what}
        </Button>
      </div>
    </section>
  );
}
