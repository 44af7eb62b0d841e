/** A Chromium-like browser of this machine (CHROMIUM_PATH names one), or null. */
export function findBrowser(): string | null;

/** Where this machine lets us (Debian or Ubuntu, as root), installs Chromium. True when there is a browser then. */
export function installBrowser(): boolean;
