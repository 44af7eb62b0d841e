import type { ModelAnswerer } from '#shared/domain/agent.ts';
import { type Arguments, readAction } from '../../arguments.ts';
import { type Command, type CommandContext, resultOf } from '../../command.ts';
import { namedModel } from './answer-columns.ts';

async function converse(given: Arguments, context: CommandContext, model: ModelAnswerer | null) {
  const { simulator, comparison } = context.client;
  await simulator.configure({
    automaton: given.run('automaton'),
    method: given.text('method') ?? 'state',
    examples: given.integer('examples', 1) ?? 5,
    seed: given.seed(),
  });
  await simulator.restart({});
  const problems: { turn: number; problem: string }[] = [];
  // Null once a server has not reported its usage.
  let tokens: { input: number; output: number } | null = model && { input: 0, output: 0 };
  for (const [turn, text] of given.texts('say').entries()) {
    let { automaton, settings, examples, answers } = await simulator.say({ role: 'user', text });
    if (examples.needsIndex) {
      const run = automaton?.taggingRun ?? null;
      await resultOf(context, (await comparison.prepare({ run, methods: [settings.method] })).job);
      ({ answers } = await simulator.current());
    }
    if (model === null) {
      const [answer] = answers;
      if (answer) await simulator.setAnswer({ from: { dialogue: answer.dialogue, turn: answer.turn } });
      else problems.push({ turn, problem: 'No answer was found.' });
      continue;
    }
    for await (const event of await simulator.answer({ answerer: model })) {
      if (event.kind !== 'done') continue;
      const { turns, problem, tokens: took } = event.answer;
      const words = turns[0]?.text?.trim();
      if (words) await simulator.setAnswer({ text: words, by: 'model' });
      if (problem !== null) problems.push({ turn, problem });
      tokens = tokens && took && { input: tokens.input + took.input, output: tokens.output + took.output };
    }
  }
  const { turns, place, path, offTheMap, next, examples, automaton } = await simulator.current();
  const name = given.text('keep');
  const kept = name === null ? null : (await simulator.saveCase({ name })).id;
  return {
    automaton: automaton?.id ?? null,
    turns: turns.map(({ role, text, source, tags, place: at }) => ({ role, text, source, tags, place: at })),
    place,
    path,
    offTheMap,
    next,
    examples: examples.items,
    problems,
    tokens,
    kept,
  };
}

export const simulateCommand: Command = {
  usage: [
    'simulate PROJECT --say WORDS … [--provider ID --model M] [--method state] [--examples 5] [--seed 1] [--automaton A] [--temperature 0|default] [--max-output-tokens 512] [--keep NAME] [--key-from VARIABLE]',
    'simulate PROJECT --replay [--automaton A]',
    'simulate PROJECT --export FILE [--force]',
    'simulate PROJECT --import FILE',
  ].join('\n  '),
  async run(given, context) {
    const { project } = readAction(given, []);
    const asked = ['say', 'replay', 'export', 'import'].filter((name) => given.named.has(name));
    if (asked.length !== 1) throw given.wrong('Use one of --say, --replay, --export or --import.');
    const model = given.named.has('provider') || given.named.has('model') ? namedModel(given) : null;
    const { projects, simulator } = context.client;
    await projects.open({ path: project });
    if (asked[0] === 'say') return converse(given, context, model);
    if (asked[0] === 'replay') return simulator.replay({ automaton: given.run('automaton') });
    if (asked[0] === 'export') return simulator.exportCases(given.target(given.required('export')));
    return simulator.importCases({ path: given.required('import') });
  },
};
