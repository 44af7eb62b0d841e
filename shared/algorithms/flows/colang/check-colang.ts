import { EOF, type IRecognitionException, type IToken, type TokenType } from 'chevrotain';
import { ColangGrammar } from './grammar.ts';
import type { ColangProblem } from './tokens.ts';
import * as T from './tokens.ts';

interface CheckedColang {
  readonly flows: readonly string[];
  /** At most one problem per flow, sorted by line; empty if NeMo Guardrails accepts the text. */
  readonly problems: readonly ColangProblem[];
}

let grammar: ColangGrammar | null = null;

/** Checks Colang 2 as NeMo Guardrails does when it loads a file, without running it. Linear in the text. */
export function checkColang(text: string): CheckedColang {
  const { tokens, comments, problems } = T.tokensOf(text);
  if (problems.length > 0) return { flows: [], problems };
  grammar ??= new ColangGrammar();
  const found = statementsOf(tokens).flatMap((part) => problemsOf(grammar!, part, comments));
  return {
    flows: tokens.flatMap((one, at) => (one.tokenType === T.Flow ? nameAt(tokens, at + 1) : [])),
    problems: [
      ...new Map([...found, ...misplacedEllipses(tokens, text)].map((one) => [one.line, one])).values(),
    ]
      .sort((a, b) => a.line - b.line || a.column - b.column)
      .slice(0, MOST),
  };
}

const MOST = 20;

function nameAt(tokens: readonly IToken[], from: number): string {
  let to = from;
  while (tokens[to]?.tokenType === T.Name) to++;
  return tokens
    .slice(from, to)
    .map(({ image }) => image)
    .join(' ');
}

function statementsOf(tokens: readonly IToken[]): IToken[][] {
  const parts: IToken[][] = [[]];
  let depth = 0;
  let isDecorated = false;
  for (const [at, one] of tokens.entries()) {
    if (one.tokenType === T.Indent) depth++;
    if (one.tokenType === T.Dedent) depth--;
    const before = tokens[at - 1]?.tokenType;
    const begins = depth === 0 && (before === undefined || before === T.Newline || before === T.Dedent);
    if (begins && (one.tokenType === T.At || one.tokenType === T.Flow)) {
      if (!isDecorated) parts.push([]);
      isDecorated = one.tokenType === T.At;
    } else if (begins) isDecorated = false;
    parts.at(-1)!.push(one);
  }
  return parts.filter((part) => part.length > 0);
}

function problemsOf(
  reader: ColangGrammar,
  tokens: IToken[],
  comments: ReadonlySet<number>,
): readonly ColangProblem[] {
  reader.input = tokens;
  reader.refused = [];
  reader.file();
  const error = reader.errors[0];
  return error ? [told(error, tokens, comments)] : reader.refused;
}

/** The lexer reads `...` on a flow's line as a separate line that begins with spaces. */
function misplacedEllipses(tokens: readonly IToken[], text: string): ColangProblem[] {
  return tokens.flatMap((one) => {
    if (!one.image.startsWith('...')) return [];
    const before = text.slice(text.lastIndexOf('\n', one.startOffset - 1) + 1, one.startOffset);
    const isAlone = one.tokenType === T.Ellipsis;
    if (/\S/.test(before) || (isAlone && before !== '') || (!isAlone && before === '')) return [];
    return [
      {
        line: one.startLine ?? 1,
        column: one.startColumn ?? 1,
        message: isAlone ? '"..." is outside a flow.' : 'A line cannot begin with "...".',
        nextStep: isAlone
          ? 'Move this line into a flow.'
          : 'Assign the result to a variable: $name = ..."instruction"',
      },
    ];
  });
}

const WORDS: ReadonlyMap<TokenType, string> = new Map([
  [T.Newline, 'the end of the line'],
  [T.Indent, 'a deeper indentation'],
  [T.Dedent, 'the end of the block'],
  [EOF, 'the end of the text'],
]);
const wordsOf = ({ tokenType, image }: IToken): string => {
  const said = image.length > 40 ? `${image.slice(0, 40)}…` : image;
  return WORDS.get(tokenType) ?? (tokenType === T.Text || tokenType === T.Doc ? said : `"${said}"`);
};

const PLACES: Readonly<Record<string, string>> = {
  flowText: 'flow, a name, and its parameters as $name',
  parameter: 'a parameter as $name',
  call: 'the name of a flow, an action or an event',
  imports: 'the name of a package, or a path in quotes',
  passed: 'an argument, or the end of the brackets',
  given: 'an argument, or the end of the brackets',
  atom: 'a value: a variable as $name, a text in quotes, a number',
};

