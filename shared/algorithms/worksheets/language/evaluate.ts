import { BUILT_IN } from './built-in.ts';
import type { Arithmetic, Comparison, Expression, Place, Statement } from './syntax.ts';
import { isInstance, isList, isRecord, recordOf, sameValue, sortOf, type Value, wordsOf } from './values.ts';

/** Thrown for an expression that cannot be computed, the only way in which this language fails. */
export class EvaluationError extends Error {
  override readonly name = 'EvaluationError';
  place: Place | null = null;
}

export interface CallArguments {
  readonly positional: readonly Value[];
  readonly named: ReadonlyMap<string, Value>;
}

export interface World {
  name(name: string): Value | undefined;
  field(instance: string, name: string): Value;
  isThere(instance: string): boolean;
  /** Returns undefined for an undeclared function. @throws EvaluationError */
  call(sign: string | null, name: string, given: CallArguments): Value | undefined;
  setName(name: string, value: Value): void;
  setField(instance: string, name: string, value: Value): void;
  /** Returns the value of a field in the middle of a path. If the field is empty, creates the value if possible. */
  enter(instance: string, name: string): Value;
}

const MOST_STEPS = 10_000;
const DEEPEST = 200;
const LONGEST_TEXT = 20_000;
const LONGEST_LIST = 10_000;

const fail = (message: string): never => {
  throw new EvaluationError(message);
};

export class Evaluation {
  readonly #world: World;
  #steps = 0;
  #depth = 0;

  constructor(world: World) {
    this.#world = world;
  }

  /** @throws EvaluationError with the place of the fault */
  run(statements: readonly Statement[]): void {
    for (const statement of statements) {
      if (statement.kind === 'expression') this.compute(statement.value);
      else if (statement.kind === 'assign') this.#assign(statement.to, this.compute(statement.value));
      else {
        const branch = statement.branches.find(({ test }) => this.isTrue(this.compute(test)));
        this.run(branch ? branch.statements : statement.otherwise);
      }
    }
  }

  compute(expression: Expression): Value {
    if (++this.#steps > MOST_STEPS)
      fail(`Computing this takes more than ${MOST_STEPS} steps. Make the expression simpler.`);
    if (++this.#depth > DEEPEST)
      fail(`This is more than ${DEEPEST} levels deep. Make the expression simpler.`);
    try {
      return this.#computed(expression);
    } catch (error) {
      if (error instanceof EvaluationError) error.place ??= expression.at;
      throw error;
    } finally {
      this.#depth--;
    }
  }

  isTrue(value: Value): boolean {
    if (isList(value)) return value.length > 0;
    if (isInstance(value)) return this.#world.isThere(value.name);
    if (isRecord(value)) return Object.keys(value.entries).length > 0;
    return Boolean(value);
  }

  #computed(expression: Expression): Value {
    switch (expression.kind) {
      case 'literal':
        return expression.value;
      case 'text':
        return bounded(
          expression.parts
            .map((part) => (typeof part === 'string' ? part : wordsOf(this.compute(part))))
            .join(''),
        );
      case 'name':
        return this.#world.name(expression.name) ?? this.#unknown(expression.name);
      case 'attribute':
        return this.#attribute(this.compute(expression.of), expression.name);
      case 'item':
        return itemOf(this.compute(expression.of), this.compute(expression.index));
      case 'call':
        return this.#call(expression);
      case 'list':
        return expression.items.map((item) => this.compute(item));
      case 'record':
        return recordOf(
          Object.fromEntries(
            expression.entries.map(([key, value]) => [wordsOf(this.compute(key)), this.compute(value)]),
          ),
        );
      case 'not':
        return !this.isTrue(this.compute(expression.of));
      case 'minus': {
        const value = this.compute(expression.of);
        return typeof value === 'number' ? -value : fail(`${sortOf(value)} cannot be negative.`);
      }
      case 'and':
      case 'or': {
        let last: Value = null;
        for (const part of expression.of) {
          last = this.compute(part);
          if (this.isTrue(last) === (expression.kind === 'or')) break;
        }
        return last;
      }
      case 'compare':
        return this.#compare(expression.first, expression.rest);
      case 'arithmetic':
        return combine(expression.by, this.compute(expression.left), this.compute(expression.right));
      case 'choice':
        return this.compute(
          this.isTrue(this.compute(expression.test)) ? expression.whenTrue : expression.whenFalse,
        );
    }
  }

  #unknown(name: string): Value {
    if (this.#world.name(name) === null) return null;
    return fail(`There is no "${name}". Write the name of a worksheet, an instance or "self".`);
  }

  #attribute(of: Value, name: string): Value {
    if (isInstance(of)) return this.#world.field(of.name, name);
    // In the package, `value` unwraps a field's value. Here, values are not wrapped.
    if (name === 'value') return of;
    if (isRecord(of)) {
      if (Object.hasOwn(of.entries, name)) return of.entries[name]!;
      fail(`The record has no "${name}", only ${Object.keys(of.entries).join(', ') || 'nothing'}.`);
    }
    if (of === null) return null;
    return fail(`${sortOf(of)} has no "${name}".`);
  }

