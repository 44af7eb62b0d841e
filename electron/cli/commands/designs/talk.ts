import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import type { TalkResult } from '#shared/contract/agents.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import { scriptLineSchema } from '#shared/contract/worksheets.ts';
import type { FeatureAgent } from '#shared/domain/agent.ts';
import type { CommandContext } from '../../command.ts';

/** Returns the lines of a script. Each line has the user's text, or the statements in it. */
export function scriptOf(path: string): z.infer<typeof scriptLineSchema>[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.flatMap((line, at) => {
    if (line.trim() === '') return [];
    let value: unknown = null;
    try {
      value = JSON.parse(line);
    } catch {
      // Reported below, with the description of a line.
    }
    const parsed = scriptLineSchema.safeParse(value);
    if (parsed.success) return [parsed.data];
    throw new DialogramError('BAD_FILE', `Line ${at + 1} of ${path} is not a valid script line.`, {
      place: path,
      value: line.slice(0, 80),
      nextStep: 'Write {"user":"…"} or {"statements":"…"} on every line.',
    });
  });
}

export async function talkWith(
  agent: FeatureAgent,
  { client, heard, begun }: CommandContext,
): Promise<{ readonly turns: number }> {
  const turns: TalkResult[] = [];
  for await (const line of heard()) {
    if (line.trim() === '') continue;
    turns.push({ text: line.trim() });
    const last = (await client.agents.talk({ agent, turns })).turns.at(-1);
    begun({ answer: last?.text ?? last?.problem ?? '' });
  }
  return { turns: turns.length };
}

/** Returns an agent's answers to a script, with the reasons. */
export async function answersTo(
  agent: FeatureAgent,
  { client }: CommandContext,
  said: readonly string[],
): Promise<{ readonly lines: object[] }> {
  const talk = await client.agents.talk({ agent, turns: said.map((text) => ({ text })) });
  return {
    lines: talk.turns.map(({ text, problem, why, changed }, at) => ({
      user: said[at],
      answer: text,
      ...(problem === null ? {} : { problem }),
      at: why.at,
      understood: why.understood,
      changed,
      notes: why.notes,
    })),
  };
}
