import { describe, expect, it } from 'vitest';
import { type AgentSpec, agentKey } from '#shared/domain/agent.ts';
import { readArguments } from '../../arguments.ts';
import { readColumns } from './answer-columns.ts';
import { batchCommand } from './batch.ts';

const command = { ...batchCommand, name: 'batch' };
const KNOWN = ['bm25-last', 'dense', 'dfa-tree', 'random'];
const OFFERED = ['bm25-last', 'dense'];
const columnsOf = (...words: readonly string[]): AgentSpec[] =>
  readColumns(readArguments(words, command), KNOWN, OFFERED);
const columns = (line: string): AgentSpec[] => columnsOf(...line.split(' '));
const keys = (line: string): string[] => columns(line).map(agentKey);

describe('columns on the command line', () => {
  it('mix methods with answerers of any kind, in their order', () => {
    expect(
      keys('--column none:mine/small --column dense --column dense:first --column dense:mine/small'),
    ).toEqual([
      'none/model/mine/small/0/1/512',
      'dense/consensus',
      'dense/first',
      'dense/model/mine/small/0/1/512',
    ]);
  });

  it('take names of models that hold colons and slashes', () => {
    expect(columns('--column random:mine/org/big:8b-q4 --temperature default --seed 7')[0].answerer).toEqual({
      kind: 'model',
      provider: 'mine',
      model: 'org/big:8b-q4',
      temperature: null,
      seed: 7,
      maxOutputTokens: 512,
    });
  });

  it('stand behind the methods that share an answerer, each once', () => {
    expect(
      keys('--methods dense,random --answer first --column dense:first --column bm25-last:consensus'),
    ).toEqual(['dense/first', 'random/first', 'bm25-last/consensus']);
    expect(keys('--column all:first --column all --column dfa-tree')).toEqual([
      ...OFFERED.map((name) => `${name}/first`),
      ...OFFERED.map((name) => `${name}/consensus`),
      'dfa-tree/consensus',
    ]);
    expect(keys('--column flow:ride_book --column dense --column worksheets:tickets')).toEqual([
      'dense/consensus',
      'flow/flow="ride_book"',
      'worksheets/worksheet="tickets"',
    ]);
    expect(columnsOf('--column', 'flow:a = b=mine/org/small:7b')[0]).toMatchObject({
      flow: 'a = b',
      answerer: { provider: 'mine', model: 'org/small:7b' },
    });
    expect(columnsOf('--column', 'flow:a = b')[0]).toEqual({
      kind: 'flow',
      title: 'Flow a = b',
      flow: 'a = b',
    });
    expect(keys('--provider mine --model small --column none')).toEqual(['none/model/mine/small/0/1/512']);
  });

  it.each([
    ['--seed 1', /--column or --methods is missing/],
    ['--column magic', /There is no method "magic"/],
    ['--column dense:', /must be METHOD/],
    ['--column dense:mine/', /must be METHOD/],
    ['--column none', /only a model can answer/],
    ['--column none:first', /only a model can answer/],
    ['--column dense --answer first --provider mine --model small', /not both/],
    ['--column dense --model small', /--provider is missing/],
    ['--column dense:mine/small --temperature warm', /must be a number/],
  ])('are refused as "%s"', (line, message) => {
    expect(() => columns(line)).toThrow(message);
  });
});
