export function option(name: string, otherwise: string): string;

export const cacheFolder: string;
/** The file of the chosen model. */
export const MODEL: string;

/** Starts a small real model on loopback, installed if it is missing. */
export function startRealModel(options: {
  readonly context: number;
  readonly threads: number;
  readonly port?: number;
}): Promise<{ readonly address: string; stop(): void }>;
