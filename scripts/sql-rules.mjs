/** The one room that knows SQL; tests and measurements may look into a file themselves. */
const STORE = 'electron/backend/store/';

const COMMENTS = /\/\*[\s\S]*?\*\/|(?<![:'"`\w])\/\/[^\n]*/g;
const SQL = [
  /\.prepare\s*(?:<|\(\s*['"`])/,
  /\.exec\s*\(\s*['"`]/,
  /['"`\s](?:SELECT|INSERT (?:OR \w+ )?INTO|UPDATE \w+ SET|DELETE FROM|PRAGMA|VACUUM)\s/,
];

/** Returns the sentences on direct database queries in a source. */
export function sqlOutsideStore(file, source) {
  if (file.startsWith(STORE) || /\.test\.tsx?$/.test(file)) return [];
  const code = source.replace(COMMENTS, (comment) => comment.replace(/[^\n]/g, ''));
  return code
    .split('\n')
    .flatMap((line, index) =>
      SQL.some((pattern) => pattern.test(line))
        ? [`${file}:${index + 1} holds SQL: it belongs into a function of ${STORE}.`]
        : [],
    );
}
