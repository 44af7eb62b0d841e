import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  arbitraryDialogues,
  arbitraryLambda,
  arbitraryTreeOptions,
  buildSymbolCorpus,
  copies,
} from '../../../../tests/fixtures/tagged-dialogues.ts';
import type { Automaton } from '../../../domain/automaton.ts';
import { DEFAULT_PAPER_OPTIONS, learnPaperAutomaton } from '../learn.ts';
import { automatonToDocument, readDocument } from './json.ts';

const { automaton, report } = learnPaperAutomaton(
  buildSymbolCorpus([...copies(6, 'a', 'u:x', 's:ok'), ...copies(1, 'b', 'u:y')]),
  DEFAULT_PAPER_OPTIONS,
);
const document = automatonToDocument(automaton, report, { tagger: 'annotations' });

function withoutPaths(whole: Automaton) {
  const { pathOffsets, pathStates, pathTurns, pathSymbols, ...structure } = whole;
  return structure;
}

describe('automatonToDocument', () => {
  it('describes states, transitions, report and version in words', () => {
    expect(document).toEqual({
      format: 'dialogram-automaton',
      version: 1,
      about: { tagger: 'annotations' },
      report,
      dialogues: 7,
      alphabet: [
        { role: 'system', tag: 'ok' },
        { role: 'user', tag: 'x' },
        { role: 'user', tag: 'y' },
      ],
      states: [
        { id: 0, role: null, depth: 0, support: 7, ends: 0, accepting: false, united: 1 },
        { id: 1, role: 'user', depth: 1, support: 6, ends: 0, accepting: false, united: 1 },
        { id: 2, role: 'user', depth: 1, support: 1, ends: 1, accepting: true, united: 1 },
        { id: 3, role: 'system', depth: 2, support: 6, ends: 6, accepting: true, united: 1 },
      ],
      transitions: [
        { from: 0, to: 1, role: 'user', tag: 'x', support: 6 },
        { from: 0, to: 2, role: 'user', tag: 'y', support: 1 },
        { from: 1, to: 3, role: 'system', tag: 'ok', support: 6 },
      ],
    });
  });

  it('contains no dialogue', () => {
    expect(JSON.stringify(document)).not.toContain('a0');
  });
});

describe('readDocument', () => {
  it('returns the same structure after a round trip through text', () => {
    fc.assert(
      fc.property(arbitraryDialogues, arbitraryTreeOptions, arbitraryLambda, (dialogues, options, lambda) => {
        const learned = learnPaperAutomaton(buildSymbolCorpus(dialogues), { ...options, lambda });
        const text = JSON.stringify(automatonToDocument(learned.automaton, learned.report, {}));
        expect(readDocument(JSON.parse(text)).structure).toEqual(withoutPaths(learned.automaton));
      }),
    );
  });

  it('keeps names, main transitions and certainty', () => {
    const sure = {
      ...automaton,
      main: new Uint8Array([1, 0, 1]),
      stateCertainty: new Uint8Array([100, 90, 20, 80]),
      transitionCertainty: new Uint8Array([95, 10, 70]),
    };
    const text = JSON.stringify(automatonToDocument(sure, report, {}, ['', 'Asks', '', '']));
    expect(readDocument(JSON.parse(text))).toEqual({
      structure: withoutPaths(sure),
      names: ['', 'Asks', '', ''],
    });
  });

  it.each([
    ['nothing', null, /format is missing, version is missing/],
    ['another format', { ...document, format: 'svg' }, /format is "svg"/],
    [
      'another version',
      { ...document, version: 2 },
      /version is 2; expected "dialogram-automaton", version 1/,
    ],
    ['a list', [document], /format is missing/],
    [
      'a role of another program',
      { ...document, states: [{ ...document.states[0], role: 'bot' }] },
      /states\[0\].role is "bot"; expected system, user or null/,
    ],
    [
      'a name that is none',
      { ...document, states: [{ ...document.states[0], name: 7 }, ...document.states.slice(1)] },
      /states\[0\].name is 7; expected a text/,
    ],
    [
      'more states than anybody learns',
      { ...document, states: Array.from({ length: 100_001 }, () => document.states[0]) },
      /states has 100001 entries; at most 100000/,
    ],
    ['no states', { ...document, states: undefined }, /states is missing; expected a list/],
    ['an empty list of states', { ...document, states: [], transitions: [] }, /stateCount is 0/],
    ['a state that is null', { ...document, states: [null] }, /states\[0\] is null/],
    ['states out of order', { ...document, states: document.states.toReversed() }, /states\[0\].id is 3/],
    [
      'a tag not in the alphabet',
      { ...document, alphabet: document.alphabet.slice(1) },
      /transitions\[2\].tag/,
    ],
    [
      'a symbol twice',
      { ...document, alphabet: [...document.alphabet, document.alphabet[0]] },
      /alphabet\[3\] repeats/,
    ],
    ['a symbol without a role', { ...document, alphabet: [{ tag: 'x' }] }, /alphabet\[0\] is \{"tag":"x"\}/],
    [
      'transitions out of order',
      { ...document, transitions: document.transitions.toReversed() },
      /sort by state left/,
    ],
    [
      'a transition from nowhere',
      { ...document, transitions: [{ ...document.transitions[0], from: 4 }] },
      /transitions\[0\].from is 4; expected a whole number from 0 to 3/,
    ],
    [
      'a transition to nowhere',
      { ...document, transitions: [{ ...document.transitions[0], to: 4 }] },
      /transitionTargets\[0\] is 4/,
    ],
    [
      'half a dialogue',
      { ...document, transitions: [{ ...document.transitions[0], support: 0.5 }] },
      /transitions\[0\].support is 0.5; expected a whole number of 0 or more/,
    ],
  ])('refuses %s', (_, changed, message) => {
    expect(() => readDocument(changed)).toThrow(message);
  });
});
