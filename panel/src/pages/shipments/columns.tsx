import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { warehousesQuery } from '../../api/lists.ts';
import type { ShipmentRow } from '../../api/shipments.ts';
import type { Column } from '../../parts/list/data-table.tsx';
import { useReasonWords } from '../../parts/reasons.ts';
import { Promised } from '../../parts/shipments/promised.tsx';
import { useBrandName, useChannelName } from '../../parts/shops.ts';
import { Status } from '../../parts/status.tsx';
import { grouped, Moment, Rupees, weight } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { shipmentsWords } from './shipments-words.ts';

/** The default columns. */
export const USUAL = [
  'tracking',
  'status',
  'carrier',
  'lastScan',
  'lastPlace',
  'due',
  'order',
  'created',
] as const;

/** All columns. @param opener the column with text that opens the row, for keyboard and screen readers */
export function useColumns(
  onOpen: (id: string) => void,
  opener: 'tracking' | 'order',
): ReadonlyMap<string, Column<ShipmentRow>> {
  const { column } = useWords(shipmentsWords);
  const sayChannel = useChannelName();
  const sayStore = useBrandName();
  const sayReason = useReasonWords();
  const warehouses = useQuery(warehousesQuery).data;
  return useMemo(() => {
    const opening = (row: ShipmentRow, text: string) => (
      <button
        type="button"
        className="row-link mono"
        aria-label={text === '–' ? row.order : text}
        onClick={() => onOpen(row.id)}
      >
        {text}
      </button>
    );
    const saying = (_: ShipmentRow, text: string) => <span className="mono">{text}</span>;
    const columns: Record<keyof typeof column, Omit<Column<ShipmentRow>, 'id' | 'header'>> = {
      tracking: {
        width: 136,
        cell: (row) => (opener === 'tracking' ? opening : saying)(row, row.tracking ?? '–'),
      },
      status: { width: 172, cell: (row) => <Status status={row.status} also={row.also} /> },
      order: { width: 92, cell: (row) => (opener === 'order' ? opening : saying)(row, row.order) },
      customer: { width: 136, cell: (row) => row.customer },
      phone: { width: 116, cell: (row) => <span className="mono">{row.phone}</span> },
      city: { width: 104, cell: (row) => row.city },
      pincode: { width: 84, cell: (row) => <span className="mono">{row.pincode}</span> },
      carrier: { width: 142, cell: (row) => row.carrier ?? <span className="quiet">–</span> },
      amount: {
        width: 88,
        number: true,
        cell: (row) => (row.isCod ? <Rupees value={row.cod} /> : <span className="quiet">–</span>),
      },
      price: { width: 92, number: true, cell: (row) => <Rupees value={row.price} /> },
      zone: { width: 64, cell: (row) => row.zone?.replace('zone_', '').toUpperCase() ?? '–' },
      weight: { width: 84, number: true, cell: (row) => <span className="mono">{weight(row.grams)}</span> },
      attempts: {
        width: 84,
        number: true,
        cell: (row) => <span className="mono">{grouped(row.attempts)}</span>,
      },
      created: { width: 146, sortable: true, cell: (row) => <Moment at={row.created} /> },
      orderDate: { width: 148, cell: (row) => <Moment at={row.orderDate} /> },
      store: {
        width: 128,
        cell: (row) => (row.store ? sayStore(row.store) : <span className="quiet">–</span>),
      },
      channel: { width: 116, cell: (row) => sayChannel(row.channel ?? '') },
      warehouse: {
        width: 116,
        cell: (row) => warehouses?.find(({ id }) => id === row.warehouse)?.name ?? '',
      },
      items: { width: 220, cell: (row) => row.items },
      tags: { width: 132, cell: (row) => row.tags },
      reason: { width: 160, cell: (row) => sayReason(row.rto ?? row.ndr ?? '') },
      due: {
        width: 100,
        cell: (row) => <Promised row={row} />,
      },
      lastScan: { width: 146, sortable: true, cell: (row) => <Moment at={row.lastScan} /> },
      lastPlace: { width: 150, cell: (row) => row.lastPlace || <span className="quiet">–</span> },
    };
    return new Map(
      Object.entries(columns).map(([id, one]) => [
        id,
        { id, header: column[id as keyof typeof column], ...one },
      ]),
    );
  }, [column, sayChannel, sayStore, sayReason, warehouses, onOpen, opener]);
}

/** The column of each order of the API. */
export const SORTED_COLUMNS = { created_at: 'created', last_scan_at: 'lastScan' } as const;
