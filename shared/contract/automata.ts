import { z } from 'zod';
import { EXPORT_FORMATS, type ExportFormat } from '../domain/export-formats.ts';
import { learningReportSchema } from '../domain/figures.ts';
import {
  dialogueIdSchema,
  exportTargetSchema,
  method,
  pathSchema,
  type ReadonlyDeep,
  roleSchema,
  runIdSchema,
  shownFilterSchema,
} from './base.ts';
import { dialogueRowSchema, visitSchema } from './corpus.ts';
import { listedSchema, whereSchema } from './filters.ts';
import { startedJobSchema } from './jobs.ts';
import {
  heldOutReachSchema,
  impactInputSchema,
  impactResultSchema,
  pictureSizeSchema,
  relearnInputSchema,
  relearnResultSchema,
} from './relearning.ts';
import type { PhaseCounts, StatePlace } from './state-names.ts';
import { taggingResultSchema } from './tagging.ts';

/** A column of numbers as text, separated by commas, empty if missing. Checking each number would take seconds. */
export const columnSchema = z.string();

export type UnpackedColumns<Columns> = {
  readonly [Name in keyof Columns]: Columns[Name] extends string
    ? readonly number[]
    : readonly number[] | undefined;
};

const numbersOf = (column: string): number[] =>
  column === '' ? [] : column.split(',').map((text) => (text === '' ? Number.NaN : Number(text)));

/** Parses packed columns; a missing number becomes NaN. */
export function unpacked<Columns extends Readonly<Record<string, string | undefined>>>(
  columns: Columns,
): UnpackedColumns<Columns> {
  const read = Object.entries(columns).flatMap(([name, column]) =>
    column === undefined ? [] : [[name, numbersOf(column)]],
  );
  return Object.fromEntries(read) as UnpackedColumns<Columns>;
}

/** The published learner, best routes, few states, the main path of one task, or a tree merged by a policy. */
export const learnerSchema = z.enum(['paper', 'context', 'overview', 'dependency', 'merging']);
export type Learner = z.infer<typeof learnerSchema>;

export const learnInputSchema = z.object({
  run: runIdSchema.nullable().default(null).meta({ word: 'TAGRUN' }),
  learner: learnerSchema.default('paper'),
  where: whereSchema,
  tau: z
    .int()
    .min(0)
    .max(1_000_000)
    .meta({ label: 'Split groups larger than (τ)', hint: 'Smaller values give more states.' })
    .default(5),
  lambda: z
    .number()
    .min(0)
    .max(1)
    .nullable()
    .meta({
      label: 'Merge when more similar than (λ)',
      hint: 'Smaller values merge more.',
      empty: 'no merging',
    })
    .default(0.1),
  depth: z.int().min(1).max(100_000).nullable().default(null).meta({
    label: 'Maximum depth',
    hint: 'Maximum number of transitions from the start.',
    empty: 'no limit',
  }),
  continueAt: z.enum(['ends', 'leaves']).meta({ option: 'continue' }).default('ends'),
  /** The number of states, with the start. For null, `overview` chooses the number and `merging` uses 40. */
  states: z
    .int()
    .min(4)
    .max(400)
    .meta({ label: 'Maximum number of states', hint: 'Includes the start state.' })
    .nullable()
    .default(null),
  /** The merging test: the paper's similarity, ALERGIA's test, or what follows in the next `k` turns. */
  policy: z.enum(['phi', 'alergia', 'k-tails']).default('alergia'),
  alpha: z
    .number()
    .gt(0)
    .max(1)
    .meta({ label: 'Significance level (α)', hint: 'Smaller values merge more.' })
    .default(1e-4),
  k: z.int().min(0).max(20).meta({ label: 'Turns to look ahead (k)' }).default(2),
  support: z
    .number()
    .min(0)
    .max(1)
    .meta({
      label: 'Minimum share of dialogues',
      hint: 'States with fewer dialogues are merged by tag without testing.',
      percent: true,
    })
    .default(0.01),
  /** The most merges that one merge may force, counting only states with that support; null means no limit. */
  mostForced: z.int().min(0).max(1_000_000).nullable().default(null),
});
export type LearnInput = z.infer<typeof learnInputSchema>;

