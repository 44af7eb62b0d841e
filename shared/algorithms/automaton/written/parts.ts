/** An automaton as text and named byte arrays, each in one table row; the learner defines their meaning. */
export interface AutomatonParts {
  readonly header: string;
  readonly arrays: Readonly<Record<string, Uint8Array>>;
}

/** The bytes of an array, not copied. */
export function bytesOf({ buffer, byteOffset, byteLength }: Int32Array | Uint8Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** @throws RangeError if there is no such part */
export function readBytes({ arrays }: AutomatonParts, name: string): Uint8Array {
  const bytes = arrays[name];
  if (bytes === undefined) throw new RangeError(`The automaton has no part ${name}; learn it again.`);
  // Copied, as a database's buffer may start at any byte and 32-bit views may not.
  return new Uint8Array(bytes);
}

/** @throws RangeError if a part is missing or cut short */
export function readInt32Arrays<Name extends string>(
  parts: AutomatonParts,
  names: readonly Name[],
): Record<Name, Int32Array> {
  const arrays = names.map((name): [Name, Int32Array] => {
    const bytes = readBytes(parts, name);
    if (bytes.byteLength % Int32Array.BYTES_PER_ELEMENT !== 0) {
      throw new RangeError(
        `${name} has ${bytes.byteLength} bytes, which is no whole number of entries of 4 bytes.`,
      );
    }
    return [name, new Int32Array(bytes.buffer)];
  });
  return Object.fromEntries(arrays) as Record<Name, Int32Array>;
}

/** @throws RangeError if the parts are of another version of the format */
export function checkVersion(found: unknown, read: number): void {
  if (found === read) return;
  throw new RangeError(
    `The automaton has the format version ${JSON.stringify(found)}; this program reads ` +
      `${read}. Update the program or learn the automaton again.`,
  );
}
