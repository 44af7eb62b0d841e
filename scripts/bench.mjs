const { readdirSync } = await import('node:fs');
const { join } = await import('node:path');
const { ensureBuilt, ensureInstalled, root, runNode } = await import('./setup.mjs');

ensureInstalled();
ensureBuilt();

const all = readdirSync(join(root, 'bench'))
  .filter((name) => name.endsWith('.ts'))
  .map((name) => name.slice(0, -'.ts'.length));
// Words after the names are passed on, such as a folder or a corpus.
const given = process.argv.slice(2);
const firstOther = given.findIndex((word) => !all.includes(word));
const named = firstOther < 0 ? given : given.slice(0, firstOther);
const options = firstOther < 0 ? [] : given.slice(firstOther);
if (named.length === 0 && options.some((word) => !word.startsWith('-'))) {
  console.error(`There is no measurement "${options[0]}". There are: ${all.join(', ')}.`);
  process.exit(1);
}
if (options.includes('--help')) {
  console.log(`npm run bench -- NAME… [WORD… | OPTION…]\nNames: ${all.join(', ')}.`);
  process.exit();
}
for (const name of named.length > 0 ? named : all) {
  const file = join(root, 'bench', `${name}.ts`);
  console.error(`bench ${name} …`);
  if (runNode(['--disable-warning=ExperimentalWarning', file, ...options]) !== 0) process.exitCode = 1;
}
