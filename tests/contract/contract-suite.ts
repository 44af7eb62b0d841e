import { isDefinedError } from '@orpc/client';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DialogramClient } from '#shared/contract/contract.ts';
import type { ErrorDetail } from '#shared/contract/errors.ts';
import { afterwards, temporaryFolder } from '../fixtures/cleanup.ts';
import { supportCalls, turnsOf, writeManyCalls, writeNeutral } from '../fixtures/dialogues.ts';
import { ended, importFiles } from '../fixtures/project.ts';
import { describeAutomata } from './automata-steps.ts';
import { describeBatch } from './batch-steps.ts';
import { describeComparison } from './comparison-steps.ts';
import { describeDatabases } from './database-steps.ts';
import { describeErrors } from './error-steps.ts';
import { describeFlows } from './flow-steps.ts';
import { describeFreeColang } from './free-colang-steps.ts';
import { describeGeneration } from './generation-steps.ts';
import { describeJobs } from './job-steps.ts';
import { describeJudging } from './judging-steps.ts';
import { METHODS, noting } from './methods.ts';
import { describeModelTagging } from './model-tagging-steps.ts';
import { describeModules } from './module-steps.ts';
import { describeMoveNaming } from './move-naming-steps.ts';
import { describeNotes } from './note-steps.ts';
import { describeProjects } from './project-steps.ts';
import { describeProviders } from './provider-steps.ts';
import { describePurge } from './purge-steps.ts';
import { describeReview } from './review-steps.ts';
import { describeServe } from './serve-steps.ts';
import { describeSimulator } from './simulator-steps.ts';
import { describeSlotInstructions } from './slot-instruction-steps.ts';
import { describeStreams } from './stream-steps.ts';
import { describeTagging } from './tagging-steps.ts';
import { describeTeaching } from './teaching-steps.ts';
import type { Page, Transport } from './transport.ts';
import { describeVocabulary } from './vocabulary-steps.ts';
import { describeVotes } from './vote-steps.ts';
import { describeWorksheets } from './worksheet-steps.ts';

export const CALLS = supportCalls(80);

/** The parts that the steps of the suite share: a page with a learned project, and ways to open more. */
export interface Suite {
  readonly workspace: string;
  readonly client: DialogramClient;
  readonly page: Page;
  openPage(): Promise<Page>;
  readonly callsFile: string;
  largeFile(): Promise<string>;
}

export async function errorOf(call: Promise<unknown>): Promise<{
  code: string;
  message: string;
  data: ErrorDetail;
}> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Error && isDefinedError(error)) {
      const { code, message, data } = error as unknown as {
        code: string;
        message: string;
        data: ErrorDetail;
      };
      return { code, message, data };
    }
    throw error;
  }
  throw new Error('The call succeeded, but should not have.');
}

export function describeContract(transport: Transport): void {
  describe(`the contract through ${transport.name}`, () => {
    const called = new Set<string>();
    const suite = openSuite(transport, called);
    describeProjects(suite);
    describeTagging(suite);
    describeModelTagging(suite);
    describeReview(suite);
    describeNotes(suite);
    describeServe(suite);
    describeVocabulary(suite);
    describeAutomata(suite);
    describeComparison(suite);
    describeGeneration(suite);
    describeVotes(suite);
    describeBatch(suite);
    describeJudging(suite);
    describeMoveNaming(suite);
    describeSimulator(suite);
    describeErrors(suite);
    describeJobs(suite);
    describeDatabases(suite);
    describeModules(suite);
    describeProviders(suite);
    describePurge(suite);
    describeTeaching(suite);
    describeStreams(suite);
    describeFlows(suite);
    describeFreeColang(suite);
    describeSlotInstructions(suite);
    describeWorksheets(suite);

    it('calls every method of the contract', () => {
      expect(METHODS.filter((method) => !called.has(method))).toEqual([]);
    });
  });
}

export function describeTransport(transport: Transport): void {
  describe(`the transport ${transport.name}`, () => {
    const suite = openSuite(transport, new Set());
    describeErrors(suite);
    describeJobs(suite);
    describeStreams(suite);
  });
}

/** `called` collects the names of called methods. */
function openSuite(transport: Transport, called: Set<string>): Suite {
  let large: Promise<string> | null = null;
  const suite = {} as { -readonly [Key in keyof Suite]: Suite[Key] };

  beforeAll(async () => {
    const workspace = temporaryFolder('contract');
    const opened = await transport.open(workspace);
    afterwards(() => opened.close());
    suite.workspace = workspace;
    suite.openPage = async () => {
      const page = await opened.openPage();
      afterwards(() => page.leave());
      return { ...page, client: noting(page.client, called) };
    };
    suite.largeFile = () => {
      large ??= writeManyCalls(workspace, 'large.jsonl', LARGE);
      return large;
    };
    suite.callsFile = writeNeutral(workspace, 'calls.jsonl', CALLS);
    suite.page = await suite.openPage();
    suite.client = suite.page.client;
    await suite.client.projects.create({ path: 'main' });
    const imported = await importFiles(suite.client, [suite.callsFile]);
    expect(imported).toMatchObject({ dialogues: 80, utterances: turnsOf(CALLS), rejected: 0 });
    for (const tagger of ['offline', 'annotations'] as const) {
      const { job } = await suite.client.tagging.run({ tagger });
      expect(await ended(suite.client, job)).toMatchObject({ state: 'done', error: null });
    }
    const { job } = await suite.client.automata.learn({ tau: 2 });
    expect(await ended(suite.client, job)).toMatchObject({ state: 'done', error: null });
  });
  return suite;
}

export const LARGE = 5000;
