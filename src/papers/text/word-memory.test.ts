import { expect, test, vi } from 'vitest';
import { WordMemory } from './word-memory.ts';

/** Returns a cache of words and a function that returns the words made since its last call. */
function watchedMemory() {
  const make = vi.fn((word: string) => ({ word }));
  const madeSince = () => make.mock.calls.splice(0).map(([word]) => word);
  return { memory: new WordMemory(make), madeSince };
}

/** Returns `count` different words of this many letters. */
const words = (count: number, letters: number) =>
  Array.from({ length: count }, (_, number) => String(number).padStart(letters, 'x'));

test('makes the value of a word once', () => {
  const { memory, madeSince } = watchedMemory();
  for (const word of ['Pune', '', 'Delhi', 'Pune', '', 'Delhi']) expect(memory.of(word)).toEqual({ word });
  expect(madeSince()).toEqual(['Pune', '', 'Delhi']);
});

test('long words remove more of the least recently used words than short words do', () => {
  const { memory, madeSince } = watchedMemory();
  memory.of('Pune');
  for (const word of words(1_000, 4)) memory.of(word);
  madeSince();
  memory.of('Pune');
  expect(madeSince()).toEqual([]);
  const long = words(1_000, 40);
  for (const word of long) memory.of(word);
  madeSince();
  for (const word of [...long.slice(-500), 'Pune']) memory.of(word);
  expect(madeSince()).toEqual(['Pune']);
});
