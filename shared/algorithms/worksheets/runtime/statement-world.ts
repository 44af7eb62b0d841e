import { type CallArguments, EvaluationError } from '../language/evaluate.ts';
import { type InstanceValue, isInstance, type Value, wordsOf } from '../language/values.ts';
import type { Draft } from './draft.ts';
import { notUnderstood } from './refusal.ts';
import type { Act, DialogueState } from './state.ts';
import { ActingWorld } from './world.ts';

/** The answers to messages that give no value, by the argument of `unclear`. */
const UNCLEAR: Readonly<Record<string, string>> = {
  needed: 'I cannot continue without that. Say "cancel" to stop.',
  person: 'I cannot connect you to a person here. Say "cancel" to stop.',
};

export class StatementWorld extends ActingWorld {
  readonly #state: DialogueState;
  /** Confirmations are applied after the turn's values, because they confirm the values that the user was shown. */
  readonly #confirmations: { readonly instance: string; readonly field: string }[] = [];
  #questions = 0;
  readonly #told: Act[];

  constructor(draft: Draft, state: DialogueState, acts: Act[]) {
    super(draft, null, acts, { by: 'user' });
    this.#told = acts;
    this.#state = state;
  }

  override call(sign: string | null, name: string, given: CallArguments): Value | undefined {
    const { positional, named } = given;
    if (name === 'answer' || name === 'Answer') {
      this.#ask(null, wordsOf(positional[0] ?? named.get('query') ?? ''), {});
      return null;
    }
    if (name === 'accept') return this.#accept();
    if (name === 'confirm') return this.#confirm();
    if (name === 'cancel') return this.#cancel();
    if (name === 'leave') return this.#leave();
    if (name === 'unclear') return this.#unclear(positional[0]);
    if (name === 'retry') return this.#retry();
    const sheet = this.draft.set.sheets.get(name);
    if (sheet?.sheet.type === 'db') {
      const { query, ...filters } = Object.fromEntries(named);
      const places = [...sheet.fields.keys()].filter(
        (field) => sheet.fields.get(field)?.field.kind === 'input',
      );
      for (const [at, value] of positional.entries()) if (places[at]) filters[places[at]] = value;
      for (const field of Object.keys(filters))
        if (!sheet.fields.has(field)) throw new EvaluationError(`${name} has no field "${field}".`);
      return this.#ask(name, wordsOf(query ?? ''), filters);
    }
    if (this.draft.set.functions.has(name))
      throw new EvaluationError(`Only actions can call "${name}". A customer's message cannot.`);
    if (name === 'say' || name === 'propose' || name === 'exitws')
      throw new EvaluationError(`Only actions can call "${name}". A customer's message cannot.`);
    return super.call(sign, name, given);
  }

