import { type CallArguments, Evaluation, EvaluationError, type World } from '../language/evaluate.ts';
import { isInstance, recordOf, type Value, wordsOf } from '../language/values.ts';
import type { CompiledFunction } from './compile.ts';
import type { Draft, DraftInstance, Setter } from './draft.ts';
import type { Act } from './state.ts';

const fail = (message: string): never => {
  throw new EvaluationError(message);
};

export class ReadingWorld implements World {
  protected readonly draft: Draft;
  protected readonly self: DraftInstance | null;

  constructor(draft: Draft, self: DraftInstance | null) {
    this.draft = draft;
    this.self = self;
  }

  name(name: string): Value | undefined {
    if (name === 'self') return this.self ? { kind: 'instance', name: this.self.name } : undefined;
    const instance = this.draft.named(name);
    if (instance) return { kind: 'instance', name: instance.name };
    const query = this.draft.queries.find((one) => one.name === name);
    if (query) return recordOf({ ...query.filters, query: query.text, result: query.result });
    if (this.draft.set.sheets.has(name)) return name;
    // An instance that has not started does not exist, and a condition may test this.
    return this.draft.sheetNamed(name) ? null : undefined;
  }

  field(instance: string, name: string): Value {
    const held = this.draft.instances.get(instance) ?? fail(`There is no instance "${instance}".`);
    if (name === 'result' && !held.sheet.fields.has(name)) return held.result;
    const compiled = this.draft.fieldOf(held, name);
    const value = held.values.get(name) ?? null;
    // While a field is inactive, its value does not exist.
    return value === null || this.draft.isActive(held, compiled) ? value : null;
  }

  isThere(instance: string): boolean {
    return this.draft.isThere(instance);
  }

  call(sign: string | null, name: string, given: CallArguments): Value | undefined {
    const declared = sign === '>' ? undefined : this.draft.set.functions.get(name);
    if (!declared) return undefined;
    if (declared.declared.hasEffect)
      fail(`A condition cannot call "${name}", because this function changes something.`);
    return callDeclared(this.draft, declared, given);
  }

  setName(name: string, _value: Value): void {
    fail(`A condition cannot set "${name}".`);
  }

  setField(_: string, name: string, _value: Value): void {
    fail(`A condition cannot set "${name}".`);
  }

  enter(instance: string, name: string): Value {
    return this.field(instance, name);
  }
}

export class ActingWorld extends ReadingWorld {
  readonly #acts: Act[];
  readonly #setter: Setter;
  readonly #names = new Map<string, Value>();

  constructor(draft: Draft, self: DraftInstance | null, acts: Act[], setter: Setter) {
    super(draft, self);
    this.#acts = acts;
    this.#setter = setter;
  }

  override name(name: string): Value | undefined {
    return this.#names.get(name) ?? super.name(name);
  }

  override call(sign: string | null, name: string, given: CallArguments): Value | undefined {
    const own = this.#own(name, given);
    if (own !== undefined) return own;
    const sheet = this.draft.set.sheets.get(name);
    if (sheet) return this.#begin(name, given);
    const declared = sign === '>' ? undefined : this.draft.set.functions.get(name);
    return declared && callDeclared(this.draft, declared, given);
  }

