/** A result whose buffers are moved to the caller instead of being copied. */
export class Transferred<Value> {
  readonly value: Value;
  readonly buffers: readonly ArrayBufferLike[];
  /** @param buffers the buffers of the value; one may occur several times, because several arrays may use it */
  constructor(value: Value, buffers: Iterable<ArrayBufferLike>) {
    this.value = value;
    this.buffers = [...new Set(buffers)];
  }
}
