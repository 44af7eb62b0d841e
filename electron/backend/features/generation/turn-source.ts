import { type AgentTurn, NO_EXAMPLES } from '#shared/domain/agent.ts';
import { dialogueKey } from '#shared/domain/dialogue.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import type { Project } from '../../project.ts';
import { requireDialogue } from '../../store/corpus/dialogue-table.ts';
import { type RoundText, roundReader } from '../../store/corpus/round-table.ts';
import { tagReaderFor } from '../../store/runs/tagging-runs.ts';
import { type BuiltIndex, type FoundColumn, retrievalIndex, sentenceVectors } from '../comparison/index.ts';
import { comparedMethodsNamed } from '../retrieval/index.ts';

/** A dialogue of the project as answering reads it. */
export interface AskedDialogue {
  readonly id: DialogueId;
  readonly externalId: string;
  /** Its name in the index, by which it is kept out of its own answers. */
  readonly key: string;
  readonly rounds: readonly RoundText[];
}

/** Reads dialogues of one project and finds examples for their turns, by one state of the index. */
export interface TurnSource {
  readonly index: BuiltIndex;
  dialogue(id: DialogueId): AskedDialogue;
  /** Its rounds as an agent hears them. */
  heard(id: DialogueId): AgentTurn[];
  /**
   * What methods find for a turn from the true history before it; `none` finds nothing and is not in the result. All
   * methods of a turn are asked together, which is quicker than one by one.
   * @throws DialogramError INVALID for an unknown method
   */
  find(
    dialogue: DialogueId,
    round: number,
    methods: readonly string[],
    settings: { readonly examples: number; readonly seed: number },
  ): Promise<ReadonlyMap<string, FoundColumn>>;
}

/** @param run the tagging run to go by; null is the latest. Waits for the index where it is not built yet. */
export async function openTurnSource(project: Project, run: RunId | null): Promise<TurnSource> {
  const { database } = project;
  const index = await project.use(retrievalIndex).ensure(run);
  const roundsOf = roundReader(database);
  const readTags = tagReaderFor(database, index.tagging.id);
  const dialogue = (id: DialogueId): AskedDialogue => {
    const { source, externalId } = requireDialogue(database, id);
    return { id, externalId, key: dialogueKey(source, externalId), rounds: roundsOf(id) };
  };
  const heard = (rounds: AskedDialogue['rounds']): AgentTurn[] =>
    rounds.map(({ id, role, text }) => ({
      role,
      text,
      tags: readTags(id).tags.map(({ name }) => name),
      forced: false,
    }));
  return {
    index,
    dialogue,
    heard: (id) => heard(dialogue(id).rounds),
    async find(id, round, methods, { examples, seed }) {
      const asked = methods.filter((method) => method !== NO_EXAMPLES);
      if (asked.length === 0) return new Map();
      const named = comparedMethodsNamed(asked, project.use(sentenceVectors).complete());
      const { key, rounds } = dialogue(id);
      const history = heard(rounds.slice(0, round));
      const found = await index.ask({ history, key, methods: named, examples, seed });
      return new Map(named.map((method, at) => [method, found[at]]));
    },
  };
}
