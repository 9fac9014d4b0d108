import { expect, it } from 'vitest';
import { figuresCsv } from './figures-file.ts';

const FIGURES = { shipments: 3, delivered: 2, on_time_share: null } as never;

it.each([
  ['Karnataka', 'Karnataka'],
  ['Dadra, "Daman"', '"Dadra, ""Daman"""'],
  ['=HYPERLINK("//a.example","Goa")', `"'=HYPERLINK(""//a.example"",""Goa"")"`],
  ['+91', "'+91"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
])('writes %j as text that no spreadsheet runs', (name, written) => {
  const [heading, row, end] = figuresCsv('State', [{ name, figures: FIGURES }]).split('\r\n');
  expect(heading).toMatch(/^State,shipments,delivered,promised,/);
  expect(row).toBe(`${written},3,2,,,,,,,,,`);
  expect(end).toBe('');
});
