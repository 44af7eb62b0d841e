// Read by any Node, however old: no syntax newer than ES2015 modules and template strings.
var major = Number(process.versions.node.split('.')[0]);
if (major < 20) {
  console.error(
    'Dialogram needs Node 20 or newer; this is Node ' +
      process.versions.node +
      '. Install a newer one from nodejs.org and try again.',
  );
  process.exit(1);
}
