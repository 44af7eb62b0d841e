import { expect, it } from 'vitest';
import { flowGraph } from '#shared/algorithms/flows/flow-graph.ts';
import type { FlowResult } from '#shared/algorithms/flows/results.ts';
import { runTurn, startRun } from '#shared/algorithms/flows/running/run-flow.ts';
import { readFlowFolder } from '../../lab/flows/read-flow-folder.ts';
import { corpusFile, describeWithCorpus } from '../fixtures/corpora.ts';

describeWithCorpus('conversations with the designed flows of STAR', ['star'], () => {
  async function talk(task: string, result: FlowResult, said: readonly string[]) {
    const folder = corpusFile('star', 'native/tasks');
    const flows = await readFlowFolder(folder, new AbortController().signal);
    const graph = flowGraph(flows.find(({ name }) => name === task)!);
    const calls: Readonly<Record<string, string | null>>[] = [];
    let now = startRun(graph);
    const answers = said.map((text) => {
      const turn = runTurn(graph, now, text, (_, __, { slots }) => {
        calls.push(slots);
        return result;
      });
      now = turn.next;
      return turn.answer;
    });
    return { answers, calls };
  }

  it('reach the balance without an account number that the customer does not know', async () => {
    const { answers, calls } = await talk('bank_balance', { message: 'ok', balance: 55 }, [
      'What is my balance?',
      'Jane Doe',
      "I don't know my account number",
      '1 May 1980',
      'Smith',
      'Rex',
      'Thanks',
      'Bye',
    ]);
    expect(answers[2]).toBe('Could you provide your date of birth, please?');
    expect(calls).toEqual([
      {
        customer_name: 'Jane Doe',
        account_number: null,
        dob: '1 May 1980',
        mothers_maiden_name: 'Smith',
        childhood_pets_name: 'Rex',
      },
    ]);
    expect(answers.slice(5)).toEqual([
      'Your current balance is 55 in credit.',
      'Is there anything else that I can do for you?',
      'Thank you and goodbye.',
    ]);
  });

  it('ask again for a number, with the reason, where the customer says yes', async () => {
    const { answers, calls } = await talk('bank_balance', { message: 'ok', balance: 55 }, [
      'What is my balance?',
      'Jane Doe',
      'Yes',
      '4711',
    ]);
    expect(answers.slice(2)).toEqual([
      '"Yes" is not a whole number. Can you tell me your account number, please?',
      'Right, and your PIN as well please.',
    ]);
    expect(calls).toEqual([]);
  });

  it('search again where the customer names an optional condition after the search', async () => {
    const { answers, calls } = await talk('hotel_search', { message: 'ok', name: 'Adler', rating: 4 }, [
      'I am looking for a hotel',
      'Anything cheap',
      'In the North please',
      'Thanks',
    ]);
    expect(calls).toEqual([{}, { location: 'North' }]);
    expect(answers[2]).toMatch(/'Adler', located North\./);
    expect(answers[3]).toBe('Would you like to search for any more hotels?');
  });
});
