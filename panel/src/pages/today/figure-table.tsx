import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Rows } from '../../parts/paged-table.tsx';
import type { ShipmentsView } from '../../parts/shipments/view.ts';
import { grouped, Rupees } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { type Figures, measured } from './figures.ts';
import { figuresWords } from './figures-words.ts';
import { DELIVERED, FAILED, RETURNED } from './shipments-behind.ts';

/** Figures with their label, and a link to their shipments. */
export interface FigureRow {
  readonly key: string;
  readonly name: string;
  readonly figures: Figures;
  /** Null if no filter finds the shipments. */
  readonly behind: ShipmentsView | null;
}

/** A row with shipments that a filter can find. */
export interface LinkedRow extends FigureRow {
  readonly behind: ShipmentsView;
}

export function percent(share: number | null): string {
  return share === null ? '–' : `${Math.round(share * 1000) / 10}%`;
}

/** The figures as a table; each number links to its shipments. */
export function FigureTable({ label, of, rows }: { label: string; of: string; rows: readonly FigureRow[] }) {
  const words = useWords(figuresWords);
  const { column } = words;
  const link = (behind: ShipmentsView | null, further: ShipmentsView, text: ReactNode) =>
    behind === null ? (
      text
    ) : (
      <Link to="/shipments" search={{ ...behind, ...further }}>
        {text}
      </Link>
    );
  const number = true;
  const duration = (hours: number | null) => (hours === null ? '–' : words.duration(hours));
  return (
    <Rows
      label={label}
      rows={rows}
      idOf={({ key }) => key}
      columns={[
        { id: 'of', header: of, width: 180, cell: ({ name }) => <span className="strong">{name}</span> },
        {
          id: 'parcels',
          header: column.parcels,
          width: 90,
          number,
          cell: ({ behind, figures }) => link(behind, {}, grouped(figures.shipments)),
        },
        {
          id: 'delivered',
          header: column.delivered,
          width: 90,
          number,
          cell: ({ behind, figures }) => link(behind, DELIVERED, grouped(figures.delivered)),
        },
        {
          id: 'onTime',
          header: column.onTime,
          width: 80,
          number,
          cell: ({ figures }) => percent(measured(figures, 'onTime')),
        },
        {
          id: 'failed',
          header: column.failed,
          width: 80,
          number,
          cell: ({ behind, figures }) => link(behind, FAILED, grouped(figures.ndr)),
        },
        {
          id: 'returned',
          header: column.returned,
          width: 80,
          number,
          cell: ({ behind, figures }) => link(behind, RETURNED, grouped(figures.rto)),
        },
        {
          id: 'p50',
          header: column.p50,
          width: 90,
          number,
          cell: ({ figures }) => duration(figures.hours_to_deliver_p50),
        },
        {
          id: 'p90',
          header: column.p90,
          width: 100,
          number,
          cell: ({ figures }) => duration(figures.hours_to_deliver_p90),
        },
        {
          id: 'owed',
          header: column.owed,
          width: 110,
          number,
          cell: ({ figures }) =>
            figures.cod_outstanding > 0 ? (
              <Link to="/money">
                <Rupees value={figures.cod_outstanding} />
              </Link>
            ) : (
              <Rupees value={0} />
            ),
        },
        {
          id: 'freight',
          header: column.freight,
          width: 110,
          number,
          cell: ({ figures }) => <Rupees value={figures.freight} />,
        },
      ]}
    />
  );
}
