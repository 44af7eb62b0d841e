const { existsSync, readdirSync } = await import('node:fs');
const { join } = await import('node:path');
const { ensureBuilt, ensureInstalled, root, runNode } = await import('./setup.mjs');

ensureInstalled();
ensureBuilt();

const all = readdirSync(join(root, 'bench'))
  .filter((name) => name.endsWith('.ts'))
  .map((name) => name.slice(0, -'.ts'.length));
const [named, options] = [
  process.argv.slice(2).filter((word) => !word.startsWith('-')),
  process.argv.slice(2).filter((word) => word.startsWith('-')),
];
if (options.includes('--help')) {
  console.log(`npm run bench -- NAME… [OPTION…]\nNames: ${all.join(', ')}.`);
  process.exit();
}
for (const name of named.length > 0 ? named : all) {
  const file = join(root, 'bench', `${name}.ts`);
  if (!existsSync(file)) {
    console.error(`There is no measurement "${name}". There are: ${all.join(', ')}.`);
    process.exitCode = 1;
    continue;
  }
  console.error(`bench ${name} …`);
  if (runNode(['--disable-warning=ExperimentalWarning', file, ...options]) !== 0) process.exitCode = 1;
}
