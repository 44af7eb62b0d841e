import { readDialogues } from '#backend/formats/read.ts';
import type { ReplayedDialogue } from '#shared/algorithms/flows/following/replay-flow.ts';
import type { CallFunction } from '#shared/algorithms/flows/running/run-flow.ts';
import { turnsOf } from '#shared/domain/dialogue.ts';
import { createDelexicaliser } from '../success/delexicalise.ts';
import { flowOfTable, worksheetOfTable } from '../success/designs-of-tables.ts';
import type { Constraints, EntityDatabase } from '../success/entity-database.ts';
import {
  type DialogueGoal,
  type DomainGoal,
  estimateActiveDomains,
  isFields,
  readGoal,
  readState,
} from '../success/goals.ts';
import { findPlaceholders, type PlaceholderClass } from '../success/placeholders.ts';
import { readDatabases } from '../success/read-databases.ts';
import { isUnconstrained, slotKey } from '../success/slot-values.ts';
import { type AnsweredTurn, judgeDialogue } from '../success/verdict.ts';
import {
  type Agent,
  flowAgent,
  type LoopInput,
  type Outcome,
  type Talks,
  watchActs,
  worksheetAgent,
} from './agents.ts';

/** A customer with a goal of MultiWOZ, whose conversations are judged by Inform and Success; see README.md. */

/** What a dialogue says about one domain, and the acts of each turn of its agent. */
interface Part extends ReplayedDialogue {
  readonly turns: ReplayedDialogue['turns'][number][];
  readonly acts: (readonly string[])[];
}

interface Customer {
  readonly id: string;
  readonly goal: DialogueGoal;
  readonly booking: ReadonlyMap<string, Constraints>;
  readonly parts: ReadonlyMap<string, Part>;
}

/** Domains with entities to choose among. Dialogues about a taxi have no table, and are left out. */
const DOMAINS = ['attraction', 'hotel', 'restaurant', 'train'];
const MOST_TURNS = 15;
const SUCCESS = { message: 'Success' };

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

const standsIn = (response: string, domain: string): PlaceholderClass[] =>
  findPlaceholders(response, new Set(DOMAINS)).flatMap((one) =>
    one.stands !== null && (one.domain ?? domain) === domain ? [one.stands] : [],
  );

/** Returns the acts that an answer shows: what it asks for and tells, otherwise its label. */
function actsOf(stands: readonly PlaceholderClass[], asks: readonly string[], labels: readonly string[]) {
  const told = stands.map((one) =>
    one === 'name' || one === 'trainid' ? 'offer' : one === 'reference' ? 'booked' : `tell_${one}`,
  );
  const shown = [...asks.map((slot) => `ask_${slot}`), ...told];
  return shown.length > 0 ? shown : labels;
}

async function readCustomers(path: string, delexicalise: (text: string) => string, signal: AbortSignal) {
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
    const parts = new Map<string, Part>();
    let at = -1;
    for (const [turn, { role, of }] of turns.entries()) {
      if (role !== 'user') continue;
      at++;
      const said = of.map(({ text }) => text).join(' ');
      const next = turns[turn + 1];
      for (const domain of active[at] ?? []) {
        const part = parts.get(domain) ?? { id, turns: [], acts: [] };
        parts.set(domain, part);
        part.turns.push({ role: 'user', text: said, label: null, result: undefined });
        if (next === undefined) continue;
        const text = delexicalise(next.of.map(({ text }) => text).join(' '));
        const acts = next.of.flatMap(({ acts }) => acts ?? []);
        const label = labelOf(acts);
        part.turns.push({ role: 'system', text, label, result: undefined });
        const asks = acts.filter((act) => act.startsWith('request-')).map(slotOf);
        part.acts.push([...actsOf(standsIn(text, domain), asks, []), label]);
      }
    }
    customers.push({ id, goal, booking: bookingOf(extra?.goal), parts });
  }
  return customers;
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

/** Functions look up entities in the tables. */
const lookUp =
  (domain: string, database: EntityDatabase): CallFunction =>
  (_, query, { slots }) =>
    query !== 'find' || database.find(domain, constraintsOf(slots)).length > 0 ? SUCCESS : null;

const constraintsOf = (slots: Readonly<Record<string, string | null>>): Constraints =>
  new Map(
    Object.entries(slots).flatMap(([slot, value]): [string, string[]][] =>
      value === null || isUnconstrained(value) || /\b(?:any|care|matter)\b/i.test(value)
        ? []
        : [[slotKey(slot), [value]]],
    ),
  );