  /** Adds a question to a table or document. @returns the question, so that it can become the value of a field */
  #ask(worksheet: string | null, text: string, filters: Readonly<Record<string, Value>>): InstanceValue {
    this.#questions++;
    const name = this.#questions === 1 ? 'answer' : `answer_${this.#questions}`;
    const { queries } = this.draft;
    // If a question to a table is repeated before its answer, it stays the same question.
    const waiting = queries.find((query) => query.worksheet === worksheet && query.result === null);
    if (waiting)
      Object.assign(waiting, { text: text || waiting.text, filters: { ...waiting.filters, ...filters } });
    else queries.push({ name, worksheet, text, filters, fills: null, result: null });
    return { kind: 'instance', name: waiting?.name ?? name };
  }

  #questionNamed(name: string) {
    return this.draft.queries.find((query) => query.name === name && query.result === null);
  }

  #accept(): Value {
    const { asked } = this.#state;
    if (asked?.act !== 'PROPOSE') {
      this.draft.note('statements', 'The customer accepted, but nothing was proposed.');
      return null;
    }
    return (
      super.call(null, asked.worksheet, { positional: [], named: new Map(Object.entries(asked.values)) }) ??
      null
    );
  }

  #cancel(): Value {
    const text = this.#leftOpen() ? 'Canceled. Nothing was done.' : 'There is nothing to cancel.';
    this.#told.push({ act: 'SAY', text });
    return null;
  }

  #leave(): Value {
    const text = this.#leftOpen() ? 'Nothing was done. Goodbye.' : 'Goodbye.';
    this.#told.push({ act: 'SAY', text });
    return null;
  }

  #leftOpen(): boolean {
    const { instances, order, queries } = this.draft;
    const open = order.findLast((name) => {
      const { left, performed } = instances.get(name) ?? { left: true, performed: true };
      return !left && !performed;
    });
    queries.splice(0);
    if (open) this.draft.leave(instances.get(open)!);
    return open !== undefined;
  }

  /** Tries everything again that failed. */
  #retry(): Value {
    for (const instance of this.draft.instances.values()) instance.failed = false;
    return null;
  }

  /** Repeats the last question, because the message is unclear or the user does not know a required value. */
  #unclear(why: Value | undefined): Value {
    const known = typeof why === 'string' && Object.hasOwn(UNCLEAR, why) ? UNCLEAR[why] : undefined;
    const text = known ?? notUnderstood(this.draft.set, this.#state);
    this.#told.push({ act: 'SAY', text });
    if (this.#state.asked?.act === 'PROPOSE') this.#told.push(this.#state.asked);
    return null;
  }

  #confirm(): Value {
    const { asked } = this.#state;
    if (asked?.act === 'CONFIRM') this.#confirmations.push(asked);
    else this.draft.note('statements', 'The customer confirmed, but there was nothing to confirm.');
    return null;
  }

  override setName(name: string, value: Value): void {
    // `answer = answer("…")` is how the paper's parser writes a question.
    if (value === null) return;
    super.setName(name, value);
  }

  override name(name: string): Value | undefined {
    // The missing parts of a question are set like fields.
    if (this.#questionNamed(name)) return { kind: 'instance', name };
    // If a worksheet is mentioned, it starts, even if the user left it before.
    const held = this.draft.named(name);
    const sheet = this.draft.sheetNamed(name);
    if (sheet?.sheet.type === 'worksheet' && (!held || (held.left && !held.within)))
      return {
        kind: 'instance',
        name: this.draft.create(sheet, held ? null : this.place(sheet.sheet.name)).name,
      };
    return super.name(name);
  }

  override setField(instance: string, name: string, value: Value): void {
    const query = this.draft.queries.find((one) => one.name === instance);
    if (query) {
      query.filters = { ...query.filters, [name]: value };
      return;
    }
    const held = this.draft.instances.get(instance);
    const field = held?.sheet.fields.get(name)?.field;
    const question = value !== null && isInstance(value) ? this.#questionNamed(value.name) : undefined;
    if (held && field && question) {
      if (field.type.kind !== 'sheet' || field.type.name !== question.worksheet)
        throw new EvaluationError(
          `${instance}.${name} cannot be set to ${question.worksheet ?? 'an answer'}.`,
        );
      question.fills = { instance, field: name };
      this.draft.touch(held);
      return;
    }
    if (held && field) {
      const { asked } = this.#state;
      const isAsked = asked?.act === 'ASK' && asked.instance === instance && asked.field === name;
      if (field.type.kind === 'confirm') {
        const coerced = this.draft.coerced(held, field, value);
        if (coerced.ok && coerced.value === true) {
          if (isAsked) this.#confirmations.push({ instance, field: name });
          else
            this.draft.note(
              `${instance}.${name}`,
              'The answer was ignored, because there was nothing to confirm.',
            );
          return;
        }
        if (coerced.ok && coerced.value === false && field.actions === '') {
          this.#told.push({
            act: 'SAY',
            text: 'Nothing was done. What should I change? Say "cancel" to stop.',
          });
          this.draft.isHeld = true;
          return;
        }
      }
      // If the user repeats the shown value, this confirms it.
      if (asked?.act === 'CONFIRM' && asked.instance === instance && asked.field === name) {
        const coerced = this.draft.coerced(held, field, value);
        if (coerced.ok && wordsOf(coerced.value) === wordsOf(asked.value)) this.#confirmations.push(asked);
      }
      this.draft.touch(held);
    }
    super.setField(instance, name, value);
  }

  /** Applies the confirmations. A confirmation does not count if its value has changed in the same turn. */
  finish(): void {
    for (const { instance, field } of this.#confirmations) {
      const held = this.draft.instances.get(instance);
      const compiled = held?.sheet.fields.get(field);
      if (!held || !compiled || held.left) continue;
      const place = `${instance}.${field}`;
      const isWhole = compiled.field.type.kind === 'confirm';
      const inQuestion = isWhole ? this.#within(instance) : [place];
      if (
        [...this.draft.changed].some((changed) =>
          inQuestion.some((one) => changed === one || changed.startsWith(`${one}.`)),
        )
      ) {
        this.draft.note(place, 'Something changed in the same turn, so the customer has to confirm again.');
        continue;
      }
      if (isWhole) this.draft.setValue(held, field, true, { by: 'user' });
      else held.confirmed.add(field);
      this.draft.touch(held);
    }
  }

  #within(name: string, depth = 0): readonly string[] {
    const held = this.draft.instances.get(name);
    if (!held || depth > 20) return [name];
    return [
      name,
      ...[...held.values.values()].flatMap((value) =>
        isInstance(value) ? this.#within(value.name, depth + 1) : [],
      ),
    ];
  }
}
