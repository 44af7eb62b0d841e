// biome-ignore-all lint/correctness/noComponentHookFactories: ALT is an alternative of the grammar, no component.
import { type IToken, type ParserMethod, type TokenType, tokenMatcher } from 'chevrotain';
import { Grammar, placeOf } from '../../grammars/grammar.ts';
import type {
  Argument,
  Arithmetic,
  Branch,
  Comparison,
  Expression,
  Place,
  Sign,
  Statement,
} from './syntax.ts';
import * as T from './tokens.ts';

export interface TextNode {
  readonly at: Place;
  readonly kind: 'text';
  readonly parts: (string | Expression)[];
}

interface OpenText {
  readonly node: TextNode;
  readonly token: IToken;
  readonly body: string;
}

const COMPARISONS: readonly TokenType[] = [T.Equals, T.Differs, T.AtMost, T.AtLeast, T.Less, T.More];
export const NOTHING: Expression = { at: { line: 1, column: 1 }, kind: 'literal', value: null };

export class LanguageParser extends Grammar {
  /** Strings that contain expressions, which are parsed at the end. */
  #texts: OpenText[] = [];

  constructor(validated = false) {
    super(T.TOKENS, 2, validated);
    this.performSelfAnalysis();
  }

  takeTexts(): OpenText[] {
    const texts = this.#texts;
    this.#texts = [];
    return texts;
  }

  statements = this.RULE('statements', (): Statement[] => {
    const lines: (Statement | Statement[])[] = [];
    this.MANY({
      GATE: () => lines.length === 0 || [T.Newline, T.Dedent].includes(this.LA(0).tokenType),
      DEF: () =>
        this.OR([
          { ALT: () => lines.push(this.SUBRULE(this.conditional)) },
          { ALT: () => lines.push(this.SUBRULE(this.line)) },
        ]),
    });
    return this.ACTION(() => lines.flat());
  });

  predicate = this.RULE('predicate', (): Expression => {
    const expression = this.SUBRULE(this.expression);
    this.MANY(() => this.CONSUME(T.Newline));
    return expression;
  });

  /** The statements of one line. Calls with a sign may follow one another without a separator. */
  private line = this.RULE('line', (): Statement[] => {
    const statements: Statement[] = [];
    let goesOn = true;
    this.AT_LEAST_ONE({
      GATE: () => goesOn || tokenMatcher(this.LA(1), T.CallSign),
      DEF: () => {
        const statement = this.SUBRULE(this.simple);
        this.ACTION(() => statement && statements.push(statement));
        goesOn = false;
        this.OPTION(() => {
          this.CONSUME(T.Semicolon);
          goesOn = true;
        });
      },
    });
    this.OPTION1(() => this.CONSUME(T.Newline));
    return statements;
  });

  private simple = this.RULE('simple', (): Statement | null =>
    this.OR([
      {
        ALT: () => {
          this.CONSUME(T.Pass);
          return null;
        },
      },
      {
        ALT: (): Statement => {
          const left = this.SUBRULE(this.expression);
          let becomes: IToken | undefined;
          let right: Expression | undefined;
          this.OPTION(() => {
            becomes = this.oneOf(1, T.Becomes, T.PlusBecomes, T.MinusBecomes);
            right = this.SUBRULE1(this.expression);
          });
          return this.ACTION(() => {
            const { at } = left;
            if (!becomes || !right) return { at, kind: 'expression', value: left };
            const by = becomes.image[0] as Arithmetic | '=';
            const value: Expression = by === '=' ? right : { at, kind: 'arithmetic', by, left, right };
            return { at, kind: 'assign', to: left, value };
          });
        },
      },
    ]),
  );