export function usedSettings({ learner, policy }: Pick<LearnInput, 'learner' | 'policy'>) {
  switch (learner) {
    case 'paper':
      return ['tau', 'lambda', 'depth', 'continueAt'] as const;
    case 'context':
      return ['tau'] as const;
    case 'overview':
      return ['states'] as const;
    case 'dependency':
      return [];
    case 'merging':
      return [
        'policy',
        'support',
        policy === 'phi' ? 'lambda' : policy === 'alergia' ? 'alpha' : 'k',
        'states',
      ] as const;
  }
}

export const learnResultSchema = z.object({
  automaton: runIdSchema,
  ...learningReportSchema.shape,
  untagged: z
    .object({ turns: z.int(), of: z.int(), role: roleSchema.nullable().default(null) })
    .nullable()
    .default(null),
  /** Turns that a picture skips because their moves are too rare, and those moves; null for other automata. */
  notDrawn: z
    .object({
      turns: z.int(),
      of: z.int(),
      moves: z.array(z.object({ role: roleSchema, tag: z.string(), turns: z.int() })).readonly(),
    })
    .nullable()
    .default(null),
  warnings: z.array(z.string()),
  advice: z
    .array(
      z.object({
        kind: z.string(),
        message: z.string(),
        remedy: z.enum(['tag', 'teach', 'overview']).nullable(),
      }),
    )
    .default([]),
  seconds: z.number(),
  /** The part of `seconds` spent on the tree and the merging, without reading and writing the project. */
  learningSeconds: z.number(),
  peakMb: z.number(),
  /** Null until it is measured: see `measure`. */
  reach: heldOutReachSchema.nullable().default(null),
  /** The size of an overview, if it was chosen from the data. */
  size: pictureSizeSchema.nullable().default(null),
});
export type LearnResult = z.infer<typeof learnResultSchema>;

/**
 * Column `path`: a list of turns such as "customer: asks for details". Optional column `dialogues`: how many take it.
 */
export const countsInputSchema = exportTargetSchema.extend({
  path: pathSchema,
  /** One SELECT over the table "data"; null means all of it. */
  sql: z.string().max(20_000).nullable().default(null),
  learner: z.enum(['overview', 'paper']).default('overview'),
  states: z.int().min(4).max(400).default(40),
  /** For `paper`, as in `learn`. */
  lambda: z.number().min(0).max(1).nullable().default(0.1),
  /** Paths that fewer dialogues take are cut; null means one in 100,000 dialogues. */
  leastDialogues: z.int().min(1).nullable().default(null),
});
export type CountsInput = z.infer<typeof countsInputSchema>;

const learnedCountsSchema = learnResultSchema
  .pick({ states: true, transitions: true, largestStateShare: true, learningSeconds: true, peakMb: true })
  .extend({
    path: z.string(),
    bytes: z.int(),
    dialogues: z.int(),
    /** Dialogues that were not followed to their end, because too few took the same path. */
    cut: z.int(),
    turns: z.object({ followed: z.int(), of: z.int() }),
    /** Paths that enough dialogues take, with all their beginnings. The automaton is learned from these. */
    paths: z.int(),
    leastDialogues: z.int(),
    seconds: z.number(),
  });
export type LearnedCounts = z.infer<typeof learnedCountsSchema>;

const importedFromSchema = z.object({
  file: z.string(),
  project: z.string().nullable(),
  tagger: z.string().nullable(),
  learnedAt: z.string().nullable(),
  leftOut: z.string().nullable(),
});
export type ImportedFrom = z.infer<typeof importedFromSchema>;

/** A learned automaton never changes. */
const learnedAutomatonSchema = z.object({
  id: runIdSchema,
  learner: z.string(),
  taggingRun: runIdSchema,
  tagger: z.string(),
  createdAt: z.string(),
  params: z.record(z.string(), z.unknown()),
  report: learnResultSchema.omit({ automaton: true }),
  /** Null if the automaton was learned here. An imported automaton has no dialogues in this project. */
  imported: importedFromSchema.nullable().default(null),
});

const automatonSummarySchema = learnedAutomatonSchema.extend({
  /** True if tags or dialogues changed since the automaton was learned. */
  stale: z.boolean(),
});
export type AutomatonSummary = z.infer<typeof automatonSummarySchema>;

