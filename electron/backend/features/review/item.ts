import { followingLabels, readUncertainty, type Uncertainty } from '#shared/algorithms/review/queue-order.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import type { ContextTurn, ReviewItem, TagSuggestionOfTurn } from '#shared/contract/review.ts';
import { ROLES, roleAt } from '#shared/domain/dialogue.ts';
import { formatAmount } from '#shared/domain/figure-text.ts';
import type { DialogueId, RunId, TagId, TurnId } from '#shared/domain/ids.ts';
import type { Project } from '../../project.ts';
import { homeOfTurn, turnsBetween } from '../../store/corpus/turn-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { givenTagReader } from '../../store/edits/log/edit-changes.ts';
import { latestTagEdits } from '../../store/edits/log/edit-log.ts';
import { marksOf } from '../../store/edits/words/mark-table.ts';
import { commentReader } from '../../store/edits/words/note-table.ts';
import { flagReader } from '../../store/runs/model-tagging-table.ts';
import { requireTaggingRun, taggingRuns } from '../../store/runs/tagging-runs.ts';
import { vocabularyOfRun } from '../../store/tags/run-vocabulary-table.ts';
import { readVocabulary, type Vocabulary } from '../../store/tags/tag-table.ts';
import { effectiveTagReader, runTagNameReader } from '../../store/tags/turn-tags.ts';
import { taggerOfRun, titleOfSide } from '../agreement/index.ts';
import { automatonCache } from '../automata/index.ts';
import { settledReader, sidesReader } from './decisions.ts';
import type { LoadedQueue } from './queues.ts';

/** The maximum number of suggested tags: enough for the keys 1 … 9 and 0, plus a few that the turn already has. */
const MOST = 12;
/** Limits per source, so that no source leaves the others without space. */
const FROM_LATELY = 4;
const RECENT_EDITS = 30;
const TAGS_PER_EDIT = 5;

interface SuggestionContext {
  readonly queue: LoadedQueue;
  readonly vocabulary: Vocabulary;
  /** 0 system, 1 user */
  readonly role: number;
  readonly before: readonly TagId[];
  readonly other: readonly string[];
  readonly known: ReadonlySet<string>;
}

/** Returns suggested tags for a turn, most likely first, each once and with its reason. */
function suggestTags(database: ReadDatabase, context: SuggestionContext): TagSuggestionOfTurn[] {
  const { queue, vocabulary, role, before, other, known } = context;
  const found = new Map<string, TagSuggestionOfTurn>();
  const offer = (name: string, reason: TagSuggestionOfTurn['reason']): void => {
    if (name === '' || vocabulary.archivedNames.has(name)) return;
    if (!known.has(name) && !found.has(name)) found.set(name, { name, reason });
  };
  const nameOf = (label: number): string => vocabulary.nameOf(label as TagId);
  for (const name of other) offer(name, 'other');
  for (const [label] of followingLabels(queue.followUps, role, before)) {
    if (found.size >= MOST - FROM_LATELY) break;
    offer(nameOf(label), 'follows');
  }
  const givenBy = givenTagReader(database, queue.settings.tagger, TAGS_PER_EDIT);
  const recent = latestTagEdits(database, RECENT_EDITS).flatMap((edit) => givenBy(edit).map(nameOf));
  for (const name of [...new Set(recent)].slice(0, FROM_LATELY)) offer(name, 'recent');
  for (const [label] of queue.followUps.frequent[role] ?? []) offer(nameOf(label), 'frequent');
  return [...found.values()].slice(0, MOST);
}

const BEFORE = 6;
const AFTER = 3;

export function reviewItem(
  project: Project,
  queue: LoadedQueue,
  index: number,
  automaton: RunId | null,
): ReviewItem {
  const { database } = project;
  const turn = turnAt(queue, index);
  const home = homeOfTurn(database, turn);
  if (!home) {
    throw new DialogramError('NOT_FOUND', `Turn ${index + 1} of the queue is no longer in the project.`, {
      value: String(turn),
      nextStep: 'Go to the next turn.',
    });
  }
  const run = requireTaggingRun(database, queue.settings.run);
  const vocabulary = readVocabulary(database);
  const read = effectiveTagReader(database, run, vocabulary);
  const context = turnsBetween(database, home.dialogue, home.index - BEFORE, home.index + AFTER);
  const named = (one: (typeof context)[number]): ContextTurn => ({
    ...one,
    tags: read(one.id).tags.map((tag) => tag.name),
  });
  const own = context.find((one) => one.id === turn) ?? {
    id: turn,
    index: home.index,
    role: roleAt(0),
    utterances: [],
  };
  const { tags, removedTags } = read(turn);
  const marks = marksOf(database, queue.settings.tagger, turn);
  const machineFlag = flagReader(database, queue.settings.run)(turn);
  const sides = sidesOf(database, queue, turn);
  const previous = context.find((one) => one.index === home.index - 1);
  return {
    queue: queue.id,
    index,
    total: queue.turns.length,
    dialogue: {
      id: home.dialogue,
      externalId: home.externalId,
      source: home.source,
      domains: home.domains,
      turns: home.turns,
    },
    turn: own,
    before: context.filter((one) => one.index < home.index).map(named),
    after: context.filter((one) => one.index > home.index).map(named),
    tags,
    removedTags,
    suggestions: suggestTags(database, {
      queue,
      vocabulary,
      role: ROLES.indexOf(own.role),
      before: previous ? read(previous.id).tags.map((tag) => tag.id) : [],
      other: sides ? [...sides.left.tags, ...sides.right.tags] : otherTags(database, queue, turn, vocabulary),
      known: new Set([...tags, ...removedTags].map((tag) => tag.name)),
    }),
    checked: marks.checked ?? null,
    flagged: marks.flagged ?? null,
    comment: commentReader(database)(turn),
    changedSince: marks.checked !== undefined && tags.some((tag) => tag.origin !== 'person'),
    machineFlag,
    why: whyHere(project, queue, index, vocabulary),
    sides,
    settled: settledReader(database, queue.settings)(turn, marks.checked?.note ?? '') !== null,
    visits: visitsOf(project, automaton, home.dialogue, home.index),
  };
}

