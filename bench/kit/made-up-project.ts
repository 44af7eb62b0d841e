import { finishTagging } from '../../electron/backend/features/tagging/index.ts';
import type { WriteDatabase } from '../../electron/backend/store/database.ts';
import { startRun } from '../../electron/backend/store/runs/run-table.ts';
import { runTagWriter } from '../../electron/backend/store/tags/turn-tags.ts';
import { createRandom } from '../../shared/algorithms/random/random.ts';
import type { TurnId } from '../../shared/domain/ids.ts';

const TAGS = 60;
const START = Date.parse('2025-01-01T00:00:00.000Z');
const MINUTE = 60_000;
const WORDS =
  'order card refund parcel late broken invoice number please thanks account login plan phone'.split(' ');

export async function fillProject(database: WriteDatabase, dialogues: number): Promise<number> {
  const random = createRandom(1);
  const at = new Date(START).toISOString();
  database.exec(`INSERT INTO sources VALUES (1, 'made-up.jsonl', 'neutral');
    INSERT INTO imports (id, source_id, job_id, path, options, join_rounds, started_at, finished_at)
      VALUES (1, 1, 'made-up', '/made-up.jsonl', '{}', 1, '${at}', '${at}');`);
  const dialogue = database.prepare(
    `INSERT INTO dialogues (id, source_id, import_id, external_id, domains, content_hash, rounds, utterances, extra)
     VALUES (?, 1, 1, ?, '[]', ?, ?, ?, ?)`,
  );
  const insertTurn = database.prepare(
    'INSERT INTO rounds (id, dialogue_id, position, role) VALUES (?, ?, ?, ?)',
  );
  const utterance = database.prepare(
    `INSERT INTO utterances (dialogue_id, round_id, position, speaker, text, time, line) VALUES (?, ?, ?, 'x', ?, ?, 1)`,
  );
  const tags: [TurnId, string[]][] = [];
  database.transaction(() => {
    for (let id = 1; id <= dialogues; id++) {
      const turns = 2 + random.integer(9) + (random.next() < 0.1 ? random.integer(10) : 0);
      const extra = {
        brand: `Brand ${random.integer(12)}`,
        queue: `queue ${random.integer(5)}`,
        csat: random.integer(6),
        priority: random.pick(['low', 'normal', 'high']),
        agent: `agent ${random.integer(300)}`,
      };
      dialogue.run(id, `made-up-${id}`, String(id), turns, turns, JSON.stringify(extra));
      let time = START + id * MINUTE;
      const flow = random.integer(12);
      for (let position = 0; position < turns; position++) {
        const turnId = (tags.length + 1) as TurnId;
        insertTurn.run(turnId, id, position, position % 2 === 0 ? 1 : 0);
        const words = Array.from({ length: 8 }, () => random.pick(WORDS)).join(' ');
        utterance.run(id, turnId, position, words, new Date(time).toISOString());
        time += random.integer(180) * MINUTE;
        tags.push([
          turnId,
          [`tag-${random.next() < 0.2 ? random.integer(TAGS) : (flow * 5 + position) % TAGS}`],
        ]);
      }
    }
  })();
  const run = startRun(database, {
    kind: 'tagging',
    params: { tagger: 'annotations' },
    seed: null,
    inputFingerprint: 'made-up',
    startedAt: at,
  });
  runTagWriter(database, run)(tags);
  await finishTagging(database, run, { utterancesTagged: tags.length, warnings: [], model: null });
  return tags.length;
}
