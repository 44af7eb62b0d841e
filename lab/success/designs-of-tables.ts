import type { Flow, FlowEdge, FlowNode, FlowSlot } from '#shared/domain/flow.ts';
import type { FieldType, WorksheetField, WorksheetSet } from '#shared/domain/worksheet.ts';
import type { EntityTable } from './entity-database.ts';

/** A flow and a worksheet for each domain, by rule from its table: no dialogue is looked at. */

const CHOSEN: Readonly<Record<string, readonly string[]>> = {
  attraction: ['type', 'area'],
  hotel: ['area', 'pricerange', 'type', 'stars', 'internet', 'parking'],
  restaurant: ['food', 'area', 'pricerange'],
  train: ['departure', 'destination', 'day', 'arriveby', 'leaveat'],
};
const BOOKED: Readonly<Record<string, readonly string[]>> = {
  hotel: ['people', 'day', 'stay'],
  restaurant: ['people', 'day', 'time'],
  train: ['people'],
};
const TOLD: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  attraction: [
    ['phone', 'phone'],
    ['address', 'address'],
    ['postcode', 'postcode'],
    ['entrancefee', 'entrance price'],
    ['type', 'type'],
    ['area', 'area'],
  ],
  train: [
    ['trainid', 'train id'],
    ['price', 'price'],
    ['leaveat', 'time'],
    ['duration', 'duration'],
  ],
};
const VENUE: readonly (readonly [string, string])[] = [
  ['phone', 'phone'],
  ['address', 'address'],
  ['postcode', 'postcode'],
  ['area', 'area'],
  ['pricerange', 'price'],
  ['food', 'food'],
  ['type', 'type'],
  ['stars', 'count stars'],
  ['internet', 'internet'],
  ['parking', 'parking'],
];

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const MOST_LISTED = 120;

const valuesOf = ({ rows }: EntityTable, slot: string): string[] => [
  ...new Set(rows.flatMap((row) => row.get(slot) ?? [])),
];
const LABELS: Readonly<Record<string, string>> = {
  pricerange: 'price',
  departure: 'depart',
  destination: 'dest',
  leaveat: 'leave',
  arriveby: 'arrive',
};
const isTime = (slot: string): boolean => /^(?:time|leaveat|arriveby)$/.test(slot);
const questionOf = (slot: string): string =>
  slot === 'people' ? 'How many people?' : slot === 'stay' ? 'How many nights?' : `Which ${slot}?`;

export function worksheetOfTable(domain: string, table: EntityTable): WorksheetSet {
  const identity = `[${domain}_${table.identity ?? 'name'}]`;
  const fieldOf = (name: string, more: Partial<WorksheetField>): WorksheetField => {
    const values = name === 'day' ? DAYS : valuesOf(table, name);
    const type: FieldType =
      name === 'people' || name === 'stay'
        ? { kind: 'int' }
        : isTime(name)
          ? { kind: 'time' }
          : values.length > 0 && values.length <= MOST_LISTED
            ? { kind: 'enum', values }
            : { kind: 'str' };
    const empty = { predicate: '', dontAsk: false, confirm: false, actions: '', validation: '' };
    const description = questionOf(name);
    return { name, kind: 'input', isPrimary: false, type, description, required: false, ...empty, ...more };
  };
  const chosen = CHOSEN[domain] ?? [];
  const booked = BOOKED[domain];
  const told = (TOLD[domain] ?? VENUE).map(([slot]) => `[${domain}_${slot}]`).join(', ');
  const offer: Partial<WorksheetField> = {
    type: { kind: 'bool' },
    required: true,
    description: `There is ${identity}. Shall I book it?`,
  };
  const details = (booked ?? []).filter((slot) => !chosen.includes(slot));
  const tells = `>say("It is ${identity}: ${told}.")`;
  return {
    worksheets: [
      {
        name: 'Main',
        type: 'worksheet',
        predicate: '',
        backend: '',
        actions: booked
          ? `${tells}\nif self.book:\n  >say("The reference is [${domain}_reference].")`
          : tells,
        fields: [
          ...chosen.map((name) => fieldOf(name, {})),
          ...(booked ? [fieldOf('book', offer)] : []),
          ...details.map((name) => fieldOf(name, { required: true, predicate: 'self.book' })),
        ],
      },
    ],
    functions: [],
  };
}

/** A flow: asks for criteria, looks up, offers the first, answers questions about it, and books. */
export function flowOfTable(domain: string, table: EntityTable): Flow {
  const isTrain = domain === 'train';
  const details = (BOOKED[domain] ?? []).filter((slot) => !(CHOSEN[domain] ?? []).includes(slot));
  const slotOf = (slot: string): FlowSlot => {
    const label = `request-${details.includes(slot) && !isTrain ? 'booking' : domain}.${LABELS[slot] ?? slot}`;
    const common = { description: slot, message: questionOf(slot), label };
    const values = valuesOf(table, slot);
    if (slot === 'people' || slot === 'stay') return { ...common, type: 'integer', examples: [] };
    if (slot === 'day') return { ...common, type: 'categorical', examples: DAYS };
    if (isTime(slot)) return { ...common, type: 'time', examples: [] };
    const isListed = values.length > 0 && values.length <= MOST_LISTED;
    return {
      ...common,
      type: isListed ? 'categorical' : 'string',
      examples: isListed ? values : [],
    };
  };
  const request = (id: string, slots: readonly string[]): FlowNode => ({
    id,
    type: 'request',
    slots: Object.fromEntries(slots.map((slot) => [slot, slotOf(slot)])),
  });
  const identity = table.identity ?? 'name';
  const told = TOLD[domain] ?? VENUE;
  const booked = BOOKED[domain];
  const nodes: FlowNode[] = [
    request('choose', CHOSEN[domain] ?? []),
    { id: 'find', type: 'external_action', action: 'look_up', query: 'find' },
    { id: 'none', type: 'inform', message: 'I am sorry, there is none.', label: `nooffer-${domain}` },
    {
      id: 'offer',
      type: 'inform',
      message: `There is [${domain}_${identity}].`,
      label: `recommend-${domain}.name`,
    },
    ...told.map(
      ([slot]): FlowNode => ({ id: `tell ${slot}`, type: 'inform', message: `It is [${domain}_${slot}].` }),
    ),
  ];
  const edges: FlowEdge[] = [
    { source: 'choose', target: 'find' },
    { source: 'find', target: 'none', condition: 'nothing found' },
    { source: 'find', target: 'offer' },
    ...told.map(
      ([slot, words]): FlowEdge => ({
        source: 'offer',
        target: `tell ${slot}`,
        condition: `user asks for ${words}`,
      }),
    ),
  ];
  if (booked) {
    nodes.push(
      request('details', details),
      { id: 'book', type: 'external_action', action: 'look_up', query: 'book' },
      {
        id: 'booked',
        type: 'inform',
        message: `It is booked, the reference is [${domain}_reference].`,
        label: 'book-booking.ref',
      },
    );
    edges.push(
      { source: 'offer', target: 'details', condition: 'user speaks of book, booking, reserve' },
      { source: 'details', target: 'book' },
      { source: 'book', target: 'booked' },
    );
  }
  return {
    chief: 1,
    name: domain,
    start: 'choose',
    nodes,
    edges,
    globalActions: [],
    fallbackActions: [{ id: 'anything_else', message: 'Anything else?', examples: [] }],
    functions: [],
    guidelines: [],
  };
}
