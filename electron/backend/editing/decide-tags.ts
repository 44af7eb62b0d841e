import type { TurnTag } from '#shared/contract/corpus.ts';
import type { TaggingRun } from '#shared/contract/tagging.ts';
import type { TagId, TurnId } from '#shared/domain/ids.ts';
import type { ReadDatabase, WriteDatabase } from '../store/database.ts';
import type { DecisionChange } from '../store/edits/log/edit-changes.ts';
import { ensureTagNamed, readVocabulary, type Vocabulary } from '../store/tags/tag-table.ts';
import { decideTags, decisionReader, effectiveTagReader, runTagReader } from '../store/tags/turn-tags.ts';

interface TagDecision {
  readonly changes: readonly DecisionChange[];
  readonly tags: readonly TurnTag[];
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

const decision = (
  { tagger }: TaggingRun,
  turn: TurnId,
  tag: TagId,
  after: DecisionChange['after'],
): DecisionChange => ({ table: 'person_tags', tagger, turn, tag, after });

export const giveTag = (run: TaggingRun, turn: TurnId, tag: TagId): DecisionChange =>
  decision(run, turn, tag, { present: true });

/**
 * If a person gave the tag, the decision is deleted. If a machine gave it, the removal is stored and also applies to
 * reruns.
 */
export function tagRemover(database: ReadDatabase, run: TaggingRun, { canonical }: Vocabulary) {
  const given = runTagReader(database, run.id);
  const decided = decisionReader(database, run.tagger);
  return (turn: TurnId, tag: TagId): DecisionChange[] => {
    const machine = given(turn);
    const decisions = decided(turn);
    const isTag = (id: TagId): boolean => canonical(id) === tag;
    const machineGives = machine.some(isTag);
    // Every tag that was merged into this one may have its own decision.
    const same = decisions.flatMap((decision) => (isTag(decision.tag) ? decision.tag : []));
    const targets = machineGives && !same.includes(tag) ? [...same, tag] : same;
    const place = decideTags(machine, decisions, canonical).insteadOf.get(tag);
    return [
      ...targets.map((id) => decision(run, turn, id, machineGives && id === tag ? { present: false } : null)),
      ...(place === undefined ? [] : [decision(run, turn, place, { present: false })]),
    ];
  };
}

/**
 * Returns a function that sets a turn's tags to exactly the given ones. With `pin`, no rerun removes them. Without
 * `create`, unknown names are skipped.
 */
export function tagDecider(
  database: WriteDatabase,
  run: TaggingRun,
  { create }: { readonly create: boolean } = { create: true },
) {
  const vocabulary = readVocabulary(database);
  const read = effectiveTagReader(database, run, vocabulary);
  const remove = tagRemover(database, run, vocabulary);
  const idOfName = new Map<string, TagId>();
  const idOf = (name: string): TagId => {
    let id = idOfName.get(name);
    if (id === undefined) {
      id = ensureTagNamed(database, name);
      idOfName.set(name, id);
    }
    return id;
  };

  return (
    turn: TurnId,
    wanted: (tags: readonly TurnTag[]) => readonly string[],
    { pin }: { readonly pin: boolean },
  ): TagDecision => {
    const { tags } = read(turn);
    const names = [...new Set(wanted(tags))];
    const gone = tags.filter((tag) => !names.includes(tag.name));
    const stays = tags.filter((tag) => names.includes(tag.name));
    const missing = names.filter((name) => !tags.some((tag) => tag.name === name));
    return {
      tags,
      added: missing,
      removed: gone.map((tag) => tag.name),
      changes: [
        ...gone.flatMap((tag) => remove(turn, tag.id)),
        ...(pin ? stays.filter((tag) => tag.origin !== 'person') : []).map((tag) =>
          giveTag(run, turn, tag.id),
        ),
        ...(create ? missing : []).map((name) => giveTag(run, turn, idOf(name))),
      ],
    };
  };
}
