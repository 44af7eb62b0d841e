import { existsSync, readFileSync } from 'node:fs';
import { columnMapSchema, formatSchema } from '#shared/contract/corpus.ts';
import { choice, projectPath, text, usage } from '../arguments.ts';
import { type Command, resultOf } from '../command.ts';

function readMap(path: string) {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw usage(
      'import',
      `--map ${path} cannot be read as JSON: ${error instanceof Error ? error.message : ''}`,
      path,
    );
  }
  const parsed = columnMapSchema.strict().safeParse(content);
  if (parsed.success) return parsed.data;
  throw usage(
    'import',
    `--map ${path} is not a column map: ${parsed.error.issues[0]?.message}. It looks like {"conversation":"ticket","speaker":"from","text":"body","time":"at","roles":{"Bob":"system"}}.`,
    path,
  );
}

export const command: Command = {
  name: 'import',
  summary: 'Read transcripts into a project (made where it is new)',
  usage:
    'import <files…> --project p.dialogram [--format auto|neutral|twcs|long-csv|chat-jsonl] [--map FILE] [--brand NAME] [--no-join] [--delimiter C] [--encoding NAME]',
  options: {
    project: { type: 'string' },
    format: { type: 'string' },
    map: { type: 'string' },
    brand: { type: 'string' },
    'no-join': { type: 'boolean' },
    delimiter: { type: 'string' },
    encoding: { type: 'string' },
  },
  async run({ values, positionals }, context) {
    const project = projectPath(values, 'import');
    if (positionals.length === 0) throw usage('import', 'No file to import was named.');
    const map = text(values, 'map');
    const input = {
      paths: [...positionals],
      format: choice(values, 'format', ['auto', ...formatSchema.options], 'import') ?? ('auto' as const),
      map: map === null ? null : readMap(map),
      brand: text(values, 'brand'),
      delimiter: text(values, 'delimiter'),
      encoding: text(values, 'encoding'),
      join: values['no-join'] !== true,
    };
    const { client } = context;
    const isNew = !existsSync(project);
    await (isNew ? client.projects.create({ path: project }) : client.projects.open({ path: project }));
    try {
      const { job } = await client.corpus.import(input);
      return (await resultOf(context, job)) as Record<string, unknown>;
    } catch (error) {
      // A project made for files that could not be read would only be in the way; one that some came into stays.
      if (isNew) await client.projects.discard().catch(() => {});
      throw error;
    }
  },
};