  private conditional = this.RULE('conditional', (): Statement => {
    const at = placeOf(this.CONSUME(T.If));
    const branches: Branch[] = [];
    const test = this.SUBRULE(this.expression);
    branches.push({ test, statements: this.SUBRULE(this.block) });
    this.MANY(() => {
      this.CONSUME(T.Elif);
      const other = this.SUBRULE1(this.expression);
      branches.push({ test: other, statements: this.SUBRULE1(this.block) });
    });
    let otherwise: Statement[] = [];
    this.OPTION(() => {
      this.CONSUME(T.Else);
      otherwise = this.SUBRULE2(this.block);
    });
    return { at, kind: 'if', branches, otherwise };
  });

  private block = this.RULE('block', (): Statement[] => {
    this.CONSUME(T.Colon);
    return this.OR([
      {
        ALT: () => {
          this.CONSUME(T.Newline);
          this.CONSUME(T.Indent);
          const statements = this.SUBRULE(this.statements);
          this.CONSUME(T.Dedent);
          return statements;
        },
      },
      { ALT: () => this.SUBRULE(this.line) },
    ]);
  });

  private expression: (at?: number) => Expression = this.RULE('expression', (): Expression => {
    const whenTrue = this.SUBRULE(this.either);
    let choice: { test: Expression; whenFalse: Expression } | undefined;
    this.OPTION(() => {
      this.CONSUME(T.If);
      const test = this.SUBRULE1(this.either);
      this.CONSUME(T.Else);
      choice = { test, whenFalse: this.SUBRULE(this.expression) };
    });
    return choice ? { at: whenTrue.at, kind: 'choice', whenTrue, ...choice } : whenTrue;
  });

  private either = this.RULE('either', (): Expression => {
    const of: Expression[] = [];
    this.AT_LEAST_ONE_SEP({ SEP: T.Or, DEF: () => of.push(this.SUBRULE(this.both)) });
    return of.length === 1 ? of[0]! : { at: of[0]?.at ?? NOTHING.at, kind: 'or', of };
  });

  private both = this.RULE('both', (): Expression => {
    const of: Expression[] = [];
    this.AT_LEAST_ONE_SEP({ SEP: T.And, DEF: () => of.push(this.SUBRULE(this.negation)) });
    return of.length === 1 ? of[0]! : { at: of[0]?.at ?? NOTHING.at, kind: 'and', of };
  });

  private negation = this.RULE('negation', (): Expression => {
    const nots: IToken[] = [];
    this.MANY(() => nots.push(this.CONSUME(T.Not)));
    const inner = this.SUBRULE(this.comparison);
    // An even number of `not` also turns a value into true or false.
    const outer = nots.length === 0 ? [] : nots.length % 2 === 1 ? nots.slice(0, 1) : nots.slice(0, 2);
    return outer.reduceRight<Expression>((of, one) => ({ at: placeOf(one), kind: 'not', of }), inner);
  });

  private comparison = this.RULE('comparison', (): Expression => {
    const first = this.SUBRULE(this.sum);
    const rest: { by: Comparison; to: Expression }[] = [];
    this.MANY(() => {
      const by = this.SUBRULE(this.comparator);
      rest.push({ by, to: this.SUBRULE1(this.sum) });
    });
    return rest.length === 0 ? first : { at: first.at, kind: 'compare', first, rest };
  });

  private comparator = this.RULE(
    'comparator',
    (): Comparison =>
      this.OR([
        { ALT: () => this.oneOf(1, ...COMPARISONS).image as Comparison },
        {
          ALT: () => {
            this.CONSUME(T.Is);
            let by: Comparison = 'is';
            this.OPTION(() => {
              this.CONSUME(T.Not);
              by = 'is not';
            });
            return by;
          },
        },
        {
          ALT: (): Comparison => {
            this.CONSUME(T.In);
            return 'in';
          },
        },
        {
          ALT: (): Comparison => {
            this.CONSUME1(T.Not);
            this.CONSUME1(T.In);
            return 'not in';
          },
        },
      ]),
  );

