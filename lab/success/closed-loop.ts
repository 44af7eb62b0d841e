import { shareOfId } from '#backend/features/retrieval/answer-query.ts';
import { readDialogues } from '#backend/formats/read.ts';
import { bestDraft } from '#shared/algorithms/flows/drafting/draft-flow.ts';
import { flowGraph } from '#shared/algorithms/flows/flow-graph.ts';
import type { ReplayedDialogue } from '#shared/algorithms/flows/following/replay-flow.ts';
import type { FlowResult } from '#shared/algorithms/flows/results.ts';
import { runTurn, startRun } from '#shared/algorithms/flows/running/run-flow.ts';
import { BLEU_STATISTICS } from '#shared/algorithms/metrics/text/bleu.ts';
import { buildPassageIndex } from '#shared/algorithms/passages/passage-index.ts';
import { compile } from '#shared/algorithms/worksheets/runtime/compile.ts';
import { runTurn as runWorksheets } from '#shared/algorithms/worksheets/runtime/run-turn.ts';
import { NO_KNOWLEDGE, START } from '#shared/algorithms/worksheets/runtime/state.ts';
import { extractStatements } from '#shared/algorithms/worksheets/words/extract.ts';
import { wordAnswer } from '#shared/algorithms/worksheets/words/word-answer.ts';
import { turnsOf } from '#shared/domain/dialogue.ts';
import type { Flow } from '#shared/domain/flow.ts';
import { createDelexicaliser } from './delexicalise.ts';
import { flowOfTable, worksheetOfTable } from './designs-of-tables.ts';
import type { Constraints, EntityDatabase } from './entity-database.ts';
import {
  type DialogueGoal,
  type DomainGoal,
  estimateActiveDomains,
  isFields,
  readGoal,
  readState,
} from './goals.ts';
import { findPlaceholders } from './placeholders.ts';
import { readDatabases } from './read-databases.ts';
import { isUnconstrained, slotKey } from './slot-values.ts';
import { summariseScores, type TaskSuccessFigures } from './summarise.ts';
import { type AnsweredTurn, judgeDialogue } from './verdict.ts';

/** Inform and Success in conversations that a simulated customer has with each method; see README.md. */

interface Moment {
  readonly said: string;
  readonly label: string;
  readonly answer: string;
}

interface Part {
  readonly id: string;
  readonly domain: string;
  readonly moments: readonly Moment[];
}

interface Customer {
  readonly id: string;
  readonly goal: DialogueGoal;
  /** By domain: the customer's first words about it, and what to book. */
  readonly opening: ReadonlyMap<string, string>;
  readonly booking: ReadonlyMap<string, Constraints>;
}

interface Answer {
  readonly response: string;
  readonly asks: string | null;
  readonly believed: Constraints | null;
}

type Talk = (said: string) => Answer;
type Method = (domain: string) => Talk;

const NO_ANSWER: Answer = { response: '', asks: null, believed: null };
/** Domains with entities to choose among. Dialogues about a taxi have no table, and are left out. */
const DOMAINS = ['attraction', 'hotel', 'restaurant', 'train'];
const MOST_TURNS = 15;

function labelOf(acts: readonly string[]): string {
  const asked = acts.find((act) => act.startsWith('request-'));
  if (asked !== undefined) return `ask_${slotOf(asked)}`;
  if (acts.some((act) => /^(?:offer)?book(?:ed)?-.*\.ref/.test(act))) return 'booked';
  if (acts.some((act) => /\.(?:name|id)$/.test(act))) return 'offer';
  if (acts.some((act) => /^no(?:offer|book)/.test(act))) return 'none';
  if (acts.some((act) => /^(?:inform|recommend|select|offerbook)/.test(act))) return 'tell';
  return acts[0] ?? 'none';
}

const ACT_SLOTS: Readonly<Record<string, string>> = {
  price: 'pricerange',
  dest: 'destination',
  depart: 'departure',
  leave: 'leaveat',
  arrive: 'arriveby',
};
const slotOf = (act: string): string => {
  const slot = act.split('.').at(-1) ?? '';
  return ACT_SLOTS[slot] ?? slotKey(slot);
};

