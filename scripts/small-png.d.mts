/**
 * Makes a screenshot's PNG small: at most 256 colors, one byte a pixel.
 * @param png 8 bits a channel, RGB or RGBA, not interlaced; what shines through is taken for opaque
 */
export function smallPng(png: Buffer): Buffer;