  private sum = this.RULE('sum', () => this.#chain(() => this.product, T.Plus, T.Minus));

  private product = this.RULE('product', () =>
    this.#chain(() => this.signed, T.Times, T.Halves, T.Over, T.Modulo),
  );

  #chain(operand: () => ParserMethod<[], Expression>, ...signs: TokenType[]): Expression {
    let left = this.subrule(0, operand());
    this.many(0, () => {
      const by = this.oneOf(0, ...signs).image as Arithmetic;
      const right = this.subrule(1, operand());
      left = this.ACTION(() => ({ at: left.at, kind: 'arithmetic', by, left, right }));
    });
    return left;
  }

  private signed = this.RULE('signed', (): Expression => {
    let minus: IToken | undefined;
    this.OPTION(() => {
      minus = this.CONSUME(T.Minus);
    });
    const of = this.SUBRULE(this.postfix);
    return minus ? { at: placeOf(minus), kind: 'minus', of } : of;
  });

  private postfix = this.RULE('postfix', (): Expression => {
    let left = this.SUBRULE(this.atom);
    this.MANY(() => {
      this.OR([
        {
          ALT: () => {
            this.CONSUME(T.Dot);
            const name = this.CONSUME(T.Identifier).image;
            left = this.ACTION(() => ({ at: left.at, kind: 'attribute', of: left, name }));
          },
        },
        {
          ALT: () => {
            this.CONSUME(T.OpenList);
            const index = this.SUBRULE(this.expression);
            this.CONSUME(T.CloseList);
            left = this.ACTION(() => ({ at: left.at, kind: 'item', of: left, index }));
          },
        },
        {
          ALT: () => {
            const given = this.SUBRULE(this.arguments);
            left = this.ACTION(() => this.#called(left, given));
          },
        },
      ]);
    });
    return left;
  });

  /** Names a call: `x.lower()` calls `.lower` with x first, `datetime.date(…)` calls `date`. Others have no name. */
  #called(callee: Expression, given: readonly Argument[]): Expression {
    const call = (name: string, all: readonly Argument[]): Expression => ({
      at: callee.at,
      kind: 'call',
      sign: null,
      name,
      arguments: all,
    });
    if (callee.kind === 'name') return call(callee.name, given);
    if (callee.kind !== 'attribute') return call('', given);
    if (callee.of.kind === 'name' && callee.of.name === 'datetime') return call(callee.name, given);
    return call(`.${callee.name}`, [{ name: null, value: callee.of }, ...given]);
  }

  private arguments = this.RULE('arguments', (): Argument[] => {
    const given: Argument[] = [];
    this.CONSUME(T.Open);
    let isOpen = true;
    this.MANY({
      GATE: () => isOpen,
      DEF: () => {
        let name: string | null = null;
        this.OPTION({
          GATE: () => tokenMatcher(this.LA(2), T.Becomes),
          DEF: () => {
            name = this.CONSUME(T.Identifier).image;
            this.CONSUME(T.Becomes);
          },
        });
        given.push({ name, value: this.SUBRULE(this.expression) });
        isOpen = false;
        this.OPTION1(() => {
          this.CONSUME(T.Comma);
          isOpen = true;
        });
      },
    });
    this.CONSUME(T.Close);
    return given;
  });

