import {
  FLOW_VERSION,
  type Flow,
  type FlowEdge,
  type FlowFunction,
  type FlowNode,
  type FlowSlot,
  type SlotType,
} from '../../domain/flow.ts';
import type { FieldType, Worksheet, WorksheetField, WorksheetSet } from '../../domain/worksheet.ts';
import type { LostPart } from './worksheets-of-flow.ts';

const TYPES: Readonly<Record<Exclude<FieldType['kind'], 'sheet'>, SlotType>> = {
  str: 'string',
  int: 'integer',
  float: 'number',
  bool: 'boolean',
  date: 'date',
  time: 'time',
  confirm: 'boolean',
  enum: 'categorical',
  list: 'string',
};

/** If worksheets are nested more deeply than this, they are reported as circular. */
const DEEPEST = 20;

export function flowOfWorksheets(name: string, { worksheets, functions }: WorksheetSet) {
  const builder = new Builder(worksheets);
  const parts = new Set(worksheets.flatMap(({ fields }) => fields.flatMap(({ type }) => partOf(type))));
  const tasks = worksheets.filter((sheet) => sheet.type === 'worksheet' && !parts.has(sheet.name));
  const [task, ...others] = tasks;
  for (const other of others)
    builder.lose(other.name, 'A flow can contain only one task, so this second task is left out.');
  if (task) builder.task(task);
  const { nodes, edges, lost, slots } = builder;
  const called: FlowFunction[] = functions
    .filter(({ name: own }) => own === task?.backend)
    .map(({ name: own, description, parameters }) => ({
      name: own,
      ...(description === '' ? {} : { description }),
      inputs: Object.fromEntries(
        parameters.flatMap((parameter): [string, SlotType][] => {
          const type = slots.get(parameter);
          return type ? [[parameter, type]] : [];
        }),
      ),
      outputs: {},
    }));
  for (const declared of functions)
    for (const { answer } of declared.answers)
      builder.lose(declared.name, `This answer from the function is left out: ${answer}`);
  const flow: Flow = {
    chief: FLOW_VERSION,
    name,
    ...(nodes[0] ? { start: nodes[0].id } : {}),
    nodes,
    edges,
    globalActions: [],
    fallbackActions: [{ id: 'not_understood', message: 'Sorry, I did not understand that.', examples: [] }],
    functions: called,
    guidelines: [],
  };
  return { flow, lost: lost as readonly LostPart[] };
}

const partOf = (type: FieldType): readonly string[] =>
  type.kind === 'sheet' ? [type.name] : type.kind === 'list' ? partOf(type.of) : [];

type NewNode = FlowNode extends infer Node ? (Node extends FlowNode ? Omit<Node, 'id'> : never) : never;

interface Tail {
  readonly source: string;
  readonly condition?: string;
}

/** The part of a field's condition that an edge can express. */
interface Branch {
  readonly field: string;
  readonly value: string;
}

class Builder {
  readonly nodes: FlowNode[] = [];
  readonly edges: FlowEdge[] = [];
  readonly lost: LostPart[] = [];
  readonly slots = new Map<string, SlotType>();
  readonly #sheets: ReadonlyMap<string, Worksheet>;
  #tails: readonly Tail[] = [];
  readonly #askedAt = new Map<string, string>();
  readonly #decisive: ReadonlySet<string>;

  constructor(worksheets: readonly Worksheet[]) {
    const fields = worksheets.flatMap((sheet) => sheet.fields);
    this.#decisive = new Set(fields.flatMap(({ predicate }) => branchOf(predicate)?.field ?? []));
    this.#sheets = new Map(worksheets.map((sheet) => [sheet.name, sheet]));
  }

  lose(place: string, message: string): void {
    this.lost.push({ place, message });
  }

