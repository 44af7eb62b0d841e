import type { Migration } from './migration.ts';

/**
 * Tables and documents that worksheets and flows ask. A source is what one file held when it was imported and is never
 * changed; `knowledge_names` says which source is asked by which name, and edits change that. Tables stand under an empty
 * application, since all ask them; documents under the application that they belong to, those of before under an empty
 * one. `columns` is JSON: name and type of each. A source whose `records` is null is still being written, or was left.
 */
export const knowledge: Migration = {
  version: 14,
  name: 'knowledge',
  up: `
    CREATE TABLE knowledge_sources (
      id INTEGER PRIMARY KEY,
      kind TEXT NOT NULL CHECK (kind IN ('table', 'document')),
      name TEXT NOT NULL,
      file TEXT NOT NULL,
      fingerprint TEXT NOT NULL,
      columns TEXT NOT NULL,
      records INTEGER
    );
    CREATE TABLE knowledge_names (
      application TEXT NOT NULL,
      name TEXT NOT NULL,
      source_id INTEGER NOT NULL REFERENCES knowledge_sources(id),
      PRIMARY KEY (application, name)
    ) WITHOUT ROWID;

    ALTER TABLE knowledge_rows RENAME TO knowledge_rows_before;
    CREATE TABLE knowledge_rows (
      id INTEGER PRIMARY KEY,
      source_id INTEGER NOT NULL REFERENCES knowledge_sources(id),
      position INTEGER NOT NULL,
      content TEXT NOT NULL,
      UNIQUE (source_id, position)
    );
    CREATE VIRTUAL TABLE knowledge_search USING fts5 (
      words, content = '', contentless_delete = 1, tokenize = 'porter unicode61 remove_diacritics 2'
    );

    INSERT INTO knowledge_sources (kind, name, file, fingerprint, columns, records)
      SELECT iif(worksheet = '', 'document', 'table'),
        iif(worksheet = '', coalesce(content ->> 'title', ''), worksheet) AS called, '', '', '[]', count(*)
      FROM knowledge_rows_before GROUP BY worksheet, called ORDER BY worksheet, called;
    UPDATE knowledge_sources SET columns = (
      SELECT json_group_array(json_object('name', key, 'type', type)) FROM (
        SELECT e.key AS key, CASE
            WHEN min(e.type IN ('integer', 'real', 'null')) THEN 'number'
            WHEN min(e.type IN ('true', 'false', 'null')) THEN 'truth'
            WHEN avg(length(e.value)) > 40 THEN 'words' ELSE 'text' END AS type
        FROM knowledge_rows_before b, json_each(b.content) e
        WHERE b.worksheet = iif(kind = 'document', '', name) GROUP BY e.key ORDER BY min(e.id)));
    INSERT INTO knowledge_names SELECT '', name, id FROM knowledge_sources;
    INSERT INTO knowledge_rows (source_id, position, content)
      SELECT s.id, row_number() OVER (PARTITION BY s.id ORDER BY b.position) - 1, b.content
      FROM knowledge_sources s JOIN knowledge_rows_before b ON b.worksheet = iif(s.kind = 'document', '', s.name)
        AND (s.kind = 'table' OR coalesce(b.content ->> 'title', '') = s.name) ORDER BY s.id, b.position;
    INSERT INTO knowledge_search (rowid, words)
      SELECT id, (SELECT group_concat(atom, ' ') FROM json_tree(content)) FROM knowledge_rows;
    DROP TABLE knowledge_rows_before;
  `,
};
