// biome-ignore-all lint/correctness/noComponentHookFactories: ALT is an alternative of the grammar, no component.
import {
  createToken,
  createTokenInstance,
  EmbeddedActionsParser,
  type IToken,
  type ParserMethod,
  type TokenType,
} from 'chevrotain';

/** The common part of two languages with blocks by indentation: worksheets and Colang. */

/** Collects tokens in the order in which a lexer tries them. */
export function tokenList() {
  const all: TokenType[] = [];
  const token = (name: string, pattern: Parameters<typeof createToken>[0]['pattern'], more: object = {}) => {
    const type = createToken({ name, pattern, ...more });
    all.push(type);
    return type;
  };
  return { all, token, sign: (text: string) => token(text, text) };
}

export const emptyToken = (type: TokenType, { startOffset, startLine, startColumn }: IToken): IToken => {
  const [line, column] = [startLine!, startColumn!];
  return createTokenInstance(type, '', startOffset, startOffset, line, line, column, column);
};

export const placeOf = ({ startLine, startColumn }: IToken): { line: number; column: number } => ({
  line: startLine ?? 1,
  column: startColumn ?? 1,
});

/** A part of a rule that returns nothing. A function is called with the number of the part. */
export type Piece<Name extends string = string> = TokenType | Name | Pieces | ((index: number) => void);
type Gate = () => boolean;

interface Pieces {
  readonly kind: 'sequence' | 'option' | 'many' | 'some' | 'oneOf' | 'firstOf';
  readonly of: readonly Piece[];
  readonly gate?: Gate | undefined;
  readonly separator?: TokenType;
}

const inOrder =
  (kind: Pieces['kind'], gate?: Gate) =>
  (...of: readonly Piece[]): Pieces => ({ kind, of, gate });
export const sequence = inOrder('sequence');
export const option = inOrder('option');
export const many = inOrder('many');
export const some = inOrder('some');
/** Exactly one of the pieces fits any text. */
export const oneOf = inOrder('oneOf');
/** Several pieces may fit; the first one is taken. */
export const firstOf = inOrder('firstOf');
export const separated = (separator: TokenType, ...of: readonly Piece[]): Pieces => ({
  kind: 'some',
  of,
  separator,
});
/** Pieces that are only tried if the gate is open. */
export const gated = (gate: Gate, { kind, of }: Pieces): Pieces => ({ kind, of, gate });

const SEPARATED = ['AT_LEAST_ONE_SEP', 'AT_LEAST_ONE_SEP1', 'AT_LEAST_ONE_SEP2'] as const;

export class Grammar extends EmbeddedActionsParser {
  /** @param validated whether rules that no text can reach, or that two texts fit, are an error: a test looks once for all */
  constructor(tokens: TokenType[], maxLookahead: number, validated: boolean) {
    super(tokens, { maxLookahead, recoveryEnabled: false, skipValidations: !validated });
  }

  protected oneOf(index: number, ...types: readonly TokenType[]): IToken {
    return this.or(
      index,
      types.map((type) => ({ ALT: () => this.consume(index, type) })),
    );
  }

  /** Makes rules from what they read. */
  protected rulesOf<Name extends string>(
    definitions: Readonly<Record<Name, Piece>>,
  ): Record<Name, ParserMethod<[], void>> {
    const names = Object.keys(definitions) as Name[];
    return Object.fromEntries(
      names.map((name) => {
        // Chevrotain recognizes each part of a rule by a number of its own.
        let [parts, separators] = [0, 0];
        const readerOf = (piece: Piece): (() => void) => {
          const index = parts++;
          if (typeof piece === 'function') return () => piece(index);
          if (typeof piece === 'string') return () => this.subrule(index, this.ruleNamed(piece));
          if (!('kind' in piece)) return () => void this.consume(index, piece);
          const { kind, of, gate: GATE, separator: SEP } = piece;
          const readers = of.map(readerOf);
          const DEF = (): void => {
            for (const read of readers) read();
          };
          if (SEP) {
            const method = SEPARATED[separators++]!;
            return () => this[method]({ SEP, DEF });
          }
          if (kind === 'sequence') return DEF;
          if (kind === 'option') return () => void this.option(index, { GATE, DEF });
          if (kind === 'many') return () => this.many(index, { GATE, DEF });
          if (kind === 'some') return () => this.atLeastOne(index, { GATE, DEF });
          const alternatives = of.map((one, at) => ({ GATE: gateOf(one), ALT: readers[at]! }));
          const IGNORE_AMBIGUITIES = kind === 'firstOf';
          return () => void this.or(index, { DEF: alternatives, IGNORE_AMBIGUITIES });
        };
        return [name, this.RULE(name, readerOf(definitions[name]))];
      }),
    ) as Record<Name, ParserMethod<[], void>>;
  }

  protected ruleNamed(name: string): ParserMethod<[], unknown> {
    return (this as unknown as Record<string, ParserMethod<[], unknown>>)[name]!;
  }
}

const gateOf = (piece: Piece): Gate | undefined =>
  typeof piece === 'object' && 'kind' in piece ? piece.gate : undefined;
