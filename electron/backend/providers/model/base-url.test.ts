import { describe, expect, it } from 'vitest';
import { DialogramError } from '#shared/contract/errors.ts';
import { reachOfBaseUrl, readBaseUrl } from './base-url.ts';

describe('an address', () => {
  it.each([
    ['http://localhost:11434/v1', 'http://localhost:11434/v1', 'loopback'],
    ['localhost:11434', 'http://localhost:11434/v1', 'loopback'],
    ['  http://127.0.0.1:8080/ ', 'http://127.0.0.1:8080/v1', 'loopback'],
    ['http://[::1]:8000/v1/chat/completions', 'http://[::1]:8000/v1', 'loopback'],
    ['api.openai.com/v1/', 'https://api.openai.com/v1', 'public'],
    ['https://API.OpenAI.com:443/v1', 'https://api.openai.com/v1', 'public'],
    ['https://example.org/llm/api/', 'https://example.org/llm/api', 'public'],
    ['192.168.1.9:1234/v1', 'http://192.168.1.9:1234/v1', 'private'],
    ['http://gpu-box:8000/v1', 'http://gpu-box:8000/v1', 'private'],
    ['http://gpu.lan/v1', 'http://gpu.lan/v1', 'private'],
    ['https://[fd00::1]/v1', 'https://[fd00::1]/v1', 'private'],
    // Other ways of writing 127.0.0.1.
    ['http://2130706433/v1', 'http://127.0.0.1/v1', 'loopback'],
    ['http://0x7f.1/v1', 'http://127.0.0.1/v1', 'loopback'],
  ] as const)('%s is read as %s, %s', (text, baseUrl, reach) => {
    expect(readBaseUrl(text, 'openai')).toMatchObject({ baseUrl, reach, origin: new URL(baseUrl).origin });
    expect(reachOfBaseUrl(baseUrl)).toBe(reach);
  });

  it('of Azure ends in /openai', () => {
    expect(readBaseUrl('https://me.openai.azure.com', 'azure').baseUrl).toBe(
      'https://me.openai.azure.com/openai',
    );
  });

  it('warns of a network on which others can read', () => {
    expect(readBaseUrl('http://10.1.2.3/v1', 'openai').warning).toContain('not encrypted');
    expect(readBaseUrl('https://10.1.2.3/v1', 'openai').warning).toBeNull();
    expect(readBaseUrl('http://localhost/v1', 'openai').warning).toBeNull();
  });

  it.each([
    ['http://example.org/v1', 'Use https://'],
    // Names that only look like this machine or network.
    ['http://localhost.example.org/v1', 'Use https://'],
    ['http://127.0.0.1.example.org/v1', 'Use https://'],
    ['http://172.32.0.1/v1', 'Use https://'],
    ['http://[2001:db8::1]/v1', 'Use https://'],
    ['ftp://localhost/v1', 'begins with https://'],
    ['file:///etc/passwd', 'begins with https://'],
    ['https://', 'Write an address such as'],
    ['not an address', 'Write an address such as'],
    ['https://example.org/v1?api-version=1', 'Remove this character and everything after it'],
    ['https://example.org/v1#x', 'Remove this character and everything after it'],
  ])('%s is refused with a next step', (text, nextStep) => {
    const error = refusal(text);
    expect(error).toMatchObject({ code: 'INVALID', detail: { place: 'baseUrl' } });
    expect(error.detail.nextStep).toContain(nextStep);
  });

  it('with a password is refused without repeating it', () => {
    const error = refusal('https://me:hunter2@example.org/v1');
    expect(JSON.stringify([error.message, error.detail])).not.toContain('hunter2');
  });
});

function refusal(text: string): DialogramError {
  try {
    readBaseUrl(text, 'openai');
  } catch (error) {
    if (error instanceof DialogramError) return error;
    throw error;
  }
  throw new Error(`${text} was taken.`);
}
