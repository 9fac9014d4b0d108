import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { FileReading } from '../../api/imports.ts';
import { storesQuery, warehousesQuery } from '../../api/lists.ts';
import { Choice } from '../../parts/choice.tsx';
import { TextField } from '../../parts/field.tsx';
import { Sentence } from '../../parts/notices.tsx';
import { useWords } from '../../words/language.ts';
import { fileWords } from './file-words.ts';
import { askedFor, FOR_ALL_FIELDS, type ForAll, type ForAllField } from './opened-file.ts';
import type { OrderFile } from './order-file.ts';

const SIZES = ['weight', 'length', 'breadth', 'height'] as const;

/** What the file was recognised as and what is left out of it, and what it lacks: that is given once for all rows. */
export function Recognised({
  file,
  reading,
  fields,
  isWarehouseUnknown,
  forAll,
  kind,
  onChange,
}: {
  file: OrderFile;
  reading: FileReading;
  /** The fields of the columns. */
  fields: readonly (string | null)[];
  /** True if rows name a warehouse that the account does not have. */
  isWarehouseUnknown: boolean;
  forAll: ForAll;
  /** Where another kind of file is chosen. */
  kind: ReactNode;
  onChange: (forAll: ForAll) => void;
}) {
  const words = useWords(fileWords);
  const warehouses = useQuery(warehousesQuery).data ?? [];
  const stores = (useQuery(storesQuery).data ?? []).filter(({ status }) => status === 'connected');
  // What was asked once stays, although a later check misses it no more.
  const [had, setHad] = useState<readonly ForAllField[]>([]);
  const wanted = new Set<ForAllField>([
    ...had,
    ...askedFor(reading),
    ...(isWarehouseUnknown && reading.profile !== 'own' ? (['warehouse_id'] as const) : []),
    ...FOR_ALL_FIELDS.filter((field) => forAll[field] !== undefined),
  ]);
  if (wanted.size > 0 && stores.length > 0 && !fields.includes('store_name')) wanted.add('store_name');
  const give = (field: ForAllField, value: string) => {
    setHad([...wanted]);
    onChange({ ...forAll, [field]: value });
  };
  const { form, encoding, separator, sheet, header_line: line } = file.reading ?? reading;
  const how = [
    form === 'xlsx'
      ? words.sheet(sheet ?? '')
      : `${encoding}, ${words.separators[separator ?? ','] ?? separator}`,
    ...(line > 1 ? [words.headerAt(line)] : []),
    ...((file.reading?.totals ?? 0) > 0 ? [words.totals(file.reading?.totals ?? 0)] : []),
  ];
  return (
    <section className="card stack tight" aria-label={words.recognised}>
      <div className="fields">{kind}</div>
      <p className="quiet">{how.join(', ')}</p>
      {reading.left_out.map(({ orders, message_details }) => (
        <p key={message_details.template}>
          {words.leftOutOrders(orders)}: <Sentence of={message_details} />
        </p>
      ))}
      {reading.notes.map(({ message_details }) => (
        <p key={message_details.template} className="needs">
          <Sentence of={message_details} />
        </p>
      ))}
      {wanted.size > 0 && (
        <>
          <p className="quiet">{words.forAll}</p>
          <div className="fields">
            {wanted.has('warehouse_id') && (
              <Choice
                label={words.field.warehouse_name}
                value={forAll.warehouse_id ?? ''}
                options={warehouses
                  .filter(({ is_active }) => is_active)
                  .map(({ warehouse_id, name }) => [warehouse_id, name] as const)}
                onChoose={(chosen) => give('warehouse_id', chosen)}
              />
            )}
            {wanted.has('store_name') && (
              <Choice
                label={words.field.store_name}
                value={forAll.store_name ?? ''}
                options={[
                  ['', words.noStore],
                  ...stores.map(({ store_name: name }) => [name, name] as const),
                ]}
                onChoose={(chosen) => give('store_name', chosen)}
              />
            )}
            {wanted.has('payment_method') && (
              <Choice
                label={words.field.payment_method}
                value={forAll.payment_method ?? ''}
                options={[
                  ['COD', words.payment.COD],
                  ['PREPAID', words.payment.PREPAID],
                ]}
                onChoose={(chosen) => give('payment_method', chosen)}
              />
            )}
            {SIZES.filter((field) => wanted.has(field)).map((field) => (
              <TextField
                key={field}
                label={words.field[field]}
                inputMode="decimal"
                value={forAll[field] ?? ''}
                onChange={({ target }) => give(field, target.value)}
              />
            ))}
          </div>
        </>
      )}
    </section>
  );
}
