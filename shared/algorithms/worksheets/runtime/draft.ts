import { instanceName, type WorksheetField } from '../../../domain/worksheet.ts';
import { Evaluation, EvaluationError, type World } from '../language/evaluate.ts';
import type { Expression } from '../language/syntax.ts';
import { isInstance, isList, sameValue, type Value, wordsOf } from '../language/values.ts';
import { type Coercion, coerce } from './coerce.ts';
import type { CompiledField, CompiledSet, CompiledSheet } from './compile.ts';
import { refusalOf, requirementOf } from './refusal.ts';
import type { DialogueState, Instance, Note, Query } from './state.ts';

type Open<T> = { -readonly [Name in keyof T]: T[Name] };

export interface DraftInstance
  extends Open<Pick<Instance, 'performed' | 'failed' | 'result' | 'left' | 'within'>> {
  readonly name: string;
  readonly sheet: CompiledSheet;
  readonly values: Map<string, Value>;
  readonly confirmed: Set<string>;
  readonly done: Set<string>;
  readonly skipped: Set<string>;
  readonly setBy: Map<string, string>;
}

/** The answer to a function from an endpoint or a table, with a note for people. */
export interface OutsideAnswer {
  readonly value: Value;
  readonly note: string | null;
}

export type Outside = (name: string, values: Readonly<Record<string, Value>>) => OutsideAnswer;

interface Surroundings {
  readonly today: string;
  find(worksheet: string, text: string): Value;
  /** Returns the reason why a value does not meet a requirement in words; null if it does, or was not judged. */
  whyNot?(place: string, value: Value): string | null;
  readonly outside?: Outside;
}

export const judgedKey = (place: string, value: Value): string => `${place}=${wordsOf(value)}`;

export type Setter = { readonly by: 'user' } | { readonly by: 'action'; readonly field: string };

/** No real dialogue has more instances. */
const MOST_INSTANCES = 500;

/** The state of a dialogue during a turn: active fields, completeness, and the effects of changes. */
export class Draft {
  readonly set: CompiledSet;
  readonly instances = new Map<string, DraftInstance>();
  readonly order: string[];
  readonly queries: Open<Query>[];
  readonly notes: Note[] = [];
  readonly refusals: string[] = [];
  /** True until the user says what to change. The agent asks nothing else before that. */
  isHeld = false;
  readonly changed = new Set<string>();
  /** Caches whether fields are active, until something changes. */
  readonly #active = new Map<string, boolean>();
  readonly #surroundings: Surroundings;
  readonly #worldOf: (self: DraftInstance) => World;

  constructor(
    set: CompiledSet,
    state: DialogueState,
    surroundings: Surroundings,
    worldOf: (draft: Draft, self: DraftInstance) => World,
  ) {
    this.set = set;
    this.#surroundings = surroundings;
    this.#worldOf = (self) => worldOf(this, self);
    for (const { worksheet, values, confirmed, done, skipped, setBy, ...rest } of state.instances) {
      const sheet = set.sheets.get(worksheet);
      // If a worksheet was removed, its instances are removed, too.
      if (!sheet) continue;
      this.instances.set(rest.name, {
        ...rest,
        sheet,
        values: new Map(Object.entries(values)),
        confirmed: new Set(confirmed),
        done: new Set(done),
        skipped: new Set(skipped),
        setBy: new Map(Object.entries(setBy)),
      });
    }
    this.order = state.order.filter((name) => this.instances.has(name));
    this.queries = state.queries.map((query) => ({ ...query }));
  }

  note(place: string, message: string): void {
    if (!this.notes.some((note) => note.place === place && note.message === message))
      this.notes.push({ place, message });
  }

  callOutside(name: string, values: Readonly<Record<string, Value>>): Value {
    const { outside } = this.#surroundings;
    if (!outside) throw new EvaluationError(`"${name}" has no answer here.`);
    const { value, note } = outside(name, values);
    if (note !== null) this.note(name, note);
    return value;
  }

