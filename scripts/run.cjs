// The entry of every npm script. Written for any Node, however old, so that a wrong one gets a sentence and not
// a syntax error: nothing here is newer than 2015.
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
// The script finds its own arguments as if it had been called directly.
process.argv.splice(1, 2, require('path').join(__dirname, name + '.mjs'));
import('./' + name + '.mjs');
