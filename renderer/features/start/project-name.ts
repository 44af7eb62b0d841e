/** Returns an error message for a new project's name; null if it is valid on every operating system. */
export function errorOfName(name: string, taken: readonly string[]): string | null {
  const bare = name.trim();
  if (bare === '') return 'Enter a name for the project.';
  if (bare.length > 100) return 'Use at most 100 characters.';
  const forbidden = /[\\/:*?"<>|\p{Cc}]/u.exec(bare);
  if (forbidden) return `The name cannot contain “${forbidden[0]}”.`;
  if (bare.startsWith('.')) return 'The name cannot start with a dot.';
  const lower = bare.toLowerCase();
  if (taken.some((other) => other.toLowerCase() === lower)) return `There is already a project “${bare}”.`;
  return null;
}

/** Returns the suggested name, with a number if it is taken: "Untitled", "Untitled 2". */
export function freeName(suggestion: string, taken: readonly string[]): string {
  const lower = new Set(taken.map((name) => name.toLowerCase()));
  for (let copy = 1; ; copy++) {
    const name = copy === 1 ? suggestion : `${suggestion} ${copy}`;
    if (!lower.has(name.toLowerCase())) return name;
  }
}
