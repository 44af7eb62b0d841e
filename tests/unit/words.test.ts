import { describe, expect, it } from 'vitest';
import { pseudoSource } from '../../scripts/pseudo.mjs';
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

  it('finds single words where they are shown, and none of code', () => {
    const source = `
      const KIND_NAMES = { user: 'customer', system: 'agent' };
      const words = 'a list of words'.split(' ');
      const isEnter = event.key === 'Enter' || kind === 'user';
      const command = { id: 'tag.add', keys: ['Delete'], group: 'Review' };
      export const view = (
        <Button className={open ? 'is open' : ''} title={open ? 'hide' : \`show \${kind === 'user' ? 'now' : x}\`}>
          {open ? 'close' : formatAmount(count, 'turn')}
        </Button>
      );
    `;
    expect(textsOfPage('view.tsx', source)).toEqual([
      'customer',
      'agent',
      'Review',
      'hide',
      'show $',
      'now',
      'close',
      'turn',
    ]);
  });

  it('gets accents and a third more letters in the pseudo build, and its code stays as it is', () => {
    const source = `const v = <p title="go \\u2026 on" className="of all">Keep {\`all \${count} of\\n them\`} &nbsp; {kind === 'as'}</p>;`;
    expect(pseudoSource('renderer/view.tsx', source)).toBe(
      `const v = <p title="ĝö~ \\u2026 öñ~" className="of all">Ķééþ~ {\`åļļ~ \${count} öƒ~\\n ţĥéɱ~\`} &nbsp; {kind === 'as'}</p>;`,
    );
    const message = "throw new Error('It failed.', 'no sentence');";
    expect(pseudoSource('electron/job.ts', message)).toBe("throw new Error('Îţ~ ƒåîļéð~~.', 'no sentence');");
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
