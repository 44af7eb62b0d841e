/** Goes down a slope by Adam (Kingma & Ba 2015), changing `values` in place. */
export function createAdam(values: Float32Array | Float64Array) {
  const first = values.slice().fill(0);
  const second = values.slice().fill(0);
  let step = 0;
  return {
    /** @param slopes gradient of the value to minimize */
    step(slopes: Float32Array | Float64Array, rate: number): void {
      step++;
      const firstBias = 1 - 0.9 ** step;
      const secondBias = 1 - 0.999 ** step;
      for (let at = 0; at < values.length; at++) {
        first[at] = 0.9 * first[at] + 0.1 * slopes[at];
        second[at] = 0.999 * second[at] + 0.001 * slopes[at] * slopes[at];
        values[at] -= (rate * (first[at] / firstBias)) / (Math.sqrt(second[at] / secondBias) + 1e-8);
      }
    },
  };
}