/** The customer of one domain. Returns the agent's turns, and how they went. */
function converse(agent: Agent, goal: DomainGoal, { booking, parts }: Customer, database: EntityDatabase) {
  const { domain } = goal;
  const talk = agent();
  const call = lookUp(domain, database);
  const watch = watchActs(parts.get(domain)?.acts ?? []);
  const book = booking.get(domain) ?? new Map<string, readonly string[]>();
  const wishedAt = (slot: string): string | undefined => (goal.constraints.get(slot) ?? book.get(slot))?.[0];
  const wishes = [...goal.constraints].map(([slot, [value]]) => wishOf(slot, value!));
  const told = new Map<string, readonly string[]>();
  const tell = (slot: string): void => {
    const value = goal.constraints.get(slot);
    if (value) told.set(slot, value);
  };
  let said = parts.get(domain)?.turns[0]?.text ?? `I am looking for a ${domain}.`;
  for (const [slot, [value]] of goal.constraints)
    if (said.toLowerCase().includes(value!.toLowerCase())) tell(slot);
  const turns: AnsweredTurn[] = [];
  const given = new Set<string>();
  const wanted = [...goal.requested, ...(goal.books ? (['reference'] as const) : [])];
  let isOffered = false;
  let wrong = 0;
  while (turns.length < MOST_TURNS) {
    const { response, labels, asks, believed } = talk(said, call);
    const stands = standsIn(response, domain);
    for (const one of stands) given.add(one);
    isOffered ||= stands.includes('name') || stands.includes('trainid');
    turns.push({
      response,
      state: new Map([[domain, believed ? constraintsOf(believed) : new Map(told)]]),
      activeDomains: [domain],
      booked: new Set([domain]),
    });
    if (response === '') return { turns, wrong, deadEnd: true };
    const heard = watch(actsOf(stands, asks === null ? [] : [asks], labels.length > 0 ? labels : ['other']));
    if (heard.isWrong) wrong++;
    const open = wanted.find((one) => !given.has(one));
    if (isOffered && open === undefined && asks === null) break;
    if (heard.isRepeated) return { turns, wrong, deadEnd: true };
    if (asks === 'book') said = goal.books ? 'Yes, please.' : 'No.';
    else if (asks !== null) {
      said = wishedAt(asks) ?? "I don't care.";
      tell(asks);
    } else if (!isOffered) {
      said = `I need a ${domain}. ${wishes.join(' ')}`;
      for (const slot of goal.constraints.keys()) tell(slot);
    } else if (open === 'reference') {
      said = `Please book it. ${[...book].map(([slot, [value]]) => wishOf(slot, value!)).join(' ')}`;
    } else said = `What is the ${open === 'trainid' ? 'train id' : open}, please?`;
  }
  return { turns, wrong, deadEnd: false };
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

export async function* talksByGoals(
  { dialogues, isHeldOut, learned }: LoopInput,
  folder: string,
  signal: AbortSignal,
): AsyncGenerator<Talks, void> {
  const { database, lexicon } = await readDatabases(folder, signal);
  const customers = await readCustomers(dialogues, createDelexicaliser(lexicon), signal);
  const agentsOf = new Map(
    DOMAINS.flatMap((domain): [string, Readonly<Record<string, Agent>>][] => {
      const table = database.tables.get(domain);
      if (table === undefined) return [];
      const taught = customers.flatMap(({ id, parts }) => (isHeldOut(id) ? [] : (parts.get(domain) ?? [])));
      const flow = flowAgent(flowOfTable(domain, table));
      const worksheet = worksheetAgent(worksheetOfTable(domain, table));
      return [[domain, { flow, worksheet, ...learned(domain, taught) }]];
    }),
  );
  const tested = customers.filter(
    ({ id, goal }) => isHeldOut(id) && goal.domains.every(({ domain }) => agentsOf.has(domain)),
  );
  const known = new Set(DOMAINS);
  for (const agent of Object.keys([...agentsOf.values()][0] ?? {})) {
    const outcomes = tested.map((customer): Outcome => {
      const talks = customer.goal.domains.map((goal) =>
        converse(agentsOf.get(goal.domain)![agent]!, goal, customer, database),
      );
      const turns = talks.flatMap((talk) => talk.turns);
      const { inform, success } = judgeDialogue(customer.goal, turns, database, known);
      const wrong = talks.reduce((sum, talk) => sum + talk.wrong, 0);
      return { inform, success, turns: turns.length, wrong, deadEnd: talks.some(({ deadEnd }) => deadEnd) };
    });
    yield { task: 'all', agent, outcomes };
  }
}
