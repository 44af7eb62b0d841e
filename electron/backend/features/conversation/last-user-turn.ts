import { NO_EXAMPLES } from '#shared/domain/agent.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import { required } from '#shared/domain/required.ts';
import type { Project } from '../../project.ts';
import { automatonCache } from '../automata/index.ts';
import { retrievalIndex, sentenceVectors } from '../comparison/index.ts';
import { comparedMethodsNamed, methodInfo } from '../retrieval/index.ts';
import { type AutomatonOrigin, heardTurns, inForce, originOf, tagsOf } from './conversation.ts';
import { historyOf, rankingTagsOf } from './find-examples.ts';
import { liveAutomaton } from './live-automaton.ts';
import { projectSimulator } from './simulator.ts';
import { type SpokenTurn, tagSpoken } from './turn-tagger.ts';

/** Returns the best examples first. @param origin the automaton whose tags the index uses; null for the active ones */
export async function examplesOfSpoken(
  project: Project,
  origin: AutomatonOrigin | null,
  turns: readonly SpokenTurn[],
  { method, examples, seed }: { readonly method: string; readonly examples: number; readonly seed: number },
): Promise<readonly { readonly dialogue: DialogueId; readonly turn: number }[]> {
  const said = turns.slice(0, turns.findLastIndex(({ role }) => role === 'user') + 1);
  if (said.length === 0 || method === NO_EXAMPLES) return [];
  const methods = comparedMethodsNamed([method], project.use(sentenceVectors).ready());
  const index = await project.use(retrievalIndex).ensure(origin?.tagging.id ?? null);
  const { readsTags } = methodInfo(required(methods[0], method));
  const heard = readsTags
    ? await tagSpoken(project, index.tagging, said)
    : said.map((turn) => ({ ...turn, tags: [], forced: false }));
  const history = historyOf(heard);
  const rankingTags = readsTags ? await rankingTagsOf(project, index, heard) : null;
  const asked = { history, rankingTags, key: '', methods, examples, seed, examplesOnly: true };
  const [found] = await index.ask(asked);
  return required(found, 'answer of the index').candidates;
}

export interface LastUserTurn {
  readonly index: number;
  readonly text: string;
  readonly tags: readonly string[];
  /** The route's state after the turn: "gives details (state 12)". */
  readonly state: string;
  /** The part that could not be followed, as a sentence. */
  readonly offTheMap: string | null;
}

export function lastUserTurn(project: Project): LastUserTurn | null {
  const conversation = project.use(projectSimulator).conversation();
  const turns = inForce(conversation);
  const index = turns.findLastIndex(({ role, source }) => role === 'user' && source !== 'step');
  const origin = originOf(project.database, conversation.settings.automaton);
  const turn = turns[index];
  if (!turn || origin === null) return null;
  const live = liveAutomaton(project.use(automatonCache).load(origin.automaton));
  const policy = live.policyFor(conversation.settings.policy);
  const walk = live.walk(heardTurns(turns.slice(0, index + 1)), policy);
  return {
    index,
    text: turn.text,
    tags: tagsOf(turn).map(({ name }) => name),
    state: live.placeOf(walk.state).words,
    offTheMap: walk.offTheMap[index] ?? null,
  };
}
