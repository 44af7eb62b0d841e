import { describe, expect, it } from 'vitest';
import {
  docComments,
  isFragment,
  longIn,
  messagesOf,
  retiredIn,
  textsOfMarkdown,
  textsOfPage,
} from '../../scripts/words.mjs';

const terms = (texts: readonly string[], isUi = false): (string | undefined)[] =>
  texts.flatMap((text) => retiredIn(text, isUi)).map((found) => /^"([^"]*)"/.exec(found)?.[1]);

describe('UI text', () => {
  it('finds retired terms in JSX, labels and strings, and none in code', () => {
    const source = `
      import { round } from './round.ts';
      /** Compares rounds. */
      const kind: 'a round' = round('round');
      export const view = (
        <Panel className="round off" label="Rounds" title={\`Next \${kind} utterance\`}>
          {count} rounds <b>go on</b>
        </Panel>
      );
      const said = 'What the user said';
    `;
    expect(terms(textsOfPage('view.tsx', source), true)).toEqual([
      'rounds',
      'Rounds',
      'utterance',
      'go on',
      'the user',
    ]);
  });

  it('counts the words of a sentence that contains values', () => {
    const [text = ''] = textsOfPage(
      'view.tsx',
      'const v = <p>{all} of the {some} dialogues end here. Good.</p>;',
    );
    expect(text).toBe('$ of the $ dialogues end here. Good.');
    expect(longIn(text, 6)).toEqual(['7 words: $ of the $ dialogues end here.']);
    expect(longIn(text, 7)).toEqual([]);
  });
});

describe('messages of the backend and the command line', () => {
  it('are checked for retired terms, without queries, options and the names that files use', () => {
    const source = `
      throw new DialogramError('bad-input', 'The round was broken off.', 'Give it "utterances", or use --every-round.');
      database.prepare('SELECT id FROM rounds WHERE id = ?.');
      const kind = 'some rounds';
      const hint = \`Look at \${count} utterances.\`;
    `;
    expect(terms(messagesOf('feature.ts', source), true)).toEqual(['round', 'broken off', 'utterances']);
  });
});

describe('docs', () => {
  it('reads paragraphs, items and cells, without code and addresses', () => {
    const page =
      '# Title\n\nA [link](go-on.md) and `turn`.\n\n- one\n- a round\n\n| a | held against b |\n\n```\nanew\n```\n';
    expect(textsOfMarkdown(page)).toEqual([
      '# Title',
      'A link and CODE.',
      '- one',
      '- a round',
      'a',
      'held against b',
    ]);
    expect(terms(textsOfMarkdown(page))).toEqual(['round', 'held against']);
  });

  it('accepts the terms that replaced the retired ones', () => {
    expect(terms(['Check the flow against 12 turns, continue, and undo it.'], true)).toEqual([]);
  });
});

describe('doc comments', () => {
  it('distinguishes fragments from sentences', () => {
    const comments = docComments(
      '/** What it holds. */ a; // How\n/**\n * The number of turns. What follows is fine.\n */ b;',
    );
    expect(comments.map((comment) => [comment, isFragment(comment)])).toEqual([
      ['What it holds.', true],
      ['The number of turns. What follows is fine.', false],
    ]);
  });
});
