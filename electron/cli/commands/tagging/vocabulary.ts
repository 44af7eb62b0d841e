import { extname } from 'node:path';
import type { VocabularyTag } from '#shared/contract/vocabulary.ts';
import type { RunId } from '#shared/domain/ids.ts';
import type { Command, CommandContext } from '../../command.ts';

const VERBS = ['list', 'export', 'import'] as const;
const PAGE = 1000;

async function list({ client }: CommandContext, run: RunId | null): Promise<object> {
  const tags: Omit<VocabularyTag, 'id'>[] = [];
  for (;;) {
    const page = await client.vocabulary.list({ run, archived: 'all', offset: tags.length, limit: PAGE });
    tags.push(...page.items.map(({ id: _, ...tag }) => tag));
    if (page.items.length === 0 || tags.length >= page.total) return { tags };
  }
}

export const vocabularyCommand: Command = {
  usage:
    'vocabulary list|export FILE|import FILE --project p.dialogram [--run TAGRUN] [--to json|csv] [--force] [--dry-run] [--reason WHY]',
  async run(given, context) {
    const [word, file = '', ...more] = given.positionals;
    const verb = VERBS.find((candidate) => candidate === word);
    if (verb === undefined)
      throw given.wrong('Choose an action: “list”, “export FILE” or “import FILE”.', word);
    if (verb === 'list' && file !== '') throw given.wrong(`list expects no file, but got "${file}".`, file);
    if (verb !== 'list' && file === '') throw given.wrong(`The file is missing: "vocabulary ${verb} FILE".`);
    if (more.length > 0) throw given.wrong(`${verb} expects one file, but also got "${more[0]}".`, more[0]);
    const path = given.project();
    const run = given.run('run');
    const to = given.choice('to', ['json', 'csv']);
    const { client } = context;
    await client.projects.open({ path });
    if (verb === 'list') return list(context, run);
    if (verb === 'export') {
      return client.vocabulary.export({
        run,
        to: to ?? (extname(file) === '.csv' ? 'csv' : 'json'),
        ...given.target(file),
      });
    }
    if (given.named.has('dry-run'))
      return { edit: null, report: await client.vocabulary.previewImport({ path: file }) };
    const { edit, report } = await client.vocabulary.import({
      path: file,
      reason: given.text('reason') ?? '',
    });
    return { edit, report };
  },
};
