import type { Filter } from '../../api/shipments.ts';

/** The target of an action: some rows, or all matches as counted when they were selected. */
export type Selection =
  | { readonly kind: 'some'; readonly ids: ReadonlySet<string> }
  | { readonly kind: 'all'; readonly total: number };

export const NOTHING: Selection = { kind: 'some', ids: new Set() };

/** Updates the number of all matches: after an action fewer may match. */
export function asOf(selection: Selection, total: number | null): Selection {
  if (selection.kind !== 'all' || total === null) return selection;
  return total === 0 ? NOTHING : { kind: 'all', total };
}

export function isSelected(selection: Selection, id: string): boolean {
  return selection.kind === 'all' || selection.ids.has(id);
}

export function sizeOf(selection: Selection): number {
  return selection.kind === 'all' ? selection.total : selection.ids.size;
}

/** Adds or removes a row. A row cannot be removed from "all matches": then only this row is selected. */
export function toggled(selection: Selection, id: string): Selection {
  if (selection.kind === 'all') return { kind: 'some', ids: new Set([id]) };
  const ids = new Set(selection.ids);
  if (!ids.delete(id)) ids.add(id);
  return { kind: 'some', ids };
}

/** The target in the body of a job: ids, or the filter with the total that was shown. */
export function targetOf(selection: Selection, filter: Filter) {
  return selection.kind === 'all' ? { filter, total: selection.total } : { shipment_ids: [...selection.ids] };
}
