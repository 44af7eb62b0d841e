import { NOT_DONE } from '../../../domain/agent.ts';
import { Evaluation, EvaluationError } from '../language/evaluate.ts';
import { expressionsOf, type Statement, within } from '../language/syntax.ts';
import { isInstance, type Value } from '../language/values.ts';
import type { CompiledField } from './compile.ts';
import type { Draft, DraftInstance } from './draft.ts';
import { type Act, actText, type DialogueState, isQuestion, type Knowledge } from './state.ts';
import { ActingWorld, callDeclared } from './world.ts';

/** After this many repetitions, actions that trigger one another are reported as circular. */
const MOST_REPEATS = 50;
/** A reason names at most this many records. */
const MOST_CITED = 5;
const DEEPEST = 20;

/**
 * Algorithm 1 of the paper: queries, values to confirm, actions, then the first empty required field. At most one act
 * needs an answer from the user.
 */
export class Policy {
  readonly acts: Act[] = [];
  readonly reasons: string[] = [];
  readonly proposals: Extract<Act, { readonly act: 'PROPOSE' }>[];
  readonly #draft: Draft;
  readonly #knowledge: Knowledge;

  constructor(draft: Draft, said: readonly Act[], state: DialogueState, knowledge: Knowledge) {
    this.#draft = draft;
    this.#knowledge = knowledge;
    this.proposals = [...state.proposals];
    for (const act of said) this.#add(act, 'a reply to what the customer said');
    for (const text of draft.refusals)
      this.#add({ act: 'SAY', text }, 'the customer gave a value that does not fit');
  }

  run(): void {
    this.#answerQueries();
    this.#begin();
    this.#confirm();
    this.#act();
    if (this.#isFree()) this.#confirm();
    const proposal = this.#isFree() ? this.proposals.shift() : undefined;
    if (proposal) this.#add(proposal, 'proposed earlier, and nothing else is asked');
    if (this.#isFree() && !this.#draft.isHeld) this.#ask();
  }

  #isFree(): boolean {
    return !this.acts.some(isQuestion);
  }

  #add(act: Act, why: string): void {
    if (this.acts.some((one) => actText(one) === actText(act) && one.act !== 'REPORT')) return;
    if (!isQuestion(act) || this.#isFree()) {
      this.acts.push(act);
      this.reasons.push(why);
    } else if (act.act === 'PROPOSE') this.proposals.push(act);
  }

