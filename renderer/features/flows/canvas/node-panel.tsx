import { useState } from 'react';
import { labelOf } from '#shared/algorithms/flows/drafting/merge-draft.ts';
import { NODE_KINDS, putNode, removeNode } from '#shared/algorithms/flows/edit-flow.ts';
import type { FlowReplay } from '#shared/contract/flows.ts';
import { formatAmount, formatShare } from '#shared/domain/figure-text.ts';
import {
  type Flow,
  type FlowDraft,
  type FlowNode,
  type FlowSlot,
  nodeOrigin,
  SLOT_TYPES,
} from '#shared/domain/flow.ts';
import { Button, IconButton } from '../../../ui/inputs/button.tsx';
import { SelectField } from '../../../ui/inputs/field.tsx';
import { KeptField, KeptText, partsOf } from '../../../ui/inputs/kept-field.tsx';
import { openDialog } from '../../../ui/overlays/dialog.tsx';
import { InstructionDialog } from '../../slot-instructions/index.ts';
import { changeFlows, selectNode } from '../flows-state.ts';
import { DialoguesOf, NodeReplayed } from '../history/replay-panel.tsx';
import type { EditFlow } from '../use-flow-editor.ts';
import { ConnectField, EdgeItems } from './edge-panel.tsx';
import { NodeShape } from './node-shape.tsx';

interface NodePanelProps {
  readonly flow: Flow;
  readonly draft: FlowDraft | null;
  readonly node: FlowNode;
  readonly replay: FlowReplay | null;
  readonly edit: EditFlow;
}

export function NodePanel({ flow, draft, node, replay, edit }: NodePanelProps) {
  const { id } = node;
  const put = (what: string, next: FlowNode): void =>
    edit(`${what} of node ${id}`, (now) => putNode(now, id, next));
  /** Clearing the text removes the property. */
  const text = (what: 'label' | 'comment', value: string): void => {
    const { [what]: _, ...rest } = node;
    put(`Change the ${what}`, value.trim() === '' ? rest : { ...rest, [what]: value.trim() });
  };
  return (
    <section className="stack-3" aria-label={`Node ${id}`}>
      <h3 className="row-1">
        <NodeShape type={node.type} />
        {NODE_KINDS[node.type]}
      </h3>
      <Provenance flow={flow} draft={draft} node={node} />
      {replay && <NodeReplayed node={node} replay={replay} />}
      <ById key={id} flow={flow} node={node} edit={edit} />
      <KindFields flow={flow.name} node={node} put={put} />
      <KeptField
        label="Label"
        value={node.label ?? ''}
        hint="The tag that transcripts use for this step. A replay needs this tag."
        onKeep={(value) => text('label', value)}
      />
      <KeptText
        label="Comment"
        rows={2}
        value={node.comment ?? ''}
        onKeep={(value) => text('comment', value)}
      />
      <section className="stack-2" aria-label="Transitions from here">
        <h3>Transitions from here</h3>
        <EdgeItems flow={flow} draft={draft} source={id} edit={edit} />
        <ConnectField flow={flow} source={id} edit={edit} />
      </section>
      <div className="row-2">
        <Button
          small
          disabled={flow.start === id}
          onClick={() => edit(`Start at node ${id}`, (now) => ({ ...now, start: id }))}
        >
          {flow.start === id ? 'The flow starts here' : 'Start here'}
        </Button>
        <Button
          small
          kind="quiet"
          onClick={() => {
            changeFlows({ selected: null });
            edit(`Remove node ${id}`, (now) => removeNode(now, id));
          }}
        >
          Remove node
        </Button>
      </div>
    </section>
  );
}

interface ProvenanceProps {
  readonly flow: Flow;
  readonly draft: FlowDraft | null;
  readonly node: FlowNode;
}

function Provenance({ flow, draft, node }: ProvenanceProps) {
  const drafted = draft?.nodes.find((one) => one.node.id === node.id);
  if (!draft) return null;
  if (!drafted) return <p className="quiet small">Written by hand.</p>;
  const label = labelOf(drafted.node);
  const share = formatShare(drafted.dialogues / Math.max(1, draft.dialogues));
  const text = `${share} of ${formatAmount(draft.dialogues, 'dialogue')}`;
  return (
    <div className="small">
      <p className="quiet">
        {nodeOrigin(draft, node) === 'changed'
          ? 'Drafted from dialogues, then changed by a person.'
          : 'Drafted from dialogues.'}
      </p>
      {label !== undefined && (
        <DialoguesOf flow={flow.name} labels={[label]}>
          {`Found in ${text}`}
        </DialoguesOf>
      )}
    </div>
  );
}

interface ByIdProps {
  readonly flow: Flow;
  readonly node: FlowNode;
  readonly edit: EditFlow;
}

function ById({ flow, node, edit }: ByIdProps) {
  const [error, setError] = useState<string | null>(null);
  const keep = (value: string): void => {
    const id = value.trim();
    const isTaken = flow.nodes.some((other) => other.id === id);
    setError(
      id === '' ? 'Enter an ID for the node.' : isTaken ? `Another node already has the ID ${id}.` : null,
    );
    if (id === '' || isTaken) return;
    edit(`Rename node ${node.id} to ${id}`, (now) => putNode(now, node.id, { ...node, id }));
    selectNode(id);
  };
  return <KeptField label="ID" value={node.id} error={error} onKeep={keep} />;
}