async function readParts(path: string, delexicalise: (text: string) => string, signal: AbortSignal) {
  const parts: Part[] = [];
  const customers: Customer[] = [];
  for await (const event of readDialogues(path, 'neutral', { map: null, brand: null, signal })) {
    if (event.kind !== 'dialogue') continue;
    const { externalId: id, domains, extra, utterances } = event.dialogue;
    const goal = readGoal(extra?.goal, domains);
    if (goal?.layout !== 'by-domain' || !goal.domains.every(({ domain }) => DOMAINS.includes(domain)))
      continue;
    const turns = turnsOf(
      utterances.map(({ role }) => role),
      true,
    ).map(({ role, first, last }) => ({ role, of: utterances.slice(first, last + 1) }));
    const only = goal.domains.length === 1 ? goal.domains[0]!.domain : null;
    const users = turns.filter(({ role }) => role === 'user');
    const states = users.map(({ of }) =>
      readState(of.findLast((one) => one.extra?.state !== undefined)?.extra?.state, only),
    );
    const active = estimateActiveDomains(states, only);
    const opening = new Map<string, string>();
    const moments = new Map<string, Moment[]>();
    let at = -1;
    for (const [turn, { role, of }] of turns.entries()) {
      if (role !== 'user') continue;
      at++;
      const said = of.map(({ text }) => text).join(' ');
      const next = turns[turn + 1];
      for (const domain of active[at] ?? []) {
        if (!opening.has(domain)) opening.set(domain, said);
        if (next === undefined) continue;
        const answer = delexicalise(next.of.map(({ text }) => text).join(' '));
        const label = labelOf(next.of.flatMap(({ acts }) => acts ?? []));
        moments.set(domain, [...(moments.get(domain) ?? []), { said, label, answer }]);
      }
    }
    for (const [domain, own] of moments) parts.push({ id, domain, moments: own });
    customers.push({ id, goal, opening, booking: bookingOf(extra?.goal) });
  }
  return { parts, customers };
}

function bookingOf(goal: unknown): ReadonlyMap<string, Constraints> {
  const entries = isFields(goal) ? Object.entries(goal) : [];
  return new Map(
    entries.map(([domain, fields]) => {
      const book = isFields(fields) && isFields(fields.book) ? fields.book : {};
      const given = Object.entries(book).filter(
        ([, value]) => typeof value === 'string' && !isUnconstrained(value),
      );
      return [domain, new Map(given.map(([slot, value]) => [slotKey(slot), [String(value)]]))];
    }),
  );
}

/** Returns a flow's conversation. Functions look up entities in the tables. */
function flowTalk(flow: Flow, domain: string, database: EntityDatabase): Talk {
  const graph = flowGraph(flow);
  let now = startRun(graph);
  return (said) => {
    const turn = runTurn(graph, now, said, (_, query, { slots }): FlowResult => {
      if (query !== 'find') return { message: 'Success' };
      return database.find(domain, constraintsOf(slots)).length > 0 ? { message: 'Success' } : null;
    });
    now = turn.next;
    const node = turn.node === null ? undefined : graph.nodes.get(turn.node);
    const { pending, slots } = turn.next.state;
    const asks = pending?.kind === 'slot' ? pending.slot : null;
    // A message keeps its placeholders.
    const response =
      node === undefined || node.type === 'request' ? turn.answer : ('message' in node && node.message) || '';
    return { response, asks, believed: constraintsOf(slots) };
  };
}

function worksheetTalk(set: ReturnType<typeof compile>): Talk {
  const settings = { today: '2020-06-01', knowledge: NO_KNOWLEDGE };
  let state = START;
  return (said) => {
    const turn = runWorksheets(set, state, extractStatements(set, state, said, settings), settings);
    state = turn.state;
    const values = state.instances.findLast(({ worksheet }) => worksheet === 'Main')?.values ?? {};
    const texts = Object.entries(values).map(([slot, value]): [string, string | null] => [
      slot,
      typeof value === 'string' ? value : null,
    ]);
    return {
      response: wordAnswer(set, state, turn.acts),
      asks: state.asked?.act === 'ASK' ? state.asked.field : null,
      believed: constraintsOf(Object.fromEntries(texts)),
    };
  };
}

