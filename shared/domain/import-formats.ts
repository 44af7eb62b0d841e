export const isDatabaseAddress = (source: string): boolean => /^postgres(ql)?:\/\//i.test(source);

/** A database for people: "name on host:5432". Unparsable addresses are unchanged. */
export function databaseTitle(address: string): string {
  const [, host, name] = /^postgres:\/\/[^@]*@([^/]+)\/(.+)$/.exec(address) ?? [];
  return host === undefined || name === undefined ? address : `${decodeURIComponent(name)} on ${host}`;
}

/** Separates a pasted address from its password. */
export function withoutPassword(pasted: string): {
  readonly address: string;
  readonly password: string | null;
} {
  const match = /^(postgres(?:ql)?:\/\/[^:@/]*):([^@/]*)@(.*)$/i.exec(pasted.trim());
  if (!match) return { address: pasted, password: null };
  const [, start = '', password = '', rest = ''] = match;
  return { address: `${start}@${rest}`, password: decoded(password) || null };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The cleaning rules, in order. */
export const CLEANING_RULES = [
  'html',
  'entities',
  'quotes',
  'signatures',
  'initials',
  'repeated',
  'menus',
] as const;
export type CleaningRule = (typeof CLEANING_RULES)[number];

export type ImportSetting = 'map' | 'delimiter' | 'brand' | 'query';

interface ImportFormatFacts {
  readonly title: string;
  readonly settings: readonly ImportSetting[];
  /** The name of the field of domains, if people call them something else. */
  readonly domain?: string;
}

/** The layouts that can be imported, in the order in which a person chooses among them. */
export const IMPORT_FORMATS = {
  neutral: { title: 'Neutral JSON Lines', settings: [] },
  twcs: { title: 'Support on Twitter (twcs.csv)', settings: ['delimiter', 'brand'], domain: 'brand' },
  'long-csv': { title: 'Long CSV', settings: ['map', 'delimiter', 'query'] },
  'chat-jsonl': { title: 'Chat JSON Lines', settings: [] },
  intercom: { title: 'Intercom conversations or tickets', settings: [] },
  zendesk: { title: 'Zendesk tickets and comments', settings: [] },
  freshdesk: { title: 'Freshdesk tickets', settings: [] },
  'help-scout': { title: 'Help Scout conversations', settings: [] },
  front: { title: 'Front messages', settings: [] },
  slack: { title: 'Slack export', settings: [] },
  teams: { title: 'Microsoft Teams messages', settings: [] },
  convokit: { title: 'ConvoKit messages', settings: [] },
  'rasa-tracker': { title: 'Rasa tracker dump', settings: [] },
  whatsapp: { title: 'WhatsApp chat', settings: ['map'] },
  mbox: { title: 'Mailbox (mbox)', settings: ['map'] },
  subtitles: { title: 'Call transcript (VTT, SRT)', settings: ['map'] },
  xes: { title: 'Event log (XES)', settings: ['map'] },
  'rasa-stories': { title: 'Rasa stories', settings: [] },
  multiwoz: { title: 'MultiWOZ 2.1', settings: [] },
  sgd: { title: 'SGD or MultiWOZ 2.2', settings: [] },
  taskmaster: { title: 'Taskmaster', settings: [] },
  abcd: { title: 'ABCD', settings: [] },
  star: { title: 'STAR', settings: [] },
  multidogo: { title: 'MultiDoGO', settings: ['delimiter'] },
  camrest: { title: 'CamRest676', settings: [] },
  crosswoz: { title: 'CrossWOZ', settings: [] },
  'query-table': { title: 'Parquet, or rows of a query', settings: ['map', 'query'] },
  'mapped-json': { title: 'Other JSON, with a mapping', settings: ['map'] },
} as const satisfies Readonly<Record<string, ImportFormatFacts>>;

export type ImportFormat = keyof typeof IMPORT_FORMATS;

export function domainField(format: string): string {
  const facts: ImportFormatFacts | undefined = Object.hasOwn(IMPORT_FORMATS, format)
    ? IMPORT_FORMATS[format as ImportFormat]
    : undefined;
  return facts?.domain ?? 'domain';
}
