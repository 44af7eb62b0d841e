/** A result whose buffers are moved to the caller, not copied. */
export class Transferred<Value> {
  readonly value: Value;
  readonly buffers: readonly ArrayBufferLike[];
  /** @param buffers may name one several times, since arrays may be parts of one */
  constructor(value: Value, buffers: Iterable<ArrayBufferLike>) {
    this.value = value;
    this.buffers = [...new Set(buffers)];
  }
}
