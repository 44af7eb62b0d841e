/** An option of the command line of the real-model scripts, or what it is otherwise. */
export function option(name: string, otherwise: string): string;

/** Starts a small real model on loopback, installed if it is missing. */
export function startRealModel(options: {
  readonly context: number;
  readonly threads: number;
  readonly port?: number;
}): Promise<{ readonly address: string; stop(): void }>;
