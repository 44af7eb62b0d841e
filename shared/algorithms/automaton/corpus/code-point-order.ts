/**
 * Compares two strings by code points. `<` compares UTF-16 units and puts "😀" before "ﬀ"; locales differ between
 * machines. A lone surrogate counts as a code point.
 */
export function compareCodePoints(left: string, right: string): number {
  const shared = Math.min(left.length, right.length);
  for (let index = 0; index < shared; index++) {
    const leftUnit = left.charCodeAt(index);
    const rightUnit = right.charCodeAt(index);
    if (leftUnit === rightUnit) continue;
    if (leftUnit < FIRST_SURROGATE || rightUnit < FIRST_SURROGATE) return leftUnit - rightUnit;
    // The units before are equal, so a high one there may be half of a pair with either unit here.
    if (index > 0 && isHighSurrogate(left.charCodeAt(index - 1))) {
      const difference = left.codePointAt(index - 1)! - right.codePointAt(index - 1)!;
      if (difference !== 0) return difference;
    }
    return left.codePointAt(index)! - right.codePointAt(index)!;
  }
  return left.length - right.length;
}

const FIRST_SURROGATE = 0xd800;

function isHighSurrogate(unit: number): boolean {
  return unit >= FIRST_SURROGATE && unit <= 0xdbff;
}
