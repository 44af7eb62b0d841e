import { editIdSchema } from '#shared/contract/base.ts';
import { candidateOrderSchema, decisionKindSchema } from '#shared/contract/merge-decisions.ts';
import { stateColourSchema } from '#shared/contract/state-names.ts';
import type { Command } from '../../command.ts';

export const namesCommand: Command = {
  usage:
    'names list|set STATE --project p.dialogram [--automaton ID] [--name NAME] [--note TEXT] [--phase PHASE] [--color yellow|green|violet|red|grey]',
  async run(given, { client }) {
    const [verb, word = '', ...more] = given.positionals;
    if (more.length > 0 || (!(verb === 'list' && word === '') && !(verb === 'set' && /^\d+$/.test(word))))
      throw given.wrong(
        'Write “list”, or “set” followed by the number of a state.',
        given.positionals.join(' '),
      );
    const colour = stateColourSchema.safeParse(given.text('color') ?? '');
    if (!colour.success)
      throw given.wrong(
        `The colors are ${stateColourSchema.options.slice(1).join(', ')}.`,
        given.text('color') ?? '',
      );
    await client.projects.open({ path: given.project() });
    const automaton = given.run('automaton');
    if (verb === 'list') return { names: await client.stateNames.list({ automaton }) };
    return client.stateNames.describe({
      automaton,
      state: Number(word),
      name: given.text('name') ?? '',
      note: given.text('note') ?? '',
      phase: given.text('phase') ?? '',
      colour: colour.data,
    });
  },
};

const VERBS = ['list', 'candidates', 'remove', ...decisionKindSchema.options] as const;

const numberOf = (word: string | undefined): number => (/^\d+$/.test(word ?? '') ? Number(word) : -1);

export const decisionsCommand: Command = {
  usage:
    'decisions list|candidates|merge STATE STATE|never STATE STATE|pin STATE|remove ID --project p.dialogram [--automaton A] [--order dialogues|alike] [--preview] [--reason WHY]',
  async run(given, { client }) {
    const [word, ...words] = given.positionals;
    const verb = VERBS.find((candidate) => candidate === word);
    if (verb === undefined) throw given.wrong(`Choose an action: ${VERBS.join(', ')}.`, word);
    const takes = verb === 'list' || verb === 'candidates' ? 0 : verb === 'merge' || verb === 'never' ? 2 : 1;
    const [left = -1, right = null, ...more] = words.map(numberOf);
    if (words.length !== takes || [left, right, ...more].includes(-1) !== (takes === 0)) {
      const what =
        verb === 'remove'
          ? 'the id of a decision'
          : `the ${takes === 1 ? 'number of a state' : 'numbers of two states'}`;
      throw given.wrong(
        takes === 0 ? `${verb} expects no further arguments.` : `${verb} expects ${what}.`,
        words.join(' '),
      );
    }
    const reason = given.text('reason') ?? '';
    await client.projects.open({ path: given.project() });
    if (verb === 'remove') return client.mergeDecisions.remove({ id: editIdSchema.parse(left), reason });
    const automaton = given.run('automaton');
    if (verb === 'candidates') {
      const order = given.choice('order', candidateOrderSchema.options) ?? 'dialogues';
      return client.mergeDecisions.candidates({ automaton, order });
    }
    if (verb !== 'list') {
      if (given.named.has('preview'))
        return client.mergeDecisions.preview({ kind: verb, automaton, left, right });
      return client.mergeDecisions.decide({ kind: verb, automaton, left, right, reason });
    }
    return { decisions: await client.mergeDecisions.list() };
  },
};
