import { ALL_TURNS, type TurnFilter } from '#shared/contract/turn-filter.ts';
import { ROLES, SPEAKER_KINDS } from '#shared/domain/dialogue.ts';
import type { DialogueId, RunId, TurnId } from '#shared/domain/ids.ts';
import { keepPattern, searchExpression } from '../corpus/search.ts';
import type { ReadDatabase } from '../database.ts';
import { countOf } from '../statements.ts';
import { keepTagAliases, membersOf, tagsNamed } from '../tags/tag-table.ts';

export interface FilterScope {
  /** Null if nothing has been tagged. */
  readonly run: { readonly id: RunId; readonly tagger: string } | null;
  /** The turns at the filter's state, as dialogue and index; see `turnsAtState`. */
  readonly atState?: readonly (readonly [DialogueId, number])[];
  readonly near?: readonly TurnId[];
}

export interface TurnQuery {
  readonly sql: string;
  /** Named parameters of `sql`, all beginning with `filter_`. */
  readonly params: Readonly<Record<string, string | number | null>>;
}

/**
 * Returns a filter as `SELECT r.id FROM rounds r WHERE …`. Run the query on the same connection before the vocabulary
 * changes, because it uses the temporary table of `keepTagAliases`. @throws INVALID for an invalid pattern, RangeError
 * if the scope lacks turns
 */
export function turnFilterQuery(database: ReadDatabase, filter: TurnFilter, scope: FilterScope): TurnQuery {
  keepTagAliases(database);
  const params: Record<string, string | number | null> = {
    filter_run: scope.run?.id ?? -1,
    filter_tagger: scope.run?.tagger ?? '',
  };
  const where: string[] = [];
  if (filter.turns !== null) {
    params.filter_turns = JSON.stringify(filter.turns);
    where.push('r.id IN (SELECT value FROM json_each(@filter_turns))');
  }
  if (filter.dialogues !== null) {
    params.filter_dialogues = JSON.stringify(filter.dialogues);
    where.push('r.dialogue_id IN (SELECT value FROM json_each(@filter_dialogues))');
  }
  if (filter.state !== null) {
    if (!scope.atState) throw new RangeError('A filter by state needs its turns in atState.');
    params.filter_state = JSON.stringify(scope.atState);
    where.push(
      `r.id IN (SELECT s.id FROM json_each(@filter_state) v
         JOIN rounds s ON s.dialogue_id = v.value ->> 0 AND s.position = v.value ->> 1)`,
    );
  }
  filter.tagged.forEach((tag, index) => {
    const name = `filter_tagged_${index}`;
    params[name] = JSON.stringify(membersOf(database, tag));
    where.push(
      `r.id IN (SELECT round_id FROM run_tags WHERE run_id = @filter_run
         AND tag_id IN (SELECT value FROM json_each(@${name}))
         UNION SELECT round_id FROM person_tags WHERE tagger = @filter_tagger AND present = 1
         AND tag_id IN (SELECT value FROM json_each(@${name})))`,
      carries(name),
    );
  });
  if (filter.text.trim() !== '') {
    const expression = searchExpression(filter.text);
    params.filter_text = expression;
    where.push(
      expression === null
        ? '0'
        : `r.id IN (SELECT u.round_id FROM utterance_search f JOIN utterances u ON u.id = f.rowid
             WHERE utterance_search MATCH @filter_text)`,
    );
  }
  if (filter.similar.trim() !== '') {
    if (!scope.near) throw new RangeError('A filter by similarity needs its turns in near.');
    params.filter_near = JSON.stringify(scope.near);
    where.push('r.id IN (SELECT value FROM json_each(@filter_near))');
  }
  if (filter.role !== null) {
    params.filter_role = ROLES.indexOf(filter.role);
    where.push('r.role = @filter_role');
  }
  if (filter.speaker !== null) {
    params.filter_speaker = SPEAKER_KINDS.indexOf(filter.speaker);
    where.push('EXISTS (SELECT 1 FROM utterances u WHERE u.round_id = r.id AND u.kind = @filter_speaker)');
  }
  if (filter.source !== null) {
    params.filter_source = filter.source;
    where.push('r.dialogue_id IN (SELECT id FROM dialogues WHERE source_id = @filter_source)');
  }
  filter.untagged.forEach((tag, index) => {
    const name = `filter_untagged_${index}`;
    params[name] = JSON.stringify(membersOf(database, tag));
    where.push(`NOT ${carries(name)}`);
  });
  if (filter.origin !== null) {
    where.push(
      `${filter.origin === 'person' ? '' : 'NOT '}EXISTS (SELECT 1 FROM person_tags p
         WHERE p.tagger = @filter_tagger AND p.round_id = r.id)`,
    );
  }
  if (filter.checked !== null) where.push(`${filter.checked ? '' : 'NOT '}${marked('checked')}`);
  if (filter.flagged !== null) {
    where.push(
      `${filter.flagged ? '' : 'NOT '}(${marked('flagged')}
         OR EXISTS (SELECT 1 FROM run_flags m WHERE m.run_id = @filter_run AND m.round_id = r.id))`,
    );
  }
  if (filter.commented !== null) {
    where.push(
      `${filter.commented ? '' : 'NOT '}EXISTS (SELECT 1 FROM round_comments c WHERE c.round_id = r.id)`,
    );
  }
  if (filter.tagCount !== null) {
    params.filter_least = filter.tagCount.least ?? 0;
    params.filter_most = filter.tagCount.most ?? Number.MAX_SAFE_INTEGER;
    where.push(`${TAG_COUNT} BETWEEN @filter_least AND @filter_most`);
  }
  // This condition comes last, because it reads the text of all turns that match the others.
  if (filter.pattern !== '') {
    keepPattern(database, filter.pattern);
    params.filter_pattern = filter.pattern;
    where.push(
      'EXISTS (SELECT 1 FROM utterances u WHERE u.round_id = r.id AND pattern_found(@filter_pattern, u.text))',
    );
  }
  const condition = where.length === 0 ? '' : ` WHERE ${where.map((part) => `(${part})`).join(' AND ')}`;
  return { sql: `SELECT r.id FROM rounds r${condition}`, params };
}

