import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { DialogueId } from '#shared/domain/ids.ts';
import { type Project, projectService } from '../../project.ts';
import { answerReader, answerWriter } from '../../store/models/model-answer-table.ts';
import type { ActionAnswer } from './ask-endpoint.ts';
import { moduleRegistry, readModuleUse } from './module-registry.ts';

/** An external action at a turn of a conversation. */
interface Action {
  readonly name: string;
  /** The values to send. */
  readonly values: Readonly<Record<string, string>>;
  /** Everything before it in the conversation, and its position: the identity of this call. */
  readonly moment: unknown;
  /** The dialogues whose text is in it. */
  readonly dialogues: readonly DialogueId[];
}

interface ActionOutcome {
  /** Null if it is not known and nothing was sent. */
  readonly answer: ActionAnswer | null;
  readonly isKept: boolean;
}

const answerSchema = z.union([
  z.object({ fault: z.string(), isSent: z.boolean() }),
  z.object({ value: z.unknown(), host: z.string() }),
]);

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Running calls, so that the same conversation heard twice at once shares them. */
const underWay = projectService(() => new Map<string, Promise<ActionAnswer>>());

/**
 * The endpoint that the project lets its flows call by an action's name. Its answer at a turn is stored with
 * the project, next to the answers of models, so the same conversation never sends it again. A missing answer
 * is stored too, unless nothing left the machine.
 * @returns null if there is no such endpoint
 */
export function actionEndpoint(
  project: Project,
  name: string,
): ((action: Action, mayAct: boolean) => Promise<ActionOutcome>) | null {
  const { database, app } = project;
  const modules = app.use(moduleRegistry);
  const allowed = readModuleUse(database).actions ?? [];
  const endpoint = modules
    .list()
    .find((one) => one.kind === 'endpoint' && allowed.includes(one.id) && plain(one.name) === plain(name));
  if (endpoint?.kind !== 'endpoint') return null;
  return async ({ values, moment, dialogues }, mayAct) => {
    const { address, method, arguments: given, field } = endpoint;
    const hash = createHash('sha256')
      .update(JSON.stringify(['action', address, method, given, field, name, values, moment]))
      .digest('hex');
    const kept = answerReader(database)(hash);
    if (kept) return { answer: answerSchema.parse(JSON.parse(kept.text)), isKept: true };
    if (!mayAct) return { answer: null, isKept: false };
    const calls = project.use(underWay);
    // Canceling does not undo what was sent, so its answer is stored anyway.
    const call = calls.get(hash) ?? modules.call(endpoint.id, values, project.closing);
    calls.set(hash, call);
    try {
      const answer = await call;
      if (!('fault' in answer) || answer.isSent) {
        answerWriter(database).write({
          hash,
          provider: `module-${endpoint.id}`,
          model: name,
          text: JSON.stringify(answer),
          finish: 'stop',
          inputTokens: null,
          outputTokens: null,
          dialogues,
        });
      }
      return { answer, isKept: false };
    } finally {
      calls.delete(hash);
    }
  };
}