const OPENING: ReadonlySet<TokenType | undefined> = new Set([
  T.Flow,
  T.If,
  T.ElseIf,
  T.Else,
  T.When,
  T.OrWhen,
  T.While,
]);
const COMPARING: readonly TokenType[] = [T.And, T.Or, T.Not, T.Compares, T.In, T.Is];

function told(
  { token, context }: IRecognitionException,
  tokens: readonly IToken[],
  comments: ReadonlySet<number>,
): ColangProblem {
  const previousToken = token.tokenType === EOF ? tokens.at(-1) : tokens[tokens.indexOf(token) - 1];
  const at = token.tokenType === EOF ? (previousToken ?? tokens[0]!) : token;
  const line = at.startLine ?? 1;
  const say = (message: string, nextStep: string): ColangProblem => ({
    line,
    column: at.startColumn ?? 1,
    message: message.charAt(0).toUpperCase() + message.slice(1),
    nextStep,
  });
  const { tokenType } = token;
  const found = wordsOf(token);
  const rule = context.ruleStack.at(-1) ?? '';
  const before = previousToken?.tokenType;
  const opener = tokens.find((one) => one.startLine === previousToken?.startLine && one.image.trim() !== '');
  if (token.image === 'define' || (tokenType === T.Indent && opener?.image === 'define'))
    return say(
      '"define" belongs to Colang 1, which is not supported.',
      'Write "flow" and a name, and import "core" and "llm".',
    );
  if (tokenType === T.Indent) {
    return opener
      ? say(
          `The line before begins with "${opener.image}" and does not open a block.`,
          'Align this line with the line before. Only these keywords open a block: “flow”, “if”, “elif”, “else”, “when”, “or when”, “while”.',
        )
      : say('The comment before ends the block.', 'Indent the comment like the lines around it.');
  }
  if (tokenType === T.Becomes) return say('There is no variable before "=".', 'To compare, write "==".');
  if (before === T.Newline && tokenType !== T.Newline && OPENING.has(opener?.tokenType)) {
    return say(
      `The block after "${opener?.image}" is missing.`,
      'Indent the lines that belong to it. If there is nothing to do, write "pass".',
    );
  }
  if (tokenType === T.Else || tokenType === T.ElseIf || tokenType === T.OrWhen) {
    return comments.has(line - 1)
      ? say(`The comment before ${found} ends its block.`, 'Indent the comment like the block, or move it.')
      : say(`There is no "if" or "when" before ${found}.`, `Indent ${found} like its "if" or "when".`);
  }
  if (before === T.Ellipsis || tokenType === T.Ellipsis)
    return say('"..." must be followed by an instruction.', 'Write ..."instruction" on one line.');
  if (tokenType === T.Open || before === T.Open) {
    if (before !== T.Name && ['atom', 'call', 'value', 'test'].includes(rule))
      return say('A value cannot be in brackets.', 'Assign the inner part to a variable on the line before.');
  }
  if (previousToken && T.isAsking(previousToken.image) && rule !== 'call') {
    return {
      line: previousToken.startLine ?? line,
      column: previousToken.startColumn ?? 1,
      message: `"${previousToken.image}" does not fit here.`,
      nextStep: 'Assign the result to a variable on the line before: $name = await …',
    };
  }
  if (tokenType === T.Compares && rule === 'assignment')
    return say(`A comparison with ${found} does nothing here.`, 'To assign a value, write "=".');
  if (COMPARING.includes(tokenType) && before !== T.Newline) {
    return say(
      `${found} does not fit here: arguments and lists cannot contain comparisons.`,
      'Compare on the line before, assign the result to a variable, and use the variable.',
    );
  }
  if (rule === 'block' && OPENING.has(opener?.tokenType) && opener?.startLine === line)
    return say(`The line should end before ${found}.`, 'Write what to do on the next line, indented.');
  if (before !== T.Newline && before !== T.Indent && before !== T.Dedent && previousToken) {
    const place = PLACES[rule];
    return say(
      `${found} does not fit after ${wordsOf(previousToken)}.`,
      place ? `Expected here: ${place}.` : 'Remove it, or begin a new line before it.',
    );
  }
  if (rule === 'flowText')
    return say(`A flow should begin here, not ${found}.`, `Expected here: ${PLACES[rule]}.`);
  return tokenType === T.Text
    ? say('Text alone does nothing.', 'Write "bot say" before it.')
    : say(`No line can begin with ${found}.`, 'Write what to do: bot say "…", await …, $name = …, if …');
}