  #call({ sign, name, arguments: given }: Expression & { readonly kind: 'call' }): Value {
    if (name === '') fail('Only functions can be called. Write the name of a function.');
    const named = new Map<string, Value>();
    const positional: Value[] = [];
    for (const one of given) {
      const value = this.compute(one.value);
      if (one.name === null) positional.push(value);
      else named.set(one.name, value);
    }
    const answer = this.#world.call(sign, name, { positional, named });
    if (answer !== undefined) return answer;
    const builtIn = Object.hasOwn(BUILT_IN, name) ? BUILT_IN[name] : undefined;
    if (!builtIn || sign !== null)
      return fail(
        `There is no function "${name.replace(/^\./, '')}". Declare the function or correct its name.`,
      );
    const result = builtIn(positional, (value) => this.isTrue(value));
    return result === undefined
      ? fail(`"${name}" cannot be called with ${positional.map(sortOf).join(', ') || 'nothing'}.`)
      : result;
  }

  #compare(first: Expression, rest: readonly { readonly by: Comparison; readonly to: Expression }[]): Value {
    let left = this.compute(first);
    for (const { by, to } of rest) {
      const right = this.compute(to);
      if (!this.#holds(left, by, right)) return false;
      left = right;
    }
    return true;
  }

  #holds(left: Value, by: Comparison, right: Value): boolean {
    switch (by) {
      case '==':
      case 'is':
        return this.#same(left, right);
      case '!=':
      case 'is not':
        return !this.#same(left, right);
      case 'in':
      case 'not in':
        return isWithin(left, right) === (by === 'in');
    }
    if (typeof left !== typeof right || (typeof left !== 'number' && typeof left !== 'string'))
      return fail(`${sortOf(left)} and ${sortOf(right)} cannot be compared with < or >.`);
    const to = right as typeof left;
    if (by === '<') return left < to;
    if (by === '<=') return left <= to;
    return by === '>' ? left > to : left >= to;
  }

  #same(left: Value, right: Value): boolean {
    if (right === null && isInstance(left)) return !this.#world.isThere(left.name);
    if (left === null && isInstance(right)) return !this.#world.isThere(right.name);
    return sameValue(left, right);
  }

  #assign(to: Expression, value: Value): void {
    const target = to.kind === 'attribute' && to.name === 'value' && to.of.kind === 'attribute' ? to.of : to;
    try {
      if (target.kind === 'name') this.#world.setName(target.name, value);
      else if (target.kind === 'attribute') {
        const holder = this.#entered(target.of);
        if (isInstance(holder)) this.#world.setField(holder.name, target.name, value);
        else fail(`${sortOf(holder)} has no fields to assign a value to.`);
      } else fail('You can only assign a value to a name or a field.');
    } catch (error) {
      if (error instanceof EvaluationError) error.place ??= to.at;
      throw error;
    }
  }

  #entered(path: Expression): Value {
    if (path.kind !== 'attribute') return this.compute(path);
    const holder = this.#entered(path.of);
    return isInstance(holder)
      ? this.#world.enter(holder.name, path.name)
      : this.#attribute(holder, path.name);
  }
}

const bounded = (text: string): string =>
  text.length <= LONGEST_TEXT ? text : fail(`A text of more than ${LONGEST_TEXT} characters is too long.`);

function itemOf(of: Value, index: Value): Value {
  if (isRecord(of)) {
    const name = wordsOf(index);
    return Object.hasOwn(of.entries, name) ? of.entries[name]! : fail(`The record has no "${name}".`);
  }
  if (typeof index !== 'number' || (!isList(of) && typeof of !== 'string'))
    return fail(`${sortOf(of)} has no item ${wordsOf(index)}.`);
  return of.at(index) ?? fail(`There is no item ${index} in a list of ${of.length}.`);
}

function isWithin(left: Value, right: Value): boolean {
  if (isList(right)) return right.some((one) => sameValue(one, left));
  if (isRecord(right)) return typeof left === 'string' && Object.hasOwn(right.entries, left);
  if (typeof right === 'string' && typeof left === 'string') return right.includes(left);
  return fail(`${sortOf(right)} cannot contain anything.`);
}

function combine(by: Arithmetic, left: Value, right: Value): Value {
  if (by === '+' && typeof left === 'string' && typeof right === 'string') return bounded(left + right);
  if (by === '+' && isList(left) && isList(right)) {
    const all = [...left, ...right];
    return all.length <= LONGEST_LIST ? all : fail(`A list of more than ${LONGEST_LIST} items is too long.`);
  }
  if (typeof left !== 'number' || typeof right !== 'number')
    return fail(`${sortOf(left)} ${by} ${sortOf(right)} cannot be computed.`);
  if (right === 0 && (by === '/' || by === '//' || by === '%')) return fail('You cannot divide by 0.');
  switch (by) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return left / right;
    case '//':
      return Math.floor(left / right);
    case '%':
      return left - right * Math.floor(left / right);
  }
}
