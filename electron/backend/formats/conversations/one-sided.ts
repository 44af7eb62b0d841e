import type { Role } from '#shared/domain/dialogue.ts';
import { formatCount, formatShare } from '#shared/domain/figure-text.ts';

/** Fewer dialogues say nothing about a file. */
const FEWEST = 3;
const LARGE_SHARE = 0.5;

/**
 * Counts the dialogues in which only one side speaks, because nothing can be learned about their exchange.
 */
export class SideCount {
  #dialogues = 0;
  readonly #oneSided = { user: 0, system: 0 };

  add(utterances: readonly { readonly role: Role }[]): void {
    const [first] = utterances;
    if (!first) return;
    this.#dialogues++;
    if (utterances.every(({ role }) => role === first.role)) this.#oneSided[first.role]++;
  }

  /** A warning where most dialogues have one side. */
  warning(): string | null {
    const { user, system } = this.#oneSided;
    const oneSided = user + system;
    if (this.#dialogues < FEWEST || oneSided < this.#dialogues * LARGE_SHARE) return null;
    const whose = user >= system ? "the customer's" : "the service's";
    const share = formatShare(oneSided / this.#dialogues, { rough: true });
    return `${formatCount(oneSided)} of ${formatCount(this.#dialogues)} dialogues (${share}) have one side only, most often ${whose}. What one side says without the other makes no exchange to learn from: check the speakers and the format, or import a file with both sides.`;
  }
}
