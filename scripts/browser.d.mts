/** A Chromium-like browser of this machine (CHROMIUM_PATH names one), or null. */
export function findBrowser(): string | null;
