import { readFileSync, statSync } from 'node:fs';
import { z } from 'zod';
import { compareOutcomes } from '#shared/algorithms/simulation/outcome.ts';
import { problemIn } from '#shared/contract/base.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import {
  madeWithSchema,
  outcomeSchema,
  type Replay,
  type ReplayedCase,
  type SimulationCase,
  simulationSettingsSchema,
  turnSourceSchema,
  turnTagOriginSchema,
} from '#shared/contract/simulator.ts';
import {
  type AgentAccount,
  accountOfTurns,
  type FeatureAgent,
  featureAgentSchema,
  lastReply,
} from '#shared/domain/agent.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import { requireAgentKind } from '../../agent-kind.ts';
import { inProject, translateError } from '../../errors.ts';
import { breathe } from '../../jobs/breather.ts';
import { type OutputTarget, writeWhole } from '../../output/target.ts';
import type { Project } from '../../project.ts';
import {
  findCase,
  insertCase,
  listCases,
  type SimulationCaseRow,
} from '../../store/comparing/simulation-case-table.ts';
import { dialogueNamed } from '../../store/corpus/dialogue-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import {
  type AutomatonOrigin,
  automatonAgent,
  type Conversation,
  type CorpusTurn,
  heardTurns,
  inForce,
  requireOrigin,
  type Turn,
  tagsOf,
} from '../conversation/index.ts';

/** A turn of the corpus. The ids in its file identify it, because they are the same in other projects. */
const namedTurnSchema = z.object({ source: z.string(), externalId: z.string(), turn: z.int().min(0) });
type NamedTurn = z.infer<typeof namedTurnSchema>;

const keptTurnSchema = z.object({
  role: z.enum(['user', 'system']),
  text: z.string().max(100_000),
  source: turnSourceSchema,
  from: namedTurnSchema.nullable(),
  tags: z.array(z.object({ name: z.string().min(1).max(200), origin: turnTagOriginSchema })).max(1000),
});
type KeptTurn = z.infer<typeof keptTurnSchema>;

/** All settings that affect the outcome of a conversation. */
const keptSettingsSchema = simulationSettingsSchema.omit({ automaton: true }).extend({
  start: namedTurnSchema.nullable(),
  agent: featureAgentSchema.optional(),
});

/** A stored conversation, with its original tags and outcome. */
const keptCaseSchema = z.object({
  name: z.string().trim().min(1).max(200),
  at: z.string().max(40),
  madeWith: madeWithSchema,
  settings: keptSettingsSchema.omit({ start: true, agent: true }),
  start: keptSettingsSchema.shape.start,
  agent: keptSettingsSchema.shape.agent,
  turns: z.array(keptTurnSchema).max(500),
  expected: outcomeSchema,
});
type KeptCase = z.infer<typeof keptCaseSchema>;

const caseDocumentSchema = z.object({
  format: z.literal('dialogram-cases'),
  version: z.literal(1),
  cases: z.array(keptCaseSchema).max(10_000),
});

function keptTurns(turns: readonly Turn[]): KeptTurn[] {
  return turns.map((turn) => ({
    role: turn.role,
    text: turn.text,
    source: turn.source,
    from: turn.from && named(turn.from),
    tags: tagsOf(turn).map((tag) => ({ ...tag })),
  }));
}

const named = ({ source, externalId, turn }: NamedTurn): NamedTurn => ({ source, externalId, turn });