  /** Lines 4 to 11 of Algorithm 1. */
  #answerQueries(): void {
    const { queries, set } = this.#draft;
    for (const query of queries) {
      const sheet = query.worksheet === null ? undefined : set.sheets.get(query.worksheet);
      const missing = [...(sheet?.fields.values() ?? [])].find(
        ({ field }) =>
          field.kind === 'input' && field.required && (query.filters[field.name] ?? null) === null,
      );
      if (missing) {
        const ask: Act = { act: 'ASK', instance: query.name, field: missing.field.name };
        this.#add(ask, `the question has no ${missing.field.name}`);
        continue;
      }
      const { records, note } =
        query.worksheet === null
          ? this.#knowledge.search(query.text)
          : this.#knowledge.query(query.worksheet, query.filters, query.text);
      query.result = records;
      const { fills } = query;
      const held = fills ? this.#draft.instances.get(fills.instance) : undefined;
      // If several records were found, the user chooses one.
      if (fills && held && !held.left && records.length > 0)
        this.#draft.setValue(held, fills.field, records.length === 1 ? records[0]! : null, { by: 'user' });
      if (note !== null) this.#draft.note(query.name, note);
      const from = records.flatMap((record) => record.from ?? []).slice(0, MOST_CITED);
      const why = `asked of ${query.worksheet ?? 'all tables and documents'}`;
      const act = { act: 'REPORT', instance: query.name, result: records } as const;
      this.#add(act, from.length === 0 ? why : `${why}: ${from.join('; ')}`);
    }
  }

  /** Starts worksheets whose condition is met, and leaves the others. */
  #begin(): void {
    const draft = this.#draft;
    for (const compiled of draft.set.sheets.values()) {
      const { sheet, predicate, isPart, reads } = compiled;
      if (predicate === null || isPart || sheet.type !== 'worksheet') continue;
      // Before a worksheet starts, `self` has the fields that its condition uses.
      let isAsked = false;
      let holds = false;
      const own: DraftInstance[] = [];
      for (const instance of draft.instances.values()) {
        if (instance.left) continue;
        if (instance.sheet === compiled) own.push(instance);
        if (holds || !reads.every((name) => instance.sheet.fields.has(name))) continue;
        isAsked = true;
        holds = draft.holds(predicate, instance, sheet.name);
      }
      if (holds && own.length === 0) draft.create(compiled);
      else if (isAsked && !holds) for (const instance of own) if (!instance.performed) draft.leave(instance);
    }
    if (draft.instances.size > 0 || draft.queries.length > 0) return;
    const first = [...draft.set.sheets.values()].find(
      ({ sheet, predicate, isPart }) => sheet.type === 'worksheet' && predicate === null && !isPart,
    );
    if (first) draft.create(first);
  }

  /** Lines 12 to 14: asks to confirm a value that needs it, no matter when the value was given. */
  #confirm(): void {
    for (const instance of this.#byRecency()) {
      for (const part of this.#partsOf(instance)) {
        for (const one of part.sheet.fields.values()) {
          const { name, confirm } = one.field;
          const value = part.values.get(name) ?? null;
          if (!confirm || value === null || part.confirmed.has(name) || !this.#draft.isActive(part, one))
            continue;
          if (isInstance(value) && !this.#draft.isThere(value.name)) continue;
          const shown: Act = { act: 'CONFIRM', instance: part.name, field: name, value };
          this.#add(shown, `${part.name}.${name} has a value to confirm`);
        }
      }
    }
  }

  /** Repeats lines 15 to 23, because an action may fill a field that has actions itself. */
  #act(): void {
    const draft = this.#draft;
    for (let repeat = 0; ; repeat++) {
      if (repeat === MOST_REPEATS) {
        draft.note(
          'actions',
          `Actions triggered each other more than ${MOST_REPEATS} times. The remaining actions were skipped.`,
        );
        return;
      }
      const before = draft.changed.size;
      const didFields = [...draft.instances.values()].some((instance) => this.#actOnFields(instance));
      const didSheets = [...draft.instances.values()].some((instance) => this.#actOnSheet(instance));
      if (!didFields && !didSheets) return;
      if (draft.changed.size !== before) this.#begin();
    }
  }

  #actOnFields(instance: DraftInstance): boolean {
    if (instance.left || instance.failed) return false;
    for (const one of instance.sheet.fields.values()) {
      const { name, confirm } = one.field;
      if (one.actions.length === 0 || instance.done.has(name)) continue;
      const value = instance.values.get(name) ?? null;
      if (value === null || (confirm && !instance.confirmed.has(name))) continue;
      if (isInstance(value) && !this.#draft.isThere(value.name)) continue;
      if (!this.#draft.isActive(instance, one)) continue;
      instance.done.add(name);
      this.#perform(instance, one.actions, name);
      return true;
    }
    return false;
  }

  #actOnSheet(instance: DraftInstance): boolean {
    const draft = this.#draft;
    const { sheet, actions } = instance.sheet;
    if (instance.performed || sheet.type === 'db' || !draft.isComplete(instance)) return false;
    // Set before the actions run, so that changes by these actions count the next time.
    draft.setPerformed(instance, true);
    if (sheet.backend === '' || this.#callBackend(instance, sheet.backend))
      this.#perform(instance, actions, '');
    return true;
  }

  /** Reports a failed action. The actions after it do not run. */
  #fail(instance: DraftInstance, name: string): void {
    this.#draft.fail(instance);
    this.#add({ act: 'SAY', text: NOT_DONE }, `${name} failed`);
  }

  #perform(instance: DraftInstance, actions: readonly Statement[], field: string): void {
    if (actions.length === 0) return;
    const made: Act[] = [];
    const wasPerformed = instance.performed;
    const world = new ActingWorld(this.#draft, instance, made, { by: 'action', field });
    const evaluation = new Evaluation(world);
    let at = 0;
    try {
      for (; at < actions.length; at++) evaluation.run([actions[at]!]);
    } catch (error) {
      if (!(error instanceof EvaluationError)) throw error;
      const { line, column } = error.place ?? { line: 1, column: 1 };
      const place = field === '' ? instance.name : `${instance.name}.${field}`;
      this.#draft.note(place, `The action stopped at line ${line}, column ${column}: ${error.message}`);
    }
    // If a complete worksheet sets values, it stays complete.
    if (field === '' && wasPerformed) this.#draft.setPerformed(instance, true);
    const of = field === '' ? `${instance.name} is complete` : `${instance.name}.${field} was filled`;
    for (const act of made) this.#add(act, `action: ${of}`);
    const undone = this.#effectIn(actions.slice(at));
    if (undone === null) return;
    instance.done.delete(field);
    this.#fail(instance, undone);
  }

  #effectIn(statements: readonly Statement[]): string | null {
    for (const expression of expressionsOf(statements)) {
      for (const part of within(expression)) {
        if (part.kind !== 'call' || part.sign === '>') continue;
        if (this.#draft.set.functions.get(part.name)?.declared.hasEffect ?? part.sign === '@')
          return part.name;
      }
    }
    return null;
  }

  #callBackend(instance: DraftInstance, name: string): boolean {
    const declared = this.#draft.set.functions.get(name);
    if (!declared) {
      this.#draft.note(instance.name, `The function "${name}" is not declared, so nothing was called.`);
      this.#fail(instance, name);
      return false;
    }
    const named = new Map<string, Value>(
      [...instance.sheet.fields.values()]
        .filter((one) => this.#draft.isFilled(instance, one) && this.#draft.isActive(instance, one))
        .map(({ field }) => [field.name, instance.values.get(field.name) ?? null]),
    );
    try {
      instance.result = callDeclared(this.#draft, declared, { positional: [], named });
    } catch (error) {
      if (!(error instanceof EvaluationError)) throw error;
      this.#draft.note(instance.name, `"${name}" failed: ${error.message}`);
      this.#fail(instance, name);
      return false;
    }
    if (instance.result === false) {
      this.#draft.note(instance.name, `"${name}" failed: it returned False.`);
      this.#fail(instance, name);
      return false;
    }
    if (instance.result !== null)
      this.#add(
        { act: 'REPORT', instance: instance.name, result: instance.result },
        `${instance.name} is complete; answered by ${name}`,
      );
    return true;
  }

  /** Lines 24 to 28 of Algorithm 1. */
  #ask(): void {
    for (const instance of this.#byRecency()) {
      const asked = this.#firstOf(instance, 0);
      if (!asked) continue;
      const { field } = asked;
      const own = this.#draft.instances.get(asked.instance)?.sheet.fields.get(field)?.field;
      const why =
        own?.type.kind === 'confirm'
          ? 'everything is filled, and the customer has to say yes'
          : own && !own.required
            ? 'the first field without a value; the customer may skip it'
            : 'the first required field without a value';
      const since = own && own.predicate !== '' ? `; it applies because ${own.predicate}` : '';
      this.#add({ act: 'ASK', instance: asked.instance, field }, `${why}${since}`);
      return;
    }
  }

  #firstOf(
    instance: DraftInstance,
    depth: number,
  ): { readonly instance: string; readonly field: string } | null {
    if (instance.left || instance.failed || depth > DEEPEST) return null;
    const confirms: CompiledField[] = [];
    for (const one of instance.sheet.fields.values()) {
      const { name, kind, type, required, dontAsk } = one.field;
      if (kind !== 'input') continue;
      if (type.kind === 'confirm') {
        if (required || !dontAsk) confirms.push(one);
        continue;
      }
      const value = instance.values.get(name) ?? null;
      if (value === null && (dontAsk || !this.#draft.isAskedFor(instance, one))) continue;
      if (value !== null && !isInstance(value)) continue;
      if (!this.#draft.isActive(instance, one)) continue;
      const asked = this.#askedOf(instance, one, value, depth);
      if (asked) return asked;
    }
    if (instance.performed) return null;
    const confirm = confirms.find(
      (one) =>
        !instance.values.has(one.field.name) && one.field.required && this.#draft.isActive(instance, one),
    );
    return confirm && this.#hasAll(instance) ? { instance: instance.name, field: confirm.field.name } : null;
  }

  #askedOf(
    instance: DraftInstance,
    { field: { name, type } }: CompiledField,
    value: Value,
    depth: number,
  ): { readonly instance: string; readonly field: string } | null {
    const own = { instance: instance.name, field: name };
    if (value !== null) {
      const part = isInstance(value) ? this.#draft.instances.get(value.name) : undefined;
      return part && !this.#draft.isThere(part.name) ? this.#firstOf(part, depth + 1) : null;
    }
    const sheet = type.kind === 'sheet' ? this.#draft.set.sheets.get(type.name) : undefined;
    const hasInputs = [...(sheet?.fields.values() ?? [])].some(({ field }) => field.kind === 'input');
    if (!sheet || sheet.sheet.type === 'db' || !hasInputs || depth >= DEEPEST) return own;
    // A worksheet's own condition is about the instance that contains it.
    if (sheet.predicate && !this.#draft.holds(sheet.predicate, instance, sheet.sheet.name)) return null;
    return this.#firstOf(this.#draft.create(sheet, own), depth + 1);
  }

  /** Returns true if all required values exist, apart from confirmations. */
  #hasAll(instance: DraftInstance): boolean {
    return [...instance.sheet.fields.values()].every(
      (one) =>
        one.field.kind !== 'input' ||
        one.field.type.kind === 'confirm' ||
        !one.field.required ||
        !this.#draft.isActive(instance, one) ||
        this.#draft.isFilled(instance, one),
    );
  }

  /** Returns top-level instances. The one mentioned last comes first. */
  #byRecency(): readonly DraftInstance[] {
    return this.#draft.order
      .toReversed()
      .flatMap((name) => this.#draft.instances.get(name) ?? [])
      .filter(({ left, performed, failed }) => !left && !performed && !failed);
  }

  *#partsOf(instance: DraftInstance, depth = 0): Generator<DraftInstance> {
    yield instance;
    if (depth > DEEPEST) return;
    for (const name of instance.sheet.fields.keys()) {
      const part = this.#draft.partOf(instance, name);
      if (part && !part.left) yield* this.#partsOf(part, depth + 1);
    }
  }
}
