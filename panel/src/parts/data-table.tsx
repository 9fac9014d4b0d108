import {
  type ColumnDef,
  columnResizingFeature,
  columnSizingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { preferWidths, usePreference } from '../preferences.ts';

/** A column of a table: what it is called, how wide, and what it shows of a row. */
export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  readonly width: number;
  readonly number?: boolean;
  readonly cell: (row: Row) => ReactNode;
}

const features = tableFeatures({ columnSizingFeature, columnResizingFeature });
type Features = typeof features;
const NO_ROWS: never[] = [];
const ROW_PX = { dense: 30, normal: 36, roomy: 44 };
const HEAD_PX = 32;
const NARROWEST_PX = 56;
/** More are asked for when so many are left below. */
const AHEAD = 40;

interface DataTableProps<Row> {
  /** Its name among what this browser keeps. */
  readonly name: string;
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly idOf: (row: Row) => string;
  /** All there are, loaded or not; null while nobody knows. */
  readonly total: number | null;
  readonly waiting?: boolean;
  readonly current: number;
  readonly onOpen: (row: Row, at: number) => void;
  readonly onNeedMore?: () => void;
  readonly selection?: {
    readonly has: (row: Row) => boolean;
    readonly toggle: (row: Row) => void;
    readonly all: boolean;
    readonly toggleAll: () => void;
    readonly labelAll: string;
    readonly labelOf: (row: Row) => string;
  };
  readonly empty?: ReactNode;
}

/** Rows of which only those in sight are in the page, in a real table that screen readers know. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { name, rows, idOf, columns, selection, onNeedMore, current, total } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const rowPx = ROW_PX[usePreference('density')];
  const widths = usePreference('widths')[name];
  const definitions = useMemo(
    () =>
      columns.map(
        ({ id, header, width }): ColumnDef<Features, Row> => ({
          id,
          header,
          size: width,
          minSize: NARROWEST_PX,
        }),
      ),
    [columns],
  );
  const table = useTable({
    features,
    columns: definitions,
    data: NO_ROWS as Row[],
    columnResizeMode: 'onChange',
    initialState: { columnSizing: { ...widths } },
  });
  const sizing = table.state.columnSizing;
  useEffect(() => {
    if (Object.keys(sizing).length > 0) preferWidths(name, sizing);
  }, [sizing, name]);

  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    scrollPaddingStart: HEAD_PX,
    overscan: 6,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the heights are measured anew
  useEffect(() => virtual.measure(), [rowPx]);
  useEffect(() => {
    if (current >= 0) virtual.scrollToIndex(current, { align: 'auto' });
  }, [current, virtual]);
  const shown = virtual.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    if (rows.length > 0 && last >= rows.length - AHEAD) onNeedMore?.();
  }, [last, rows.length, onNeedMore]);

  const above = shown[0]?.start ?? 0;
  const below = virtual.getTotalSize() - (shown.at(-1)?.end ?? 0);
  const spread = columns.length + (selection ? 1 : 0);
  return (
    <section
      className={props.waiting ? 'grid waiting' : 'grid'}
      ref={scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
      tabIndex={0}
      aria-label={props.label}
    >
      <table aria-rowcount={total === null ? -1 : total + 1} aria-busy={props.waiting}>
        <colgroup>
          {selection && <col style={{ width: 44 }} />}
          {table.getFlatHeaders().map((header) => (
            <col key={header.id} style={{ width: header.getSize() }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {selection && (
              <th className="tick" scope="col">
                <input
                  type="checkbox"
                  aria-label={selection.labelAll}
                  checked={selection.all}
                  onChange={selection.toggleAll}
                />
              </th>
            )}
            {table.getFlatHeaders().map((header, at) => (
              <th key={header.id} scope="col" className={columns[at]?.number ? 'number cut' : 'cut'}>
                {columns[at]?.header}
                <span
                  className="grip"
                  aria-hidden="true"
                  onPointerDown={(event) => header.getResizeHandler()(event.nativeEvent)}
                  onDoubleClick={() => header.column.resetSize()}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {above > 0 && <Pad height={above} spread={spread} />}
          {shown.map(({ index }) => {
            const row = rows[index];
            if (row === undefined) return null;
            const selected = selection?.has(row) ?? false;
            return (
              <tr
                key={idOf(row)}
                className={index === current ? 'row current' : 'row'}
                aria-rowindex={index + 2}
                aria-selected={selection ? selected : undefined}
                onClick={(event) => {
                  if (!(event.target as HTMLElement).closest('button,a,input')) props.onOpen(row, index);
                }}
              >
                {selection && (
                  <td className="tick">
                    <input
                      type="checkbox"
                      aria-label={selection.labelOf(row)}
                      checked={selected}
                      onChange={() => selection.toggle(row)}
                    />
                  </td>
                )}
                {columns.map((column) => (
                  <td key={column.id} className={column.number ? 'number' : undefined}>
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            );
          })}
          {below > 0 && <Pad height={below} spread={spread} />}
        </tbody>
      </table>
      {rows.length === 0 && !props.waiting && props.empty}
      {rows.length === 0 && props.waiting && <Waiting rowPx={rowPx} />}
    </section>
  );
}

function Pad({ height, spread }: { height: number; spread: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: it holds nothing that takes the focus
    <tr className="pad" aria-hidden="true">
      <td colSpan={spread} style={{ height }} />
    </tr>
  );
}

/** Rows that are coming, as high as they will be. */
function Waiting({ rowPx }: { rowPx: number }) {
  return (
    <div className="skeletons" aria-hidden="true" style={{ padding: '0 20px', display: 'grid' }}>
      {Array.from({ length: 14 }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all the same
        <span key={at} style={{ height: rowPx, display: 'flex', alignItems: 'center' }}>
          <span className="skeleton" style={{ width: `${88 - ((at * 13) % 30)}%` }} />
        </span>
      ))}
    </div>
  );
}