/** Returns true if each dialogue is one known path through the automaton. Figures, replays and state names need that. */
export const hasPaths = ({ learner, imported }: Pick<AutomatonSummary, 'learner' | 'imported'>): boolean =>
  learner !== 'context' && imported === null;

/** A graph is packed in columns and never changes. State 0 is q₀. */
const packedGraphSchema = z.object({
  summary: learnedAutomatonSchema,
  dialogues: z.int(),
  symbols: z.array(z.object({ role: roleSchema, tag: z.string() })),
  /** The state names of an imported automaton, '' for none. Names of other automata are edits of people. */
  names: z.array(z.string()).optional(),
  states: z.object({
    /** The role of the symbols that enter the state: 0 agent, 1 customer, 2 none (q₀). */
    roles: columnSchema,
    /** |I(q)| */
    support: columnSchema,
    ends: columnSchema,
    /** States of the prefix tree merged into it; 1 = not merged. */
    merged: columnSchema,
    /** Least number of transitions from q₀. */
    depths: columnSchema,
    /** The percentage of repetitions that found the state again; missing if not measured. */
    certainty: columnSchema.optional(),
  }),
  transitions: z.object({
    from: columnSchema,
    to: columnSchema,
    symbol: columnSchema,
    support: columnSchema,
    together: columnSchema.optional(),
    /** 1 for a main transition, which pictures show first. Without the column, all are main. */
    main: columnSchema.optional(),
    /**
     * Per mille of dialogues that take only transitions at least as strong; missing if a dialogue has several paths.
     */
    covered: columnSchema.optional(),
    /** The percentage of repetitions that found the transition again; missing if not measured. */
    certainty: columnSchema.optional(),
  }),
});
export type PackedGraph = z.infer<typeof packedGraphSchema>;

export interface AutomatonGraph extends Omit<PackedGraph, 'states' | 'transitions' | 'names'> {
  phaseCounts?: PhaseCounts;
  states: UnpackedColumns<PackedGraph['states']> & {
    names?: string[];
    colours?: string[];
    phases?: string[];
    places?: (StatePlace | null)[];
    within?: number[];
  };
  transitions: UnpackedColumns<PackedGraph['transitions']> & {
    own?: { readonly from: number[]; readonly to: number[] };
  };
}

/** The graph with its columns as numbers. */
export const readGraph = ({ states, transitions, names, ...graph }: PackedGraph): AutomatonGraph => ({
  ...graph,
  states: { ...unpacked(states), ...(names ? { names } : {}) },
  transitions: unpacked(transitions),
});

export const routePolicySchema = z.enum(['literal', 'greedy', 'resume']);

export const routeStepSchema = z.object({
  turn: z.int(),
  role: roleSchema,
  tags: z.array(z.string()),
  matched: z.array(z.string()),
  state: z.int(),
  support: z.int(),
});

const routeResultSchema = z.object({
  steps: z.array(routeStepSchema.extend({ reason: z.string().optional() })),
  stoppedBecause: z.string(),
  tracked: z.int(),
});
export type RouteResult = ReadonlyDeep<z.infer<typeof routeResultSchema>>;

const automatonInput = z.object({ automaton: runIdSchema.nullable().default(null) });

export const automatonFileSchema = z.enum(Object.keys(EXPORT_FORMATS) as ExportFormat[]);

export const picturePageSchema = z.enum(['free', '16:9', '4:3', 'a4']);
export const pictureThemeSchema = z.enum(['light', 'dark', 'print']);
export const pictureDirectionSchema = z.enum(['right', 'down']);

const automatonExportSchema = exportTargetSchema.extend({
  ...automatonInput.shape,
  to: automatonFileSchema,
  /** States and transitions with fewer dialogues are left out, with a note in the file. */
  leastSupport: z.int().min(1).max(1_000_000).default(1),
  /** Null writes everything, not only what this filter shows. Groups and chains are written as their states. */
  shown: z
    .union([shownFilterSchema, z.literal('opening')])
    .nullable()
    .default(null),
  examples: z.boolean().default(false),
  page: picturePageSchema.default('free'),
  theme: pictureThemeSchema.default('light'),
  direction: pictureDirectionSchema.default('right'),
});
export type AutomatonExport = z.infer<typeof automatonExportSchema>;

