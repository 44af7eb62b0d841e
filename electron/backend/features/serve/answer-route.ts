import { z } from 'zod';
import { exampleMask } from '#shared/algorithms/generation/mask-example.ts';
import { answerSettingsSchema } from '#shared/contract/generation.ts';
import type { ServeSettings } from '#shared/contract/serve.ts';
import { NO_EXAMPLES } from '#shared/domain/agent.ts';
import type { Project } from '../../project.ts';
import { STATE_METHOD } from '../conversation/index.ts';
import { ApiError } from './api-error.ts';
import { messagesSchema, readBody, spokenTurns } from './chat-body.ts';
import { methodsOf } from './served-models.ts';
import { shown, standingOf } from './shown-for.ts';

const routeBodySchema = z.object({
  messages: messagesSchema,
  method: z.string().optional(),
  examples: z.int().min(1).max(50).optional(),
});

/** Returns the place of a conversation: its state, possible next moves, and examples. Asks no model. */
export async function answerRoute(
  project: Project,
  settings: ServeSettings,
  value: unknown,
): Promise<object> {
  const started = performance.now();
  const body = readBody(routeBodySchema, value);
  if (body.method !== undefined && !methodsOf(project).includes(body.method))
    throw new ApiError(
      404,
      'method_not_found',
      `There is no method "${body.method}". There are ${methodsOf(project).join(', ')}.`,
      { param: 'method' },
    );
  const { automaton, masking, seed } = settings;
  const method = body.method ?? settings.method;
  const showing = {
    ...answerSettingsSchema.parse({ examples: body.examples ?? settings.examples, seed }),
    masking,
    automaton,
    method: method === NO_EXAMPLES ? STATE_METHOD : method,
  };
  const { origin, live, corpus, way, next, found } = await standingOf(
    project,
    spokenTurns(body.messages),
    showing,
  );
  const { state, ...place } = live.placeOf(way.state);
  const examples = method === NO_EXAMPLES ? [] : shown(project, found.items, showing, live.learner);
  const places = new Map(found.items.map((item) => [item.dialogue, item]));
  const answered = method === NO_EXAMPLES ? null : found.answer;
  const answerRounds = answered ? corpus.roundsOf(answered.dialogue).map(({ text }) => text) : [];
  const answer = answered ? (answerRounds[answered.round] ?? null) : null;
  return {
    automaton: origin.automaton,
    learner: live.learner,
    state: { number: state, ...place },
    path: way.path.map(({ state: to, symbol: { role, tag } }) => ({ state: to, role, tag })),
    offTheMap: way.sentences,
    next: next.tags,
    of: next.of,
    ends: next.ends,
    method,
    examples: examples.map(({ dialogue, rounds }) => {
      const { externalId = null, source = null, round = null, tags = [] } = places.get(dialogue) ?? {};
      return {
        dialogue: externalId,
        source,
        round,
        tags,
        turns: rounds.map(({ role, text }) => ({ role, text })),
      };
    }),
    answer: answer === null || !masking ? answer : exampleMask(answerRounds)(answer),
    remark: found.remark,
    milliseconds: Math.round((performance.now() - started) * 10) / 10,
  };
}
