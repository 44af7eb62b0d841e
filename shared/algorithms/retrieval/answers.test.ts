import { describe, expect, it } from 'vitest';
import { chooseAnswer } from './chosen-answer.ts';
import { learnContextAutomaton } from './context-automaton.ts';
import { contextStructure, turnsAtState } from './context-structure.ts';
import { candidateOf } from './query.ts';
import { buildRetrievalCorpus } from './retrieval-corpus.ts';
import { generatedDialogues, system, user } from './test-corpus.ts';

describe('the chosen answer', () => {
  const corpus = buildRetrievalCorpus(
    ['what day do you leave', 'on what day do you leave', 'what day', 'goodbye'].map((text, at) => ({
      key: `${at}`,
      rounds: [user('a train'), system(text)],
    })),
  );
  const candidates = [3, 2, 0, 1].map((turn) => candidateOf(corpus, turn, 1, {}));

  it('is the one most like the others', () => {
    expect(chooseAnswer(corpus, candidates)?.turn).toBe(0);
  });

  it('is the only one there is, or none', () => {
    expect(chooseAnswer(corpus, candidates.slice(0, 1))?.turn).toBe(3);
    expect(chooseAnswer(corpus, [])).toBeNull();
  });
});

describe('the context automaton as drawn', () => {
  const corpus = buildRetrievalCorpus(generatedDialogues(60, 12));
  const automaton = learnContextAutomaton(corpus);
  const structure = contextStructure(automaton, corpus);

  it('has the same states, each reached by one marked letter', () => {
    expect(structure.stateCount).toBe(automaton.stateCount);
    expect([...structure.transitionTargets].sort((a, b) => a - b)).toEqual(
      Array.from({ length: automaton.stateCount - 1 }, (_, at) => at + 1),
    );
    expect(structure.symbols).toContainEqual({ role: 'system', tag: 'turn 3+' });
    expect(structure.symbols).toContainEqual({ role: 'user', tag: 'hotel ‹1›' });
  });

  it('lists transitions by symbol, each symbol at most once a state', () => {
    for (let state = 0; state < structure.stateCount; state++) {
      for (
        let at = structure.transitionOffsets[state] + 1;
        at < structure.transitionOffsets[state + 1];
        at++
      ) {
        expect(structure.transitionSymbols[at]).toBeGreaterThan(structure.transitionSymbols[at - 1]);
      }
    }
  });

  it('accounts for every turn: those that end at a state and those of its children', () => {
    let ends = 0;
    for (let state = 0; state < structure.stateCount; state++) {
      expect(structure.support[state]).toBe(turnsAtState(automaton, state).length);
      expect(structure.ends[state]).toBeGreaterThanOrEqual(0);
      ends += structure.ends[state];
    }
    expect(ends).toBe(corpus.turnRounds.length);
  });

  it('gives a state the role of the symbol that enters it', () => {
    for (let at = 0; at < structure.transitionTargets.length; at++) {
      const { role, tag } = structure.symbols[structure.transitionSymbols[at]];
      const code = tag.startsWith('turn ') ? 2 : role === 'user' ? 1 : 0;
      expect(structure.roles[structure.transitionTargets[at]]).toBe(code);
    }
  });
});