  create(sheet: CompiledSheet, within: Instance['within'] = null): DraftInstance {
    if (this.instances.size >= MOST_INSTANCES)
      throw new EvaluationError(`There are already ${MOST_INSTANCES} instances.`);
    const base = instanceName(sheet.sheet.name);
    let number = 1;
    while (this.instances.has(`${base}_${number}`)) number++;
    const instance: DraftInstance = {
      name: `${base}_${number}`,
      sheet,
      values: new Map(),
      confirmed: new Set(),
      done: new Set(),
      skipped: new Set(),
      setBy: new Map(),
      performed: false,
      failed: false,
      result: null,
      left: false,
      within,
    };
    this.instances.set(instance.name, instance);
    this.#active.clear();
    if (within)
      this.instances
        .get(within.instance)
        ?.values.set(within.field, { kind: 'instance', name: instance.name });
    else this.order.push(instance.name);
    return instance;
  }

  named(name: string): DraftInstance | undefined {
    const own = this.instances.get(name);
    if (own) return own;
    const candidates = [...this.instances.values()].filter(
      ({ sheet }) => instanceName(sheet.sheet.name) === name,
    );
    return candidates.findLast(({ left, performed }) => !left && !performed) ?? candidates.at(-1);
  }

  sheetNamed(name: string): CompiledSheet | undefined {
    for (const sheet of this.set.sheets.values()) if (instanceName(sheet.sheet.name) === name) return sheet;
    return undefined;
  }

  rootOf(instance: DraftInstance): DraftInstance {
    let at = instance;
    for (let steps = 0; at.within && steps < MOST_INSTANCES; steps++) {
      const above = this.instances.get(at.within.instance);
      if (!above) break;
      at = above;
    }
    return at;
  }

  touch(instance: DraftInstance): void {
    const root = this.rootOf(instance).name;
    const at = this.order.indexOf(root);
    if (at >= 0) this.order.splice(at, 1);
    this.order.push(root);
  }

  partOf(instance: DraftInstance, field: string): DraftInstance | undefined {
    const value = instance.values.get(field);
    return value !== undefined && isInstance(value) ? this.instances.get(value.name) : undefined;
  }

  holds(predicate: Expression | null, self: DraftInstance, place: string): boolean {
    if (predicate === null) return true;
    const evaluation = new Evaluation(this.#worldOf(self));
    try {
      return evaluation.isTrue(evaluation.compute(predicate));
    } catch (error) {
      if (!(error instanceof EvaluationError)) throw error;
      this.note(place, `The condition counts as false, because it cannot be computed: ${error.message}`);
      return false;
    }
  }

  /** Circular conditions count as active. Cached until something changes. */
  isActive(instance: DraftInstance, { field, predicate }: CompiledField): boolean {
    if (predicate === null) return true;
    const place = `${instance.name}.${field.name}`;
    const known = this.#active.get(place);
    if (known !== undefined) return known;
    this.#active.set(place, true);
    const holds = this.holds(predicate, instance, place);
    this.#active.set(place, holds);
    return holds;
  }

  setPerformed(instance: DraftInstance, performed: boolean): void {
    instance.performed = performed;
    this.#active.clear();
  }

  fail(instance: DraftInstance): void {
    instance.failed = true;
    this.setPerformed(instance, false);
  }

  leave(instance: DraftInstance): void {
    instance.left = true;
    this.#active.clear();
  }

  isFilled(instance: DraftInstance, { field }: CompiledField): boolean {
    const value = instance.values.get(field.name) ?? null;
    if (value === null || value === '') return false;
    if (field.type.kind === 'confirm') return value === true;
    if (isList(value))
      return value.length > 0 && value.every((one) => !isInstance(one) || this.isThere(one.name));
    return !isInstance(value) || this.isThere(value.name);
  }

  isThere(name: string): boolean {
    const instance = this.instances.get(name);
    if (!instance || instance.left) return false;
    return instance.performed || (instance.sheet.sheet.type !== 'worksheet' && this.isComplete(instance));
  }

  /** Returns true if all active required fields are filled, and all values that need a confirmation are confirmed. */
  isComplete(instance: DraftInstance): boolean {
    if (instance.left || instance.failed) return false;
    const fields = [...instance.sheet.fields.values()];
    if (instance.sheet.sheet.type !== 'worksheet') {
      const primary = fields.filter(({ field }) => field.isPrimary);
      if (primary.length > 0) return primary.some((one) => this.isFilled(instance, one));
    }
    let any = false;
    for (const one of fields) {
      const { field } = one;
      if (field.kind !== 'input') continue;
      const has = (instance.values.get(field.name) ?? null) !== null;
      const isPassed = instance.skipped.has(field.name);
      any ||= isPassed;
      if (!has && field.type.kind !== 'confirm' && !this.isAskedFor(instance, one)) continue;
      if (!this.isActive(instance, one)) continue;
      if (!has && !field.required && field.type.kind !== 'confirm') return false;
      // An inactive value, such as a part that is being filled, also keeps the worksheet incomplete.
      if ((field.required || has) && !this.isFilled(instance, one)) return false;
      if (field.type.kind === 'confirm' && field.required && !this.isFilled(instance, one)) return false;
      if (has && field.confirm && !instance.confirmed.has(field.name)) return false;
      any ||= has;
    }
    return any || fields.every(({ field }) => field.kind !== 'input');
  }

  /** True if an empty field has to be asked for: it is required, or optional and the user did not skip it. */
  isAskedFor(instance: DraftInstance, { field: { name, required, dontAsk } }: CompiledField): boolean {
    if (required) return true;
    return instance.sheet.sheet.type === 'worksheet' && !dontAsk && !instance.skipped.has(name);
  }

  /** Skips an optional field, or the optional worksheet that begins with it. */
  #pass(instance: DraftInstance, { name, required }: WorksheetField): void {
    if (!required) {
      instance.skipped.add(name);
      return;
    }
    const holder = instance.within && this.instances.get(instance.within.instance);
    if (!holder || !instance.within || instance.values.size > 0) return;
    const { field } = this.fieldOf(holder, instance.within.field);
    if (field.required) return;
    holder.skipped.add(field.name);
    holder.values.delete(field.name);
    this.leave(instance);
  }

