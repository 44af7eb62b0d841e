const { ensureBuilt, ensureInstalled } = await import('./setup.mjs');

ensureInstalled();
ensureBuilt();
