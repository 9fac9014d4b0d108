import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Rows } from '../rows.ts';

/** The number of rows rendered above and below the visible rows, except during a jump. */
const BESIDE = 6;
/** A list rests when it has not moved for this long after a jump: longer than loading rows takes. */
const REST_MS = 400;

/** The largest number of rows that are printed: some hundred pages. */
const PRINTED = 3_000;

/** The part of the list that is rendered. */
interface Window {
  /** The first row, and the row after the last. */
  readonly from: number;
  readonly until: number;
  /**
   * The offset between row numbers and their elements. After a jump, new rows reuse the elements of rows that left: creating
   * new ones took most of the time of a step.
   */
  readonly leapt: number;
}

/** The inner size of an element. It is called before the element exists. */
export function useSize(of: RefObject<HTMLElement | null>): {
  readonly width: number;
  readonly height: number;
} {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = of.current;
    if (element === null) return;
    const measure = () =>
      setSize((before) =>
        before.width === element.clientWidth && before.height === element.clientHeight
          ? before
          : { width: element.clientWidth, height: element.clientHeight },
      );
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [of]);
  return size;
}

/** The number of rows that fit on the screen. */
export function useVisibleRowCount(scroller: RefObject<HTMLElement | null>, rowPx: number): number {
  return Math.ceil(useSize(scroller).height / rowPx) + 1;
}

/**
 * Computes the visible rows of a table with rows of equal height. Nothing is stored for each row, which would
 * take longer with each loaded page: `@tanstack/react-virtual` does, and makes a list's page 9 kB larger.
 *
 * @param current the row to keep visible; negative for none
 * @param currentKey identifies that row: if rows come before it, it stays at its place on the screen
 * @param listKey the request of the rows: for another request, the list starts at its top
 * @param onSight called with the rendered rows, from the first up to, not including, the second number; not
 * during printing
 */
export function useWindow({
  scroller,
  rows,
  rowPx,
  headPx = 0,
  inSight,
  current,
  currentKey,
  listKey,
  onSight,
}: {
  scroller: RefObject<HTMLElement | null>;
  rows: Rows<unknown>;
  rowPx: number;
  /** The height of the table's header, which stays above its rows while they scroll. */
  headPx?: number;
  inSight: number;
  current: number;
  currentKey: string | number | undefined;
  listKey: string | undefined;
  onSight: ((from: number, until: number) => void) | undefined;
}): Window {
  const [{ first, leapt, isLeaping }, setPlace] = useState({ first: 0, leapt: 0, isLeaping: false });
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const look = () => {
      const to = Math.floor(element.scrollTop / rowPx);
      setPlace((before) => {
        const by = to - before.first;
        if (by === 0) return before;
        const isLeaping = Math.abs(by) >= inSight;
        return { first: to, leapt: isLeaping ? before.leapt + by : before.leapt, isLeaping };
      });
    };
    // Rendered synchronously: otherwise the page is blank for a moment.
    const onScroll = () => flushSync(look);
    look();
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => element.removeEventListener('scroll', onScroll);
  }, [scroller, rowPx, inSight]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: again after each leap
  useEffect(() => {
    if (!isLeaping) return;
    const resting = setTimeout(() => setPlace((place) => ({ ...place, isLeaping: false })), REST_MS);
    return () => clearTimeout(resting);
  }, [isLeaping, first]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only for another list
  useEffect(() => {
    if (scroller.current !== null) scroller.current.scrollTop = 0;
  }, [scroller, listKey]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when another row is current
  useEffect(() => {
    const element = scroller.current;
    if (element === null || current < 0) return;
    const top = current * rowPx;
    const room = element.clientHeight - headPx - rowPx;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top > element.scrollTop + room) element.scrollTop = top - room;
  }, [scroller, rowPx, headPx, currentKey]);

  const isPrinted = useIsPrinted();
  const beside = isLeaping ? 0 : BESIDE;
  const places = isPrinted ? PRINTED : inSight + 2 * beside;
  const from = isPrinted ? 0 : Math.max(0, Math.min(first - beside, rows.length - places));
  const until = Math.min(rows.length, from + places);
  // A list of the same length may have other rows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the rows
  useEffect(() => {
    if (!isPrinted) onSight?.(from, until);
  }, [from, until, rows, isPrinted, onSight]);
  return { from, until, leapt };
}

/** Tells whether the page is being printed, when it does not scroll. */
function useIsPrinted(): boolean {
  const [isPrinted, setPrinted] = useState(false);
  useEffect(() => {
    // Rendered synchronously: the browser prints the page as it is after this event.
    const before = () => flushSync(() => setPrinted(true));
    const after = () => setPrinted(false);
    addEventListener('beforeprint', before);
    addEventListener('afterprint', after);
    return () => {
      removeEventListener('beforeprint', before);
      removeEventListener('afterprint', after);
    };
  }, []);
  return isPrinted;
}
