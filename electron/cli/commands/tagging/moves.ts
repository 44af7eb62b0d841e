import { roleSchema, runIdSchema, tagNameSchema } from '#shared/contract/base.ts';
import { usageOf } from '#shared/contract/fields.ts';
import {
  type MoveNamingSettings,
  moveNamingSettingsSchema,
  namerSchema,
} from '#shared/contract/move-naming.ts';
import type { MoveEdit } from '#shared/contract/moves.ts';
import type { RunId } from '#shared/domain/ids.ts';
import type { Arguments } from '../../arguments.ts';
import type { Command, CommandContext } from '../../command.ts';
import { lastingRun } from '../../lasting-run.ts';

type What = MoveNamingSettings['what'];

const { moves } = moveNamingSettingsSchema.shape;
const SETTINGS = {
  moves: moveNamingSettingsSchema.omit({ what: true }),
  topics: moveNamingSettingsSchema
    .omit({ what: true, clusters: true })
    .extend({ moves: moves.meta({ option: 'run', word: 'RUN' }) }),
};

export const namingUsage = (what: What): string =>
  [
    `${what} name --project p.dialogram ${usageOf(namerSchema.omit({ seed: true }))} ${usageOf(SETTINGS[what])} [--key-from VARIABLE] [--apply] [--dry-run]`,
    `${what} name --project p.dialogram --go-on RUN [--budget USD] [--budget-tokens N] [--key-from VARIABLE] [--apply]`,
    `${what} apply RUN --project p.dialogram [--reason WHY]`,
  ].join('\n  ');

/** Lets a model name the moves or topics, or applies the names. */
export async function nameItems(
  what: What,
  verb: 'name' | 'apply',
  word: string | undefined,
  given: Arguments,
  context: CommandContext,
): Promise<object> {
  await context.client.projects.open({ path: given.project() });
  if (verb === 'name') return startNaming(what, given, context);
  const run = runIdSchema.safeParse(Number(word));
  if (run.success) return applyNames(given, context, run.data);
  throw given.wrong(`${what} apply expects the number of a naming run, not "${word}".`, word);
}

/** --dry-run sends nothing. For moves, it also compares the effort with that of the paper's method. */
async function startNaming(what: What, given: Arguments, context: CommandContext): Promise<object> {
  const { modelTagging, moveNaming } = context.client;
  if (given.named.has('dry-run')) {
    const settings = settingsOf(what, given);
    const { provider, model } = settings.namer;
    const { signal } = context;
    const found = await moveNaming.estimate(settings, { signal });
    const { messages } = await moveNaming.preview({ settings }, { signal });
    if (what === 'topics') return { ...found, firstRequest: messages };
    const paper = await modelTagging.estimate({ settings: { provider, model, pilot: 0 } }, { signal });
    return {
      ...found,
      dialogueByDialogue: {
        requests: paper.requests + paper.cached + paper.alike,
        tokens: {
          most: paper.input.most + paper.output.most,
          likely: paper.input.likely + paper.output.likely,
        },
        costUsd: paper.costUsd,
      },
      firstRequest: messages,
    };
  }
  return lastingRun(given, context, {
    words: 'naming run',
    again: `${what} name --project …`,
    kept: 'answers',
    client: moveNaming,
    settings: () => settingsOf(what, given),
    async figures(run, { state }) {
      const edit = given.named.has('apply') && state === 'done' ? await applyNames(given, context, run) : {};
      const { named, now, applied, dialogues, beside } = await moveNaming.report({ run });
      return { ...edit, named, now, applied, dialogues, beside };
    },
  });
}

async function applyNames(
  given: Arguments,
  { client }: Pick<CommandContext, 'client'>,
  run: RunId,
): Promise<object> {
  const { edit } = await client.moveNaming.apply({ run, reason: given.text('reason') ?? '' });
  return { edit };
}

const settingsOf = (what: What, given: Arguments) => ({
  what,
  ...given.input(SETTINGS[what], { namer: given.input(namerSchema) }),
});

