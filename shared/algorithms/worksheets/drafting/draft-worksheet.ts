import type { DialogueId } from '../../../domain/ids.ts';
import { type DraftedWorksheet, LEAST_FORM, type WorksheetField } from '../../../domain/worksheet.ts';
import { askedFor, readAnswers } from './read-answers.ts';
import { asksIn, questionOf, SentenceCounts } from './sentences-said.ts';

/** A turn of a dialogue from which a worksheet is drafted. */

export interface HeardTurn {
  readonly isUser: boolean;
  readonly text: string;
  readonly tags: readonly string[];
  /** True if the turn's questions count. A draft from chosen states uses only turns that reached such a state. */
  readonly isChosen: boolean;
}

export interface HeardDialogue {
  readonly id: DialogueId;
  readonly turns: readonly HeardTurn[];
}

export interface DraftOptions {
  readonly name: string;
  /** True if tags name what is asked for; otherwise the words of the question do. */
  readonly byTags: boolean;
  readonly today: string;
}

/** A tag asks if at least this share of its turns ask. */
const ASKING_SHARE = 0.5;
/** A field must be asked for in at least this share, and this number, of the dialogues. */
const LEAST_SHARE = 0.005;
const LEAST_DIALOGUES = 3;
const REQUIRED_SHARE = 0.5;
/** A tag asks for the same thing as a field if the field has more than this share of the tag's turns. */
const SAME_SHARE = 0.7;
const MOST_FIELDS = 40;
const MOST_ANSWERS = 2000;
const ACTION_SHARE = 0.1;
const MOST_ACTIONS = 3;
const MOST_EXAMPLES = 5;

interface Ask {
  readonly dialogue: number;
  readonly at: number;
  readonly answer: string | null;
}

interface TagStory {
  turns: number;
  asking: number;
}

interface Want {
  readonly asks: number[];
  readonly questions: SentenceCounts;
}

export function draftWorksheet(
  dialogues: Iterable<HeardDialogue>,
  { name, byTags, today }: DraftOptions,
): DraftedWorksheet {
  const stories = new Map<string, TagStory>();
  const asks: Ask[] = [];
  const ids: DialogueId[] = [];
  /** Statements of the system by tag: the dialogue and the turn's index, and the sentences. */
  const told = new Map<string, { readonly where: [number, number][]; readonly said: SentenceCounts }>();
  const wants = new Map<string, Want>();
  const wanted = (what: string, ask: number, questions: readonly string[]): void => {
    const want = getOr(wants, what, () => ({ asks: [], questions: new SentenceCounts() }));
    if (want.asks.at(-1) !== ask) want.asks.push(ask);
    want.questions.add(questions);
  };
  for (const { id, turns } of dialogues) {
    const dialogue = ids.push(id) - 1;
    for (const [at, turn] of turns.entries()) {
      if (turn.isUser) continue;
      const { asking, telling } = asksIn(turn.text);
      for (const tag of turn.tags) {
        const story = getOr(stories, tag, () => ({ turns: 0, asking: 0 }));
        story.turns++;
        if (asking.length > 0) story.asking++;
        if (telling.length > 0) {
          const own = getOr(told, tag, () => ({ where: [], said: new SentenceCounts() }));
          own.where.push([dialogue, at]);
          own.said.add(telling);
        }
      }
      if (asking.length === 0 || !turn.isChosen) continue;
      const next = turns[at + 1];
      const ask = asks.push({ dialogue, at, answer: next?.isUser ? next.text : null }) - 1;
      if (byTags) for (const tag of turn.tags) wanted(tag, ask, asking);
      else
        for (const sentence of asking) for (const what of askedFor(sentence)) wanted(what, ask, [sentence]);
    }
  }

  const asked = [...wants]
    .filter(([what]) => !byTags || isAsking(stories.get(what)))
    .map(([tag, story]) => ({ tag, story, ...countOf(story.asks, asks) }))
    .sort((left, right) => right.dialogues.size - left.dialogues.size || compare(left.tag, right.tag));
  const least = Math.max(LEAST_DIALOGUES, LEAST_SHARE * ids.length);
  const claimed = new Set<number>();
  const leftOut: { tag: string; dialogues: number }[] = [];
  const chosen: (typeof asked)[number][] = [];
  for (const one of asked) {
    const own = one.story.asks.filter((ask) => claimed.has(ask)).length;
    if (own > SAME_SHARE * one.story.asks.length) continue;
    if (one.dialogues.size < least || chosen.length === MOST_FIELDS) {
      if (one.dialogues.size >= LEAST_DIALOGUES)
        leftOut.push({ tag: one.tag, dialogues: one.dialogues.size });
      continue;
    }
    for (const ask of one.story.asks) claimed.add(ask);
    chosen.push(one);
  }
  chosen.sort((left, right) => left.place - right.place || compare(left.tag, right.tag));

  const names = new Set<string>();
  const drafted = chosen.map(({ tag, story, answered, dialogues: all }) => {
    const answers = story.asks.flatMap((ask) => asks[ask]?.answer ?? []).slice(0, MOST_ANSWERS);
    const { type, typed, values } = readAnswers(answers, today);
    const share = all.size / ids.length;
    const field: WorksheetField = {
      name: free(names, fieldName(tag)),
      kind: 'input',
      isPrimary: false,
      type,
      description: questionOf(story.questions.commonest()),
      predicate: '',
      dontAsk: false,
      required: share >= REQUIRED_SHARE,
      confirm: false,
      actions: '',
      validation: '',
    };
    const evidence: DraftedWorksheet['fields'][number] = {
      field: field.name,
      tag,
      asked: all.size,
      answered: answered.size,
      share,
      required: field.required,
      typed,
      read: answers.length,
      values,
      examples: examplesOf(answered.size > 0 ? answered : all, ids),
    };
    return { field, evidence };
  });
  const actions = actionsOf(told, stories, lastAsks(claimed, asks), ids);
  const says = actions.map(({ says: text }) => `>say(${JSON.stringify(text)})`);
  return {
    set: {
      worksheets: [
        {
          name: worksheetName(name),
          type: 'worksheet',
          predicate: '',
          backend: '',
          actions: says.join('\n'),
          fields: drafted.map(({ field }) => field),
        },
      ],
      functions: [],
    },
    dialogues: ids.length,
    hasForm: drafted.some(({ evidence }) => evidence.share >= LEAST_FORM),
    fields: drafted.map(({ evidence }) => evidence),
    actions,
    leftOut,
  };
}

