/**
 * Returns the length in UTF-8 bytes. Half a surrogate pair counts as three bytes, like the character that replaces it.
 */
export function byteLength(text: string): number {
  let bytes = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800) bytes += 2;
    else if ((text.codePointAt(index) ?? 0) > 0xffff) {
      bytes += 4;
      index++;
    } else bytes += 3;
  }
  return bytes;
}

const TOKENS_AROUND_MESSAGE = 16;

/** Latin text has about four bytes per token. Other scripts have fewer. */
const BYTES_PER_TOKEN = 4;

export function mostInputTokens(
  messages: readonly { readonly content: string }[],
  schemaText: string | null,
): number {
  const bytes = messages.reduce((sum, message) => sum + byteLength(message.content), 0);
  return bytes + TOKENS_AROUND_MESSAGE * (messages.length + 1) + (schemaText ? byteLength(schemaText) : 0);
}

/** Estimated number of tokens, for display only, never for a limit. */
export function likelyInputTokens(mostTokens: number): number {
  return Math.ceil(mostTokens / BYTES_PER_TOKEN);
}
