/** Types of the scripts that tests import. The scripts are JavaScript, so that any Node can run them. */
declare module '*/scripts/import-rules.mjs' {
  export const ROOMS: Readonly<Record<string, readonly string[]>>;
  export const PACKAGES: Readonly<Record<string, readonly string[]>>;
  export const PURE: readonly string[];
  export function roomOf(file: string): string | undefined;
  export function importsOf(source: string): string[];
  export function violations(file: string, source: string): string[];
  export function featureOf(file: string): string | undefined;
  export function cyclesOf(graph: ReadonlyMap<string, ReadonlySet<string>>): string[][];
  export function cycleViolations(sources: ReadonlyMap<string, string>): string[];
  export function sheetViolations(sources: ReadonlyMap<string, string>): string[];
}

declare module '*/lab/model-tables/report.mjs' {
  export function tablesAsMarkdown(report: object): string;
}

declare module '*/scripts/picture-sources.mjs' {
  export const FINGERPRINTS: string;
  export function fingerprintOf(picture: string): string;
}

declare module '*/scripts/setup.mjs' {
  export const root: string;
  export function ensureBuilt(folder?: 'out' | 'out-pseudo'): void;
  export function fingerprintOfSources(): string;
  export function removeUnused(
    place: string,
    system?: { readonly platform: string; readonly arch: string },
  ): void;
}

declare module '*/scripts/electron-binary.mjs' {
  interface Place {
    readonly root: string;
    readonly node: string;
  }
  interface Fetching {
    readonly env?: NodeJS.ProcessEnv;
    readonly limits?: { readonly mostMs?: number; readonly stallMs: number };
    readonly tell?: (bytes: number) => void;
  }
  export function electronBinary(root: string): string | null;
  export function hasDisplay(env?: NodeJS.ProcessEnv, platform?: string): boolean;
  export function chooseDoor(
    place: Place,
    options?: Fetching & { readonly now?: number },
  ): Promise<{ readonly electron: string | null; readonly says: string | null }>;
  export function fetchElectron(place: Place, options?: Fetching): Promise<string | null>;
}

declare module '*/scripts/packaging.mjs' {
  interface Place {
    readonly root: string;
    readonly node: string;
  }
  export function electronDist(
    place: Place,
    fetching: { readonly env?: NodeJS.ProcessEnv; readonly limits?: { readonly stallMs: number } },
  ): Promise<string>;
  export function standIn(folder: string): string;
  export function listPacked(
    place: Place,
    folder: string,
    system: string,
    arch: string,
  ): Promise<ReturnType<typeof packedFiles>>;
  export function pack(
    place: Place,
    electron: string,
    output: string,
    args: readonly string[],
  ): Promise<string>;
  export function makeDeb(
    place: Pick<Place, 'root'>,
    output: string,
    compression?: readonly string[],
  ): string;
  export function unpackedFolder(output: string): string;
  export function packedFiles(
    output: string,
  ): { readonly path: string; readonly bytes: number; readonly unpacked: boolean }[];
}

declare module '*/scripts/sql-rules.mjs' {
  export function sqlOutsideStore(file: string, source: string): string[];
}

declare module '*/scripts/cli-reference.mjs' {
  interface DescribedCommand {
    readonly name: string;
    readonly summary: string;
    readonly usage: string;
  }
  export const CLI_REFERENCE: string;
  export function readCommands(): Promise<DescribedCommand[]>;
  export function withUsages(page: string, commands: readonly DescribedCommand[]): string;
}

declare module '*/scripts/words.mjs' {
  export function retiredIn(text: string, isUi?: boolean): string[];
  export function longIn(text: string, longest: number): string[];
  export function messagesOf(name: string, source: string): string[];
  export function textsOfMarkdown(page: string): string[];
  export function textsOfPage(name: string, source: string): string[];
  export function docComments(source: string): string[];
  export function isFragment(comment: string): boolean;
}

declare module '*/scripts/pseudo.mjs' {
  export function pseudoText(text: string): string;
  export function pseudoTexts(): import('vite').Plugin;
  export function pseudoSource(path: string, source: string): string;
}
