import { type OutcomeChoice, type Role, roleAt } from '../../domain/dialogue.ts';
import { type DialogueFilter, type NamedMove, partsOf } from '../../domain/dialogue-filter.ts';
import type { TaggedRows } from '../automaton/corpus/symbol-corpus.ts';
import { closesMatter, raisesMatter } from '../performance/measure-flow.ts';
import type { Activities } from '../variants/variants.ts';

interface ReadTurn {
  readonly role: Role;
  readonly tags: readonly string[];
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

/**
 * Returns whether a turn decides a dialogue's group, so that differences in such turns exist by definition.
 * For `abandoned = yes` these are the last turns. Null if groups do not depend on turns.
 * `right` is null for all dialogues outside the left group.
 */
export function decidingTurns(
  left: DialogueFilter | null,
  right: DialogueFilter | null,
  outcome: OutcomeChoice,
  tagsOfState: (state: number, automaton: number | null) => readonly NamedMove[],
): ((turn: ReadTurn) => boolean) | null {
  const [ofLeft, ofRight] = [conditionsOf(left), conditionsOf(right)];
  const keys = [ofLeft, ofRight].map((conditions) => new Set(conditions.map((one) => JSON.stringify(one))));
  const isShared = (condition: DialogueFilter): boolean =>
    keys.every((own) => own.has(JSON.stringify(condition)));
  const read = [...ofLeft, ...ofRight].filter((condition) => !isShared(condition)).flatMap(partsOf);
  const tests = read.flatMap((part): ((turn: ReadTurn) => boolean)[] => {
    switch (part.kind) {
      case 'starts':
        return [({ isFirst }) => isFirst];
      case 'ends':
        return [({ isLast }) => isLast];
      case 'returns':
      case 'repeats':
        return [carries(part.move)];
      case 'order':
        return [carries(part.move), carries(part.next)];
      case 'tag':
        return [carries({ role: null, tag: part.tag })];
      case 'state':
        return tagsOfState(part.state, part.automaton).map(carries);
      case 'edge':
        return tagsOfState(part.to, part.automaton).map(carries);
      case 'field':
        return ofField(part.field.toLowerCase(), part.values, outcome);
      case 'missing':
        return ofField(part.field.toLowerCase(), [], outcome);
      default:
        return [];
    }
  });
  return tests.length === 0 ? null : (turn) => tests.some((test) => test(turn));
}

const conditionsOf = (filter: DialogueFilter | null): DialogueFilter[] =>
  filter === null ? [] : filter.kind === 'all' ? filter.of.flatMap(conditionsOf) : [filter];

const carries = ({ role, tag }: NamedMove): ((turn: ReadTurn) => boolean) => {
  const wanted = tag.trim().toLowerCase();
  return (turn) =>
    (role === null || role === turn.role) && turn.tags.some((own) => own.toLowerCase() === wanted);
};

function ofField(
  field: string,
  values: readonly string[],
  outcome: OutcomeChoice,
): ((turn: ReadTurn) => boolean)[] {
  const tagged = (tags: readonly string[]) => tags.map((tag) => carries({ role: null, tag }));
  switch (field) {
    case 'abandoned':
      return [({ isLast }) => isLast];
    case 'outcome':
      if (outcome.kind === 'tags') return tagged(outcome.tags);
      return outcome.kind === 'field' ? [] : [({ isLast }) => isLast];
    case 'reopened':
      return [
        ({ role, tags }) =>
          tags.some((tag) => closesMatter({ role, tag }) || (role === 'user' && raisesMatter(tag))),
      ];
    case 'tags seen':
      return tagged(values);
    default:
      return [];
  }
}

export function decidingSteps(
  decides: (turn: ReadTurn) => boolean,
  { turnOffsets, turnRoles, tagOffsets, tagIds, tagNames }: TaggedRows,
  { offsets, turns }: Activities,
): (step: number) => boolean {
  const deciding = new Uint8Array(turns.length);
  for (let dialogue = 0; dialogue + 1 < offsets.length; dialogue++) {
    const first = turnOffsets[dialogue];
    const isTagged = (turn: number): boolean => tagOffsets[turn] < tagOffsets[turn + 1];
    const tagged = Array.from({ length: turnOffsets[dialogue + 1] - first }, (_, at) => first + at).filter(
      isTagged,
    );
    const [firstTagged, lastTagged] = [tagged[0] ?? first, tagged.at(-1) ?? first];
    for (let step = offsets[dialogue]; step < offsets[dialogue + 1]; step++) {
      const turn = first + turns[step];
      const tags = Array.from(
        tagIds.subarray(tagOffsets[turn], tagOffsets[turn + 1]),
        (id) => tagNames[id] ?? '',
      );
      const isFirst = turn <= firstTagged;
      const isLast = turn >= lastTagged;
      if (decides({ role: roleAt(turnRoles[turn]), tags, isFirst, isLast })) deciding[step] = 1;
    }
  }
  return (step) => deciding[step] === 1;
}