const automatonImportedSchema = z.object({
  automaton: runIdSchema,
  states: z.int(),
  transitions: z.int(),
  dialogues: z.int(),
  taggingRun: runIdSchema,
  /** `unknown`: tags that no turn of that run has; `first`: some of them by name. */
  tags: z.object({ total: z.int(), unknown: z.int(), first: z.array(z.string()) }),
  from: importedFromSchema,
});
export type AutomatonImportResult = z.infer<typeof automatonImportedSchema>;

const resizeInputSchema = automatonInput.extend({ states: z.int().min(4).max(400) });
/** By old state number: the new number, or -1 if the state is gone. */
const stateAfterSchema = z.array(z.int());

export const automataContract = {
  learn: method.input(learnInputSchema).output(startedJobSchema),
  learnFromCounts: method.input(countsInputSchema).output(learnedCountsSchema),
  /** Learns again with the current tags and dialogues and returns the differences. Runs in memory, without a job. */
  relearn: method.input(relearnInputSchema).output(relearnResultSchema),
  /** Measures an automaton on unseen dialogues, if `relearn` kept it without. Null: its dialogues or tags changed before. */
  measure: method.input(automatonInput).output(learnResultSchema.pick({ reach: true, advice: true })),
  impact: method.input(impactInputSchema).output(impactResultSchema),
  /** Returns the overview with another number of states and writes nothing. The picture keeps the id of its automaton. */
  previewSize: method
    .input(resizeInputSchema)
    .output(z.object({ graph: packedGraphSchema, stateAfter: stateAfterSchema })),
  /** Makes an overview larger or smaller, and keeps it as the project's live automaton. */
  resize: method
    .input(resizeInputSchema)
    .output(z.object({ automaton: runIdSchema, stateAfter: stateAfterSchema })),
  /** Reads the data for `previewSize` in advance, so that the first preview is fast. Returns the number of dialogues. */
  prepareSizes: method.input(automatonInput).output(z.object({ dialogues: z.int() })),
  list: method.output(z.array(automatonSummarySchema)),
  graph: method.input(automatonInput).output(packedGraphSchema),
  dialogues: method
    .input(
      automatonInput.extend(listedSchema.shape).extend({
        at: z.union([
          z.object({ state: z.int().min(0) }),
          z.object({ from: z.int().min(0), symbol: z.object({ role: roleSchema, tag: z.string() }) }),
        ]),
      }),
    )
    .output(z.object({ tracked: z.int(), total: z.int(), items: z.array(dialogueRowSchema) })),
  leaving: method
    .input(automatonInput.extend({ shown: z.array(z.int().min(0)).max(100_000) }))
    .output(z.object({ dialogues: z.int() })),
  path: method
    .input(automatonInput.extend({ dialogue: dialogueIdSchema }))
    .output(z.array(visitSchema.extend({ turn: z.int() }))),
  route: method
    .input(
      automatonInput.extend({
        dialogue: dialogueIdSchema,
        policy: routePolicySchema.default('literal'),
        /** If null, the whole dialogue (paper) or its last answer (context) is routed. */
        turn: z.int().min(0).nullable().default(null),
      }),
    )
    .output(routeResultSchema),
  /** Adds an automaton exported as JSON to the learned ones. It never becomes the latest. */
  import: method
    .input(z.object({ path: pathSchema, run: runIdSchema.nullable().default(null) }))
    .output(automatonImportedSchema),
  export: method.input(automatonExportSchema).output(z.object({ path: z.string(), bytes: z.int() })),
};

export const pictureResultSchema = z.object({
  tagged: taggingResultSchema.nullable(),
  learned: learnResultSchema,
});
export type PictureResult = z.infer<typeof pictureResultSchema>;

export const pictureInputSchema = z.object({
  run: runIdSchema.nullable().default(null),
  where: whereSchema,
});

export const pictureContract = {
  /**
   * Tags with the tagger that suits the dialogues, and learns. With a tagging run, only learns an overview of its tags.
   */
  make: method.input(pictureInputSchema).output(startedJobSchema),
};
