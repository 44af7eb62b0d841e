import { z } from 'zod';
import { type Role, roleAt } from '#shared/domain/dialogue.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import type { ReadDatabase } from '../database.ts';
import { eachRaw, parseJson } from '../statements.ts';
import { textsSchema } from './dialogue-table.ts';

interface LabelledRow {
  readonly id: DialogueId;
  readonly externalId: string;
  readonly domains: readonly string[];
  readonly extra: Readonly<Record<string, unknown>> | null;
  readonly turns: readonly {
    readonly role: Role;
    readonly text: string;
    /** The index of the message's turn in the dialogue. */
    readonly turn: number;
    readonly acts: readonly string[] | null;
    readonly extra: Readonly<Record<string, unknown>> | null;
  }[];
}

const extraSchema = z.record(z.string(), z.unknown());
const extraOf = (text: string | null) => (text === null ? null : parseJson(extraSchema, text));

type RawTurn = [
  DialogueId,
  externalId: string,
  domains: string,
  extra: string | null,
  role: number,
  turn: number,
  text: string,
  acts: string | null,
  turnExtra: string | null,
];

type OpenRow = Omit<LabelledRow, 'turns'> & { readonly turns: LabelledRow['turns'][number][] };

export function* eachLabelledDialogue(database: ReadDatabase): Generator<LabelledRow, void> {
  let own: OpenRow | undefined;
  for (const [id, externalId, domains, extra, role, turn, text, acts, turnExtra] of eachRaw<RawTurn>(
    database,
  )`
    SELECT d.id, d.external_id, d.domains, d.extra, r.role, r.position, u.text, u.acts, u.extra
    FROM dialogues d JOIN utterances u ON u.dialogue_id = d.id JOIN rounds r ON r.id = u.round_id
    ORDER BY d.id, u.position`) {
    if (own?.id !== id) {
      if (own) yield own;
      own = { id, externalId, domains: parseJson(textsSchema, domains), extra: extraOf(extra), turns: [] };
    }
    own.turns.push({
      role: roleAt(role),
      text,
      turn,
      acts: acts === null ? null : parseJson(textsSchema, acts),
      extra: extraOf(turnExtra),
    });
  }
  if (own) yield own;
}
