import { describe, expect, it } from 'vitest';
import { PORTUGUESE } from '../../tests/fixtures/portuguese.ts';
import { comparePartitions } from '../algorithms/agreement/partition-agreement.ts';
import { induceMoves } from '../algorithms/moves/induce.ts';
import { createMovesCorpus } from '../algorithms/moves/moves-corpus.ts';
import { dialogueLanguage } from '../algorithms/text/dialogue-language.ts';
import { ROLES } from '../domain/dialogue.ts';
import { generateDemoDialogues, TURN_LIMITS } from './generate.ts';

const DIALOGUES = generateDemoDialogues({ seed: 1, count: 300, language: PORTUGUESE });

function movesOf(dialogues: typeof DIALOGUES) {
  const corpus = createMovesCorpus();
  const labels: string[] = [];
  for (const { turns } of dialogues) {
    corpus.add(turns.map(({ speaker, text }) => ({ role: speaker, texts: [text] })));
    labels.push(...turns.map(({ acts }) => acts[0] ?? ''));
  }
  const said = corpus.finish();
  const induced = induceMoves(said, { method: 'auto', moves: 16, seed: 1 });
  const ids = new Map([...new Set(labels)].map((label, id) => [label, id]));
  const fits = ROLES.map((role) => {
    const turns = [...labels.keys()].filter((turn) => said.roles[turn] === role);
    const { vMeasure } = comparePartitions(
      turns.map((turn) => induced.turns[turn].moves[0]?.move ?? -1),
      turns.map((turn) => ids.get(labels[turn]) ?? -1),
    );
    return vMeasure;
  });
  return { said, induced, fits };
}

describe('the demo in Portuguese', () => {
  it('keeps the limits, and every dialogue is told to be in Portuguese', () => {
    for (const { turns } of DIALOGUES) {
      expect(turns.length).toBeGreaterThanOrEqual(TURN_LIMITS.least);
      expect(turns.length).toBeLessThanOrEqual(TURN_LIMITS.most);
      expect(dialogueLanguage(turns.map(({ text }) => text))).toBe('pt');
    }
  });

  it('gets the moves of its flows, with names of its own words, and no turn is set apart', () => {
    const { said, induced, fits } = movesOf(DIALOGUES);
    expect(said.foreign.every((foreign) => foreign === 0)).toBe(true);
    for (const fit of fits) expect(fit).toBeGreaterThan(0.8);
    const texts = DIALOGUES.flatMap(({ turns }) => turns.map(({ text }) => text.toLowerCase()));
    for (const { names, cut } of induced.model.roles)
      for (const node of cut) {
        const words = names[node].split('-').filter((word) => word.length > 3);
        const isTold = texts.some((text) => words.every((word) => text.includes(word)));
        expect([names[node], isTold || /^(number|reference|email|id|date|move)/.test(names[node])]).toEqual([
          names[node],
          true,
        ]);
      }
  });

  it('and dialogues in English beside it have one set of moves, each read in its own language', () => {
    const { said, induced } = movesOf([
      ...DIALOGUES.slice(0, 120),
      ...generateDemoDialogues({ seed: 1, count: 120 }),
    ]);
    expect(new Set(said.languages)).toEqual(new Set(['pt', 'en']));
    expect(said.foreign.every((foreign) => foreign === 0)).toBe(true);
    for (const role of ROLES) {
      const untold = induced.turns.filter((turn) => turn.role === role && turn.moves.length === 0);
      expect(untold.length).toBeLessThan(0.1 * induced.turns.filter((turn) => turn.role === role).length);
    }
  });
});