const VERBS = ['list', 'cut', 'merge', 'rename', 'split', 'cues', 'cue', 'uncue', 'name', 'apply'] as const;

const WANTED: Partial<Record<(typeof VERBS)[number], number>> = {
  list: 0,
  cues: 0,
  name: 0,
  merge: 2,
  rename: 2,
  cue: 2,
};

export const movesCommand: Command = {
  explains: [namerSchema, moveNamingSettingsSchema],
  usage: `moves list --project p.dialogram [--run TAGRUN]
  moves cut N --role user|system --project p.dialogram
  moves merge MOVE INTO --role user|system --project p.dialogram
  moves rename MOVE NAME --role user|system --project p.dialogram
  moves split MOVE --role user|system --project p.dialogram
  moves cues --project p.dialogram
  moves cue MOVE "PHRASE, PHRASE" --role user|system --project p.dialogram
  moves uncue ID --project p.dialogram
  ${namingUsage('moves')}`,
  async run(given, context) {
    const { client } = context;
    const [asked, ...rest] = given.positionals;
    const verb = VERBS.find((known) => known === asked);
    if (!verb) throw given.wrong(`Choose an action for the moves: ${VERBS.join(', ')}.`, asked);
    const wanted = WANTED[verb] ?? 1;
    if (rest.length !== wanted)
      throw given.wrong(
        `moves ${verb} expects ${wanted === 1 ? 'one value' : `${wanted} values`}.`,
        rest.join(' '),
      );
    if (verb === 'name' || verb === 'apply') return nameItems('moves', verb, rest[0], given, context);
    const path = given.project();
    if (verb === 'cues') {
      await client.projects.open({ path });
      return client.moves.cues();
    }
    const run = given.run('run');
    const edit = verb === 'list' ? null : editOf();
    await client.projects.open({ path });
    const made = edit && (await client.moves.edit({ run, edit, reason: given.text('reason') ?? '' }));
    const cards = await client.moves.cards({ run });
    if (!cards)
      throw given.wrong('No run of this project has moves. Tag with --tagger moves first.', 'moves');
    return {
      ...(made && { edit: made.edit }),
      run: cards.run,
      method: cards.method,
      why: cards.why,
      decisions: cards.decisions,
      left: cards.left,
      roles: cards.roles.map(({ role, cut, most, otherTurns, moves }) => ({
        role,
        cut,
        most,
        otherTurns,
        moves: moves.map(({ name, turns, share, stability, before, after }) => ({
          name,
          turns,
          share,
          stability,
          before,
          after,
        })),
      })),
    };

    function editOf(): MoveEdit {
      if (verb === 'uncue') {
        const cue = Number(rest[0]);
        if (!Number.isSafeInteger(cue)) throw given.wrong(`moves uncue expects a number, not "${rest[0]}".`);
        return { kind: 'uncue', cue };
      }
      const role = roleSchema.safeParse(given.required('role'));
      if (!role.success) throw given.wrong('--role must be user or system.', given.text('role'));
      if (verb === 'cue')
        return {
          kind: 'cue',
          role: role.data,
          move: tagNameSchema.parse(rest[0]),
          phrases: rest[1] ?? '',
        };
      const [move, other] = rest.map((name) => {
        const parsed = tagNameSchema.safeParse(name);
        if (!parsed.success) throw given.wrong(`"${name}" cannot be the name of a move.`, name);
        return parsed.data;
      });
      const of = { role: role.data, move: move ?? '' };
      switch (verb) {
        case 'merge':
          return { kind: 'merge', ...of, into: other ?? '' };
        case 'rename':
          return { kind: 'rename', ...of, name: other ?? '' };
        case 'split':
          return { kind: 'split', ...of };
        default: {
          const moves = Number(move);
          if (!Number.isSafeInteger(moves) || moves < 1)
            throw given.wrong(`moves cut expects a whole number, not "${move}".`, move);
          return { kind: 'cut', role: role.data, moves };
        }
      }
    }
  },
};
