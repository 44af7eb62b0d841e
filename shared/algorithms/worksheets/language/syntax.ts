export interface Place {
  readonly line: number;
  readonly column: number;
}

export interface Problem extends Place {
  readonly message: string;
}

export type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>=' | 'is' | 'is not' | 'in' | 'not in';
export type Arithmetic = '+' | '-' | '*' | '/' | '//' | '%';

/** `>say` is a built-in call, `@submit` a declared one. */
export type Sign = '>' | '@' | null;

export interface Argument {
  readonly name: string | null;
  readonly value: Expression;
}

export type Expression = { readonly at: Place } & (
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
  | { readonly kind: 'text'; readonly parts: readonly (string | Expression)[] }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'attribute'; readonly of: Expression; readonly name: string }
  | { readonly kind: 'item'; readonly of: Expression; readonly index: Expression }
  | {
      readonly kind: 'call';
      readonly sign: Sign;
      readonly name: string;
      readonly arguments: readonly Argument[];
    }
  | { readonly kind: 'list'; readonly items: readonly Expression[] }
  | { readonly kind: 'record'; readonly entries: readonly (readonly [Expression, Expression])[] }
  | { readonly kind: 'not'; readonly of: Expression }
  | { readonly kind: 'minus'; readonly of: Expression }
  | { readonly kind: 'and' | 'or'; readonly of: readonly Expression[] }
  | {
      readonly kind: 'compare';
      readonly first: Expression;
      readonly rest: readonly { readonly by: Comparison; readonly to: Expression }[];
    }
  | {
      readonly kind: 'arithmetic';
      readonly by: Arithmetic;
      readonly left: Expression;
      readonly right: Expression;
    }
  | {
      readonly kind: 'choice';
      readonly test: Expression;
      readonly whenTrue: Expression;
      readonly whenFalse: Expression;
    }
);

export type Statement = { readonly at: Place } & (
  | { readonly kind: 'expression'; readonly value: Expression }
  | { readonly kind: 'assign'; readonly to: Expression; readonly value: Expression }
  | { readonly kind: 'if'; readonly branches: readonly Branch[]; readonly otherwise: readonly Statement[] }
);

export interface Branch {
  readonly test: Expression;
  readonly statements: readonly Statement[];
}

/** Returns the expressions that an expression directly consists of. */
function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'literal':
    case 'name':
      return [];
    case 'text':
      return expression.parts.filter((part) => typeof part !== 'string');
    case 'attribute':
    case 'not':
    case 'minus':
      return [expression.of];
    case 'item':
      return [expression.of, expression.index];
    case 'call':
      return expression.arguments.map(({ value }) => value);
    case 'list':
      return expression.items;
    case 'record':
      return expression.entries.flat();
    case 'and':
    case 'or':
      return expression.of;
    case 'compare':
      return [expression.first, ...expression.rest.map(({ to }) => to)];
    case 'arithmetic':
      return [expression.left, expression.right];
    case 'choice':
      return [expression.test, expression.whenTrue, expression.whenFalse];
  }
}

export function expressionsOf(statements: readonly Statement[]): readonly Expression[] {
  return statements.flatMap((statement): readonly Expression[] => {
    if (statement.kind === 'expression') return [statement.value];
    if (statement.kind === 'assign') return [statement.to, statement.value];
    return [
      ...statement.branches.flatMap(({ test, statements }) => [test, ...expressionsOf(statements)]),
      ...expressionsOf(statement.otherwise),
    ];
  });
}

export function* within(expression: Expression): Generator<Expression> {
  yield expression;
  for (const part of partsOf(expression)) yield* within(part);
}

/** Returns `self.student.name` as a list of names; null for expressions that are no path. */
export function pathOf(expression: Expression): readonly string[] | null {
  if (expression.kind === 'name') return [expression.name];
  if (expression.kind !== 'attribute') return null;
  const path = pathOf(expression.of);
  return path && [...path, expression.name];
}
