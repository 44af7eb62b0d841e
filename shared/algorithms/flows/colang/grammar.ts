// biome-ignore-all lint/correctness/noComponentHookFactories: ALT is an alternative of the grammar, no component.
import type { IToken, ParserMethod, TokenType } from 'chevrotain';
import { Grammar, placeOf } from '../../grammars/grammar.ts';
import type { ColangProblem } from './tokens.ts';
import * as T from './tokens.ts';

type CallKind = 'name' | 'arguments' | 'other';

/** The grammar of Colang 2 (`colang.lark`). Values have no brackets, and arguments no comparisons. */
export class ColangGrammar extends Grammar {
  refused: ColangProblem[] = [];

  constructor(validated = false) {
    super(T.TOKENS, 1, validated);
    this.performSelfAnalysis();
  }

  private follows(at: number, type: TokenType): boolean {
    return this.LA(at).tokenType === type;
  }

  file = this.RULE('file', (): void => {
    this.MANY(() => this.SUBRULE(this.statement));
  });

  private statement = this.RULE('statement', (): void => {
    this.OR({
      DEF: [
        { ALT: () => this.CONSUME(T.Newline) },
        { ALT: () => this.SUBRULE(this.flow) },
        { ALT: () => this.SUBRULE(this.choice) },
        { ALT: () => this.SUBRULE(this.waiting) },
        { ALT: () => this.SUBRULE(this.loop) },
        {
          GATE: () => this.follows(2, T.Colon),
          ALT: () => {
            this.CONSUME(T.Name);
            this.CONSUME(T.Colon);
            this.CONSUME1(T.Newline);
          },
        },
        { GATE: () => this.opensValue(), ALT: () => this.SUBRULE(this.valueAlone) },
        {
          ALT: () => {
            this.SUBRULE(this.simple);
            this.CONSUME2(T.Newline);
          },
        },
      ],
      IGNORE_AMBIGUITIES: true,
    });
  });

  /** True for the `(` of a value, false for the `(` of a flow call. */
  private opensValue(): boolean {
    if (!this.follows(1, T.Open)) return false;
    if (this.follows(2, T.Name)) return this.follows(3, T.Open);
    return !this.follows(2, T.Open);
  }

  private valueAlone = this.RULE('valueAlone', (): void => {
    this.CONSUME(T.Open);
    this.SUBRULE(this.test);
    this.CONSUME(T.Close);
  });

  private flow = this.RULE('flowText', (): void => {
    this.MANY(() => {
      this.CONSUME(T.At);
      this.CONSUME(T.Name);
      this.OPTION(() => {
        this.CONSUME(T.Open);
        this.MANY1({
          GATE: () => !this.follows(1, T.Close),
          DEF: () => this.AT_LEAST_ONE_SEP({ SEP: T.Comma, DEF: () => this.SUBRULE(this.argument) }),
        });
        this.CONSUME(T.Close);
      });
      this.CONSUME(T.Newline);
    });
    this.CONSUME(T.Flow);
    this.AT_LEAST_ONE(() => this.CONSUME1(T.Name));
    this.OPTION1(() =>
      this.OR([
        {
          ALT: () => {
            this.CONSUME1(T.Open);
            this.AT_LEAST_ONE_SEP1({ SEP: T.Comma, DEF: () => this.SUBRULE(this.parameter) });
            this.CONSUME1(T.Close);
          },
        },
        { ALT: () => this.AT_LEAST_ONE2(() => this.SUBRULE1(this.parameter)) },
      ]),
    );
    this.OPTION2(() => {
      this.CONSUME(T.Arrow);
      this.AT_LEAST_ONE_SEP2({ SEP: T.Comma, DEF: () => this.SUBRULE2(this.parameter) });
    });
    this.SUBRULE(this.block);
  });

  private parameter = this.RULE('parameter', (): void => {
    this.CONSUME(T.Variable);
    this.OPTION(() => {
      this.CONSUME(T.Becomes);
      this.SUBRULE(this.test);
    });
  });

  private block = this.RULE('block', (): void => {
    this.CONSUME(T.Newline);
    this.CONSUME(T.Indent);
    this.AT_LEAST_ONE(() => this.SUBRULE(this.statement));
    this.CONSUME(T.Dedent);
  });

