import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { featureAgentSchema, modelAnswererSchema } from '../domain/agent.ts';
import { learnerSchema, routePolicySchema } from './automata.ts';
import {
  dialogueIdSchema,
  exportTargetSchema,
  method,
  pathSchema,
  roleSchema,
  runIdSchema,
  tagNameSchema,
} from './base.ts';
import { candidateReasonsSchema, contextRouteSchema, paperRouteSchema } from './comparison.ts';
import { answerEventSchema } from './generation.ts';
import { tokensSchema } from './lasting-runs.ts';

const LONGEST_TEXT = 5000;
const MOST_TURNS = 500;

/** The source of a turn's tags. `similar`: the most similar turns; `step`: a person's step. */
export const turnTagOriginSchema = z.enum(['offline', 'model', 'similar', 'corpus', 'person', 'step']);
export type TurnTagOrigin = z.infer<typeof turnTagOriginSchema>;

export const turnSourceSchema = z.enum(['typed', 'answer', 'corpus', 'step', 'model', 'module']);
export type TurnSource = z.infer<typeof turnSourceSchema>;

const placeSchema = z.object({
  state: z.int(),
  tags: z.array(z.string()),
  words: z.string(),
  support: z.int(),
});

const corpusTurnSchema = z.object({
  dialogue: dialogueIdSchema,
  externalId: z.string(),
  source: z.string(),
  turn: z.int(),
});

/** Characters of a turn's text, from `start` up to `end`. */
const textSpanSchema = z.object({ start: z.int().min(0), end: z.int().min(0) });

const simulatedTurnSchema = z.object({
  role: roleSchema,
  text: z.string(),
  source: turnSourceSchema,
  from: corpusTurnSchema.nullable(),
  tags: z.array(z.object({ name: z.string(), origin: turnTagOriginSchema })),
  removed: z.array(z.string()),
  /** False for undone turns, which stay until the next message. */
  inForce: z.boolean(),
  place: placeSchema.nullable(),
  offTheMap: z.string().nullable(),
});
export type SimulatedTurn = z.infer<typeof simulatedTurnSchema>;

const outcomePartSchema = z.enum(['route', 'state', 'examples', 'answer']);

const symbolSchema = z.object({ role: roleSchema, tag: z.string() });

/** The outcome of a conversation, in terms that stay valid if the automaton is learned again. */
export const outcomeSchema = z.object({
  route: z.array(symbolSchema),
  missed: z.array(symbolSchema),
  state: z.array(z.string()),
  examples: z.array(z.object({ source: z.string(), externalId: z.string(), turn: z.int() })),
  answer: z.string().nullable(),
});

const outcomeChangeSchema = z.object({
  changed: z.array(outcomePartSchema),
  sharedSteps: z.int(),
  keptExamples: z.int(),
});

export const simulationSettingsSchema = z.object({
  /** The automaton for routing. Null uses the latest automaton from the first turn on. */
  automaton: runIdSchema.nullable(),
  policy: routePolicySchema,
  /** `state`: examples of the route's current state; otherwise a method of the comparison's index. */
  method: z.string().min(1).max(40),
  examples: z.int().min(1).max(50),
  seed: z.int().min(0),
});
export type SimulationSettings = z.infer<typeof simulationSettingsSchema>;

const nextTagSchema = z.object({
  role: roleSchema,
  tag: z.string(),
  /** 0 … 1 of the dialogues (paper) or turns (context) at the state. */
  share: z.number(),
  support: z.int(),
  /** The target state; null if it depends on the turn's other tags. */
  to: z.int().nullable(),
});

const simulatedExampleSchema = corpusTurnSchema.extend({
  userText: z.string(),
  text: z.string(),
  tags: z.array(z.string()),
  why: candidateReasonsSchema,
});
export type SimulatedExample = z.infer<typeof simulatedExampleSchema>;

const simulationSchema = z.object({
  settings: simulationSettingsSchema,
  automaton: z
    .object({ id: runIdSchema, learner: learnerSchema, tagger: z.string(), taggingRun: runIdSchema })
    .nullable(),
  taggedBy: z.string().nullable(),
  /** The current turns that were tagged by similarity because the run's model was not asked; null if none. */
  unasked: z.object({ model: z.string(), turns: z.int() }).nullable(),
  /** The dialogue that the simulation starts from. It is never its own example. */
  start: corpusTurnSchema.nullable(),
  turns: z.array(simulatedTurnSchema),
  /** The number of current turns. Later turns were rewound. */
  at: z.int(),
  place: placeSchema.nullable(),
  path: z.array(z.object({ state: z.int(), role: roleSchema, tag: z.string(), turn: z.int() })),
  /** The same conversation by every matching rule, and through the newest automaton of the other kind. */
  routes: z.array(
    z.object({
      automaton: runIdSchema,
      learner: learnerSchema,
      policy: routePolicySchema.nullable(),
      place: placeSchema,
      matched: z.int(),
      missed: z.int(),
      /** True if the route has stopped and ignores further tags. */
      stopped: z.boolean(),
    }),
  ),
  next: z.object({ of: z.enum(['dialogues', 'answers']), tags: z.array(nextTagSchema), ends: z.int() }),
  offTheMap: z.array(z.string()),
  examples: z.object({
    answering: z.int().nullable(),
    items: z.array(simulatedExampleSchema),
    remark: z.string().nullable(),
    /** The index must be prepared first. */
    needsIndex: z.boolean(),
    route: z.discriminatedUnion('kind', [paperRouteSchema, contextRouteSchema]).nullable(),
  }),
  answers: z.array(
    corpusTurnSchema.extend({
      by: z.literal('examples'),
      text: z.string(),
      part: textSpanSchema.nullable(),
      tags: z.array(z.string()),
      among: z.int(),
    }),
  ),
  outcome: outcomeSchema.nullable(),
  /** Set after a tag was changed: the earlier state and the differences. */
  change: z.object({ what: z.string(), before: outcomeSchema, difference: outcomeChangeSchema }).nullable(),
  milliseconds: z.number(),
});
export type Simulation = z.infer<typeof simulationSchema>;