  task(sheet: Worksheet): void {
    if (sheet.predicate !== '')
      this.lose(sheet.name, `The task always begins, so the condition ${sheet.predicate} is ignored.`);
    this.#fields(sheet, 0);
    const confirm = sheet.fields.find(({ type, required }) => type.kind === 'confirm' && required);
    if (confirm) {
      const named = [...this.slots.keys()]
        .map((slot) => `${slot.replaceAll('_', ' ')}: [${slot}]`)
        .join(', ');
      const node = this.#add({
        type: 'inform_and_confirm',
        message: `This is what I have: ${named}.`,
        question: confirm.description || 'Shall I go ahead?',
      });
      const refused = this.#said(confirm.actions)[0];
      if (refused !== undefined) {
        const no = this.#id();
        this.nodes.push({ id: no, type: 'inform', message: refused });
        this.edges.push({ source: node, target: no, condition: 'no' });
      }
      this.#tails = [{ source: node, condition: 'yes' }];
    }
    if (sheet.backend !== '') this.#add({ type: 'external_action', action: sheet.backend });
    const messages = this.#said(sheet.actions);
    this.#others(sheet.name, sheet.actions);
    for (const message of messages) this.#add({ type: 'inform', message });
  }

  #id(): string {
    return String(this.nodes.length + 1);
  }

  #add(node: NewNode): string {
    const id = this.#id();
    this.nodes.push({ id, ...node });
    for (const { source, condition } of this.#tails)
      this.edges.push({ source, target: id, ...(condition === undefined ? {} : { condition }) });
    this.#tails = [{ source: id }];
    return id;
  }

  /** Adjacent fields without a condition become one request. Fields that depend on the same value become branches. */
  #fields(sheet: Worksheet, depth: number): void {
    if (depth > DEEPEST) {
      this.lose(sheet.name, 'These worksheets contain each other. The inner ones are left out.');
      return;
    }
    let before: { readonly field: string; readonly from: readonly Tail[]; ends: readonly Tail[] } | null =
      null;
    for (const field of sheet.fields) {
      if (field.type.kind === 'confirm') continue;
      if (field.kind !== 'input') {
        this.lose(
          `${sheet.name}.${field.name}`,
          'Only actions set this field, so the customer is not asked for it.',
        );
        continue;
      }
      const branch = branchOf(field.predicate);
      if (!branch) {
        if (before) this.#tails = [...before.ends, ...before.from];
        before = null;
        if (field.predicate !== '')
          this.lose(
            `${sheet.name}.${field.name}`,
            `The flow always asks for this field and ignores the condition ${field.predicate}.`,
          );
        this.#field(sheet, field, depth);
        continue;
      }
      const siblings: { readonly field: string; readonly from: readonly Tail[]; ends: readonly Tail[] } =
        before?.field === branch.field
          ? before
          : { field: branch.field, from: this.#closed(before), ends: [] };
      if (!siblings.from.some(({ source }) => source === this.#askedAt.get(branch.field)))
        this.lose(
          `${sheet.name}.${field.name}`,
          `Only the customer's last message decides whether ${branch.field} is ${branch.value}.`,
        );
      // A condition goes to edges that have none.
      this.#tails = siblings.from.map(({ source, condition }) => ({
        source,
        condition: condition ?? branch.value,
      }));
      const count = this.nodes.length;
      this.#field(sheet, field, depth, true);
      if (this.nodes.length > count) siblings.ends = [...siblings.ends, ...this.#tails];
      before = siblings;
    }
    if (before) this.#tails = [...before.ends, ...before.from];
  }

  #closed(
    before: { readonly from: readonly Tail[]; readonly ends: readonly Tail[] } | null,
  ): readonly Tail[] {
    return before ? [...before.ends, ...before.from] : this.#tails;
  }

  #field(sheet: Worksheet, field: WorksheetField, depth: number, isBranch = false): void {
    const place = `${sheet.name}.${field.name}`;
    if (field.validation !== '')
      this.lose(place, `The flow accepts every value. This check is left out: ${field.validation}`);
    this.#others(place, field.actions);
    const within = field.type.kind === 'sheet' ? this.#sheets.get(field.type.name) : undefined;
    if (within && within.type !== 'db') {
      this.#fields(within, depth + 1);
      if (within.backend !== '')
        this.lose(within.name, `${within.backend} is not called, because it is part of a task.`);
      return;
    }
    if (within)
      this.lose(
        place,
        `The customer is asked for a name. The flow does not look the name up in ${within.name}.`,
      );
    const slot = this.#slotOf(field);
    const name = this.slots.has(field.name) ? `${sheet.name.toLowerCase()}_${field.name}` : field.name;
    this.slots.set(name, slot.type);
    const last = this.nodes.at(-1);
    const [tail] = this.#tails;
    // A request includes the following fields that have no condition.
    if (
      !isBranch &&
      last?.type === 'request' &&
      this.#tails.length === 1 &&
      tail?.source === last.id &&
      tail.condition === undefined &&
      !this.#endsRequest(last)
    ) {
      this.nodes[this.nodes.length - 1] = { ...last, slots: { ...last.slots, [name]: slot } };
    } else this.#add({ type: 'request', slots: { [name]: slot } });
    const back = this.nodes.at(-1)!.id;
    this.#askedAt.set(field.name, back);
    if (field.confirm) {
      const asked = this.#add({
        type: 'inform_and_confirm',
        message: `I have [${name}] as the ${name.replaceAll('_', ' ')}.`,
        question: 'Is that right?',
      });
      this.edges.push({ source: asked, target: back, condition: 'no' });
      this.#tails = [{ source: asked, condition: 'yes' }];
    }
    for (const message of this.#said(field.actions)) this.#add({ type: 'inform', message });
  }

  #endsRequest({ slots }: Extract<FlowNode, { readonly type: 'request' }>): boolean {
    return Object.keys(slots).some((slot) => this.#decisive.has(slot));
  }

  #slotOf({ description, type, required, dontAsk }: WorksheetField): FlowSlot {
    const isQuestion = description.endsWith('?');
    return {
      description,
      type: type.kind === 'sheet' ? 'name' : TYPES[type.kind],
      examples: type.kind === 'enum' ? type.values : [],
      ...(dontAsk || !required ? { rule: 'optional' } : {}),
      ...(isQuestion ? { message: description } : {}),
    };
  }

  #said(actions: string): readonly string[] {
    return [...actions.matchAll(/>\s*say\(\s*f?("(?:[^"\\]|\\.)*")\s*\)/g)].flatMap(([, text]) => {
      try {
        const message = String(JSON.parse(text!));
        return [
          message.replaceAll(/\{self\.([\w.]+)\}/g, (_, path: string) => `[${path.split('.').at(-1)}]`),
        ];
      } catch {
        return [];
      }
    });
  }

  #others(place: string, actions: string): void {
    for (const line of actions.split('\n')) {
      const text = line.trim();
      if (text !== '' && !/^>\s*say\(/.test(text)) this.lose(place, `This action is left out: ${text}`);
    }
  }
}

/** Parses `self.topic == "Bill"`; null for any other condition. */
function branchOf(predicate: string): Branch | null {
  const found = /^self\.(\w+)\s*==\s*(?:"([^"\\]*)"|'([^'\\]*)'|(True|False))$/.exec(predicate.trim());
  if (!found) return null;
  const [, field = '', double, single, truth] = found;
  return { field, value: double ?? single ?? (truth === 'True' ? 'yes' : 'no') };
}