const constraintsOf = (slots: Readonly<Record<string, string | null>>): Constraints =>
  new Map(
    Object.entries(slots).flatMap(([slot, value]): [string, string[]][] =>
      value === null || isUnconstrained(value) || /\b(?:any|care|matter)\b/i.test(value)
        ? []
        : [[slotKey(slot), [value]]],
    ),
  );

/** Returns the answer of the most similar moment of other dialogues, by the customer's words and the previous act. */
function retrieval(parts: readonly Part[]): Method {
  const ofDomain = new Map(
    DOMAINS.map((domain) => {
      const moments = parts.filter((part) => part.domain === domain).flatMap((part) => momentsOf(part));
      return [
        domain,
        { moments, index: buildPassageIndex(moments.map(({ said, before }) => wordsOf(said, before))) },
      ];
    }),
  );
  return (domain) => {
    const { moments, index } = ofDomain.get(domain)!;
    let before = '';
    return (said) => {
      const [found] = index.search(wordsOf(said, before), 1);
      if (found === undefined) return NO_ANSWER;
      const { answer, label } = moments[found.passage]!;
      before = label;
      return answered(answer, label);
    };
  };
}

const answered = (response: string, label: string): Answer => ({
  response,
  asks: label.startsWith('ask_') ? label.slice('ask_'.length) : null,
  believed: null,
});

/** The previous act counts twice, as a word that no text has. */
const wordsOf = (said: string, before: string): string => {
  const word = before.replaceAll(/\W|_/g, '');
  return `${said} ${word} ${word}`;
};

const momentsOf = ({ moments }: Part) =>
  moments.map((moment, at) => ({ ...moment, before: moments[at - 1]?.label ?? '' }));

function drafts(parts: readonly Part[], database: EntityDatabase): Method {
  const flows = new Map(
    DOMAINS.map((domain) => {
      const dialogues = parts
        .filter((part) => part.domain === domain)
        .map(
          ({ id, moments }): ReplayedDialogue => ({
            id,
            turns: moments.flatMap(({ said, label, answer }) => [
              { role: 'user' as const, text: said, label: null, result: undefined },
              { role: 'system' as const, text: answer, label, result: undefined },
            ]),
          }),
        );
      return [domain, bestDraft(domain, dialogues).flow];
    }),
  );
  return (domain) => flowTalk(flows.get(domain)!, domain, database);
}

function converse(talk: Talk, goal: DomainGoal, { opening, booking }: Customer): AnsweredTurn[] {
  const { domain } = goal;
  const book = booking.get(domain) ?? new Map<string, readonly string[]>();
  const wishedAt = (slot: string): string | undefined => (goal.constraints.get(slot) ?? book.get(slot))?.[0];
  const wishes = [...goal.constraints].map(([slot, [value]]) => wishOf(slot, value!));
  const told = new Map<string, readonly string[]>();
  const tell = (slot: string): void => {
    const value = goal.constraints.get(slot);
    if (value) told.set(slot, value);
  };
  let said = opening.get(domain) ?? `I am looking for a ${domain}.`;
  for (const [slot, [value]] of goal.constraints)
    if (said.toLowerCase().includes(value!.toLowerCase())) tell(slot);
  const turns: AnsweredTurn[] = [];
  const given = new Set<string>();
  const wanted = [...goal.requested, ...(goal.books ? (['reference'] as const) : [])];
  let isOffered = false;
  let hasInsisted = false;
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    const { response, asks, believed } = talk(said);
    const found = findPlaceholders(response, new Set(DOMAINS)).flatMap((one) =>
      one.stands !== null && (one.domain ?? domain) === domain ? [one.stands] : [],
    );
    for (const stands of found) given.add(stands);
    isOffered ||= found.some((stands) => stands === 'name' || stands === 'trainid');
    turns.push({
      response,
      state: new Map([[domain, believed ?? new Map(told)]]),
      activeDomains: [domain],
      booked: new Set([domain]),
    });
    const open = wanted.find((stands) => !given.has(stands));
    if (isOffered && open === undefined && asks === null) break;
    if (asks === 'book') said = goal.books ? 'Yes, please.' : 'No.';
    else if (asks !== null) {
      said = wishedAt(asks) ?? "I don't care.";
      tell(asks);
    } else if (!isOffered) {
      if (hasInsisted && turns.length > 3 && turns.at(-2)?.response === response) break;
      hasInsisted = true;
      said = `I need a ${domain}. ${wishes.join(' ')}`;
      for (const slot of goal.constraints.keys()) tell(slot);
    } else if (open === 'reference') {
      said = `Please book it. ${[...book].map(([slot, [value]]) => wishOf(slot, value!)).join(' ')}`;
    } else said = `What is the ${open === 'trainid' ? 'train id' : open}, please?`;
  }
  return turns;
}

