import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../fixtures/cleanup.ts';
import { cli } from '../fixtures/command-line.ts';
import { type CorpusName, corpusPath, describeWithCorpus } from '../fixtures/corpora.ts';

interface ExpectedCounts {
  readonly corpus: CorpusName;
  readonly first: number;
  readonly utterances: number;
  readonly dialogue: string;
}

const CORPORA: readonly ExpectedCounts[] = [
  { corpus: 'star', first: 600, utterances: 8907, dialogue: 'star-1' },
  { corpus: 'multiwoz', first: 400, utterances: 5932, dialogue: 'PMUL1635.json' },
  { corpus: 'sgd', first: 400, utterances: 6204, dialogue: 'sgd-train-1_00001' },
];

function beginningOf(corpus: CorpusName, count: number, folder: string): string {
  const lines = gunzipSync(readFileSync(corpusPath(corpus)))
    .toString('utf8')
    .split('\n');
  const path = join(folder, `${corpus}.jsonl`);
  writeFileSync(path, `${lines.slice(0, count).join('\n')}\n`);
  return path;
}

/** Import, both taggers, learning, routing and export of real corpora, as the command line does them. */
for (const { corpus, first, utterances, dialogue } of CORPORA) {
  describeWithCorpus(`${corpus}, its first ${first}`, [corpus], () => {
    const folder = temporaryFolder(corpus);
    const project = ['--project', join(folder, `${corpus}.dialogram`)];

    const succeed = async (...argv: readonly string[]) => {
      const { status, output } = await cli(...argv, ...project);
      expect(output.error, `${argv[0]} of ${corpus}`).toBeUndefined();
      expect(status).toBe(0);
      return output;
    };

    beforeAll(async () => {
      const imported = await succeed('import', beginningOf(corpus, first, folder));
      expect(imported.dialogues).toBe(first);
      expect(imported.read).toBe(utterances);
      expect(imported.read).toBe(imported.utterances + imported.ignored + imported.rejected);
    });

    it.each(['offline', 'annotations'])('tags by %s and learns', async (tagger) => {
      const tagged = await succeed('tag', '--tagger', tagger);
      expect(tagged.utterancesTagged).toBeGreaterThan(utterances / 3);
      const learned = await succeed('learn');
      expect(learned.states).toBeGreaterThan(10);
      expect(learned.states).toBeLessThanOrEqual(learned.statesBeforeMerging);
    });

    it('routes every policy and exports every format', async () => {
      const found = await succeed('info');
      expect(found.counts).toMatchObject({ dialogues: first, taggingRuns: 2, automata: 2 });
      for (const policy of ['literal', 'greedy', 'resume']) {
        const route = await succeed('route', '--dialogue', dialogue, '--policy', policy);
        expect(route.steps.length).toBeGreaterThan(0);
        expect(route.tracked).toBeGreaterThan(0);
      }
      for (const to of ['json', 'dot', 'svg']) {
        const { bytes } = await succeed('export', '--to', to, '--out', join(folder, `automaton.${to}`));
        expect(bytes).toBeGreaterThan(1000);
      }
    });
  });
}
