import { extname } from 'node:path';
import type { VocabularyTag } from '#shared/contract/vocabulary.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { choice, integer, projectPath, text, usage } from '../arguments.ts';
import type { Command, CommandContext } from '../command.ts';

const NAME = 'vocabulary';
const VERBS = ['list', 'export', 'import'] as const;
const PAGE = 1000;

/** Every tag, archived ones too, most frequent first. */
async function list({ client }: CommandContext, run: RunId | null): Promise<Record<string, unknown>> {
  const tags: Omit<VocabularyTag, 'id'>[] = [];
  for (;;) {
    const page = await client.vocabulary.list({ run, archived: 'all', offset: tags.length, limit: PAGE });
    tags.push(...page.items.map(({ id: _, ...tag }) => tag));
    if (page.items.length === 0 || tags.length >= page.total) return { tags };
  }
}

export const command: Command = {
  name: NAME,
  summary: 'List the tags of a project, write them to a file, or take over what a file says of them',
  usage:
    'vocabulary list|export FILE|import FILE --project p.dialogram [--run TAGRUN] [--to json|csv] [--dry-run] [--reason WHY]',
  options: {
    project: { type: 'string' },
    run: { type: 'string' },
    to: { type: 'string' },
    'dry-run': { type: 'boolean' },
    reason: { type: 'string' },
  },
  async run({ values, positionals }, context) {
    const [given, file, ...more] = positionals;
    const verb = VERBS.find((candidate) => candidate === given);
    if (verb === undefined)
      throw usage(NAME, 'Say what to do: list, export FILE or import FILE.', given ?? null);
    if (verb === 'list' && file !== undefined) throw usage(NAME, `list takes no file, not "${file}".`, file);
    if (verb !== 'list' && file === undefined)
      throw usage(NAME, `The file is missing: "vocabulary ${verb} FILE".`);
    if (more.length > 0) throw usage(NAME, `${verb} takes one file, not also "${more[0]}".`, more[0]);
    const path = projectPath(values, NAME);
    const run = integer(values, 'run', NAME, 1) as RunId | null;
    const to = choice(values, 'to', ['json', 'csv'] as const, NAME);
    const { client } = context;
    await client.projects.open({ path });
    if (verb === 'list') return list(context, run);
    if (verb === 'export') {
      return client.vocabulary.export({
        run,
        to: to ?? (extname(file) === '.csv' ? 'csv' : 'json'),
        out: file,
      });
    }
    if (values['dry-run'] === true)
      return { edit: null, report: await client.vocabulary.previewImport({ path: file }) };
    const { edit, report } = await client.vocabulary.import({
      path: file,
      reason: text(values, 'reason') ?? '',
    });
    return { edit, report };
  },
};
