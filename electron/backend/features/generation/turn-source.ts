import { type AgentSpec, type AgentTurn, modelOf, NO_EXAMPLES } from '#shared/domain/agent.ts';
import { dialogueKey } from '#shared/domain/dialogue.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import { required } from '#shared/domain/required.ts';
import { requireAgentKind } from '../../agent-kind.ts';
import type { Project } from '../../project.ts';
import { requireDialogue } from '../../store/corpus/dialogue-table.ts';
import { type TurnText, turnReader } from '../../store/corpus/turn-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { requireTaggingRun, tagNamesFor } from '../../store/runs/tagging-runs.ts';
import { requireAnswerable, retrievalIndex, sentenceVectors } from '../comparison/index.ts';
import { comparedMethodsNamed } from '../retrieval/index.ts';

export interface AskedDialogue {
  readonly id: DialogueId;
  readonly externalId: string;
  readonly key: string;
  readonly turns: readonly TurnText[];
}

export type TurnSource = Awaited<ReturnType<typeof openTurnSource>>;

function askedDialogue(database: ReadDatabase, id: DialogueId): AskedDialogue {
  const { source, externalId } = requireDialogue(database, id);
  return { id, externalId, key: dialogueKey(source, externalId), turns: turnReader(database)(id) };
}

/** Checks a question before the index is built, which may take minutes. @throws DialogramError NOT_FOUND or INVALID */
export function requireAsked(
  { app, database, use }: Pick<Project, 'app' | 'database' | 'use'>,
  {
    run,
    dialogue,
    turn,
    agent,
  }: {
    readonly run: RunId | null;
    readonly dialogue: DialogueId;
    readonly turn: number | null;
    readonly agent: AgentSpec;
  },
): void {
  requireTaggingRun(database, run);
  const asked = askedDialogue(database, dialogue);
  if (turn !== null) requireAnswerable(asked, turn);
  if (agent.kind !== undefined) {
    requireAgentKind(app, agent).check(agent);
    return;
  }
  if (agent.method !== NO_EXAMPLES) comparedMethodsNamed([agent.method], use(sentenceVectors).ready());
  const model = modelOf(agent);
  if (model) app.providers.get(model.provider);
}

/** @param run the tagging run; null means the latest. Waits for the index if it is not built yet. */
export async function openTurnSource(project: Project, run: RunId | null) {
  const { database } = project;
  const index = await project.use(retrievalIndex).ensure(run);
  const tagsOf = tagNamesFor(database, index.tagging.id);
  const rankingTagsOf = index.ranking && tagNamesFor(database, index.ranking.id);
  const dialogue = (id: DialogueId): AskedDialogue => askedDialogue(database, id);
  const heard = (turns: AskedDialogue['turns']): AgentTurn[] =>
    turns.map(({ id, role, text }) => ({ role, text, tags: tagsOf(id), forced: false }));
  return {
    index,
    dialogue,
    heard: (id: DialogueId) => heard(dialogue(id).turns),
    /** Finds examples by all methods at once, which is faster. @throws DialogramError INVALID for an unknown method */
    async find(
      id: DialogueId,
      turn: number,
      methods: readonly string[],
      { examples, seed }: { readonly examples: number; readonly seed: number },
    ) {
      const retrieving = methods.filter((method) => method !== NO_EXAMPLES);
      if (retrieving.length === 0) return new Map();
      const named = comparedMethodsNamed(retrieving, project.use(sentenceVectors).ready());
      const { key, turns } = dialogue(id);
      const before = turns.slice(0, turn);
      const history = heard(before);
      const rankingTags = rankingTagsOf && before.map((one) => rankingTagsOf(one.id));
      const asked = required(turns[turn], `turn ${turn}`).id;
      const found = await index.ask({
        history,
        rankingTags,
        key,
        turn: asked,
        methods: named,
        examples,
        seed,
      });
      return new Map(named.map((method, at) => [method, found[at]]));
    },
  };
}
