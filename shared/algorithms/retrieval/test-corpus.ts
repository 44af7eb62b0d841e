import { createRandom } from '../random/random.ts';
import type { RetrievalDialogue, RetrievalRound } from './retrieval-corpus.ts';

export function user(text: string, ...tags: string[]): RetrievalRound {
  return { role: 'user', text, tags };
}

export function system(text: string, ...tags: string[]): RetrievalRound {
  return { role: 'system', text, tags };
}

const TOPICS = ['hotel', 'train', 'taxi', 'museum'];
const NEEDS = ['price', 'area', 'day', 'time'];

/**
 * Returns generated dialogues for tests: the user names a topic and needs, the system asks for or tells one of them.
 * The answer follows from the last user turn, so that a method can be right.
 */
export function generatedDialogues(count: number, seed: number): RetrievalDialogue[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, (_, at) => {
    const rounds: RetrievalRound[] = [];
    const topic = random.pick(TOPICS);
    for (let turn = 0; turn < 2 + random.integer(4); turn++) {
      const need = random.pick(NEEDS);
      const filler = random.pick(['please', 'thanks', 'now', '']);
      rounds.push(user(`I want a ${topic} and its ${need} ${filler}`, topic, need));
      rounds.push(system(`The ${need} of the ${topic} is ${random.integer(90)}`, `tell-${need}`));
    }
    return { key: `dialogue-${String(at).padStart(4, '0')}`, rounds };
  });
}
