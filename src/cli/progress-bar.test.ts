import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import { openProgressBar } from './progress-bar.ts';

function terminal(columns: number, isTTY = true) {
  let said = '';
  const write = (text: string) => {
    said += text;
    return true;
  };
  return { stream: { isTTY, columns, write } as NodeJS.WriteStream, said: () => said };
}

const TO_LINE_START = '\u001b[1G';

it.each([40, 80, 200])('fits a terminal with %i columns', (columns) => {
  const { stream, said } = terminal(columns);
  const bar = openProgressBar('Importing', false, stream);
  bar.update(1, 1);
  bar.stop();
  const drawn = said().split(TO_LINE_START).map(stripVTControlCharacters);
  const last = drawn.findLast((line) => line !== '') ?? '';
  expect(last).toMatch(/^Importing .+ 100 % .+ left$/);
  expect(last.length).toBeLessThanOrEqual(columns);
});

it('leaves an empty line and does not change the modes of the terminal', () => {
  const { stream, said } = terminal(80);
  const bar = openProgressBar('Importing', false, stream);
  bar.phase('Applying');
  expect(said().endsWith('Applying ...')).toBe(true);
  bar.update(1, 2);
  expect(said().endsWith('Applying ...')).toBe(true);
  bar.stop();
  bar.stop();
  expect(said().endsWith(`Applying ...\u001b[2K${TO_LINE_START}`)).toBe(true);
  expect(said()).not.toContain('\u001b[?');
});

it.each([
  ['a pipe', false, false],
  ['a program that reads JSON', true, true],
])('prints nothing to %s', (_reader, isTTY, json) => {
  const { stream, said } = terminal(80, isTTY);
  const bar = openProgressBar('Importing', json, stream);
  bar.update(1, 2);
  bar.phase('Applying');
  bar.stop();
  expect(said()).toBe('');
});
