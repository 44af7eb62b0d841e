import { describe, expect, it } from 'vitest';
import { ENGLISH } from './grammar.ts';
import { nameNodes } from './name-moves.ts';

const TREE = { leaves: 2, merges: [[0, 1]] } as const;
const said = (leaf: number, texts: readonly string[], generic: readonly string[] = []) =>
  texts.flatMap((text) => Array.from({ length: 8 }, () => ({ leaf, sentences: [text.split(' ')], generic })));
const names = (...texts: ReturnType<typeof said>[]): string[] =>
  nameNodes(TREE, [0, 1], texts.flat(), []).slice(0, 2);

describe('names of moves', () => {
  it('are phrases that neither begin nor end with a function word', () => {
    const [first] = names(
      said(0, ['send your account number so we can look', 'the account number so we know']),
      said(1, ['it rains', 'it pours']),
    );
    expect(first).toBe('mentions:account-number');
  });

  it('hold no "and", which would glue the ends of two phrases', () => {
    const [first] = names(
      said(0, ['seat assignment and decide', 'my seat assignment and decide']),
      said(1, ['it rains', 'it pours']),
    );
    expect(first).toBe('mentions:seat-assignment');
  });

  it('do not begin with the end of a contraction that is written apart', () => {
    const [first] = names(
      said(0, ["i 'm also looking around", "'m also looking here"]),
      said(1, ['it rains', 'it pours']),
    );
    expect(first).toBe('mentions:also-looking');
  });

  it('are the words alone in other languages, which have no cues', () => {
    const texts = [...said(0, ['conta nova', 'conta nova hoje']), ...said(1, ['chove', 'chove muito'])];
    const grammar = { ...ENGLISH, words: new Set<string>() };
    expect(nameNodes(TREE, [0, 1], texts, [], grammar)[0]).toBe('conta-nova');
  });

  it('are two or three words rather than one', () => {
    const [, second] = names(
      said(0, ['it rains', 'it pours']),
      said(1, ['still not working', 'it is still not working here']),
    );
    expect(second).toBe('mentions:still-not-working');
  });

  it('are words behind "mentions" only if no phrase is left', () => {
    const others = said(1, ['it rains', 'it pours']);
    const rarer = ['looks', 'looks', 'looks', 'looks', 'looks right today'];
    expect(names(said(0, rarer), others)[0]).toBe('mentions:looks-right-today');
    expect(names(said(0, ['looks', 'looks so']), others)[0]).toBe('mentions:looks');
  });

  it('begin with the most common cue if none names most of the move, except for courtesies', () => {
    const others = said(1, ['it rains', 'it pours', 'it snows', 'it hails']);
    const topic = ['battery life today', 'battery life again', 'battery life'];
    expect(
      names([...said(0, topic), ...said(0, ['battery life broken'], ['reports-a-problem'])], others)[0],
    ).toBe('reports-a-problem:battery-life');
    expect(names([...said(0, topic), ...said(0, ['battery life thanks'], ['says-thanks'])], others)[0]).toBe(
      'mentions:battery-life',
    );
  });

  it('add no contraction to a cue', () => {
    const cued = said(0, ["i'm sorry broken lamp"], ['reports-a-problem']);
    const texts = [...said(0, ["i'm sorry broken lamp again", "i'm sorry broken lamp"]), ...cued];
    expect(names(texts, said(1, ['it rains', 'it pours']))[0]).toBe('reports-a-problem:sorry-broken-lamp');
  });

  it('are numbered cues if a move has no words of its own', () => {
    const same = (leaf: number) => said(leaf, ['it is so', 'so it is'], ['gives-details']);
    expect(names(same(0), same(1))).toEqual(['gives-details-2', 'gives-details-3']);
  });

  it('do not repeat the cue', () => {
    const [first] = names(said(0, ['thank you', 'thanks']), said(1, ['it rains', 'it pours']));
    expect(first).not.toMatch(/:thank/);
  });
});
