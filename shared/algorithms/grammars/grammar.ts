// biome-ignore-all lint/correctness/noComponentHookFactories: ALT is an alternative of the grammar, no component.
import {
  createToken,
  createTokenInstance,
  EmbeddedActionsParser,
  type IToken,
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
}
