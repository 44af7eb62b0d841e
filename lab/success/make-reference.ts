import { type OutputTarget, writeWhole } from '#backend/output/target.ts';
import { createDelexicaliser } from './delexicalise.ts';
import { type BeliefState, estimateActiveDomains } from './goals.ts';
import { readDatabases, readReferences } from './read-databases.ts';
import { onlyDomain } from './score-dialogue.ts';

/** Writes a corpus's human answers as delexicalized predictions, to show what the corpus itself reaches. */
export async function makeReference(
  input: { readonly dialogues: string; readonly databases: string; readonly out: OutputTarget },
  signal: AbortSignal,
): Promise<{ written: string; bytes: number; dialogues: number; turns: number }> {
  const { lexicon } = await readDatabases(input.databases, signal);
  const { dialogues } = await readReferences(input.dialogues, signal);
  const delexicalise = createDelexicaliser(lexicon);
  let turns = 0;
  const predictions = [...dialogues.values()].map((dialogue) => {
    const states = dialogue.turns.map(({ state }) => state);
    const active = estimateActiveDomains(states, onlyDomain(dialogue.goal));
    turns += dialogue.turns.length;
    return [
      dialogue.id,
      dialogue.turns.map(({ text, state }, at) => ({
        response: delexicalise(text),
        state: written(state),
        active_domains: active[at],
      })),
    ] as const;
  });
  const lines = predictions.map(([id, answers]) => `${JSON.stringify(id)}: ${JSON.stringify(answers)}`);
  const { path, bytes } = writeWhole(input.out, `{\n${lines.join(',\n')}\n}\n`);
  return { written: path, bytes, dialogues: dialogues.size, turns };
}

function written(state: BeliefState): Record<string, Record<string, string>> {
  return Object.fromEntries(
    [...state].map(([domain, slots]) => [
      domain,
      Object.fromEntries([...slots].map(([slot, values]) => [slot, values.join('|')])),
    ]),
  );
}
