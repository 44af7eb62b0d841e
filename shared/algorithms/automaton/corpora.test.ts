import { describe, expect, it } from 'vitest';
import { missingCorpus, readAnnotatedDialogues } from '../../../tests/fixtures/annotated-corpora.ts';
import { buildSymbolCorpus } from '../../../tests/fixtures/tagged-dialogues.ts';
import type { SymbolCorpus } from '../../domain/symbols.ts';
import { automatonAlarms } from './alarms.ts';
import { DEFAULT_PAPER_OPTIONS, learnPaperAutomaton } from './learn.ts';
import { checkAutomaton } from './reading/check-automaton.ts';

function describeCorpus(name: string, body: (corpus: () => SymbolCorpus) => void): void {
  const reason = missingCorpus(name);
  let corpus: SymbolCorpus | undefined;
  describe.skipIf(reason !== null)(`${name}${reason === null ? '' : ` (${reason})`}`, () => {
    body(() => {
      corpus ??= buildSymbolCorpus(readAnnotatedDialogues(name));
      return corpus;
    });
  });
}

describeCorpus('multiwoz', (corpus) => {
  it('has 718 states if dialogues continue where any turn ends, 249 if only from leaves', () => {
    const { dialogues, ends, leaves } = {
      dialogues: corpus().keys.length,
      ends: learnPaperAutomaton(corpus(), DEFAULT_PAPER_OPTIONS).report,
      leaves: learnPaperAutomaton(corpus(), { ...DEFAULT_PAPER_OPTIONS, continueAt: 'leaves' }).report,
    };
    expect({ dialogues, ends: ends.statesBeforeMerging, leaves: leaves.statesBeforeMerging }).toEqual({
      dialogues: 1324,
      ends: 718,
      leaves: 249,
    });
    expect(ends).toMatchObject({ states: 175, candidates: 504, accepted: 158, forced: 385 });
  });

  it('has consistent arrays', () => {
    checkAutomaton(learnPaperAutomaton(corpus(), DEFAULT_PAPER_OPTIONS).automaton);
  });
});

describeCorpus('star', (corpus) => {
  it('collapses: the alarm names the state with most visits', () => {
    const { automaton, report } = learnPaperAutomaton(corpus(), DEFAULT_PAPER_OPTIONS);
    expect(report).toMatchObject({ statesBeforeMerging: 2465, states: 155 });
    expect(report.largestStateShare).toBeGreaterThan(0.9);
    expect(automatonAlarms(automaton).map(({ kind }) => kind)).toEqual(['swallowing-state']);
  });
});
