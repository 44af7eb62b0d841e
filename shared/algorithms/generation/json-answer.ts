/** The value of an answer that is JSON and nothing else, bare or as one fenced block; undefined if it is not. */
export function jsonOfAnswer(answer: string): unknown {
  const trimmed = answer.trim();
  const [, fenced] = /^```(?:json)?\s*\n([\s\S]*?)\n\s*```$/.exec(trimmed) ?? [];
  try {
    return JSON.parse(fenced ?? trimmed);
  } catch {
    return undefined;
  }
}
