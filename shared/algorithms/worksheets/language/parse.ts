import { EOF, type IToken, tokenMatcher } from 'chevrotain';
import { placeOf } from '../../grammars/grammar.ts';
import { LanguageParser, NOTHING, type TextNode } from './grammar.ts';
import type { Expression, Problem, Statement } from './syntax.ts';
import * as T from './tokens.ts';

/** A parsed predicate, action or statement. It is never run as JavaScript. */

export type ParseResult<Tree> =
  | { readonly ok: true; readonly tree: Tree }
  | { readonly ok: false; readonly problems: readonly Problem[] };

let made: LanguageParser | null = null;

/** Created on first use, because analyzing the grammar takes 50 ms per thread. */
function theParser(): LanguageParser {
  made ??= new LanguageParser();
  return made;
}

/** Parses a condition. `TRUE` and `FALSE`, as spreadsheets write them, are also conditions. */
export function parsePredicate(text: string): ParseResult<Expression> {
  const plain = text.trim().toUpperCase();
  if (plain === 'TRUE' || plain === 'FALSE')
    return { ok: true, tree: { ...NOTHING, kind: 'literal', value: plain === 'TRUE' } };
  return parse(text, (parser) => parser.predicate());
}

/** Parses the actions that a developer wrote, or the statements that a user's message expresses. */
export const parseStatements = (text: string): ParseResult<readonly Statement[]> =>
  parse(text, (parser) => parser.statements());

function parse<Tree>(text: string, rule: (parser: LanguageParser) => Tree, level = 0): ParseResult<Tree> {
  const { tokens, problems } = T.tokensOf(text);
  if (problems.length > 0) return { ok: false, problems };
  const parser = theParser();
  parser.takeTexts();
  parser.input = tokens;
  const tree = rule(parser);
  const texts = parser.takeTexts();
  const error = parser.errors[0];
  if (error)
    return {
      ok: false,
      problems: [explain(error.token, text, tokens[tokens.indexOf(error.token) - 1] ?? tokens.at(-1))],
    };
  for (const { node, token, body } of texts) {
    const problem = level > 3 ? 'Strings are nested too deeply.' : readText(node, body, level);
    if (problem) return { ok: false, problems: [{ ...placeOf(token), message: problem }] };
  }
  return { ok: true, tree };
}

/** Parses the text between braces. Returns its problem as a sentence, or null. */
function readText(node: TextNode, body: string, level: number): string | null {
  for (const [part, inner] of body.matchAll(/\{\{|\}\}|\{([^{}]*)\}|[^{}]+|[{}]/g)) {
    if (part === '{{' || part === '}}') node.parts.push(part[0]!);
    else if (part === '{' || part === '}')
      return `An f-string has a single "${part}". Write "${part}" twice.`;
    else if (inner === undefined) node.parts.push(part);
    else {
      const parsed = parse(
        inner.replace(/(?:![rsa])?(?::[^:'"\]]*)?$/, ''),
        (inParser) => inParser.predicate(),
        level + 1,
      );
      if (!parsed.ok) return `In the string, {${inner}}: ${parsed.problems[0]?.message}`;
      node.parts.push(parsed.tree);
    }
  }
  return null;
}

/** Explains an unexpected token in plain words. */
function explain(found: IToken, text: string, before: IToken | undefined): Problem {
  if (found.tokenType === EOF) {
    const lines = text.trimEnd().split('\n');
    const last = before?.image.trim();
    const message =
      last === undefined || before?.image === ''
        ? 'Something is missing here. Write an expression, or empty the cell.'
        : `Something is missing after ${last ? `"${last}"` : 'this line'}.`;
    return { line: Math.max(1, lines.length), column: (lines.at(-1)?.length ?? 0) + 1, message };
  }
  const shown = found.image.trim() === '' ? 'The end of the line' : `"${found.image}"`;
  const after = before && before.image.trim() !== '' ? ` after "${before.image}"` : '';
  const hint = tokenMatcher(found, T.Becomes) ? ' Compare with ==.' : '';
  return { ...placeOf(found), message: `${shown} does not fit here${after}.${hint}` };
}