const WISHES: Readonly<Record<string, (value: string) => string>> = {
  destination: (value) => `I go to ${value}.`,
  departure: (value) => `I leave from ${value}.`,
  leaveat: (value) => `I leave at ${value} or later.`,
  arriveby: (value) => `I arrive by ${value}.`,
  day: (value) => `The day is ${value}.`,
  people: (value) => `It is for ${value} people.`,
  stay: (value) => `I stay ${value} nights.`,
  internet: (value) => (value === 'no' ? 'I need no internet.' : 'I need internet.'),
  parking: (value) => (value === 'no' ? 'I need no parking.' : 'I need parking.'),
};
const wishOf = (slot: string, value: string): string =>
  WISHES[slot]?.(value) ?? `The ${slot === 'pricerange' ? 'price range' : slot} is ${value}.`;

interface LoopInput {
  readonly dialogues: string;
  readonly databases: string;
  /** The share of dialogues that provide goals; methods learn from the others. */
  readonly heldOut: number;
  readonly seed: number;
}

interface LoopFigures extends Pick<TaskSuccessFigures, 'inform' | 'success'> {
  readonly method: string;
  readonly turns: number;
  readonly perDomain: readonly { readonly domain: string; readonly success: number | null }[];
}

interface LoopResult {
  readonly dialogues: number;
  readonly methods: readonly LoopFigures[];
}

export async function evaluateClosedLoop(
  { dialogues, databases, heldOut, seed }: LoopInput,
  signal: AbortSignal,
): Promise<LoopResult> {
  const { database, lexicon } = await readDatabases(databases, signal);
  const { parts, customers } = await readParts(dialogues, createDelexicaliser(lexicon), signal);
  const isHeldOut = (id: string): boolean => shareOfId(id) < heldOut;
  const taught = parts.filter(({ id }) => !isHeldOut(id));
  const tested = customers.filter(({ id }) => isHeldOut(id));
  const tables = DOMAINS.flatMap((domain) => database.tables.get(domain) ?? []);
  const designed = new Map(tables.map((table) => [table.domain, flowOfTable(table.domain, table)]));
  const forms = new Map(
    tables.map((table) => [table.domain, compile(worksheetOfTable(table.domain, table))]),
  );
  const methods: Readonly<Record<string, Method>> = {
    flow: (domain) => flowTalk(designed.get(domain)!, domain, database),
    worksheet: (domain) => worksheetTalk(forms.get(domain)!),
    'drafted flow': drafts(taught, database),
    retrieval: retrieval(taught),
  };
  const known = new Set(DOMAINS);
  const figures = Object.entries(methods).map(([method, open]): LoopFigures => {
    let turns = 0;
    const scores = tested.map((customer) => {
      const answers = customer.goal.domains.flatMap((goal) => converse(open(goal.domain), goal, customer));
      turns += answers.length;
      const verdict = judgeDialogue(customer.goal, answers, database, known);
      return { id: customer.id, verdict, bleu: new Float64Array(BLEU_STATISTICS) };
    });
    const { inform, success, domains } = summariseScores(scores, seed);
    return {
      method,
      inform,
      success,
      turns: turns / Math.max(1, tested.length),
      perDomain: domains.map((one) => ({ domain: one.domain, success: one.success.estimate })),
    };
  });
  return { dialogues: tested.length, methods: figures };
}
