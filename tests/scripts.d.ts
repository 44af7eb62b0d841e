/** The scripts that tests look into; they are JavaScript, so that any Node can start them. */
declare module '*/scripts/import-rules.mjs' {
  export const ROOMS: Readonly<Record<string, readonly string[]>>;
  export const PACKAGES: Readonly<Record<string, readonly string[]>>;
  export const PURE: readonly string[];
  export function roomOf(file: string): string | undefined;
  export function importsOf(source: string): string[];
  export function violations(file: string, source: string): string[];
}

declare module '*/scripts/setup.mjs' {
  export const root: string;
  export function electronBinary(): string | null;
}
