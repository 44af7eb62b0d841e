import { deflateSync, inflateSync } from 'node:zlib';

/**
 * Makes a screenshot's PNG small: at most 256 colors, one byte per pixel. Frequent colors stay exact; median cut joins
 * the others.
 */
const SIGNATURE = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
const MOST_COLOURS = 256;
const EXACT_COLOURS = 64;

/** @param {Buffer} png 8 bits per channel, RGB or RGBA, not interlaced; treated as opaque */
export function smallPng(png) {
  const { width, height, colours } = decode(png);
  const palette = paletteOf(colours);
  const places = new Map();
  const nearest = (colour) => {
    const known = places.get(colour);
    if (known !== undefined) return known;
    const place = nearestPlace(palette, colour);
    places.set(colour, place);
    return place;
  };
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) rows[y * (width + 1) + 1 + x] = nearest(colours[y * width + x]);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  const parts = palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(parts)),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Pixels as 0xRRGGBB, row by row. */
function decode(png) {
  let width = 0;
  let height = 0;
  let bytes = 0;
  const data = [];
  for (let at = SIGNATURE.length; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const kind = png.toString('latin1', at + 4, at + 8);
    const body = png.subarray(at + 8, at + 8 + length);
    if (kind === 'IHDR') {
      width = body.readUInt32BE(0);
      height = body.readUInt32BE(4);
      bytes = { 2: 3, 6: 4 }[body[9]] ?? 0;
      if (body[8] !== 8 || bytes === 0 || body[12] !== 0)
        throw new Error('This PNG is not a screenshot of a page.');
    }
    if (kind === 'IDAT') data.push(body);
    at += length + 12;
  }
  const raw = inflateSync(Buffer.concat(data));
  const stride = width * bytes;
  const colours = new Uint32Array(width * height);
  let above = Buffer.alloc(stride);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)];
    const row = raw.subarray(y * (stride + 1) + 1, (y + 1) * (stride + 1));
    for (let x = 0; x < stride; x++) {
      const left = x < bytes ? 0 : row[x - bytes];
      row[x] += predict(filter, left, above[x], x < bytes ? 0 : above[x - bytes]);
    }
    for (let x = 0; x < width; x++) {
      const at = x * bytes;
      colours[y * width + x] = (row[at] << 16) | (row[at + 1] << 8) | row[at + 2];
    }
    above = row;
  }
  return { width, height, colours };
}

/** The prediction of PNG's five filters, which is added to a byte. */
function predict(filter, left, up, upLeft) {
  if (filter === 0) return 0;
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  const guess = left + up - upLeft;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - upLeft)];
  return a <= b && a <= c ? left : b <= c ? up : upLeft;
}

function paletteOf(colours) {
  const counts = new Map();
  for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const all = [...counts].sort(([one, m], [other, n]) => n - m || one - other);
  if (all.length <= MOST_COLOURS) return all.map(([colour]) => colour);
  const exact = all.slice(0, EXACT_COLOURS).map(([colour]) => colour);
  let boxes = [all.slice(EXACT_COLOURS)];
  while (boxes.length < MOST_COLOURS - EXACT_COLOURS) {
    const widest = boxes.map(widestChannel).reduce((best, box) => (box.weight > best.weight ? box : best));
    if (widest.weight === 0) break;
    boxes = boxes.flatMap((box) => (box === widest.box ? halves(widest) : [box]));
  }
  return [...exact, ...boxes.map(meanOf)];
}

const CHANNELS = [16, 8, 0];
const part = (colour, shift) => (colour >> shift) & 255;

/** The channel in which a box spreads most, weighted by how many pixels have each color. */
function widestChannel(box) {
  const total = box.reduce((sum, [, count]) => sum + count, 0);
  let best = { box, shift: 16, weight: 0 };
  for (const shift of CHANNELS) {
    const values = box.map(([colour]) => part(colour, shift));
    const spread = values.reduce((a, b) => Math.max(a, b), 0) - values.reduce((a, b) => Math.min(a, b), 255);
    const weight = spread * Math.sqrt(total);
    if (weight > best.weight) best = { box, shift, weight };
  }
  return best;
}

/** A box in two at its median. */
function halves({ box, shift }) {
  const sorted = box.toSorted(([a], [b]) => part(a, shift) - part(b, shift) || a - b);
  const half = sorted.reduce((sum, [, count]) => sum + count, 0) / 2;
  let cut = 0;
  for (let seen = 0; seen < half; cut++) seen += sorted[cut][1];
  cut = Math.max(1, Math.min(sorted.length - 1, cut));
  return [sorted.slice(0, cut), sorted.slice(cut)];
}

function meanOf(box) {
  const total = box.reduce((sum, [, count]) => sum + count, 0);
  return CHANNELS.reduce((mean, shift) => {
    const sum = box.reduce((value, [colour, count]) => value + part(colour, shift) * count, 0);
    return mean | (Math.round(sum / total) << shift);
  }, 0);
}

function nearestPlace(palette, colour) {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  palette.forEach((other, place) => {
    const away = CHANNELS.reduce((sum, shift) => sum + (part(colour, shift) - part(other, shift)) ** 2, 0);
    if (away < least) [best, least] = [place, away];
  });
  return best;
}

function chunk(kind, body) {
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), body]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(body.length, 0);
  framed.set(named, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

function crc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = CRC_TABLE[(crc ^ byte) & 255] ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}
