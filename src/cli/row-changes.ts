import { ROW_FORMATS } from '../rate-files/rate-kinds.ts';
import { storedTexts } from '../rate-files/stored-rows.ts';
import type { RowChange, RowCounts } from '../usecases/rates/import-rates.ts';

/** Returns for example `2 added, 1 changed, 0 removed`. */
export function countsText({ added, changed, removed }: RowCounts): string {
  return `${added} added, ${changed} changed, ${removed} removed`;
}

/** Returns lines that show the changes, and how many rows of each kind are not shown. */
export function rowChangeLines(
  { added, changed, removed }: RowCounts,
  examples: readonly RowChange[],
): string[] {
  const shown = { added: 0, changed: 0, removed: 0 };
  for (const { before, after } of examples) {
    shown[before === null ? 'added' : after === null ? 'removed' : 'changed'] += 1;
  }
  const left = {
    added: added - shown.added,
    changed: changed - shown.changed,
    removed: removed - shown.removed,
  };
  const more = Object.entries(left).flatMap(([word, count]) => (count === 0 ? [] : [`${count} ${word}`]));
  return [...examples.map(rowChangeText), ...(more.length === 0 ? [] : [`  ... and ${more.join(', ')}`])];
}

/** Returns an added or removed row in full; for a changed row, its key and the cells that differ. */
function rowChangeText({ kind, key, before, after }: RowChange): string {
  if (before === null || after === null) {
    const sign = before === null ? '+' : '-';
    return `  ${sign} ${storedTexts(kind, after ?? before ?? '[]').join(',')}`;
  }
  const now = storedTexts(kind, after);
  const differences = storedTexts(kind, before).flatMap((cell, index) =>
    cell === now[index]
      ? []
      : [`${ROW_FORMATS[kind].columns[index]} ${cell || '(empty)'} -> ${now[index] || '(empty)'}`],
  );
  return `  ~ ${key}: ${differences.join(', ')}`;
}
