import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import {
  type CSSProperties,
  type FocusEvent,
  memo,
  type ReactNode,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { saveWidths, usePreference } from '../../preferences.ts';
import { useLatest } from '../latest.ts';
import { useNarrow } from '../narrow.ts';
import type { Rows } from '../rows.ts';
import { useSize, useWindow } from './window.ts';

/** A column of a table: its heading, its width, and its content for a row. */
export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  readonly width: number;
  readonly number?: boolean;
  /**
   * Where a card on a phone shows it: as its title (without any, the first column is), as the amount beside the
   * title, as its state, in the line below, or not at all. Others stand at the end with their headings.
   */
  readonly card?: 'title' | 'main' | 'state' | 'plain' | 'none';
  /** The list can be sorted by it. */
  readonly sortable?: boolean;
  readonly cell: (row: Row) => ReactNode;
}

/** A column of a table that renders all rows: its heading may be a control. */
export type RowsColumn<Row> = Omit<Column<Row>, 'header'> & { readonly header: ReactNode };

/** The column by which a table is sorted, and its direction. */
export interface Sorting {
  readonly by: string;
  readonly order: 'asc' | 'desc';
}

/** How rows are selected. */
export interface Selecting<Row> {
  readonly has: (row: Row) => boolean;
  readonly toggle: (row: Row) => void;
  readonly all: boolean;
  readonly toggleAll: () => void;
  readonly labelAll: string;
  readonly labelOf: (row: Row) => string;
}

const NO_WIDTHS: Readonly<Record<string, number>> = {};
const ROW_PX = { dense: 30, normal: 36, roomy: 44 };
const HEAD_PX = 32;
/** The height of a card with three lines. */
const CARD_PX = 88;
const NARROWEST_PX = 56;
const TICK_PX = 44;

export interface DataTableProps<Row> {
  /** The table's name in this browser's storage. */
  readonly name: string;
  readonly label: string;
  /** The request as text. When it changes, the list scrolls to its top. */
  readonly listKey?: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: Rows<Row>;
  /** The total, loaded or not; null while unknown. */
  readonly total: number | null;
  readonly waiting?: boolean;
  /** A sheet is open beside it: only the columns that have room are shown, rather than half a column. */
  readonly isBeside?: boolean;
  readonly current: number;
  /** The key of the current row; its number changes when rows come before it. */
  readonly currentKey: string | number | undefined;
  readonly onOpen: (row: Row, at: number) => void;
  /** Called with the rendered rows, from `from` up to, not including, `until`; not during printing. */
  readonly onSight?: (from: number, until: number) => void;
  readonly selection?: Selecting<Row>;
  readonly sorting?: Sorting & { readonly onSort: (sorting: Sorting) => void };
  /** Shown at the end of a row while the pointer or the focus is in it. */
  readonly actions?: (row: Row) => ReactNode;
  /** A row on a phone, with everything in one cell: a `.row-card` of three lines. */
  readonly card?: (row: Row) => ReactNode;
  readonly empty?: ReactNode;
}

