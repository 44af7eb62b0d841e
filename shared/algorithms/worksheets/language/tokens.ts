import { type IToken, Lexer, type TokenType } from 'chevrotain';
import { once } from '../../../domain/once.ts';
import { emptyToken, tokenList } from '../../grammars/grammar.ts';
import type { Problem } from './syntax.ts';

/** Longer texts are refused before they are read. */
const LONGEST = 20_000;
/** Texts with more tokens or deeper nesting are refused, so that no stack overflows. */
const MOST_TOKENS = 4_000;
const DEEPEST = 40;

const { all, token, sign } = tokenList();

export const Newline = token('end of the line', /\r?\n(?:[ \t\u00a0]*(?:#[^\n]*)?\r?\n)*[ \t\u00a0]*/, {
  line_breaks: true,
});
token('space', /[ \t\u00a0]+|\\\r?\n/, { group: Lexer.SKIPPED, line_breaks: true });
token('comment', /#[^\n]*/, { group: Lexer.SKIPPED });
export const StringLiteral = token(
  'string',
  /[fFrRbBuU]{0,2}(?:"""(?:[^\\]|\\[\s\S])*?"""|'''(?:[^\\]|\\[\s\S])*?'''|"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'|“[^”\n]*”)/,
  { line_breaks: true },
);
export const NumberLiteral = token('number', /(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/);

/** Also matches letters of other languages, but no punctuation outside ASCII. */
const LETTER = '[\\w\\u00aa-\\u1fff\\u2c00-\\ud7ff\\uf900-\\ufffd]';
const word = (text: string): TokenType => token(text, new RegExp(`${text}(?!${LETTER})`));
export const If = word('if');
export const Elif = word('elif');
export const Else = word('else');
export const And = word('and');
export const Or = word('or');
export const Not = word('not');
export const Is = word('is');
export const In = word('in');
export const None = word('None');
export const True = word('True');
export const False = word('False');
export const Pass = word('pass');
export const Identifier = token('name', new RegExp(`(?!\\d)${LETTER}+`));
const REFUSED = ['for', 'while', 'lambda', 'def', 'class', 'import', 'from', 'return', 'try', 'with', 'del'];

/** The signs `>` and `@` before a call, in contrast to comparisons. */
export const CallSign = token(
  'call',
  />(?=(?:say|propose|exitws|answer_clarification_question|state_response|no_response)\s*\()|@(?=[A-Za-z_])/,
);
export const Equals = sign('==');
export const Differs = sign('!=');
export const AtMost = sign('<=');
export const AtLeast = sign('>=');
export const Less = sign('<');
export const More = sign('>');
export const PlusBecomes = sign('+=');
export const MinusBecomes = sign('-=');
export const Becomes = sign('=');
export const Plus = sign('+');
export const Minus = sign('-');
export const Halves = sign('//');
export const Over = sign('/');
export const Times = sign('*');
export const Modulo = sign('%');
export const Open = sign('(');
export const Close = sign(')');
export const OpenList = sign('[');
export const CloseList = sign(']');
export const OpenRecord = sign('{');
export const CloseRecord = sign('}');
export const Comma = sign(',');
export const Colon = sign(':');
export const Semicolon = sign(';');
export const Ellipsis = sign('...');
export const Dot = sign('.');

export const Indent = token('deeper indentation', Lexer.NA);
export const Dedent = token('end of the block', Lexer.NA);

export const TOKENS = all;
const lexer = once(() => new Lexer(TOKENS, { ensureOptimizations: false, positionTracking: 'full' }));

export function tokensOf(text: string): { readonly tokens: IToken[]; readonly problems: readonly Problem[] } {
  const refuse = (message: string, line = 1, column = 1) => ({
    tokens: [],
    problems: [{ message, line, column }],
  });
  if (text.length > LONGEST)
    return refuse(`The text is longer than ${LONGEST} characters. Make the text shorter.`);
  const { tokens, errors } = lexer().tokenize(text);
  const error = errors[0];
  if (error) {
    const found = text.slice(error.offset, error.offset + 1);
    const message = /["'“]/.test(found)
      ? `The string that begins with ${found} has no end. Close the string.`
      : `"${found}" is not part of the language. Remove it.`;
    return refuse(message, error.line, error.column);
  }
  if (tokens.length > MOST_TOKENS)
    return refuse(`The text has more than ${MOST_TOKENS} words. Make the text shorter.`);
  const refused = tokens.find(
    ({ tokenType, image }, at) =>
      tokenType === Identifier && REFUSED.includes(image) && tokens[at - 1]?.tokenType !== Dot,
  );
  if (refused) {
    const why = `"${refused.image}" is not part of the language, which has no loops, functions or imports.`;
    return refuse(
      `${why} Use comparisons, assignments, if and calls.`,
      refused.startLine,
      refused.startColumn,
    );
  }
  return withBlocks(tokens);
}

const OPENING = new Set([Open, OpenList, OpenRecord]);
const CLOSING = new Set([Close, CloseList, CloseRecord]);

/** Drops line ends within brackets and turns changes of indentation into tokens. */
function withBlocks(tokens: readonly IToken[]): ReturnType<typeof tokensOf> {
  const out: IToken[] = [];
  const problems: Problem[] = [];
  const first = tokens[0];
  const indents = [first && first.tokenType !== Newline ? (first.startColumn ?? 1) - 1 : 0];
  let brackets = 0;
  const tooDeep = ({ startLine, startColumn }: IToken): void => {
    const message = `This is more than ${DEEPEST} levels deep. Split it into several steps.`;
    problems.push({ message, line: startLine!, column: startColumn! });
  };
  for (const [at, one] of tokens.entries()) {
    if (OPENING.has(one.tokenType) && ++brackets === DEEPEST + 1) tooDeep(one);
    if (CLOSING.has(one.tokenType)) brackets = Math.max(0, brackets - 1);
    if (one.tokenType !== Newline) {
      out.push(one);
      continue;
    }
    const next = tokens[at + 1];
    if (brackets > 0 || next === undefined) continue;
    if (out.length === 0) {
      indents[0] = (next.startColumn ?? 1) - 1;
      continue;
    }
    out.push(one);
    const indent = (next.startColumn ?? 1) - 1;
    if (indent > indents.at(-1)!) {
      indents.push(indent);
      if (indents.length === DEEPEST + 1) tooDeep(next);
      out.push(emptyToken(Indent, next));
    }
    while (indents.length > 1 && indent < indents.at(-1)!) {
      indents.pop();
      out.push(emptyToken(Dedent, next));
    }
  }
  const last = tokens.at(-1);
  if (last) for (let left = indents.length; left > 1; left--) out.push(emptyToken(Dedent, last));
  return { tokens: out, problems };
}