const isAsking = (story: TagStory | undefined): boolean =>
  story !== undefined && story.asking >= ASKING_SHARE * story.turns;

function countOf(of: readonly number[], asks: readonly Ask[]) {
  const own = of.flatMap((ask) => asks[ask] ?? []);
  return {
    dialogues: new Set(own.map(({ dialogue }) => dialogue)),
    answered: new Set(own.filter(({ answer }) => answer !== null).map(({ dialogue }) => dialogue)),
    place: own.reduce((sum, { at }) => sum + at, 0) / Math.max(1, own.length),
  };
}

function lastAsks(claimed: ReadonlySet<number>, asks: readonly Ask[]): ReadonlyMap<number, number> {
  const last = new Map<number, number>();
  for (const ask of claimed) {
    const one = asks[ask];
    if (one) last.set(one.dialogue, Math.max(one.at, last.get(one.dialogue) ?? 0));
  }
  return last;
}

function actionsOf(
  told: ReadonlyMap<string, { readonly where: readonly [number, number][]; readonly said: SentenceCounts }>,
  stories: ReadonlyMap<string, TagStory>,
  last: ReadonlyMap<number, number>,
  ids: readonly DialogueId[],
): DraftedWorksheet['actions'] {
  const found = [...told].flatMap(([tag, { where, said }]): DraftedWorksheet['actions'] => {
    const story = stories.get(tag);
    if (isAsking(story)) return [];
    const after = new Set(
      where
        .filter(([dialogue, at]) => at > (last.get(dialogue) ?? Number.POSITIVE_INFINITY))
        .map(([one]) => one),
    );
    const share = after.size / Math.max(1, last.size);
    const [commonest] = said.commonest();
    if (share < ACTION_SHARE || after.size < LEAST_DIALOGUES || !commonest) return [];
    return [{ tag, says: commonest.text, dialogues: after.size, share, examples: examplesOf(after, ids) }];
  });
  const best = found.sort((left, right) => right.dialogues - left.dialogues || compare(left.tag, right.tag));
  return best
    .filter(({ says }, at) => best.findIndex((other) => other.says === says) === at)
    .slice(0, MOST_ACTIONS);
}

const examplesOf = (dialogues: ReadonlySet<number>, ids: readonly DialogueId[]): DialogueId[] =>
  [...dialogues].slice(0, MOST_EXAMPLES).flatMap((dialogue) => ids[dialogue] ?? []);

const compare = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);

function getOr<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

/** Returns a tag as a field's name: `ask-for-order-number` becomes `order_number`. */
function fieldName(tag: string): string {
  const plain = tag
    .toLowerCase()
    .replace(/^(?:system|agent|bot)[-_]/, '')
    .replace(/(?:^|(?<=[-_]))(?:ask|request|query|get|prompt)[-_](?:for[-_]|about[-_]|the[-_])*/, '')
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '');
  return /^[\p{L}_]/u.test(plain) ? plain : `field_${plain}`.replace(/_$/, '');
}

const worksheetName = (name: string): string => {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return /^\p{L}/u.test(joined) ? joined : `Worksheet${joined}`;
};

function free(names: Set<string>, wanted: string): string {
  let name = wanted;
  for (let number = 2; names.has(name); number++) name = `${wanted}_${number}`;
  names.add(name);
  return name;
}
