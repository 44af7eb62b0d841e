import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { generateDemoDialogues } from '../../shared/demo/generate.ts';

const AT_ONCE = 1000;

export async function writeDemoFile(path: string, dialogues: number): Promise<void> {
  const out = createWriteStream(path);
  for (let seed = 1; (seed - 1) * AT_ONCE < dialogues; seed++) {
    const count = Math.min(AT_ONCE, dialogues - (seed - 1) * AT_ONCE);
    for (const dialogue of generateDemoDialogues({ seed, count }))
      out.write(`${JSON.stringify({ ...dialogue, id: `${seed}-${dialogue.id}` })}\n`);
  }
  out.end();
  await once(out, 'close');
}
