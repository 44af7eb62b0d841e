import { expect, it } from 'vitest';
import type { Suite } from './contract-suite.ts';

export function describeServe(suite: Suite): void {
  it('serves a project to other programs of the machine, and stops', async () => {
    const { serve } = suite.client;
    const { token, served } = await serve.start({ method: 'none' });
    expect(await serve.status()).toMatchObject({ address: served.address, requests: 0 });
    const answer = await fetch(`${served.address}/models`, { headers: { authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(200);
    expect(await serve.stop()).toMatchObject({ requests: 1, failed: 0 });
    expect(await serve.status()).toBeNull();
    const { text } = await serve.prompt();
    expect(await serve.savePrompt({ text: `${text}\n\nBe brief.` })).toMatchObject({
      version: 2,
      shipped: false,
    });
    expect(await serve.resetPrompt()).toMatchObject({ shipped: true });
  });
}