  coerced(instance: DraftInstance, field: WorksheetField, value: Value): Coercion {
    return coerce(value, field.type, this.#surroundings.today, (name, given) => {
      if (isInstance(given)) {
        const part = this.instances.get(given.name);
        if (part?.sheet.sheet.name === name && part !== instance) return { ok: true, value: given };
      }
      const sheet = this.set.sheets.get(name);
      if (!sheet) return { ok: false, message: `There is no worksheet "${name}".` };
      if (typeof given === 'string' && sheet.sheet.type !== 'worksheet') {
        const found = this.#surroundings.find(name, given);
        if (found !== null) return { ok: true, value: found };
        if (sheet.sheet.type === 'type') return { ok: true, value: given };
        return { ok: false, message: `No ${name} is called "${given}".` };
      }
      if (
        sheet.sheet.type !== 'worksheet' &&
        typeof given === 'object' &&
        !isList(given) &&
        !isInstance(given)
      )
        return { ok: true, value: given };
      return { ok: false, message: `This is not a ${name}.` };
    });
  }

  /**
   * Sets a field and undoes everything that depended on it. Returns false, with a note, if the value does not fit.
   * @throws EvaluationError
   */
  setValue(instance: DraftInstance, name: string, given: Value, setter: Setter): boolean {
    const compiled = this.fieldOf(instance, name);
    const { field, validation } = compiled;
    const place = `${instance.name}.${name}`;
    if (setter.by === 'user' && field.kind !== 'input') {
      this.note(place, 'Only the agent can set this field.');
      return false;
    }
    const coerced = this.coerced(instance, field, given);
    if (!coerced.ok) {
      this.note(place, coerced.message);
      if (setter.by === 'user') this.refusals.push(coerced.message);
      return false;
    }
    const { value } = coerced;
    const why = this.#surroundings.whyNot?.(place, value) ?? null;
    if (why !== null) {
      this.note(place, `The value is not valid: ${why || field.validation}`);
      if (setter.by === 'user') this.refusals.push(refusalOf(field, value, why || field.validation));
      return false;
    }
    if (value !== null) instance.skipped.delete(name);
    else if (setter.by === 'user') this.#pass(instance, field);
    const before = instance.values.get(name) ?? null;
    if (sameValue(before, value)) {
      if (setter.by === 'action') instance.setBy.set(name, setter.field);
      return true;
    }
    this.#put(instance, name, value);
    if (validation && value !== null && !this.holds(validation, instance, place)) {
      this.#put(instance, name, before);
      this.note(place, `The value is not valid: ${field.validation}`);
      if (setter.by === 'user')
        this.refusals.push(refusalOf(field, value, requirementOf(validation) ?? field.validation));
      return false;
    }
    this.changed.add(place);
    this.#undo(instance, compiled, before !== null);
    if (setter.by === 'action') instance.setBy.set(name, setter.field);
    this.#hold(instance, name, value);
    return true;
  }

  #put(instance: DraftInstance, name: string, value: Value): void {
    if (value === null) instance.values.delete(name);
    else instance.values.set(name, value);
    this.#active.clear();
  }

  /** @throws EvaluationError */
  fieldOf(instance: DraftInstance, name: string): CompiledField {
    const compiled = instance.sheet.fields.get(name);
    if (compiled) return compiled;
    const names = [...instance.sheet.fields.keys()].slice(0, 8).join(', ');
    throw new EvaluationError(`${instance.sheet.sheet.name} has no field "${name}", only ${names}.`);
  }

  #hold(instance: DraftInstance, field: string, value: Value): void {
    for (const one of isList(value) ? value : [value]) {
      if (!isInstance(one)) continue;
      const part = this.instances.get(one.name);
      if (!part || part === this.rootOf(instance)) continue;
      part.within = { instance: instance.name, field };
      const at = this.order.indexOf(part.name);
      if (at >= 0) this.order.splice(at, 1);
    }
  }

  /**
   * Undoes what depended on a field's old value: values that its actions set, fields that are no longer active,
   * confirmations. Its actions run again.
   */
  #undo(instance: DraftInstance, { field }: CompiledField, hadValue: boolean): void {
    const { name } = field;
    this.#active.clear();
    instance.done.delete(name);
    instance.confirmed.delete(name);
    instance.setBy.delete(name);
    for (const [other, by] of [...instance.setBy]) {
      if (by !== name || other === name) continue;
      instance.values.delete(other);
      this.#undo(instance, this.fieldOf(instance, other), true);
    }
    this.#unconfirm(instance, name);
    this.#active.clear();
    if (!hadValue) return;
    for (const other of instance.sheet.fields.values()) {
      if (other.field.name === name || !other.reads.has(name)) continue;
      if (!instance.values.has(other.field.name) || this.isActive(instance, other)) continue;
      const part = this.partOf(instance, other.field.name);
      if (part) this.leave(part);
      instance.values.delete(other.field.name);
      this.#undo(instance, other, true);
    }
  }

  /** Resets confirmations and actions that used changed values, in this instance and in all that contain it. */
  #unconfirm(instance: DraftInstance, except: string): void {
    let at: DraftInstance | undefined = instance;
    for (let steps = 0; at && steps < MOST_INSTANCES; steps++) {
      for (const { field } of at.sheet.fields.values()) {
        if (field.type.kind !== 'confirm' || (at === instance && field.name === except)) continue;
        at.values.delete(field.name);
        at.done.delete(field.name);
      }
      // The actions of the worksheet have to run again.
      at.performed = false;
      at.failed = false;
      at.result = null;
      const above: DraftInstance | undefined = at.within ? this.instances.get(at.within.instance) : undefined;
      if (above && at.within) above.confirmed.delete(at.within.field);
      at = above;
    }
  }

  freeze(): Pick<DialogueState, 'instances' | 'order' | 'queries'> {
    const instances = [...this.instances.values()].map(
      ({ sheet, values, confirmed, done, skipped, setBy, ...rest }): Instance => ({
        ...rest,
        worksheet: sheet.sheet.name,
        // In the order of the worksheet, so that the order of messages does not matter.
        values: Object.fromEntries(
          [...sheet.fields.keys()].flatMap((name) =>
            values.has(name) ? [[name, values.get(name) ?? null]] : [],
          ),
        ),
        confirmed: [...sheet.fields.keys()].filter((name) => confirmed.has(name)),
        done: [...sheet.fields.keys()].filter((name) => done.has(name)),
        skipped: [...sheet.fields.keys()].filter((name) => skipped.has(name)),
        setBy: Object.fromEntries([...setBy].sort(([left], [right]) => (left < right ? -1 : 1))),
      }),
    );
    return { instances, order: [...this.order], queries: this.queries.map((query) => ({ ...query })) };
  }
}