export const madeWithSchema = z.object({
  automaton: z.int(),
  learner: learnerSchema,
  tagger: z.string(),
  params: z.record(z.string(), z.unknown()),
});

const simulationCaseSchema = z.object({
  id: z.int().positive(),
  name: z.string(),
  at: z.string(),
  madeWith: madeWithSchema,
  /** The agent for the replay; by default the automaton. */
  agent: featureAgentSchema.optional(),
  turns: z.int(),
  expected: outcomeSchema,
});
export type SimulationCase = z.infer<typeof simulationCaseSchema>;

const replayedCaseSchema = z.object({
  id: z.int(),
  name: z.string(),
  before: outcomeSchema,
  after: outcomeSchema.nullable(),
  difference: outcomeChangeSchema.nullable(),
  /** A caveat for the difference, as a sentence; for instance, that the automaton uses other tags. */
  remark: z.string().nullable(),
  failed: z.string().nullable(),
});
export type ReplayedCase = z.infer<typeof replayedCaseSchema>;

const replaySchema = z.object({
  automaton: runIdSchema,
  learner: learnerSchema,
  cases: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  failed: z.int(),
  items: z.array(replayedCaseSchema),
  asked: z
    .object({
      tokens: tokensSchema.nullable(),
      costUsd: z.number().nullable(),
      cached: z.boolean(),
    })
    .nullable(),
  seconds: z.number(),
});
export type Replay = z.infer<typeof replaySchema>;

const textSchema = z.string().trim().min(1, 'Say something.').max(LONGEST_TEXT);
const caseNameSchema = z.string().trim().min(1, 'A case needs a name.').max(200);
const caseInput = z.object({ case: z.int().positive() });

export const simulatorContract = {
  current: method.output(simulationSchema),
  configure: method.input(simulationSettingsSchema.partial()).output(simulationSchema),
  restart: method
    .input(
      z.object({
        from: z
          .object({ dialogue: dialogueIdSchema, turn: z.int().min(0) })
          .nullable()
          .default(null),
        automaton: runIdSchema.nullable().optional(),
      }),
    )
    .output(simulationSchema),
  say: method.input(z.object({ role: roleSchema, text: textSchema })).output(simulationSchema),
  setAnswer: method
    .input(
      z.union([
        z.object({ text: textSchema, by: z.enum(['typed', 'model', 'module']).default('typed') }),
        z.object({
          from: z.object({
            dialogue: dialogueIdSchema,
            turn: z.int().min(0),
            part: textSpanSchema.nullish(),
          }),
        }),
      ]),
    )
    .output(simulationSchema),
  /** Streams an answer of a model or agent to the last customer turn and changes nothing. Leaving the stream stops it. */
  answer: method
    .input(z.union([z.object({ answerer: modelAnswererSchema }), z.object({ agent: featureAgentSchema })]))
    .output(eventIterator(answerEventSchema)),
  /** Follows a transition that a person chose. INVALID if the state has no such transition. */
  force: method.input(symbolSchema).output(simulationSchema),
  retag: method
    .input(z.object({ turn: z.int().min(0), tags: z.array(tagNameSchema).max(100) }))
    .output(simulationSchema),
  tagByModel: method.output(simulationSchema),
  rewind: method.input(z.object({ turns: z.int().min(0).max(MOST_TURNS) })).output(simulationSchema),

  cases: method.output(z.array(simulationCaseSchema)),
  saveCase: method
    .input(z.object({ name: caseNameSchema, agent: featureAgentSchema.optional() }))
    .output(simulationCaseSchema),
  renameCase: method.input(caseInput.extend({ name: caseNameSchema })).output(simulationCaseSchema),
  deleteCase: method.input(caseInput).output(z.object({ deleted: z.boolean() })),
  openCase: method.input(caseInput).output(simulationSchema),
  exportCases: method
    .input(exportTargetSchema.extend({ cases: z.array(z.int()).nullable().default(null) }))
    .output(z.object({ path: z.string(), bytes: z.int(), cases: z.int() })),
  importCases: method.input(z.object({ path: pathSchema })).output(z.object({ cases: z.int() })),
  /** Replays cases against an automaton (null is the latest), or the agent they name, with the tags they were saved with. */
  replay: method
    .input(
      z.object({
        automaton: runIdSchema.nullable().default(null),
        cases: z.array(z.int()).nullable().default(null),
      }),
    )
    .output(replaySchema),
};
