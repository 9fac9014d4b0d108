import { setImmediate } from 'node:timers/promises';
import { Slices } from '../slices.ts';
import { ChosenRows } from './chosen-rows.ts';
import { chooseRows, type Prepared, prepare, rowsWithin } from './column-conditions.ts';
import type { ColumnTable, Place } from './column-table.ts';
import type { ColumnCondition } from './column-tests.ts';
import { ID_WORDS, idText, type RowKey } from './row-key.ts';
import type { Segment } from './segment.ts';

export interface WantedPage {
  readonly order: 'asc' | 'desc';
  /** The page starts after the row with this key; null starts with the first row. */
  readonly after: RowKey | null;
  readonly skip: number;
  readonly limit: number;
}

export interface FoundPage {
  readonly total: number;
  readonly ids: readonly string[];
}

/** A page that is ready before the total is counted. */
export interface PageAhead {
  readonly ids: readonly string[];
  readonly total: Promise<number>;
}

/** Finds the rows that fulfil all conditions: the total and one page. The table must not change meanwhile. */
export async function findPage(
  table: ColumnTable,
  conditions: readonly ColumnCondition[],
  wanted: WantedPage,
): Promise<FoundPage> {
  const { ids, total } = await findPageAhead(table, conditions, wanted);
  return { total: await total, ids };
}

/**
 * Finds the page first and then counts the total, so that the caller can read the page's rows meanwhile. The
 * table must not change before the total is ready.
 */
export async function findPageAhead(
  table: ColumnTable,
  conditions: readonly ColumnCondition[],
  wanted: WantedPage,
): Promise<PageAhead> {
  const walk = new PageWalk(table, conditions, wanted);
  while (walk.ids.length < wanted.limit && (await walk.takeSegment()));
  const total = walk.countRest();
  // The caller handles the error when it awaits the total.
  total.catch(() => undefined);
  return { ids: walk.ids, total };
}

/** Reads the segments of a table in the page's order, from one end to the other. */
class PageWalk {
  readonly ids: string[] = [];
  readonly #table: ColumnTable;
  readonly #wanted: WantedPage;
  readonly #prepared: Prepared;
  readonly #isAll: boolean;
  /** The place of the first row after `after`. */
  readonly #edge: Place | null;
  readonly #slices = new Slices();
  readonly #chosen = new ChosenRows();
  #next = 0;
  #total = 0;
  #passed = 0;

  constructor(table: ColumnTable, conditions: readonly ColumnCondition[], wanted: WantedPage) {
    this.#table = table;
    this.#wanted = wanted;
    this.#prepared = prepare(table, conditions);
    this.#isAll = this.#prepared.tests.length === 0 && this.#prepared.named === null;
    this.#edge = wanted.after === null ? null : table.lowerBound(wanted.after);
  }

  async countRest(): Promise<number> {
    // Lets the caller start reading the page's rows.
    await setImmediate();
    while (await this.takeSegment());
    return this.#total;
  }

  /** @returns false after the last segment */
  async takeSegment(): Promise<boolean> {
    const count = this.#table.segments.length;
    if (this.#next >= count) return false;
    const index = this.#wanted.order === 'asc' ? this.#next : count - 1 - this.#next;
    this.#next += 1;
    this.#take(index, this.#table.segments[index] as Segment);
    const rest = this.#slices.rest();
    if (rest !== null) await rest;
    return true;
  }

  #take(index: number, segment: Segment): void {
    const { limit, skip } = this.#wanted;
    const [from, to] = rowsWithin(this.#prepared, index, segment);
    if (from === to) return;
    const isShown = this.ids.length < limit && this.#isBehind(index);
    if (this.#isAll && (!isShown || (this.#passed + to - from <= skip && this.#edge?.segment !== index))) {
      // All rows of the segment match, so no test is needed.
      this.#total += to - from;
      if (isShown) this.#passed += to - from;
      return;
    }
    chooseRows(this.#prepared, index, segment, this.#chosen);
    this.#total += this.#chosen.size;
    if (isShown) this.#show(index, segment);
  }

  #show(index: number, segment: Segment): void {
    const { order, after, skip, limit } = this.#wanted;
    const { rows } = this.#chosen;
    for (let i = 0; i < rows.length && this.ids.length < limit; i += 1) {
      const row = rows.at(order === 'asc' ? i : -1 - i) as number;
      const isEdge = after !== null && this.#edge?.segment === index;
      if (isEdge && !isRowBehind(segment, row, after, order)) continue;
      if (this.#passed < skip) this.#passed += 1;
      else this.ids.push(idText(segment.ids, row * ID_WORDS));
    }
  }

  /** Tells whether a segment can contain rows after the requested key. */
  #isBehind(index: number): boolean {
    const edge = this.#edge;
    if (edge === null) return true;
    return this.#wanted.order === 'asc' ? index >= edge.segment : index <= edge.segment;
  }
}

function isRowBehind(segment: Segment, row: number, after: RowKey, order: 'asc' | 'desc'): boolean {
  const comparison = segment.compare(row, after.at, after.id, 0);
  return order === 'asc' ? comparison > 0 : comparison < 0;
}
