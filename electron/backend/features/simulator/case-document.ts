import { z } from 'zod';
import { learnerSchema } from '#shared/contract/automata.ts';
import { featureAgentSchema } from '#shared/contract/generation.ts';
import {
  outcomeSchema,
  simulationSettingsSchema,
  turnSourceSchema,
  turnTagOriginSchema,
} from '#shared/contract/simulator.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import { type Conversation, type CorpusTurn, type Turn, tagsOf } from '../conversation/index.ts';

/** A turn of the corpus by the names of its file, which hold in another project, too. */
const namedTurnSchema = z.object({ source: z.string(), externalId: z.string(), round: z.int().min(0) });
type NamedTurn = z.infer<typeof namedTurnSchema>;

const keptTurnSchema = z.object({
  role: z.enum(['user', 'system']),
  text: z.string().max(100_000),
  source: turnSourceSchema,
  from: namedTurnSchema.nullable(),
  tags: z.array(z.object({ name: z.string().min(1).max(200), origin: turnTagOriginSchema })).max(1000),
});
type KeptTurn = z.infer<typeof keptTurnSchema>;

/** All settings that shape a conversation's outcome. */
export const keptSettingsSchema = simulationSettingsSchema.omit({ automaton: true }).extend({
  start: namedTurnSchema.nullable(),
  /** The agent; by default the automaton. */
  agent: featureAgentSchema.optional(),
});

/** A stored conversation, with its original tags and outcome. */
export const keptCaseSchema = z.object({
  name: z.string().trim().min(1).max(200),
  at: z.string().max(40),
  madeWith: z.object({
    automaton: z.int(),
    learner: learnerSchema,
    tagger: z.string(),
    params: z.record(z.string(), z.unknown()),
  }),
  settings: keptSettingsSchema.omit({ start: true, agent: true }),
  start: keptSettingsSchema.shape.start,
  agent: keptSettingsSchema.shape.agent,
  turns: z.array(keptTurnSchema).max(500),
  expected: outcomeSchema,
});
export type KeptCase = z.infer<typeof keptCaseSchema>;

/** A file of cases. */
export const caseDocumentSchema = z.object({
  format: z.literal('dialogram-cases'),
  version: z.literal(1),
  cases: z.array(keptCaseSchema).max(10_000),
});

export function keptTurns(turns: readonly Turn[]): KeptTurn[] {
  return turns.map((turn) => ({
    role: turn.role,
    text: turn.text,
    source: turn.source,
    from: turn.from && named(turn.from),
    tags: tagsOf(turn).map((tag) => ({ ...tag })),
  }));
}

export const named = ({ source, externalId, round }: NamedTurn): NamedTurn => ({ source, externalId, round });

/**
 * Restores a stored case with its original tags.
 * @param find finds the project's dialogue by name; without it, the case has no origin
 */
export function conversationOf(
  kept: Pick<KeptCase, 'settings' | 'start' | 'turns'>,
  find: (name: NamedTurn) => DialogueId | null,
): Conversation {
  const placed = (name: NamedTurn | null): CorpusTurn | null => {
    const dialogue = name && find(name);
    return name && dialogue ? { dialogue, ...name } : null;
  };
  const turns = kept.turns.map(
    ({ role, text, source, from, tags }): Turn => ({
      role,
      text,
      source,
      from: placed(from),
      machine: null,
      added: tags,
      removed: [],
    }),
  );
  return {
    settings: { ...kept.settings, automaton: null },
    start: placed(kept.start),
    turns,
    at: turns.length,
  };
}