/** @param find finds a dialogue by its name; without it, the restored case has no source dialogue */
function conversationOf(
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

function keptOf({ name, at, madeWith, settings, turns, expected }: SimulationCaseRow): KeptCase {
  const { start, agent, ...own } = keptSettingsSchema.parse(settings);
  return keptCaseSchema.parse({ name, at, madeWith, settings: own, start, agent, turns, expected });
}

export function shownCase(row: SimulationCaseRow): SimulationCase {
  const { name, at, madeWith, agent, turns, expected } = keptOf(row);
  return { id: row.id, name, at, madeWith, agent, turns: turns.length, expected };
}

export const requireCase = (database: ReadDatabase, id: number): SimulationCaseRow =>
  inProject(findCase(database, id), 'case', id, 'List the cases to find the right one.');

const finder =
  (database: ReadDatabase) =>
  ({ source, externalId }: { readonly source: string; readonly externalId: string }): DialogueId | null =>
    dialogueNamed(database, source, externalId);

function dialoguesOf(database: ReadDatabase, { start, turns, expected }: KeptCase): DialogueId[] {
  const find = finder(database);
  const names = [...(start ? [start] : []), ...turns.flatMap(({ from }) => from ?? []), ...expected.examples];
  return names.flatMap((name) => find(name) ?? []);
}

function keep(project: Project, kept: KeptCase, further: readonly DialogueId[]): number {
  const { name, at, madeWith, settings, start, agent, turns, expected } = kept;
  const row = { name, at, madeWith, settings: { ...settings, start, agent }, turns, expected };
  return insertCase(project.database, row, [...dialoguesOf(project.database, kept), ...further]);
}

interface CaseResult {
  readonly outcome: SimulationCase['expected'];
  readonly from?: DialogueId | undefined;
  readonly problem?: string | null | undefined;
  readonly asked?: AgentAccount | undefined;
}

const NO_OUTCOME: CaseResult['outcome'] = { route: [], missed: [], state: [], examples: [], answer: null };

async function ledTo(
  project: Project,
  origin: AutomatonOrigin,
  conversation: Conversation,
  agent: FeatureAgent | undefined,
  mode: 'if-ready' | 'wait',
): Promise<CaseResult> {
  const spoken = inForce(conversation);
  const turns = heardTurns(spoken);
  if (agent) {
    const opened = await requireAgentKind(project.app, agent).open(project, agent, {
      signal: project.closing,
      dialogues: spoken.flatMap(({ from }) => (from ? [from.dialogue] : [])),
    });
    const reply = await lastReply(opened, turns);
    return {
      outcome: { ...NO_OUTCOME, answer: reply?.text ?? null },
      problem: reply?.problem,
      asked: reply?.asked,
    };
  }
  const why = (await lastReply(automatonAgent(project, origin, conversation, mode), turns))?.why;
  return { outcome: why?.outcome ?? NO_OUTCOME, from: why?.found.answer?.dialogue };
}

export async function saveCase(
  project: Project,
  conversation: Conversation,
  name: string,
  agent: FeatureAgent | undefined,
): Promise<SimulationCase> {
  const turns = inForce(conversation);
  if (turns.length === 0) {
    throw new DialogramError('INVALID', 'There is nothing to save yet.', {
      nextStep: 'Say something first.',
    });
  }
  const origin = requireOrigin(project.database, conversation.settings.automaton);
  const { outcome, from } = await ledTo(project, origin, conversation, agent, 'if-ready');
  const { automaton: _, ...settings } = conversation.settings;
  const kept = keptCaseSchema.parse({
    name,
    at: new Date().toISOString(),
    madeWith: {
      automaton: origin.automaton,
      learner: origin.learner,
      tagger: origin.tagging.tagger,
      params: origin.params,
    },
    settings,
    start: conversation.start && named(conversation.start),
    agent,
    turns: keptTurns(turns),
    expected: outcome,
  });
  const id = keep(project, kept, from === undefined ? [] : [from]);
  return shownCase(requireCase(project.database, id));
}

export function openCase(project: Project, id: number): Conversation {
  return conversationOf(keptOf(requireCase(project.database, id)), finder(project.database));
}

function chosenCases(database: ReadDatabase, ids: readonly number[] | null): SimulationCaseRow[] {
  return ids === null ? listCases(database) : ids.map((id) => requireCase(database, id));
}

export function exportCases(project: Project, target: OutputTarget, ids: readonly number[] | null) {
  const cases = chosenCases(project.database, ids).map(keptOf);
  const text = JSON.stringify({ format: 'dialogram-cases', version: 1, cases }, null, 1);
  return { ...writeWhole(target, `${text}\n`), cases: cases.length };
}

const LARGEST_FILE_BYTES = 64 * 1024 * 1024;

/** Adds all cases of a file, or none if one is invalid. */
export function importCases(project: Project, path: string): { cases: number } {
  const cases = readCases(path);
  project.database.transaction(() => {
    for (const kept of cases) keep(project, kept, []);
  })();
  return { cases: cases.length };
}

function readCases(path: string): KeptCase[] {
  let text: string;
  try {
    if (statSync(path).size > LARGEST_FILE_BYTES) throw badFile(path, 'It is larger than 64 MB.');
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw translateError(error, path);
  }
  let document: unknown;
  try {
    // Older files call the turn a round.
    document = JSON.parse(text.replaceAll(/"round":/g, '"turn":'));
  } catch {
    throw badFile(path, 'It is not JSON.');
  }
  const parsed = caseDocumentSchema.safeParse(document);
  if (parsed.success) return parsed.data.cases;
  throw badFile(path, problemIn(parsed.error, 'The file'));
}

const badFile = (path: string, why: string): DialogramError =>
  new DialogramError('BAD_FILE', `${path} does not contain cases. ${why}`, {
    place: path,
    nextStep: 'Choose a file that you made with “Export cases”.',
  });

function remarkOn({ agent, madeWith }: KeptCase, { learner, tagging }: AutomatonOrigin): string | null {
  if (agent) return null;
  if (madeWith.tagger !== tagging.tagger)
    return `The case has tags from the tagger "${madeWith.tagger}", but this automaton uses tags from "${tagging.tagger}".`;
  if (madeWith.learner !== learner)
    return `The case was made with another kind of automaton (${madeWith.learner}), which names states differently.`;
  return null;
}

export async function replayCases(
  project: Project,
  automaton: RunId | null,
  ids: readonly number[] | null,
): Promise<Replay> {
  const started = performance.now();
  const origin = requireOrigin(project.database, automaton);
  const find = finder(project.database);
  const items: ReplayedCase[] = [];
  const accounts: (AgentAccount | undefined)[] = [];
  for (const row of chosenCases(project.database, ids)) {
    const kept = keptOf(row);
    const before = kept.expected;
    const base = { id: row.id, name: row.name, before, remark: remarkOn(kept, origin) };
    try {
      const conversation = conversationOf(kept, find);
      const led = await ledTo(project, origin, conversation, kept.agent, 'wait');
      const { outcome: after, problem } = led;
      accounts.push(led.asked);
      const difference = compareOutcomes(before, after);
      items.push({
        ...base,
        remark: problem ?? base.remark,
        after,
        difference: { ...difference, changed: [...difference.changed] },
        failed: null,
      });
    } catch (error) {
      if (!(error instanceof DialogramError)) throw error;
      items.push({ ...base, after: null, difference: null, failed: error.message });
    }
    await breathe();
  }
  const asked = accountOfTurns(accounts);
  const failed = items.filter((item) => item.failed !== null).length;
  const changed = items.filter(({ difference }) => difference && difference.changed.length > 0).length;
  return {
    automaton: origin.automaton,
    learner: origin.learner,
    cases: items.length,
    changed,
    unchanged: items.length - changed - failed,
    failed,
    items,
    asked: asked && { tokens: asked.tokens, costUsd: asked.costUsd, cached: asked.cached },
    seconds: (performance.now() - started) / 1000,
  };
}