interface KindFieldsProps {
  readonly flow: string;
  readonly node: FlowNode;
  readonly put: (what: string, node: FlowNode) => void;
}

function KindFields({ flow, node, put }: KindFieldsProps) {
  if (node.type === 'external_action') {
    return (
      <>
        <KeptField
          label="Function"
          value={node.action}
          onKeep={(action) => put('Change the function', { ...node, action: nameOf(action, node.action) })}
        />
        <KeptField
          label="Query"
          value={node.query ?? ''}
          hint="If the function can do several things, say which one it should do."
          onKeep={(query) => put('Change the query', { ...node, query: query.trim() || undefined })}
        />
      </>
    );
  }
  if (node.type === 'request') return <Slots flow={flow} node={node} put={put} />;
  return (
    <>
      <KeptText
        label="Message"
        value={node.message}
        hint="To insert the value of a slot, or of a field that a function returns, write [name]."
        onKeep={(message) => put('Change the message', { ...node, message })}
      />
      {node.type === 'inform_and_confirm' && (
        <KeptField
          label="Question"
          value={node.question ?? ''}
          hint="The bot asks this after the message. The customer's yes or no decides which edge the bot takes."
          onKeep={(question) =>
            put('Change the question', { ...node, question: question.trim() || undefined })
          }
        />
      )}
    </>
  );
}

/** Returns a valid variable name (letters, digits, _), or the previous name if the text has none. */
function nameOf(typed: string, before: string): string {
  const name = typed
    .trim()
    .replaceAll(/[^A-Za-z0-9_]+/g, '_')
    .slice(0, 100);
  return /^[A-Za-z]/.test(name) ? name : before;
}

type RequestNode = Extract<FlowNode, { type: 'request' }>;

interface SlotsProps {
  readonly flow: string;
  readonly node: RequestNode;
  readonly put: (what: string, node: FlowNode) => void;
}

function Slots({ flow, node, put }: SlotsProps) {
  const slots = Object.entries(node.slots);
  const putAll = (what: string, next: readonly (readonly [string, FlowSlot])[]): void =>
    put(what, { ...node, slots: Object.fromEntries(next) });
  const add = (): void => {
    let number = slots.length + 1;
    while (`slot_${node.id}_${number}` in node.slots) number++;
    const name = `slot_${/^\w+$/.test(node.id) ? `${node.id}_` : ''}${number}`;
    putAll(`Add the slot ${name}`, [...slots, [name, { description: '', type: 'string', examples: [] }]]);
  };
  return (
    <>
      <KeptText
        label="One question for all slots"
        rows={2}
        value={node.message ?? ''}
        onKeep={(message) => put('Change the message', { ...node, message: message.trim() || undefined })}
      />
      {slots.map(([name, slot], at) => (
        <SlotFields
          key={name}
          flow={flow}
          name={name}
          slot={slot}
          onKeep={(next, what) =>
            putAll(
              `Change the slot ${name}`,
              slots.with(at, [what !== name && !(what in node.slots) ? what : name, next]),
            )
          }
          onRemove={slots.length > 1 ? () => putAll(`Remove the slot ${name}`, slots.toSpliced(at, 1)) : null}
        />
      ))}
      <div>
        <Button small icon="plus" onClick={add}>
          Add a slot
        </Button>
      </div>
    </>
  );
}

interface SlotFieldsProps {
  readonly flow: string;
  readonly name: string;
  readonly slot: FlowSlot;
  readonly onKeep: (slot: FlowSlot, name: string) => void;
  readonly onRemove: (() => void) | null;
}

function SlotFields({ flow, name, slot, onKeep, onRemove }: SlotFieldsProps) {
  const optional = (what: 'message' | 'rule' | 'label', value: string): void => {
    const { [what]: _, ...rest } = slot;
    onKeep(value.trim() === '' ? rest : { ...rest, [what]: value.trim() }, name);
  };
  return (
    <fieldset className="stack-2 flow-slot">
      <legend className="row-1">
        Slot {name}
        {onRemove && <IconButton icon="trash" small label={`Remove the slot ${name}`} onClick={onRemove} />}
      </legend>
      <KeptField label="Name" value={name} onKeep={(value) => onKeep(slot, nameOf(value, name))} />
      <KeptText
        label="Question"
        rows={2}
        value={slot.message ?? ''}
        onKeep={(value) => optional('message', value)}
      />
      <KeptField
        label="Description"
        value={slot.description}
        onKeep={(description) => onKeep({ ...slot, description }, name)}
      />
      <div>
        <Button small onClick={() => openDialog(InstructionDialog, { flow, slot: name })}>
          Improve the description…
        </Button>
      </div>
      <SelectField
        label="Type"
        value={slot.type}
        options={SLOT_TYPES.map((type) => ({ value: type, label: type }))}
        onChange={(type) => onKeep({ ...slot, type }, name)}
      />
      <KeptField
        label={slot.type === 'categorical' ? 'Allowed values' : 'Examples'}
        value={slot.examples.join(', ')}
        hint="Separate with commas."
        onKeep={(value) => onKeep({ ...slot, examples: partsOf(value, ',') }, name)}
      />
      <KeptField
        label="Ask only if"
        value={slot.rule ?? ''}
        hint="Say in plain words when to ask. If this field is empty, the bot always asks. If you write “optional”, the bot never asks but accepts a value."
        onKeep={(value) => optional('rule', value)}
      />
    </fieldset>
  );
}
