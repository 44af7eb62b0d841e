import { readdirSync, readFileSync, appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { it } from 'vitest';
import { supportCalls } from '../fixtures/dialogues.ts';
import { makeProject } from '../fixtures/project.ts';
it('talks', async () => {
  const { client } = await makeProject(supportCalls(20));
  for (const w of ['restaurant', 'support', 'tickets', 'courses']) {
    const dir = fileURLToPath(new URL(`../../resources/worksheets/${w}`, import.meta.url));
    await client.worksheets.import({ paths: readdirSync(dir).filter((f) => !f.endsWith('.jsonl')).map((f) => join(dir, f)), name: w });
  }
  const out = '/tmp/h/B-scratch/ws.out'; writeFileSync(out, '');
  let w = ''; let turns: { text: string }[] = [];
  for (const line of readFileSync('/tmp/h/B-scratch/ws.txt', 'utf8').split('\n')) {
    if (line.startsWith('# ')) { w = line.slice(2); turns = []; appendFileSync(out, `\n=== ${w}\n`); continue; }
    if (!line) continue;
    turns.push({ text: line });
    const last = (await client.agents.talk({ agent: { kind: 'worksheets', title: w, worksheet: w }, turns })).turns.at(-1)!;
    appendFileSync(out, `  U ${line}\n  A ${last.text ?? last.problem}   {${last.why.understood.replaceAll('\n', '; ')}}${last.why.notes.length ? ' NOTES ' + last.why.notes.join(' | ') : ''}\n`);
  }
}, 600000);
