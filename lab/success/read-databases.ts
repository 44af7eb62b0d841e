import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { translateError } from '#backend/errors.ts';
import { readJson } from '#backend/formats/json/fields.ts';
import { readDialogues } from '#backend/formats/read.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import { type ImportedUtterance, turnsOf } from '#shared/domain/dialogue.ts';
import { createEntityDatabase, type EntityDatabase, type EntityRows } from './entity-database.ts';
import { type BeliefState, readGoal, readState } from './goals.ts';
import { createLexicon, type Lexicon, listsOfOntology, listsOfRows } from './lexicon.ts';
import { onlyDomain, type ReferenceDialogue, type ReferenceTurn } from './score-dialogue.ts';

export interface ReadReferences {
  readonly dialogues: ReadonlyMap<string, ReferenceDialogue>;
  readonly withoutGoal: readonly string[];
  readonly rejected: number;
  /** True if no user turn of any dialogue has a belief state. */
  readonly hasNoStates: boolean;
}

/** A confirmed booking: `book-booking.ref`, `offerbooked-train.ref`; group 1 is the domain, or "booking". */
const CONFIRMED = /^(?!request|nobook|nooffer)[a-z]+-([a-z]+)\.ref(?:erence)?$/i;

/**
 * Reads references. Consecutive messages of a speaker are one turn; a system turn has the state of the user turn
 * before.
 * Throws a DialogramError if the file cannot be read or no dialogue has a goal.
 */
export async function readReferences(path: string, signal: AbortSignal): Promise<ReadReferences> {
  const dialogues = new Map<string, ReferenceDialogue>();
  const withoutGoal: string[] = [];
  let rejected = 0;
  let states = 0;
  try {
    for await (const event of readDialogues(path, 'neutral', { map: null, brand: null, signal })) {
      if (event.kind === 'reject') rejected += event.records;
      if (event.kind !== 'dialogue') continue;
      const { externalId, domains, extra, utterances } = event.dialogue;
      const goal = readGoal(extra?.goal, domains);
      if (!goal) {
        withoutGoal.push(externalId);
        continue;
      }
      states += utterances.filter((utterance) => utterance.extra?.state !== undefined).length;
      dialogues.set(externalId, {
        id: externalId,
        goal,
        turns: referenceTurns(utterances, onlyDomain(goal)),
      });
    }
  } catch (error) {
    throw translateError(error, path);
  }
  if (dialogues.size === 0) {
    throw new DialogramError('BAD_FILE', `No dialogue in ${path} has a goal.`, {
      place: path,
      nextStep:
        'Use neutral JSON Lines whose dialogues have a "goal": {domain: {"info", "reqt", "book"}}, or {"info", "reqt"} with one domain.',
    });
  }
  return { dialogues, withoutGoal, rejected, hasNoStates: states === 0 };
}

function referenceTurns(utterances: readonly ImportedUtterance[], only: string | null): ReferenceTurn[] {
  const turns: ReferenceTurn[] = [];
  let state: BeliefState = new Map();
  const roles = utterances.map(({ role }) => role);
  for (const { role, first, last } of turnsOf(roles, true)) {
    const turn = utterances.slice(first, last + 1);
    if (role === 'user') {
      for (const { extra } of turn) if (extra?.state !== undefined) state = readState(extra.state, only);
      continue;
    }
    const acts = turn.flatMap((utterance) => utterance.acts ?? []);
    turns.push({
      text: turn.map(({ text }) => text).join(' '),
      state,
      booked: acts.flatMap((act) => CONFIRMED.exec(act)?.[1]?.toLowerCase() ?? []),
    });
  }
  return turns;
}

interface ReadDatabases {
  readonly database: EntityDatabase;
  readonly lexicon: Lexicon;
  readonly tables: readonly { readonly domain: string; readonly file: string; readonly entities: number }[];
  readonly ontology: string | null;
}

const NEXT_STEP =
  "Choose the folder with the corpus' entity databases: files such as restaurant_db.json, each a JSON list of objects.";

/**
 * Reads every `*.json` as a table, and `ontology.json` there or beside the folder.
 * A table's domain is the file name before `_db`, the common `type` of its rows, or the file name.
 * Throws a DialogramError if the folder cannot be read, or has no table or two of one domain.
 */
export async function readDatabases(folder: string, signal: AbortSignal): Promise<ReadDatabases> {
  const names = await readdir(folder).catch((error: unknown) => {
    throw isNotDirectory(error)
      ? new DialogramError('CANNOT_READ', `${folder} is a file, not a folder.`, {
          place: folder,
          nextStep: NEXT_STEP,
        })
      : translateError(error, folder);
  });
  const files = names.filter((name) => name.endsWith('.json') && name !== 'ontology.json').sort();
  if (files.length === 0) {
    throw new DialogramError('BAD_FILE', `There is no entity database (*.json) in ${folder}.`, {
      place: folder,
      nextStep: NEXT_STEP,
    });
  }
  const tables: (EntityRows & { file: string })[] = [];
  for (const file of files) {
    const rows = rowsOf(await readJson(join(folder, file), NEXT_STEP, signal), join(folder, file));
    const domain = domainOf(file, rows);
    const other = tables.find((table) => table.domain === domain);
    if (other) {
      throw new DialogramError(
        'BAD_FILE',
        `${other.file} and ${file} in ${folder} are both tables of "${domain}".`,
        {
          place: join(folder, file),
          value: domain,
          nextStep:
            'Remove one of them from the folder, or rename it after its domain, such as hotel_db.json.',
        },
      );
    }
    tables.push({ domain, rows, file });
  }
  const ontology = [join(folder, 'ontology.json'), join(dirname(folder), 'ontology.json')].find((path) =>
    existsSync(path),
  );
  const lists = ontology === undefined ? [] : listsOfOntology(await readJson(ontology, NEXT_STEP, signal));
  const database = createEntityDatabase(tables);
  return {
    database,
    lexicon: createLexicon([...database.tables.values()], [...tables.flatMap(listsOfRows), ...lists]),
    tables: tables.map(({ domain, file, rows }) => ({ domain, file, entities: rows.length })),
    ontology: ontology ?? null,
  };
}

const isNotDirectory = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException | null)?.code === 'ENOTDIR';

type Row = Readonly<Record<string, unknown>>;

function rowsOf(value: unknown, path: string): readonly Row[] {
  const isRow = (row: unknown): row is Row => typeof row === 'object' && row !== null && !Array.isArray(row);
  // The taxis of MultiWOZ are one object of lists.
  const rows = isRow(value) ? [value] : value;
  if (Array.isArray(rows) && rows.length > 0 && rows.every(isRow)) return rows;
  const wrong = Array.isArray(rows) ? rows.findIndex((row) => !isRow(row)) : -1;
  throw new DialogramError(
    'BAD_FILE',
    wrong < 0 ? `${path} is not a list of entities.` : `Entity ${wrong + 1} of ${path} is not an object.`,
    { place: path, value: wrong < 0 ? null : String(wrong + 1), nextStep: NEXT_STEP },
  );
}

function domainOf(file: string, rows: readonly Row[]): string {
  const name = basename(file, '.json').toLowerCase();
  if (name.endsWith('_db')) return name.slice(0, -'_db'.length);
  const types = new Set(rows.map(({ type }) => type));
  const [type] = types;
  return types.size === 1 && typeof type === 'string' ? type.toLowerCase() : name;
}