  #own(name: string, { positional, named }: CallArguments): Value | undefined {
    const [first = null, second = null] = positional;
    switch (name) {
      case 'say':
      case 'state_response':
      case 'no_response':
        this.#acts.push({ act: 'SAY', text: wordsOf(first ?? named.get('message') ?? '') });
        return true;
      case 'exitws': {
        if (!this.self) return fail('Only an action can leave a worksheet.');
        this.draft.leave(this.self);
        return true;
      }
      case 'propose':
        return this.#propose(first ?? named.get('worksheet') ?? null, second, named);
      case 'answer_clarification_question':
        this.#acts.push({ act: 'SAY', text: this.#clarified(wordsOf(first), wordsOf(second)) });
        return true;
      default:
        return undefined;
    }
  }

  #propose(what: Value, pairs: Value, named: ReadonlyMap<string, Value>): Value {
    const worksheet =
      what !== null && isInstance(what)
        ? this.draft.instances.get(what.name)?.sheet.sheet.name
        : wordsOf(what);
    const sheet = worksheet === undefined ? undefined : this.draft.set.sheets.get(worksheet);
    if (!sheet || worksheet === undefined)
      return fail(`There is no worksheet "${wordsOf(what)}" to propose.`);
    const given =
      pairs !== null && typeof pairs === 'object' && 'kind' in pairs && pairs.kind === 'record'
        ? pairs.entries
        : {};
    const values = Object.fromEntries(
      [...Object.entries(given), ...named].filter(
        ([name, value]) => sheet.fields.has(name) && value !== null,
      ),
    );
    this.#acts.push({ act: 'PROPOSE', worksheet, values });
    return true;
  }

  #clarified(instance: string, field: string): string {
    const held = this.draft.named(instance);
    const asked = held?.sheet.fields.get(field)?.field;
    if (!asked) return fail(`There is no field ${instance}.${field}.`);
    const options = asked.type.kind === 'enum' ? ` The choices are ${asked.type.values.join(', ')}.` : '';
    return `${asked.description}${options}`;
  }

  /** Runs `Course(course_name="CS 224C")`: finds an open instance without these values, or makes a new one. */
  #begin(name: string, { positional, named }: CallArguments): Value {
    const sheet = this.draft.set.sheets.get(name) ?? fail(`There is no worksheet "${name}".`);
    const names = [...sheet.fields.keys()];
    const given = new Map([...positional.map((value, at) => [names[at] ?? '', value] as const), ...named]);
    const instance = this.#openFor(name, given) ?? this.draft.create(sheet, this.place(name));
    for (const [field, value] of given) this.setField(instance.name, field, value);
    this.draft.touch(instance);
    return { kind: 'instance', name: instance.name };
  }

  #openFor(worksheet: string, given: ReadonlyMap<string, Value>): DraftInstance | undefined {
    return [...this.draft.instances.values()].findLast(
      ({ sheet, values, left, performed }) =>
        sheet.sheet.name === worksheet &&
        !left &&
        !performed &&
        [...given.keys()].every((name) => !values.has(name)),
    );
  }

  protected place(worksheet: string): { readonly instance: string; readonly field: string } | null {
    for (const holder of this.draft.instances.values()) {
      if (holder.left || holder.performed) continue;
      for (const one of holder.sheet.fields.values()) {
        const { type, name } = one.field;
        if (type.kind !== 'sheet' || type.name !== worksheet || holder.values.has(name)) continue;
        if (this.draft.isActive(holder, one)) return { instance: holder.name, field: name };
      }
    }
    return null;
  }

  override setName(name: string, value: Value): void {
    if (isInstance(value)) this.#names.set(name, value);
    else fail(`"${name}" does not exist. Set a field, such as main.${name}.`);
  }

  override setField(instance: string, name: string, value: Value): void {
    const held = this.draft.instances.get(instance) ?? fail(`There is no instance "${instance}".`);
    this.draft.setValue(held, name, value, this.#setter);
  }

  /** If a path goes through an empty field for a worksheet, starts the worksheet. */
  override enter(instance: string, name: string): Value {
    const held = this.draft.instances.get(instance) ?? fail(`There is no instance "${instance}".`);
    const value = held.values.get(name) ?? null;
    const { type } = this.draft.fieldOf(held, name).field;
    const sheet = type.kind === 'sheet' ? this.draft.set.sheets.get(type.name) : undefined;
    if (value !== null || !sheet || sheet.sheet.type === 'db') return value;
    const part = this.draft.create(sheet, { instance, field: name });
    return { kind: 'instance', name: part.name };
  }
}

/** A world in which only the parameters of a function exist. */
class ParameterWorld implements World {
  readonly #values: ReadonlyMap<string, Value>;

  constructor(values: ReadonlyMap<string, Value>) {
    this.#values = values;
  }

  name(name: string): Value | undefined {
    return this.#values.get(name);
  }

  field(): Value {
    return fail('A function can only use its parameters.');
  }

  isThere(): boolean {
    return true;
  }

  call(): undefined {
    return undefined;
  }

  setName(): void {
    fail('A function cannot change anything.');
  }

  setField(): void {
    fail('A function cannot change anything.');
  }

  enter(): Value {
    return this.field();
  }
}

/** Returns a function's declared answer. @throws EvaluationError if there is none for these arguments */
export function callDeclared(
  draft: Draft,
  { declared, answers }: CompiledFunction,
  { positional, named }: CallArguments,
): Value {
  const values = new Map(
    declared.parameters.map((name, at): [string, Value] => [name, named.get(name) ?? positional[at] ?? null]),
  );
  if (answers.length === 0) return draft.callOutside(declared.name, Object.fromEntries(values));
  const evaluation = new Evaluation(new ParameterWorld(values));
  const chosen = answers.find(({ when }) => when === null || evaluation.isTrue(evaluation.compute(when)));
  if (!chosen) return fail(`"${declared.name}" has no result for these values.`);
  return evaluation.compute(chosen.answer);
}
