import { expect, it } from 'vitest';
import { contextRoomOf } from './faults.ts';

it.each([
  // llama.cpp
  [
    'request (3005 tokens) exceeds the available context size (2048 tokens), try increasing it',
    { asked: 3005, most: 2048 },
  ],
  // OpenAI, vLLM
  [
    "This model's maximum context length is 4097 tokens. However, your messages resulted in 5012 tokens.",
    { asked: 5012, most: 4097 },
  ],
  ['The request is malformed.', null],
])('reads of "%s" how much was asked and how much fits', (words, room) => {
  expect(contextRoomOf(words)).toEqual(room);
});