  private choice = this.RULE('choice', (): void => {
    this.CONSUME(T.If);
    this.SUBRULE(this.test);
    this.SUBRULE(this.branch);
    this.MANY(() => {
      this.CONSUME(T.ElseIf);
      this.SUBRULE1(this.test);
      this.SUBRULE1(this.branch);
    });
    this.OPTION(() => {
      this.CONSUME(T.Else);
      this.SUBRULE2(this.branch);
    });
  });

  private waiting = this.RULE('waiting', (): void => {
    this.CONSUME(T.When);
    this.SUBRULE(this.calls, { ARGS: [true] });
    this.SUBRULE(this.branch);
    this.MANY(() => {
      this.CONSUME(T.OrWhen);
      this.SUBRULE1(this.calls, { ARGS: [true] });
      this.SUBRULE1(this.branch);
    });
    this.OPTION(() => {
      this.CONSUME(T.Else);
      this.SUBRULE2(this.branch);
    });
  });

  private loop = this.RULE('loop', (): void => {
    this.CONSUME(T.While);
    this.SUBRULE(this.test);
    this.SUBRULE(this.branch);
  });

  private branch = this.RULE('branch', (): void => {
    this.OPTION(() => this.CONSUME(T.Colon));
    this.SUBRULE(this.block);
  });

  private simple = this.RULE('simple', (): void => {
    this.OR({
      DEF: [
        { ALT: () => this.CONSUME(T.Alone) },
        { ALT: () => this.CONSUME(T.Doc) },
        { ALT: () => this.CONSUME(T.Ellipsis) },
        { ALT: () => this.SUBRULE(this.imports) },
        {
          ALT: () => {
            this.CONSUME(T.Global);
            this.CONSUME(T.Variable);
          },
        },
        {
          ALT: () => {
            this.CONSUME(T.Return);
            this.OPTION({
              GATE: () => !this.follows(1, T.Newline),
              DEF: () => this.SUBRULE(this.test),
            });
          },
        },
        { ALT: () => this.SUBRULE(this.writing) },
        { ALT: () => this.SUBRULE(this.assignment) },
        { ALT: () => this.SUBRULE(this.asked) },
        { ALT: () => this.SUBRULE(this.calls, { ARGS: [false] }) },
      ],
      IGNORE_AMBIGUITIES: true,
    });
  });

  private imports = this.RULE('imports', (): void => {
    this.CONSUME(T.Import);
    this.OR([
      { ALT: () => this.CONSUME(T.Text) },
      { ALT: () => this.AT_LEAST_ONE_SEP({ SEP: T.Dot, DEF: () => this.CONSUME(T.Name) }) },
    ]);
  });

  private writing = this.RULE('writing', (): void => {
    const { image } = this.CONSUME(T.Writes);
    this.OR({
      DEF: [
        {
          GATE: () => image !== 'priority',
          ALT: () => {
            this.CONSUME(T.Open);
            this.SUBRULE(this.value);
            this.CONSUME(T.Close);
          },
        },
        { ALT: () => this.SUBRULE1(this.value) },
      ],
    });
  });

  private assignment = this.RULE('assignment', (): void => {
    this.CONSUME(T.Variable);
    this.oneOf(0, T.Becomes, T.PlusBecomes, T.MinusBecomes);
    this.OR1({
      DEF: [
        { ALT: () => this.SUBRULE(this.asked) },
        {
          GATE: () => this.follows(1, T.Open) || (this.follows(1, T.Name) && !this.follows(2, T.Open)),
          ALT: () => this.SUBRULE(this.calls, { ARGS: [false] }),
        },
        { ALT: () => this.SUBRULE(this.test) },
      ],
      IGNORE_AMBIGUITIES: true,
    });
  });

  private asked = this.RULE('asked', (): void => {
    this.CONSUME(T.Operator);
    this.SUBRULE(this.calls, { ARGS: [true] });
  });

  private calls: ParserMethod<[boolean], CallKind> = this.RULE('calls', (ofVariables: boolean): CallKind => {
    let called = this.SUBRULE(this.call, { ARGS: [ofVariables] });
    this.MANY(() => {
      this.oneOf(0, T.And, T.Or);
      this.SUBRULE1(this.call, { ARGS: [ofVariables] });
      called = 'other';
    });
    return called;
  });