function turnAt(queue: LoadedQueue, index: number): TurnId {
  if (index < queue.turns.length) return queue.turns[index] as TurnId;
  throw new DialogramError(
    'NOT_FOUND',
    `The queue has ${formatAmount(queue.turns.length, 'turn')}, so there is no turn ${index + 1}.`,
    {
      value: String(index),
      nextStep: queue.turns.length === 0 ? 'Choose another order.' : 'Go back to the last turn.',
    },
  );
}

/** Returns the tags of another tagger's latest run that this tagger also knows. */
function otherTags(
  database: ReadDatabase,
  queue: LoadedQueue,
  turn: TurnId,
  vocabulary: Vocabulary,
): string[] {
  const other = taggingRuns(database).find((run) => run.tagger !== queue.settings.tagger);
  if (!other) return [];
  const known = new Set(vocabularyOfRun(database, queue.settings.run).map((tag) => vocabulary.nameOf(tag)));
  return runTagNameReader(database, other.id, vocabulary)(turn).filter((name) => known.has(name));
}

function sidesOf(database: ReadDatabase, { settings }: LoadedQueue, turn: TurnId): ReviewItem['sides'] {
  const said = sidesReader(database, settings)(turn);
  if (!settings.left || !settings.right || !said) return null;
  return {
    left: { title: titleOfSide(database, settings.left), tags: [...said.left] },
    right: { title: titleOfSide(database, settings.right), tags: [...said.right] },
  };
}

function whyHere(
  project: Project,
  { settings, notes, turns, alikeOf }: LoadedQueue,
  index: number,
  vocabulary: Vocabulary,
): string {
  const note = notes[index]!;
  switch (settings.order) {
    case 'disagreement':
      return `The two sides differ in ${note} ${note === 1 ? 'tag' : 'tags'}`;
    case 'uncertain':
      return doubtInWords(settings.tagger, readUncertainty(note), alikeOf(turns[index] as TurnId).length);
    case 'rare':
      return `#${vocabulary.nameOf(note as TagId)} is the rarest tag of this turn`;
    case 'support': {
      const { support } = project.use(automatonCache).load(settings.automaton).view.structure;
      return `${formatAmount(support[note]!, 'dialogue')} ${support[note] === 1 ? 'goes' : 'go'} through state ${note}`;
    }
    case 'machine-flags':
      return `Flagged by the ${taggerOfRun(project.database, settings.run)} tagger`;
    case 'people-flags':
      return 'Flagged by a person';
    case 'sample':
      return `Picked at random (seed ${settings.seed})`;
    case 'unchecked':
      return '';
  }
}

function doubtInWords(tagger: string, { sure, others, differing }: Uncertainty, alike: number): string {
  return [
    sure === null
      ? `The ${tagger} tagger does not say how sure it is`
      : `The ${tagger} tagger is ${sure} % sure of its least certain tag`,
    ...(others === 0
      ? []
      : [`${differing} of ${others} other ${others === 1 ? 'run tags' : 'runs tag'} this turn differently`]),
    ...(alike > 1 ? [`${alike} turns have the same text`] : []),
  ].join('; ');
}

function visitsOf(
  project: Project,
  automaton: RunId | null,
  dialogue: DialogueId,
  turn: number,
): ReviewItem['visits'] {
  if (automaton === null) return [];
  const { view, indexOf } = project.use(automatonCache).load(automaton);
  const at = indexOf(dialogue);
  if (at === undefined) return [];
  return view
    .visitsOf(at)
    .filter((visit) => visit.turn === turn)
    .map(({ state, symbol }) => ({ state, symbol, support: view.structure.support[state]! }));
}
