import { createTokenInstance, type IToken, Lexer, type TokenType } from 'chevrotain';
import { once } from '../../../domain/once.ts';
import { emptyToken, placeOf, tokenList } from '../../grammars/grammar.ts';

export interface ColangProblem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly nextStep: string;
}

/** Tokens of Colang 2: keywords depend on their place, and blocks on indentation, even that of comments. */

/** Longer texts are refused before they are read. */
const LONGEST = 400_000;
/** Maximum nesting of blocks or brackets. Deeper nesting is refused, so that no stack can overflow. */
const DEEPEST = 60;
const MOST_PROBLEMS = 20;

const { all, token: add, sign } = tokenList();

const token = (name: string, pattern: RegExp, more: object = {}): TokenType => {
  const sticky = new RegExp(pattern.source, `${pattern.flags}y`);
  const match = (text: string, at: number): RegExpExecArray | null => {
    sticky.lastIndex = at;
    return sticky.exec(text);
  };
  return add(name, match, { line_breaks: false, ...more });
};
const word = (text: string): TokenType => add(text, Lexer.NA);

export const Newline = token('end of the line', /(?:\r?\n[\t ]*)+/, { line_breaks: true });
token('space', / +/, { group: Lexer.SKIPPED });
token('comment', /#[^\n]*/, { group: 'comments' });
export const Doc = token(
  'long text',
  /(?:\.\.\.\s*)?(?:"""[\s\S]*?(?<!\\)(?:\\\\)*?"""|'''[\s\S]*?(?<!\\)(?:\\\\)*?''')/,
  { line_breaks: true },
);
export const Text = token(
  'text',
  /(?:\.\.\.\s*)?(?:"(?!"").*?(?<!\\)(?:\\\\)*?"|'(?!'').*?(?<!\\)(?:\\\\)*?')/,
  { line_breaks: true },
);
export const Ellipsis = sign('...');
export const NumberLiteral = token(
  'number',
  /(?:\d(?:_?\d)*[eE][+-]?\d(?:_?\d)*|(?:\.\d(?:_?\d)*|\d(?:_?\d)*\.(?:\d(?:_?\d)*)?)(?:[eE][+-]?\d(?:_?\d)*)?|[1-9](?:_?\d)*|0(?:_?0)*(?![1-9]))/,
);
export const Variable = token('variable', /\$[\p{L}_][\p{L}\p{N}_]*/u);
export const Name = token('name', /[\p{L}_][\p{L}\p{N}_]*/u);

export const Power = sign('**');
export const Arrow = sign('->');
export const PlusBecomes = sign('+=');
export const MinusBecomes = sign('-=');
/** Operators between two values: sum, product, shift, bits. `+`, `-`, `*` and `@` have tokens of their own. */
export const Between = token('operator', /\/\/|<<|>>|[/%|^&]/);
export const Compares = token('comparison', /==|!=|<>|<=|>=|[<>]/);
export const Becomes = sign('=');
export const Plus = sign('+');
export const Minus = sign('-');
export const Tilde = sign('~');
export const Times = sign('*');
export const Open = sign('(');
export const Close = sign(')');
export const OpenList = sign('[');
export const CloseList = sign(']');
export const OpenRecord = sign('{');
export const CloseRecord = sign('}');
export const Comma = sign(',');
export const Colon = sign(':');
export const Dot = sign('.');
export const At = sign('@');

export const Indent = word('deeper indentation');
export const Dedent = word('end of the block');

export const Flow = word('flow');
export const If = word('if');
export const ElseIf = word('elif');
export const Else = word('else');
export const When = word('when');
export const OrWhen = word('or when');
export const While = word('while');
export const Operator = word('operator word');
export const Global = word('global');
export const Import = word('import');
export const Return = word('return');
export const Alone = word('single word');
export const Writes = word('writing word');
export const And = word('and');
export const Or = word('or');
export const Not = word('not');
export const Is = word('is');
export const In = word('in');
export const As = word('as');
export const Constant = word('constant');

export const TOKENS = all;

const OPENING = new Set([Open, OpenList, OpenRecord]);
const CLOSING = new Set([Close, CloseList, CloseRecord]);

const BEGINNING: ReadonlyMap<string, TokenType> = new Map([
  ['elif', ElseIf],
  ['else', Else],
  ['when', When],
  ['orwhen', OrWhen],
  ['while', While],
  ['global', Global],
  ['import', Import],
  ['return', Return],
  ...['abort', 'break', 'continue', 'pass'].map((text) => [text, Alone] as const),
  ...['log', 'print', 'priority'].map((text) => [text, Writes] as const),
]);
const OPERATORS = new Set(['match', 'await', 'start', 'stop', 'activate', 'deactivate', 'send']);
/** Returns true if a word calls a flow, an action or an event: `await`, `match`, `send` … */
export const isAsking = (word: string): boolean => OPERATORS.has(word);
const COMPARING: ReadonlyMap<string, TokenType> = new Map([
  ['not', Not],
  ['is', Is],
  ['in', In],
]);

const lexer = once(() => new Lexer(TOKENS, { ensureOptimizations: false, positionTracking: 'full' }));

export interface Cut {
  readonly tokens: readonly IToken[];
  readonly comments: ReadonlySet<number>;
  readonly problems: readonly ColangProblem[];
}

export function tokensOf(text: string): Cut {
  if (text.length > LONGEST) {
    const message = `The text is longer than ${LONGEST} characters.`;
    return refused([{ line: 1, column: 1, message, nextStep: 'Split the flows into several files.' }]);
  }
  const { tokens, errors, groups } = lexer().tokenize(text.endsWith('\n') ? text : `${text}\n`);
  if (errors.length > 0) {
    return refused(
      errors.slice(0, MOST_PROBLEMS).map(({ offset, line, column }) => ({
        line: line ?? 1,
        column: column ?? 1,
        ...unreadable(text, offset),
      })),
    );
  }
  const comments = new Set((groups.comments ?? []).map(({ startLine }) => startLine ?? 0));
  return { comments, ...withBlocks(withKeywords(tokens, text)) };
}

const refused = (problems: readonly ColangProblem[]): Cut => ({ tokens: [], comments: new Set(), problems });

function unreadable(text: string, offset: number): { message: string; nextStep: string } {
  const found = [...text.slice(offset, offset + 2)][0] ?? '';
  if (found === '"' || found === "'") {
    return {
      message: `The text that begins with ${found} does not end on the same line.`,
      nextStep: `End the text with ${found}. For text on several lines, use three quotation marks.`,
    };
  }
  if (found === '\t')
    return { message: 'There is a tab within the line.', nextStep: 'Use spaces between words.' };
  if (/[“”„‘’]/.test(found))
    return { message: `${found} is not a quotation mark in Colang.`, nextStep: 'Use " instead.' };
  if (found === '$')
    return { message: 'A variable has no name.', nextStep: 'Write a letter or _ right after $.' };
  return { message: `"${found}" is not part of Colang.`, nextStep: 'Remove it, or put it into quotes.' };
}

const retyped = (type: TokenType, first: IToken, last: IToken = first): IToken =>
  createTokenInstance(
    type,
    first === last ? first.image : `${first.image} ${last.image}`,
    first.startOffset,
    last.endOffset ?? first.startOffset,
    first.startLine!,
    last.endLine!,
    first.startColumn!,
    last.endColumn!,
  );

type Line = 'start' | 'values' | 'call' | 'flow' | 'variable';

/** Turns names into keywords where their position makes them words of the language. */
function withKeywords(tokens: readonly IToken[], text: string): IToken[] {
  const out: IToken[] = [];
  let line: Line = 'start';
  let brackets = 0;
  const put = (type: TokenType, first: IToken, next: Line, last = first): void => {
    out.push(retyped(type, first, last));
    line = next;
  };
  for (let at = 0; at < tokens.length; at++) {
    const one = tokens[at]!;
    const next = tokens[at + 1];
    const before = out.at(-1)?.tokenType;
    if (OPENING.has(one.tokenType)) brackets++;
    else if (CLOSING.has(one.tokenType)) brackets = Math.max(0, brackets - 1);
    if (one.tokenType === Newline) {
      // A line that begins with "and" or "or" continues the previous one.
      const isOpen = before === Newline || before === And || before === Or;
      if (next && !isOpen && isLink(next, tokens[at + 2], text)) continue;
      out.push(one);
      if (brackets === 0) line = 'start';
      continue;
    }
    if (one.tokenType !== Name) {
      out.push(one);
      if (line === 'start' && one.tokenType !== At) {
        line = one.tokenType === Variable ? 'variable' : one.tokenType === Open ? 'call' : 'values';
      } else if (line === 'variable' && isSet(one.tokenType)) line = lineAfter(next, tokens[at + 2]);
      continue;
    }
    const { image } = one;
    const gap = next ? text.slice(one.startOffset + image.length, next.startOffset) : '';
    if (line === 'start' && before !== At) {
      if (image === 'or' && next?.image === 'when' && gap === ' ') {
        put(OrWhen, one, 'call', next);
        at++;
      } else if (image === 'else' && next?.image === 'if' && /^ +$/.test(gap)) {
        put(ElseIf, one, 'values', next);
        at++;
      } else if (image === 'flow' && !/^\s*\(/.test(text.slice(one.startOffset + 4, one.startOffset + 40))) {
        put(Flow, one, 'flow');
      } else if (OPERATORS.has(image)) put(Operator, one, 'call');
      else {
        const type = image.startsWith('if') ? If : BEGINNING.get(image);
        put(type ?? Name, one, type === undefined || type === When || type === OrWhen ? 'call' : 'values');
      }
      continue;
    }
    if (before === Dot || before === At) out.push(one);
    else if (before && isSet(before) && OPERATORS.has(image)) put(Operator, one, 'call');
    else if (before && isSet(before) && line === 'call' && image.startsWith('not')) put(Not, one, 'values');
    else if (line === 'values' && COMPARING.has(image)) put(COMPARING.get(image)!, one, line);
    else if (line === 'values' && isLinking(one, text)) put(image === 'and' ? And : Or, one, line);
    else if (isFirst(before)) out.push(one);
    else if (isLinking(one, text)) put(image === 'and' ? And : Or, one, line);
    else if (image === 'as' && line !== 'values') put(As, one, line);
    else if (['None', 'True', 'False'].includes(image)) put(Constant, one, line);
    else out.push(one);
  }
  return out;
}

const isSet = (type: TokenType): boolean => type === Becomes || type === PlusBecomes || type === MinusBecomes;

const isFirst = (before: TokenType | undefined): boolean =>
  before === Operator ||
  before === Flow ||
  before === When ||
  before === OrWhen ||
  before === And ||
  before === Or;

/** After `$x = ` comes a call of a flow or an action, or a value. */
const lineAfter = (next: IToken | undefined, second: IToken | undefined): Line =>
  next?.tokenType === Open ||
  (next?.tokenType === Name &&
    !['None', 'True', 'False', 'not'].includes(next.image) &&
    second?.tokenType !== Open)
    ? 'call'
    : 'values';

const isLinking = ({ image, startOffset }: IToken, text: string): boolean =>
  (image === 'and' || image === 'or') && /[ \t]/.test(text[startOffset + image.length] ?? '');

const isLink = (one: IToken, next: IToken | undefined, text: string): boolean =>
  one.tokenType === Name &&
  isLinking(one, text) &&
  !(next?.image === 'when' && next.startOffset === one.startOffset + 3);

function withBlocks(tokens: readonly IToken[]): Pick<Cut, 'tokens' | 'problems'> {
  const out: IToken[] = [];
  const problems: ColangProblem[] = [];
  const indents = [0];
  let brackets = 0;
  const refuse = (message: string, nextStep: string, at: IToken): void =>
    void problems.push({ ...placeOf(at), message, nextStep });
  for (const [at, one] of tokens.entries()) {
    if (OPENING.has(one.tokenType) && ++brackets === DEEPEST + 1)
      refuse(`Brackets can be at most ${DEEPEST} levels deep.`, 'Put inner parts into variables.', one);
    if (CLOSING.has(one.tokenType)) brackets--;
    const glued = one.tokenType === If ? 'if' : one.tokenType === Not ? 'not' : one.image;
    if (one.image !== glued)
      refuse(
        `"${one.image}" cannot be used here, because NeMo Guardrails reads its "${glued}" as a separate word.`,
        'Write "await" before it, or rename the flow.',
        one,
      );
    if (brackets < 0) {
      refuse(
        `There is no open bracket for "${one.image}".`,
        'Remove this bracket, or add an opening bracket.',
        one,
      );
      brackets = 0;
    }
    if (one.tokenType !== Newline) {
      out.push(one);
      continue;
    }
    if (brackets > 0) continue;
    out.push(one);
    const blank = one.image.slice(one.image.lastIndexOf('\n') + 1);
    const indent = [...blank].reduce((wide, char) => wide + (char === '\t' ? 8 : 1), 0);
    const next = tokens[at + 1] ?? one;
    if (indent > indents.at(-1)!) {
      indents.push(indent);
      if (indents.length === DEEPEST + 1)
        refuse(
          `Blocks can be at most ${DEEPEST} levels deep.`,
          'Move inner blocks into their own flows.',
          next,
        );
      out.push(emptyToken(Indent, next));
      continue;
    }
    while (indent < indents.at(-1)!) {
      indents.pop();
      out.push(emptyToken(Dedent, next));
    }
    if (indent !== indents.at(-1)) {
      refuse(
        `This line is indented by ${indent}, but no block around it has this indentation.`,
        'Indent the line as far as the rest of its block. This applies to comment lines, too.',
        next,
      );
      return { tokens: out, problems };
    }
  }
  const last = tokens.at(-1);
  if (last && brackets > 0) refuse('A bracket is never closed.', 'Close the bracket.', last);
  if (last) for (; indents.length > 1; indents.pop()) out.push(emptyToken(Dedent, last));
  return { tokens: out, problems };
}