/** A table that renders only the visible rows, as a real table for screen readers. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { name, rows, selection, sorting, total } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const isNarrow = useNarrow();
  const card = isNarrow ? props.card : undefined;
  const tableRowPx = ROW_PX[usePreference('density')];
  const rowPx = card ? CARD_PX : tableRowPx;
  const size = useSize(scroller);
  const inSight = Math.ceil(size.height / rowPx) + 1;
  const widths = usePreference('widths')[name] ?? NO_WIDTHS;
  const tickPx = selection ? TICK_PX : 0;
  const columns = useMemo(() => {
    if (!props.isBeside || size.width === 0) return props.columns;
    let room = size.width - tickPx;
    const over = props.columns.findIndex(({ id, width }) => {
      room -= widths[id] ?? width;
      return room < 0;
    });
    return over > 0 ? props.columns.slice(0, over) : props.columns;
  }, [props.columns, props.isBeside, size.width, tickPx, widths]);
  return (
    <section
      className={`grid${props.waiting ? ' waiting' : ''}${card ? ' cards' : ''}`}
      style={card && ({ '--row': `${CARD_PX}px` } as CSSProperties)}
      ref={scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling must be possible by keyboard
      tabIndex={0}
      aria-label={props.label}
    >
      <table aria-rowcount={total === null ? -1 : total + 1} aria-busy={props.waiting}>
        <colgroup>
          {selection && <col style={{ width: TICK_PX }} />}
          {card ? (
            <col />
          ) : (
            columns.map(({ id, width }) => <col key={id} style={{ width: widths[id] ?? width }} />)
          )}
          {props.actions && !card && <col style={{ width: 1 }} />}
        </colgroup>
        {!card && (
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
              {columns.map((column) => (
                <th
                  key={column.id}
                  scope="col"
                  className={column.number ? 'number cut' : 'cut'}
                  aria-sort={
                    sorting?.by !== column.id
                      ? undefined
                      : sorting.order === 'asc'
                        ? 'ascending'
                        : 'descending'
                  }
                >
                  {sorting && column.sortable ? <Sorter column={column} sorting={sorting} /> : column.header}
                  <Grip
                    width={widths[column.id] ?? column.width}
                    onResize={(width) => saveWidths(name, { ...widths, [column.id]: width })}
                    onReset={() => saveWidths(name, { ...widths, [column.id]: column.width })}
                  />
                </th>
              ))}
            </tr>
          </thead>
        )}
        <Body table={{ ...props, columns }} card={card} scroller={scroller} rowPx={rowPx} inSight={inSight} />
      </table>
      {rows.length === 0 && !props.waiting && props.empty}
      {rows.length === 0 && props.waiting && <Waiting rowPx={rowPx} />}
    </section>
  );
}

/** The edge of a heading: dragged, it changes the width of the column. */
function Grip({
  width,
  onResize,
  onReset,
}: {
  width: number;
  onResize: (width: number) => void;
  onReset: () => void;
}) {
  const [drag, setDrag] = useState<{ readonly x: number; readonly width: number } | null>(null);
  return (
    <span
      className="grip"
      aria-hidden="true"
      onPointerDown={({ currentTarget, pointerId, clientX }) => {
        currentTarget.setPointerCapture(pointerId);
        setDrag({ x: clientX, width });
      }}
      onPointerMove={({ clientX }) => drag && onResize(Math.max(NARROWEST_PX, drag.width + clientX - drag.x))}
      onLostPointerCapture={() => setDrag(null)}
      onDoubleClick={onReset}
    />
  );
}

/** The heading of a column that sorts: by it, newest first, and then the other way round. */
function Sorter({
  column: { id, header },
  sorting: { by, order, onSort },
}: {
  column: { readonly id: string; readonly header: string };
  sorting: Sorting & { readonly onSort: (sorting: Sorting) => void };
}) {
  const Arrow = by !== id ? ArrowUpDown : order === 'asc' ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      className={by === id ? 'sorter on' : 'sorter'}
      onClick={() => onSort({ by: id, order: by === id && order === 'desc' ? 'asc' : 'desc' })}
    >
      <span className="cut">{header}</span>
      <Arrow aria-hidden="true" />
    </button>
  );
}

