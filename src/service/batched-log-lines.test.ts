import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BatchedLogLines } from './batched-log-lines.ts';

let written: string[];
let lines: BatchedLogLines;
const flushSync = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  written = [];
  flushSync.mockClear();
  lines = new BatchedLogLines({ write: (text) => written.push(text), flushSync });
});
afterEach(() => {
  vi.useRealTimers();
});

it('hands lines on together, a tenth of a second after the first', () => {
  lines.write('one\n');
  vi.advanceTimersByTime(60);
  lines.write('two\n');
  vi.advanceTimersByTime(39);
  expect(written).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(written).toEqual(['one\ntwo\n']);
  lines.write('three\n');
  vi.advanceTimersByTime(100);
  expect(written).toEqual(['one\ntwo\n', 'three\n']);
});

it('hands on at once what is enough', () => {
  const line = `${'x'.repeat(1023)}\n`;
  for (let count = 0; count < 31; count += 1) lines.write(line);
  expect(written).toEqual([]);
  lines.write(line);
  expect(written).toEqual([line.repeat(32)]);
  vi.advanceTimersByTime(1_000);
  expect(written).toHaveLength(1);
});

it('keeps nothing when it is flushed, and writes nothing where there is nothing', () => {
  lines.flush();
  lines.write('one\n');
  lines.flush();
  expect(written).toEqual(['one\n']);
  expect(flushSync).not.toHaveBeenCalled();
  lines.write('two\n');
  lines.flushSync();
  expect(written).toEqual(['one\n', 'two\n']);
  expect(flushSync).toHaveBeenCalledOnce();
});
