import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readFlowFile, readFlowFolder } from '#backend/features/flows/read-flow-folder.ts';
import { flowErrors, validateFlow } from '#shared/algorithms/flows/validate-flow.ts';
import { parseFlow, printFlow } from '#shared/contract/flow-file.ts';
import { temporaryFolder } from '../fixtures/cleanup.ts';
import { corpusFile, describeWithCorpus } from '../fixtures/corpora.ts';

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