/** SQL that is true if turn r has a tag of the group: by a person's last decision, or otherwise by the run. */
const carries = (group: string): string => `coalesce(
  (SELECT p.present FROM person_tags p WHERE p.tagger = @filter_tagger AND p.round_id = r.id
     AND p.tag_id IN (SELECT value FROM json_each(@${group})) ORDER BY p.edit_id DESC, p.tag_id DESC LIMIT 1),
  EXISTS (SELECT 1 FROM run_tags t WHERE t.run_id = @filter_run AND t.round_id = r.id
     AND t.tag_id IN (SELECT value FROM json_each(@${group}))))`;

const marked = (mark: 'checked' | 'flagged'): string =>
  `EXISTS (SELECT 1 FROM person_marks m
     WHERE m.tagger = @filter_tagger AND m.round_id = r.id AND m.mark = '${mark}')`;

/** SQL for the number of distinct current tags of turn r. */
const TAG_COUNT = `(SELECT count(*) FROM (
    SELECT coalesce(a.tag, t.tag_id) AS tag FROM run_tags t LEFT JOIN temp.tag_aliases a ON a.raw = t.tag_id
      WHERE t.run_id = @filter_run AND t.round_id = r.id
    UNION
    SELECT coalesce(a.tag, p.tag_id) FROM person_tags p LEFT JOIN temp.tag_aliases a ON a.raw = p.tag_id
      WHERE p.tagger = @filter_tagger AND p.round_id = r.id
  ) c WHERE coalesce((
    SELECT p.present FROM person_tags p LEFT JOIN temp.tag_aliases a ON a.raw = p.tag_id
    WHERE p.tagger = @filter_tagger AND p.round_id = r.id AND coalesce(a.tag, p.tag_id) = c.tag
    ORDER BY p.edit_id DESC, p.tag_id DESC LIMIT 1), 1))`;

export function countTurns(database: ReadDatabase, { sql, params }: TurnQuery): number {
  return countOf(database, `SELECT count(*) FROM (${sql})`, params);
}

/** Returns ids of turns, ascending, which is the order of import: all of them, or one page. */
export function turnIds(
  database: ReadDatabase,
  { sql, params }: TurnQuery,
  window: { readonly offset: number; readonly limit: number } = { offset: 0, limit: -1 },
): TurnId[] {
  return database
    .prepare<unknown[], TurnId>(
      `SELECT id FROM (${sql}) ORDER BY id LIMIT @window_limit OFFSET @window_offset`,
    )
    .pluck()
    .all({ ...params, window_limit: window.limit, window_offset: window.offset });
}

export function dialoguesWithTag(
  database: ReadDatabase,
  run: NonNullable<FilterScope['run']>,
  name: string,
): Set<DialogueId> | null {
  const tags = tagsNamed(database, name);
  if (tags.length === 0) return null;
  const dialogues = new Set<DialogueId>();
  for (const tag of tags) {
    const { sql, params } = turnFilterQuery(database, { ...ALL_TURNS, tagged: [tag] }, { run });
    const found = database
      .prepare<unknown[], DialogueId>(`SELECT DISTINCT dialogue_id FROM rounds WHERE id IN (${sql})`)
      .pluck();
    for (const dialogue of found.all(params)) dialogues.add(dialogue);
  }
  return dialogues;
}
