import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
export const CLI_REFERENCE = join(root, 'docs', 'reference', 'cli.md');

const WIDTH = 100;

/** The name, summary and usage of every command. */
export async function readCommands() {
  const { COMMANDS } = await import('../electron/cli/commands.ts');
  return Promise.all(
    COMMANDS.map(async ({ name, summary, load }) => {
      const { usage } = await load();
      return { name, summary, usage };
    }),
  );
}

/** The page with the usage of each command in the first code block of its section. A missing section is added at the end. */
export function withUsages(page, commands) {
  let text = page;
  for (const { name, summary, usage } of commands) {
    const block = `\`\`\`\n${usage.split('\n').map(wrapped).join('\n')}\n\`\`\``;
    const section = new RegExp(`(^## ${name}\\n\\n)\`\`\`\\n[^\`]*\`\`\``, 'm');
    text = section.test(text)
      ? text.replace(section, (_, heading) => heading + block)
      : `${text.trimEnd()}\n\n## ${name}\n\n${block}\n\n${summary}.\n`;
  }
  return text;
}

function wrapped(line) {
  const lines = [''];
  const options = line.trim().match(/(?:\[[^[\]]*(?:\[[^[\]]*\][^[\]]*)*\]|"[^"]*"|\S)+/g) ?? [];
  for (const word of options.flatMap((option) => (option.length < WIDTH - 4 ? option : option.split(' ')))) {
    const last = lines.at(-1);
    if (last && last.length + word.length >= WIDTH) lines.push(`    ${word}`);
    else lines[lines.length - 1] = last ? `${last} ${word}` : word;
  }
  return lines.join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(CLI_REFERENCE, withUsages(readFileSync(CLI_REFERENCE, 'utf8'), await readCommands()));
}
