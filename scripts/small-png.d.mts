/**
 * Makes a screenshot's PNG small: at most 256 colors, one byte per pixel.
 * @param png 8 bits per channel, RGB or RGBA, not interlaced; treated as opaque
 */
export function smallPng(png: Buffer): Buffer;