  private atom = this.RULE(
    'atom',
    (): Expression =>
      this.OR([
        {
          ALT: (): Expression => {
            const token = this.CONSUME(T.NumberLiteral);
            return this.ACTION(() => ({
              at: placeOf(token),
              kind: 'literal',
              value: Number(token.image.replaceAll('_', '')),
            }));
          },
        },
        { ALT: () => this.SUBRULE(this.strings) },
        { ALT: () => this.#constant(this.CONSUME(T.None), null) },
        { ALT: () => this.#constant(this.CONSUME(T.True), true) },
        { ALT: () => this.#constant(this.CONSUME(T.False), false) },
        { ALT: () => this.#constant(this.CONSUME(T.Ellipsis), null) },
        {
          ALT: (): Expression => {
            const token = this.CONSUME(T.Identifier);
            return { at: placeOf(token), kind: 'name', name: token.image };
          },
        },
        { ALT: () => this.SUBRULE(this.signedCall) },
        {
          ALT: () => {
            const open = this.CONSUME(T.Open);
            const { items, commas } = this.SUBRULE(this.items);
            this.CONSUME(T.Close);
            return this.ACTION(
              (): Expression =>
                items.length === 1 && commas === 0 ? items[0]! : { at: placeOf(open), kind: 'list', items },
            );
          },
        },
        {
          ALT: (): Expression => {
            const open = this.CONSUME(T.OpenList);
            const { items } = this.SUBRULE1(this.items);
            this.CONSUME(T.CloseList);
            return { at: placeOf(open), kind: 'list', items };
          },
        },
        {
          ALT: (): Expression => {
            const open = this.CONSUME(T.OpenRecord);
            const entries: [Expression, Expression][] = [];
            this.MANY_SEP2({
              SEP: T.Comma,
              DEF: () => {
                const key = this.SUBRULE2(this.expression);
                this.CONSUME(T.Colon);
                entries.push([key, this.SUBRULE3(this.expression)]);
              },
            });
            this.CONSUME(T.CloseRecord);
            return { at: placeOf(open), kind: 'record', entries };
          },
        },
      ]),
  );

  private items = this.RULE('items', () => {
    const items: Expression[] = [];
    let commas = 0;
    this.MANY({
      GATE: () => commas === items.length,
      DEF: () => {
        items.push(this.SUBRULE(this.expression));
        this.OPTION(() => {
          this.CONSUME(T.Comma);
          commas++;
        });
      },
    });
    return { items, commas };
  });

  private signedCall = this.RULE('signedCall', (): Expression => {
    const sign = this.oneOf(0, T.CallSign, T.More);
    const name = this.CONSUME(T.Identifier).image;
    const given = this.SUBRULE(this.arguments);
    return { at: placeOf(sign), kind: 'call', sign: sign.image as Sign, name, arguments: given };
  });

  /** Adjacent strings are joined. */
  private strings = this.RULE('strings', (): Expression => {
    const tokens: IToken[] = [];
    this.AT_LEAST_ONE(() => tokens.push(this.CONSUME(T.StringLiteral)));
    return this.ACTION(() => this.#stringOf(tokens));
  });

  #stringOf(tokens: readonly IToken[]): Expression {
    const at = placeOf(tokens[0]!);
    const cut = tokens.map(({ image }) => /^([a-z]*)("""|'''|"|'|“)([\s\S]*)\2?$/iu.exec(image)!);
    const bodyOf = ([, prefix = '', quote = '', rest = '']: readonly string[]): string => {
      const body = rest.slice(0, quote.length === 3 ? -3 : -1);
      return /r/i.test(prefix) || quote === '“' ? body : withoutEscapes(body);
    };
    if (!cut.some(([, prefix = '']) => /f/i.test(prefix)))
      return { at, kind: 'literal', value: cut.map(bodyOf).join('') };
    const node: TextNode = { at, kind: 'text', parts: [] };
    for (const [index, one] of cut.entries()) {
      if (!/f/i.test(one[1] ?? '')) node.parts.push(bodyOf(one));
      else this.#texts.push({ node, token: tokens[index]!, body: bodyOf(one) });
    }
    return node;
  }

  #constant(token: IToken, value: boolean | null): Expression {
    return { at: placeOf(token), kind: 'literal', value };
  }
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\n': '' };

function withoutEscapes(body: string): string {
  return body.replace(/\\(u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[\s\S])/g, (_, code: string) =>
    code.length > 1
      ? String.fromCharCode(Number.parseInt(code.slice(1), 16))
      : (ESCAPES[code] ?? (/["'\\{}]/.test(code) ? code : `\\${code}`)),
  );
}