  private call = this.RULE('call', (ofVariables: boolean): CallKind => {
    let called: CallKind = 'name';
    let [hasArguments, hasMembers] = [true, true];
    this.OR([
      {
        GATE: () => ofVariables,
        ALT: () => {
          this.CONSUME(T.Variable);
          [called, hasArguments] = ['other', false];
        },
      },
      { ALT: () => this.AT_LEAST_ONE(() => this.CONSUME(T.Name)) },
      {
        ALT: () => {
          this.CONSUME(T.Open);
          const inner = this.SUBRULE(this.calls, { ARGS: [ofVariables] });
          this.CONSUME(T.Close);
          hasArguments = inner === 'name';
          hasMembers = hasArguments || (inner === 'arguments' && ofVariables);
          called = 'other';
        },
      },
    ]);
    this.OPTION({
      GATE: () => hasArguments,
      DEF: () => {
        this.OR1({
          DEF: [
            { ALT: () => this.SUBRULE(this.given) },
            { ALT: () => this.AT_LEAST_ONE1(() => this.SUBRULE(this.givenPlainly)) },
          ],
        });
        called = 'arguments';
      },
    });
    this.MANY({
      GATE: () => hasMembers,
      DEF: () => {
        this.CONSUME(T.Dot);
        this.CONSUME1(T.Name);
        this.OPTION1(() => this.SUBRULE1(this.given));
        called = 'other';
      },
    });
    this.OPTION2({
      GATE: () => hasMembers,
      DEF: () => {
        this.CONSUME(T.As);
        this.CONSUME1(T.Variable);
        called = 'other';
      },
    });
    return called;
  });

  private given = this.RULE('given', (): void => {
    let named: IToken | null = null;
    this.CONSUME(T.Open);
    this.MANY_SEP({
      SEP: T.Comma,
      DEF: () => {
        const first = this.LA(1);
        const isNamed = this.SUBRULE(this.argument);
        this.ACTION(() => {
          if (isNamed) named = first;
          else if (named) this.refused.push(afterNamed(first, named));
        });
      },
    });
    this.CONSUME(T.Close);
  });

  private argument = this.RULE('argument', (): boolean => {
    let isNamed = false;
    this.OPTION({
      GATE: () => this.follows(2, T.Becomes),
      DEF: () => {
        this.CONSUME(T.Name);
        this.CONSUME(T.Becomes);
        isNamed = true;
      },
    });
    this.SUBRULE(this.value);
    return isNamed;
  });

  private givenPlainly = this.RULE('givenPlainly', (): void => {
    this.OPTION({
      GATE: () => this.follows(2, T.Becomes),
      DEF: () => {
        this.CONSUME(T.Variable);
        this.CONSUME(T.Becomes);
      },
    });
    this.SUBRULE(this.value);
  });

  /** Values joined by comparisons, `and`, `or` and `not`. */
  private test: (at?: number) => void = this.RULE('test', (): void => {
    this.SUBRULE(this.compared);
    this.MANY(() => {
      this.oneOf(0, T.And, T.Or);
      this.SUBRULE1(this.compared);
    });
  });

  private compared = this.RULE('compared', (): void => {
    this.MANY(() => this.CONSUME(T.Not));
    this.SUBRULE(this.value);
    this.MANY1(() => {
      this.OR([
        { ALT: () => this.CONSUME(T.Compares) },
        { ALT: () => this.CONSUME(T.In) },
        {
          ALT: () => {
            this.CONSUME1(T.Not);
            this.CONSUME1(T.In);
          },
        },
        {
          ALT: () => {
            this.CONSUME(T.Is);
            this.OPTION(() => this.CONSUME2(T.Not));
          },
        },
      ]);
      this.SUBRULE1(this.value);
    });
  });

  private value: (at?: number) => void = this.RULE('value', (): void => {
    this.SUBRULE(this.factor);
    this.MANY(() => {
      this.oneOf(0, T.Plus, T.Minus, T.Times, T.At, T.Between);
      this.SUBRULE1(this.factor);
    });
  });

