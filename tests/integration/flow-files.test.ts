import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { readFlowFile, readFlowFolder } from '#backend/features/flows/read-flow-folder.ts';
import { compileColang } from '#shared/algorithms/flows/colang/compile-colang.ts';
import { flowGraph } from '#shared/algorithms/flows/flow-graph.ts';
import { runTurn, startRun } from '#shared/algorithms/flows/running/run-flow.ts';
import { flowErrors, validateFlow } from '#shared/algorithms/flows/validate-flow.ts';
import { parseFlow, printFlow } from '#shared/contract/flow-file.ts';
import { temporaryFolder } from '../fixtures/cleanup.ts';
import { corpusFile, describeWithCorpus } from '../fixtures/corpora.ts';

const MULTIWOZ = fileURLToPath(new URL('../../resources/flows/multiwoz', import.meta.url));
const signal = new AbortController().signal;

describeWithCorpus("STAR's designers' flows", ['star'], () => {
  it('become flows by rules alone, all 24, that are valid and survive a round trip', async () => {
    const flows = await readFlowFolder(corpusFile('star', 'native/tasks'), signal);
    expect(flows).toHaveLength(24);
    for (const flow of flows) {
      expect(flowErrors(validateFlow(flow)), flow.name).toEqual([]);
      expect(validateFlow(flow).filter(({ kind }) => kind === 'unreachable')).toEqual([]);
      expect(parseFlow(JSON.parse(printFlow(flow)))).toEqual({ flow });
      expect(flow.globalActions.map(({ id }) => id)).toEqual(['hello']);
    }
    const change = flows.find(({ name }) => name === 'ride_change');
    expect(change?.nodes.slice(0, 3).map(({ type }) => type)).toEqual([
      'request',
      'external_action',
      'inform',
    ]);
    expect(change?.edges.slice(0, 3)).toEqual([
      { source: '1', target: '2' },
      { source: '2', target: '3', condition: 'Succeeded' },
      { source: '2', target: '4', condition: 'Failed' },
    ]);
  });
});

it("are shipped for MultiWOZ's domains, run to their end and compile", async () => {
  const flows = await readFlowFolder(MULTIWOZ, signal);
  expect(flows.map(({ name }) => name)).toEqual(['attraction', 'hotel', 'restaurant', 'taxi', 'train']);
  for (const flow of flows) {
    expect(flowErrors(validateFlow(flow)), flow.name).toEqual([]);
    expect(validateFlow(flow).filter(({ kind }) => kind === 'unreachable')).toEqual([]);
    expect(compileColang(flow)['main.co']).toContain('flow main');
  }
  const graph = flowGraph(flows.find(({ name }) => name === 'restaurant')!);
  let now = startRun(graph);
  const answers = ['Cheap Indian food in the north', 'Yes', '4 people, on Friday at 18:00'].map((said) => {
    const turn = runTurn(graph, now, said, () => ({ message: 'Success', name: 'Lotus', reference: 'R1' }));
    now = turn.next;
    return turn.answer;
  });
  expect(answers).toEqual([
    'I would suggest Lotus, indian food in the north. Shall I book it?',
    'For how many people?',
    'It is booked, your reference is R1.',
  ]);
});

it('passes over JSON that is no flow, names a flow by its file, and says where one is wrong', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'deep'));
  writeFileSync(join(folder, 'about.json'), '{"licence":"none"}');
  writeFileSync(join(folder, 'deep', 'hello.json'), '{"nodes":[{"id":1,"type":"inform","message":"Hi."}]}');
  expect((await readFlowFolder(folder, signal)).map(({ name }) => name)).toEqual(['hello']);
  const wrong = join(folder, 'wrong.json');
  writeFileSync(wrong, '{"nodes":[{"id":1,"type":"inform"}]}');
  await expect(readFlowFile(wrong, signal)).rejects.toMatchObject({
    code: 'BAD_FILE',
    message: expect.stringContaining('nodes.0.message'),
    detail: { place: `${wrong}: nodes.0.message`, value: 'nothing' },
  });
});
