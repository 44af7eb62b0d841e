// biome-ignore-all lint/correctness/noComponentHookFactories: ALT is an alternative of the grammar, no component.
import type { IToken, ParserMethod, TokenType } from 'chevrotain';
import {
  firstOf,
  Grammar,
  gated,
  many,
  oneOf,
  option,
  placeOf,
  separated,
  sequence,
  some,
} from '../../grammars/grammar.ts';
import type { ColangProblem } from './tokens.ts';
import * as T from './tokens.ts';

type CallKind = 'name' | 'arguments' | 'other';

/** The grammar of Colang 2 (`colang.lark`). Values have no brackets, and arguments no comparisons. */
export class ColangGrammar extends Grammar {
  refused: ColangProblem[] = [];
  readonly file: ParserMethod<[], void>;

  constructor(validated = false) {
    super(T.TOKENS, 1, validated);
    const until = (type: TokenType) => (): boolean => !this.follows(1, type);
    const named = (): boolean => this.follows(2, T.Becomes);
    const callsFlows = (index: number): void => void this.subrule(index, this.calls, { ARGS: [false] });
    const callsVariables = (index: number): void => void this.subrule(index, this.calls, { ARGS: [true] });
    const separate = (index: number): void => this.separate(index);
    const { file } = this.rulesOf({
      file: many('statement'),
      statement: firstOf(
        T.Newline,
        'flowText',
        'choice',
        'waiting',
        'loop',
        gated(() => this.follows(2, T.Colon), sequence(T.Name, T.Colon, T.Newline)),
        gated(() => this.opensValue(), sequence('valueAlone')),
        sequence('simple', T.Newline),
      ),
      valueAlone: sequence(T.Open, 'test', T.Close),
      flowText: sequence(
        many(
          T.At,
          T.Name,
          option(T.Open, gated(until(T.Close), many(separated(T.Comma, 'argument'))), T.Close),
          T.Newline,
        ),
        T.Flow,
        some(T.Name),
        option(oneOf(sequence(T.Open, separated(T.Comma, 'parameter'), T.Close), some('parameter'))),
        option(T.Arrow, separated(T.Comma, 'parameter')),
        'block',
      ),
      parameter: sequence(T.Variable, option(T.Becomes, 'test')),
      block: sequence(T.Newline, T.Indent, some('statement'), T.Dedent),
      choice: sequence(
        ...[T.If, 'test', 'branch'],
        many(T.ElseIf, 'test', 'branch'),
        option(T.Else, 'branch'),
      ),
      waiting: sequence(
        ...[T.When, callsVariables, 'branch'],
        many(T.OrWhen, callsVariables, 'branch'),
        option(T.Else, 'branch'),
      ),
      loop: sequence(T.While, 'test', 'branch'),
      branch: sequence(option(T.Colon), 'block'),
      simple: firstOf(
        T.Alone,
        T.Doc,
        T.Ellipsis,
        'imports',
        sequence(T.Global, T.Variable),
        sequence(T.Return, gated(until(T.Newline), option('test'))),
        'writing',
        'assignment',
        'asked',
        callsFlows,
      ),
      imports: sequence(T.Import, oneOf(T.Text, separated(T.Dot, T.Name))),
      writing: sequence(
        T.Writes,
        oneOf(
          gated(() => this.LA(0).image !== 'priority', sequence(T.Open, 'value', T.Close)),
          'value',
        ),
      ),
      assignment: sequence(
        T.Variable,
        oneOf(T.Becomes, T.PlusBecomes, T.MinusBecomes),
        firstOf(
          'asked',
          gated(
            () => this.follows(1, T.Open) || (this.follows(1, T.Name) && !this.follows(2, T.Open)),
            sequence(callsFlows),
          ),
          'test',
        ),
      ),
      asked: sequence(T.Operator, callsVariables),
      givenPlainly: sequence(gated(named, option(T.Variable, T.Becomes)), 'value'),
      /** Values joined by comparisons, `and`, `or` and `not`. */
      test: sequence('compared', many(oneOf(T.And, T.Or), 'compared')),
      compared: sequence(
        many(T.Not),
        'value',
        many(oneOf(T.Compares, T.In, sequence(T.Not, T.In), sequence(T.Is, option(T.Not))), 'value'),
      ),
      value: sequence('factor', many(oneOf(T.Plus, T.Minus, T.Times, T.At, T.Between), 'factor')),
      factor: sequence(many(oneOf(T.Plus, T.Minus, T.Tilde)), 'item', option(T.Power, 'factor')),
      /** A value with its accessors. */
      item: sequence(
        'atom',
        many(
          oneOf(
            sequence(T.Dot, T.Name, option('passed')),
            sequence(T.OpenList, separated(T.Comma, 'subscript'), T.CloseList),
          ),
        ),
      ),
      subscript: oneOf('slice', sequence('test', option('slice'))),
      slice: some(
        T.Colon,
        gated(() => ![T.Colon, T.Comma, T.CloseList].includes(this.LA(1).tokenType), option('test')),
      ),
      atom: oneOf(
        T.Variable,
        T.NumberLiteral,
        T.Text,
        T.Doc,
        T.Constant,
        sequence(T.Name, 'passed'),
        'list',
        'record',
      ),
      passed: sequence(
        T.Open,
        gated(until(T.Close), many(oneOf(sequence(oneOf(T.Times, T.Power), 'test'), 'argument'), separate)),
        T.Close,
      ),
      list: sequence(T.OpenList, gated(until(T.CloseList), many('item', separate)), T.CloseList),
      record: sequence(
        T.OpenRecord,
        gated(
          until(T.CloseRecord),
          many(oneOf(sequence(T.Power, 'value'), sequence('test', option(T.Colon, 'test'))), separate),
        ),
        T.CloseRecord,
      ),
      comma: T.Comma,
    });
    this.file = file;
    this.performSelfAnalysis();
  }

  private follows(at: number, type: TokenType): boolean {
    return this.LA(at).tokenType === type;
  }

  /** True for the `(` of a value, false for the `(` of a flow call. */
  private opensValue(): boolean {
    if (!this.follows(1, T.Open)) return false;
    if (this.follows(2, T.Name)) return this.follows(3, T.Open);
    return !this.follows(2, T.Open);
  }

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
            { ALT: () => this.AT_LEAST_ONE1(() => this.SUBRULE(this.ruleNamed('givenPlainly'))) },
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
    this.SUBRULE(this.ruleNamed('value'));
    return isNamed;
  });

  /** Expects a comma, unless the brackets end here. */
  private separate(index: number): void {
    const closes = [T.Close, T.CloseList, T.CloseRecord].includes(this.LA(1).tokenType);
    if (this.RECORDING_PHASE || !closes) this.subrule(index, this.ruleNamed('comma'));
  }
}

const afterNamed = (at: IToken, named: IToken): ColangProblem => ({
  ...placeOf(at),
  message: `An argument without a name must come before ${named.image}=.`,
  nextStep: 'Put arguments without a name first.',
});
