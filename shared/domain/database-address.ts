/** Returns true if a source is a database, "postgres://user@host:5432/name", rather than a file. */
export const isDatabaseAddress = (source: string): boolean => /^postgres(ql)?:\/\//i.test(source);

/** A database for people: "name on host:5432". An address that cannot be read stays as it is. */
export function databaseTitle(address: string): string {
  const [, host, name] = /^postgres:\/\/[^@]*@([^/]+)\/(.+)$/.exec(address) ?? [];
  return host === undefined || name === undefined ? address : `${decodeURIComponent(name)} on ${host}`;
}

/** An address as pasted, separated from the password that it may contain. */
export function withoutPassword(pasted: string): {
  readonly address: string;
  readonly password: string | null;
} {
  const match = /^(postgres(?:ql)?:\/\/[^:@/]*):([^@/]*)@(.*)$/i.exec(pasted.trim());
  if (!match) return { address: pasted, password: null };
  const [, start = '', password = '', rest = ''] = match;
  return { address: `${start}@${rest}`, password: decoded(password) || null };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
