import { likelyInputTokens } from '#shared/algorithms/model-tagging/bounds.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import type { MoveNamingSettings, NamingEstimate } from '#shared/contract/move-naming.ts';
import { breathe } from '../../jobs/breathe.ts';
import type { Project } from '../../project.ts';
import { costsOf } from '../../providers/requests/price.ts';
import { priceOf } from '../../providers/requests/price-of.ts';
import { countDialogues } from '../../store/corpus/dialogue-table.ts';
import { answerReader } from '../../store/models/model-answer-table.ts';
import { askNames } from './naming-requests.ts';
import { planNaming } from './start-naming.ts';

/** The longest possible name: 48 characters of four bytes. */
const LONGEST_NAME = 'x'.repeat(4 * 48);
const LONGEST_PROBLEM = 'x'.repeat(200);
/** An id, a name and the text around them; only for looking at the size. */
const LIKELY_TOKENS_PER_NAME = 16;

/** Returns the requests a run would make and their cost: every request is composed, none is sent. */
export async function estimateNaming(
  project: Project,
  settings: MoveNamingSettings,
  signal: AbortSignal | undefined,
): Promise<NamingEstimate> {
  const { app, database } = project;
  const { moves, roles, write, params } = planNaming(project, settings);
  const find = answerReader(database);
  const most = { input: 0, output: 0 };
  const likely = { input: 0, output: 0 };
  let [requests, kept] = [0, 0];
  for (const role of roles) {
    const names = new Set(role.names);
    const longest = [...role.names];
    let isKept = true;
    for (const make of role.requests) {
      const request = make();
      requests++;
      for (const problem of [null, LONGEST_PROBLEM]) {
        const bound = write(request, longest, problem).most;
        most.input += bound.input;
        most.output += bound.output;
      }
      likely.input += likelyInputTokens(write(request, [...names]).most.input);
      likely.output += LIKELY_TOKENS_PER_NAME * request.clusters.length;
      // The effect of an unanswered request is unknown.
      const answered = isKept
        ? await askNames(write, request, [...names], ({ hash }) => find(hash)?.text ?? null)
        : null;
      if (answered) kept++;
      else isKept = false;
      for (const { own } of request.clusters) {
        if (!answered) names.add(own);
        longest.push(LONGEST_NAME);
      }
      for (const name of answered?.names.values() ?? []) names.add(name);
      await breathe();
      signal?.throwIfAborted();
    }
  }
  const price = priceOf(app.providers.get(params.namer.provider), params.namer.model, app.resources);
  return {
    moves: moves.run,
    clusters: roles.map(({ role, cut, asked, kept: held }) => ({
      role,
      cut,
      asked: asked.length,
      kept: held.length,
    })),
    requests,
    kept,
    ...costsOf(price, most, likely),
    dialogues: countDialogues(database),
  };
}

/** One request as it would be sent, with the names that kept answers gave before it. */
export async function previewNaming(
  project: Project,
  { settings, request: asked }: { readonly settings: MoveNamingSettings; readonly request: number },
) {
  const { app, database } = project;
  const { roles, write, params } = planNaming(project, settings);
  const find = answerReader(database);
  const requests = roles.reduce((sum, role) => sum + role.requests.length, 0);
  let at = 0;
  for (const { role, names: given, requests: own } of roles) {
    const names = new Set(given);
    for (const make of own) {
      const request = make();
      if (at++ === asked) {
        const { messages } = write(request, [...names]).request;
        return {
          request: asked,
          requests,
          role,
          clusters: request.clusters.length,
          messages: messages.flatMap(({ role: by, content }) =>
            by === 'assistant' ? [] : [{ role: by, content }],
          ),
          promptVersion: params.promptVersion,
          masked: app.providers.get(params.namer.provider).maskPersonalData,
          replaced: request.replaced,
        };
      }
      const answered = await askNames(write, request, [...names], ({ hash }) => find(hash)?.text ?? null);
      for (const name of answered?.names.values() ?? []) names.add(name);
      await breathe();
    }
  }
  throw new DialogramError('NOT_FOUND', `There is no request ${asked}.`, {
    place: 'request',
    value: String(asked),
    nextStep: `The requests are numbered 0 to ${requests - 1}.`,
  });
}
