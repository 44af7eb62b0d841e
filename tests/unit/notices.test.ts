import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { notices } from '../../scripts/notices.mjs';

describe('the third-party notices', () => {
  it('name every shipped package, as installed; run "node scripts/notices.mjs" after a change', () => {
    const written = readFileSync(new URL('../../THIRD-PARTY-NOTICES.md', import.meta.url), 'utf8');
    expect(written).toBe(notices());
  });
});
