// The entry of every npm script. It runs on any Node, so that an old one gets a sentence, not a syntax error: nothing
// here is newer than 2015.
var LEAST = 20;
var major = Number(process.versions.node.split('.')[0]);
if (major < LEAST) {
  console.error(
    'Dialogram needs Node ' +
      LEAST +
      ' or newer; this is Node ' +
      process.versions.node +
      '. Install a newer one from nodejs.org and try again.',
  );
  process.exit(1);
}
var name = process.argv[2];
// The script sees its arguments as if called directly.
process.argv.splice(1, 2, require('path').join(__dirname, name + '.mjs'));
import('./' + name + '.mjs');