  private factor: (at?: number) => void = this.RULE('factor', (): void => {
    this.MANY(() => this.oneOf(0, T.Plus, T.Minus, T.Tilde));
    this.SUBRULE(this.item);
    this.OPTION(() => {
      this.CONSUME(T.Power);
      this.SUBRULE(this.factor);
    });
  });

  /** A value with its accessors; `at` is its place in a list. */
  private item: (at?: number) => void = this.RULE('item', (): void => {
    this.SUBRULE(this.atom);
    this.MANY(() =>
      this.OR([
        {
          ALT: () => {
            this.CONSUME(T.Dot);
            this.CONSUME(T.Name);
            this.OPTION(() => this.SUBRULE(this.passed));
          },
        },
        {
          ALT: () => {
            this.CONSUME(T.OpenList);
            this.AT_LEAST_ONE_SEP({ SEP: T.Comma, DEF: () => this.SUBRULE(this.subscript) });
            this.CONSUME(T.CloseList);
          },
        },
      ]),
    );
  });

  private subscript = this.RULE('subscript', (): void => {
    this.OR([
      { ALT: () => this.SUBRULE(this.slice) },
      {
        ALT: () => {
          this.SUBRULE(this.test);
          this.OPTION(() => this.SUBRULE1(this.slice));
        },
      },
    ]);
  });

  private slice = this.RULE('slice', (): void => {
    this.AT_LEAST_ONE(() => {
      this.CONSUME(T.Colon);
      this.OPTION({
        GATE: () => ![T.Colon, T.Comma, T.CloseList].includes(this.LA(1).tokenType),
        DEF: () => this.SUBRULE(this.test),
      });
    });
  });

  private atom = this.RULE('atom', (): void => {
    this.OR([
      { ALT: () => this.CONSUME(T.Variable) },
      { ALT: () => this.CONSUME(T.NumberLiteral) },
      { ALT: () => this.CONSUME(T.Text) },
      { ALT: () => this.CONSUME(T.Doc) },
      { ALT: () => this.CONSUME(T.Constant) },
      {
        ALT: () => {
          this.CONSUME(T.Name);
          this.SUBRULE(this.passed);
        },
      },
      { ALT: () => this.SUBRULE(this.list) },
      { ALT: () => this.SUBRULE(this.record) },
    ]);
  });

  private passed = this.RULE('passed', (): void => {
    this.CONSUME(T.Open);
    this.MANY({
      GATE: () => !this.follows(1, T.Close),
      DEF: () => {
        this.OR([
          {
            ALT: () => {
              this.oneOf(1, T.Times, T.Power);
              this.SUBRULE(this.test);
            },
          },
          { ALT: () => this.SUBRULE(this.argument) },
        ]);
        this.separate();
      },
    });
    this.CONSUME(T.Close);
  });

  private list = this.RULE('list', (): void => {
    this.CONSUME(T.OpenList);
    this.MANY({
      GATE: () => !this.follows(1, T.CloseList),
      DEF: () => {
        this.SUBRULE(this.item);
        this.separate();
      },
    });
    this.CONSUME(T.CloseList);
  });

  private record = this.RULE('record', (): void => {
    this.CONSUME(T.OpenRecord);
    this.MANY({
      GATE: () => !this.follows(1, T.CloseRecord),
      DEF: () => {
        this.OR([
          {
            ALT: () => {
              this.CONSUME(T.Power);
              this.SUBRULE(this.value);
            },
          },
          {
            ALT: () => {
              this.SUBRULE(this.test);
              this.OPTION(() => {
                this.CONSUME(T.Colon);
                this.SUBRULE1(this.test);
              });
            },
          },
        ]);
        this.separate();
      },
    });
    this.CONSUME(T.CloseRecord);
  });

  /** Expects a comma, unless the brackets end here. */
  private separate(): void {
    const closes = [T.Close, T.CloseList, T.CloseRecord].includes(this.LA(1).tokenType);
    if (this.RECORDING_PHASE || !closes) this.SUBRULE9(this.comma);
  }

  private comma = this.RULE('comma', (): void => {
    this.CONSUME(T.Comma);
  });
}

const afterNamed = (at: IToken, named: IToken): ColangProblem => ({
  ...placeOf(at),
  message: `An argument without a name comes after ${named.image}=.`,
  nextStep: 'Put arguments without a name first.',
});
