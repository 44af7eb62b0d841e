import { describe, expect, it } from 'vitest';
import { tablesAsMarkdown } from '../../../lab/model-tables/report.mjs';

const column = (method: string) => ({ column: { method, answerer: { kind: 'model' } } });
const cell = (estimate: number, spread: number, consistent: number) => ({
  rate: { estimate, lower: estimate - spread, upper: estimate + spread },
  ...{ wins: 20, ties: 6, losses: 14, same: 0, counted: 40, cutOff: 2 },
  consistent: { share: consistent },
});

function reported(cells: object[], check: object | null = null, more: object = {}): string[] {
  const report = {
    settings: { seed: 1, examples: 5, encoder: null },
    ...{ when: '2026-11-23T00:00:00Z', days: [], corpus: 'a corpus', packages: [] },
    model: { file: 'a.gguf', said: 'Small' },
    alone: { columns: [] },
    judged: [{ counts: { judged: 120, same: 0, unanswered: 0, flagged: 0, open: 0 }, check }],
    winRates: [{ methods: ['bm25-last', 'dfa-rag', 'random'].map(column), rows: [{ cells }], settings: 1 }],
    success: [],
    ...more,
  };
  return tablesAsMarkdown(report).split('\n');
}

describe('the report tables', () => {
  it('show win rates in percent, compared with one half, and none if the judge follows the position', () => {
    const lines = reported([cell(0.7, 0.1, 0.8), cell(0.3, 0.1, 0.8), cell(0.5, 0, 0.1)]);
    const row = (method: string) => lines.find((line) => line.includes(`\`${method}\``));
    expect(row('bm25-last')).toMatch(/\| 70\.0 \[60\.0, 80\.0\] \|.*\| better \|$/);
    expect(row('dfa-rag')).toMatch(/\| 30\.0 \[20\.0, 40\.0\] \|.*\| worse \|$/);
    expect(row('random')).toMatch(/^No win rate for random \(`random`\): .* the rate says nothing\.$/);
    expect(lines.join('\n')).not.toContain('50.0 [');
  });

  it('say in one sentence that a judge failed its check', () => {
    const check = { passed: false, pairs: 20, accuracy: 0.5, low: 0.3, high: 0.7 };
    const lines = reported([cell(0.5, 0, 0.1), cell(0.5, 0, 0.1), cell(0.5, 0, 0.1)], check);
    expect(lines).toContain(
      'No win rates: the judge found the better answer in 50 % of 20 pairs of which it is known (30 to 70 %), and needs 65 %. A coin reaches 50 %.',
    );
    expect(lines.filter((line) => line.startsWith('|') && line.includes('random'))).toEqual([]);
  });

  it('give each method its own number of turns, and say what the rest would take', () => {
    const estimate = { estimate: 20, lower: 10, upper: 30 };
    const answered = (method: string, turns: number) => ({
      ...column(method),
      ...{ turns, latencyMedianMs: 9000, failures: 0, difference: null },
      tokens: { input: 0, output: 0 },
      cost: { usd: 0, unknown: 1 },
      figures: { corpusBleu: estimate, rouge1: estimate, rougeL: estimate, words: estimate },
    });
    const lines = reported([cell(0.5, 0, 0.1), cell(0.5, 0, 0.1), cell(0.5, 0, 0.1)], null, {
      days: ['2026-11-22', '2026-11-23'],
      answers: { columns: [answered('none', 30), answered('bm25-last', 12), answered('dfa-rag', 0)] },
    });
    expect(lines).toContainEqual(expect.stringContaining('It was asked on 2026-11-22, 2026-11-23.'));
    expect(lines).toContainEqual(
      expect.stringMatching(/^\| no examples .*\| 30 \| 20\.0 \[10\.0, 30\.0\] \|/),
    );
    expect(lines).toContainEqual(expect.stringMatching(/^\| BM25 .*\| 12 \| 20\.0 \[10\.0, 30\.0\] \|/));
    expect(lines).toContain(
      'At these speeds 200 turns of these 2 rows take 1.0 hours. Not answered yet: DFA-RAG, read fairly (`dfa-rag`).',
    );
  });

  it('replace a whole table that would say nothing', () => {
    const lines = reported([cell(0.5, 0, 0.1), cell(0.5, 0, 0.1), cell(0.5, 0, 0.1)]);
    expect(lines.filter((line) => line.startsWith('|') && line.includes('dfa-rag'))).toEqual([]);
  });
});
