import { dialogueIdSchema, topicNameSchema } from '#shared/contract/base.ts';
import { usageOf } from '#shared/contract/fields.ts';
import { type TopicEdit, topicsResultSchema, topicsSettingsSchema } from '#shared/contract/topics.ts';
import { type Command, resultOf } from '../../command.ts';
import { nameItems, namingUsage } from './moves.ts';

const WANTED = {
  find: 0,
  list: 0,
  cut: 1,
  merge: 2,
  rename: 2,
  split: 1,
  teach: 2,
  name: 0,
  apply: 1,
} as const;
type Verb = keyof typeof WANTED;
const VERBS = Object.keys(WANTED) as Verb[];

export const topicsCommand: Command = {
  usage: `topics find --project p.dialogram ${usageOf(topicsSettingsSchema)}
  topics list --project p.dialogram [--run RUN]
  topics cut N --project p.dialogram
  topics merge TOPIC INTO --project p.dialogram
  topics rename TOPIC NAME --project p.dialogram
  topics split TOPIC --project p.dialogram
  topics teach DIALOGUE TOPIC --project p.dialogram
  ${namingUsage('topics')}`,
  async run(given, context) {
    const { client } = context;
    const [asked, ...rest] = given.positionals;
    const verb = VERBS.find((known) => known === asked);
    if (!verb) throw given.wrong(`Choose an action for the topics: ${VERBS.join(', ')}.`, asked);
    if (rest.length !== WANTED[verb])
      throw given.wrong(
        `topics ${verb} expects ${WANTED[verb] === 1 ? 'one value' : `${WANTED[verb]} values`}.`,
        rest.join(' '),
      );
    if (verb === 'name' || verb === 'apply') return nameItems('topics', verb, rest[0], given, context);
    const path = given.project();
    const settings = given.input(topicsSettingsSchema);
    const run = given.run('run');
    const edit = verb === 'find' || verb === 'list' ? null : editOf(verb);
    await client.projects.open({ path });
    if (verb === 'find') {
      const { job } = await client.topics.find(settings);
      topicsResultSchema.parse(await resultOf(context, job));
    }
    const made = edit && (await client.topics.edit({ run, edit, reason: given.text('reason') ?? '' }));
    const cards = await client.topics.cards({ run });
    if (!cards) throw given.wrong('This project has no topics yet. Run "topics find" first.', 'topics');
    return { ...(made && { edit: made.edit }), ...cards };

    function editOf(change: Exclude<Verb, 'find' | 'list' | 'name' | 'apply'>): TopicEdit {
      const [first = '', second = ''] = rest;
      const name = (text: string): string => {
        const parsed = topicNameSchema.safeParse(text);
        if (!parsed.success) throw given.wrong(`"${text}" cannot be the name of a topic.`, text);
        return parsed.data;
      };
      const whole = (): number => {
        const number = Number(first);
        if (!Number.isSafeInteger(number) || number < 1)
          throw given.wrong(`topics ${change} expects a whole number, not "${first}".`, first);
        return number;
      };
      switch (change) {
        case 'cut':
          return { kind: 'cut', topics: whole() };
        case 'merge':
          return { kind: 'merge', topic: name(first), into: name(second) };
        case 'rename':
          return { kind: 'rename', topic: name(first), name: name(second) };
        case 'split':
          return { kind: 'split', topic: name(first) };
        case 'teach':
          return { kind: 'teach', dialogue: dialogueIdSchema.parse(whole()), topic: name(second) };
      }
    }
  },
};
