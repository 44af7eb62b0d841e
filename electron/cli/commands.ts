import type { Command } from './command.ts';

/** Every command, in the order of the help: one line here, one file in `commands/`. */
const modules = await Promise.all([
  import('./commands/import.ts'),
  import('./commands/refresh.ts'),
  import('./commands/moves.ts'),
  import('./commands/picture.ts'),
  import('./commands/tag.ts'),
  import('./commands/tags.ts'),
  import('./commands/teach.ts'),
  import('./commands/filters.ts'),
  import('./commands/dialogues.ts'),
  import('./commands/learn.ts'),
  import('./commands/decisions.ts'),
  import('./commands/names.ts'),
  import('./commands/variants.ts'),
  import('./commands/groups.ts'),
  import('./commands/fitness.ts'),
  import('./commands/figures.ts'),
  import('./commands/route.ts'),
  import('./commands/export.ts'),
  import('./commands/export-training.ts'),
  import('./commands/evaluate.ts'),
  import('./commands/encode.ts'),
  import('./commands/batch.ts'),
  import('./commands/judge.ts'),
  import('./commands/simulate.ts'),
  import('./commands/flows.ts'),
  import('./commands/worksheets.ts'),
  import('./commands/vocabulary.ts'),
  import('./commands/annotations.ts'),
  import('./commands/agreement.ts'),
  import('./commands/info.ts'),
  import('./commands/models.ts'),
  import('./commands/purge.ts'),
]);

export const COMMANDS: readonly Command[] = modules.map(({ command }) => command);