/** The visible rows, with empty space for the rows above and below. */
function Body<Row extends object>({
  table,
  card,
  scroller,
  rowPx,
  inSight,
}: {
  table: DataTableProps<Row>;
  card: DataTableProps<Row>['card'];
  scroller: RefObject<HTMLElement | null>;
  rowPx: number;
  inSight: number;
}) {
  const { rows, selection, current, onSight } = table;
  const { listKey, currentKey } = table;
  const columns = useMemo(
    () => (card ? [{ id: 'card', header: '', width: 0, cell: card }] : table.columns),
    [card, table.columns],
  );
  const actions = card ? undefined : table.actions;
  const { from, until, leapt } = useWindow({
    scroller,
    rows,
    rowPx,
    headPx: card ? 0 : HEAD_PX,
    inSight,
    current,
    currentKey,
    listKey,
    onSight,
  });

  // When a focused row is removed or its elements are reused for another row, the list keeps the focus.
  const focused = useRef<Element | null>(null);
  const leaptBefore = useRef(leapt);
  useLayoutEffect(() => {
    const isAnother = leaptBefore.current !== leapt;
    leaptBefore.current = leapt;
    if (focused.current === null || (focused.current.isConnected && !isAnother)) return;
    focused.current = null;
    scroller.current?.focus({ preventScroll: true });
  });

  const latest = useLatest(table);
  const toggle = useCallback((row: Row) => latest.current.selection?.toggle(row), [latest]);
  const open = useCallback((row: Row, at: number) => latest.current.onOpen(row, at), [latest]);
  const spread = columns.length + (selection ? 1 : 0) + (actions ? 1 : 0);
  const shown = rows.slice(from, until).map((row, nth) => ({ row, index: from + nth }));
  return (
    <tbody
      onFocus={({ target }) => {
        focused.current = target;
      }}
      onBlur={() => {
        focused.current = null;
      }}
    >
      {from > 0 && <Pad key="above" height={from * rowPx} spread={spread} />}
      {shown.map(({ row, index }) => (
        <Line
          key={index - leapt}
          row={row}
          index={index}
          columns={columns}
          actions={actions as ((row: object) => ReactNode) | undefined}
          isCurrent={index === current}
          isSelected={selection?.has(row)}
          label={selection?.labelOf(row)}
          onToggle={toggle as (row: object) => void}
          onOpen={open as (row: object, index: number) => void}
        />
      ))}
      {until < rows.length && <Pad key="below" height={(rows.length - until) * rowPx} spread={spread} />}
    </tbody>
  );
}

interface LineProps {
  readonly row: object;
  readonly index: number;
  readonly columns: readonly Column<never>[];
  readonly actions: ((row: object) => ReactNode) | undefined;
  readonly isCurrent: boolean;
  /** Undefined if rows cannot be selected. */
  readonly isSelected: boolean | undefined;
  readonly label: string | undefined;
  readonly onToggle: (row: object) => void;
  readonly onOpen: (row: object, index: number) => void;
}

/** A row; rendered again only if something in it changes. */
const Line = memo(function Line({ row, index, columns, isCurrent, isSelected, ...props }: LineProps) {
  const { actions } = props;
  const [isPointed, point] = useState(false);
  const [isFocused, focus] = useState(false);
  return (
    <tr
      className={isCurrent ? 'row current' : 'row'}
      {...(actions && {
        onPointerEnter: () => point(true),
        onPointerLeave: () => point(false),
        onFocus: () => focus(true),
        onBlur: (event: FocusEvent) => focus(event.currentTarget.contains(event.relatedTarget)),
      })}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      onClick={(event) => {
        if (!(event.target as HTMLElement).closest('button,a,input')) props.onOpen(row, index);
      }}
    >
      {isSelected !== undefined && (
        <td className="tick">
          <input
            type="checkbox"
            aria-label={props.label}
            checked={isSelected}
            onChange={() => props.onToggle(row)}
          />
        </td>
      )}
      {columns.map((column) => (
        <td key={column.id} className={column.number ? 'number' : undefined}>
          {column.cell(row as never)}
        </td>
      ))}
      {actions && (isPointed || isFocused) && (
        <td className="row-acts">
          <div>{actions(row)}</div>
        </td>
      )}
    </tr>
  );
});

function Pad({ height, spread }: { height: number; spread: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it can take the focus
    <tr className="pad" aria-hidden="true">
      <td colSpan={spread} style={{ height }} />
    </tr>
  );
}

/** Placeholders for loading rows, with their final height. */
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
