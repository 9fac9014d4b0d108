import '../../design/rates.css';
import { Undo2 } from 'lucide-react';
import { type ClipboardEvent, type ComponentProps, type ReactNode, useState } from 'react';
import type { Cells, RateBook } from '../../api/rates.ts';
import { useWords } from '../../words/language.ts';
import { SmallChoice } from '../choice.tsx';
import { cellsOf, tableColumns, type useRateDraft, wrongColumns, ZONES } from './rate-draft.ts';
import { ratesWords } from './rates-words.ts';

export interface PricedCarrier {
  readonly carrier_id: string;
  readonly carrier_name: string;
}

type DraftOf = ReturnType<typeof useRateDraft>;

/**
 * The price card of one carrier, in rupees: base and additional weight by zone, forward and return, COD, RTO
 * and the surcharge on freight.
 */
export function PriceCard({
  carrier,
  note,
  book,
  draft: { draft, put },
  mayChange,
}: {
  carrier: PricedCarrier;
  /** What stands beside the name: the state of the carrier. */
  note?: ReactNode;
  book: RateBook;
  draft: DraftOf;
  mayChange: boolean;
}) {
  const words = useWords(ratesWords);
  const { carrier_id: id, carrier_name: name } = carrier;
  const card = cellsOf(book, draft, 'rate-cards', id);
  const setting = cellsOf(book, draft, 'carrier-settings', id);
  const wrong = [...wrongColumns(card.edited), ...wrongColumns(setting.edited)];
  const change = (kind: 'rate-cards' | 'carrier-settings', cells: Cells) => put(book, kind, id, cells);
  const cell = (column: string, label: string, size = 5, Cell: typeof SlabInput | 'input' = 'input') => {
    const isSetting = column === 'markup_percent';
    const { published, edited } = isSetting ? setting : card;
    const [was, is] = [published[column] ?? '', edited[column] ?? ''];
    return (
      <Cell
        className={was === is ? 'price' : 'price changed'}
        data-column={column}
        inputMode="decimal"
        size={size}
        aria-label={`${name}: ${label}`}
        aria-invalid={wrong.includes(column) || undefined}
        title={
          was === is || was === '' ? undefined : words.was(Cell === 'input' ? was : `${inKilograms(was)} kg`)
        }
        readOnly={!mayChange}
        value={is}
        onChange={({ target }: { target: { value: string } }) =>
          change(isSetting ? 'carrier-settings' : 'rate-cards', { [column]: target.value.trim() })
        }
      />
    );
  };
  const has = (column: string) => (card.edited[column] ?? '') !== '';
  const hasReturns = tableColumns('reverse', 'first').some(has);
  // A factor that is being typed is empty in between: its cell stays.
  const hasFactor = has('rto_factor') || 'rto_factor' in (draft['rate-cards'][id] ?? {});
  const hasRtoTable = tableColumns('rto', 'first').some(has) || !hasFactor;
  const copyTable = (to: 'reverse' | 'rto', from: 'forward' | null): Cells =>
    Object.fromEntries(
      (['first', 'further'] as const).flatMap((line) =>
        tableColumns(to, line).map((column, at) => [
          column,
          from === null ? '' : (card.edited[tableColumns(from, line)[at] ?? ''] ?? ''),
        ]),
      ),
    );
  const line = (table: 'forward' | 'reverse' | 'rto', part: 'first' | 'further') => {
    const label = words.line[table][part];
    const slab = part === 'first' ? 'first_slab_g' : 'further_slab_g';
    return (
      <tr key={`${table}_${part}`}>
        <th scope="row">
          <span className="slab">
            {label}{' '}
            {table === 'forward' ? (
              cell(slab, words.slab[part], 4, SlabInput)
            ) : (
              <span className="push">{inKilograms(card.edited[slab] ?? '')}</span>
            )}{' '}
            <span className="quiet">kg</span>
          </span>
        </th>
        {tableColumns(table, part).map((column, at) => (
          <td key={column} data-zone={ZONES[at]?.toUpperCase()}>
            {cell(column, `${label}, ${words.zone(ZONES[at] ?? '')}`)}
          </td>
        ))}
      </tr>
    );
  };
  const rows = (
    [
      ['forward', true],
      ['reverse', hasReturns],
      ['rto', hasRtoTable],
    ] as const
  ).flatMap(([table, isShown]) =>
    isShown ? [tableColumns(table, 'first'), tableColumns(table, 'further')] : [],
  );
  /** Fills the cells to the right and below with a block that was copied from a spreadsheet. */
  const paste = (event: ClipboardEvent<HTMLTableElement>) => {
    const column = (event.target as HTMLElement).dataset.column ?? '';
    const top = rows.findIndex((columns) => columns.includes(column));
    const left = rows[top]?.indexOf(column) ?? -1;
    const block = event.clipboardData.getData('text').trimEnd().split(/\r?\n/);
    if (left < 0 || (block.length === 1 && !block[0]?.includes('\t'))) return;
    event.preventDefault();
    const cells = block.flatMap((line, down) =>
      line.split('\t').map((text, right) => [rows[top + down]?.[left + right], text] as const),
    );
    change(
      'rate-cards',
      Object.fromEntries(
        cells.flatMap(([name, text]) =>
          name === undefined ? [] : [[name, text.replace(/[₹,\s]|Rs\.?/g, '')]],
        ),
      ),
    );
  };
  return (
    <section className="card price-card" aria-label={name}>
      <header className="line">
        <h2>{name}</h2>
        {note}
        {wrong.length > 0 && <span className="wrong">{words.notFigures(wrong.length)}</span>}
        {mayChange && (draft['rate-cards'][id] || draft['carrier-settings'][id]) && (
          <button
            type="button"
            className="button small bare push"
            onClick={() => {
              change('rate-cards', card.published);
              change('carrier-settings', setting.published);
            }}
          >
            <Undo2 aria-hidden="true" />
            {words.undo}
          </button>
        )}
      </header>
      <div className="price-columns">
        <table className="prices" onPaste={mayChange ? paste : undefined}>
          <thead>
            <tr>
              <th scope="col">
                <span className="unseen">{words.weightLine}</span>
              </th>
              {ZONES.map((zone) => (
                <th key={zone} scope="col" title={words.zones[zone]}>
                  {zone.toUpperCase()}
                  <span className="zone-name">{words.zones[zone]}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {line('forward', 'first')}
            {line('forward', 'further')}
            {hasReturns && [line('reverse', 'first'), line('reverse', 'further')]}
            {hasRtoTable && [line('rto', 'first'), line('rto', 'further')]}
          </tbody>
        </table>
        <dl className="price-extras">
          <dt>{words.cod}</dt>
          <dd>
            ₹ {cell('cod_flat', words.codFlat)} {words.or} {cell('cod_percent', words.codPercent, 4)} %
          </dd>
          <dt>RTO</dt>
          <dd>
            {!hasRtoTable && <>{cell('rto_factor', words.rtoFactor, 4)} × </>}
            {mayChange ? (
              <SmallChoice
                label={`${name}: RTO`}
                value={hasRtoTable ? 'table' : 'factor'}
                options={[
                  ['factor', words.rtoAsForward],
                  ['table', words.rtoOwn],
                ]}
                onChoose={(chosen) =>
                  change('rate-cards', {
                    ...copyTable('rto', chosen === 'table' ? 'forward' : null),
                    rto_factor: chosen === 'table' ? '' : '1',
                  })
                }
              />
            ) : (
              !hasRtoTable && words.rtoAsForward
            )}
          </dd>
          <dt>{words.fuel}</dt>
          <dd>{cell('markup_percent', words.fuel, 4)} %</dd>
          <dt>{words.returns}</dt>
          <dd>
            {hasReturns ? (
              <>
                {words.qc} ₹ {cell('qc_fee', words.qc)}
              </>
            ) : (
              <span className="quiet">{words.noReturns}</span>
            )}
            {mayChange && (
              <button
                type="button"
                className="button small bare"
                onClick={() =>
                  change('rate-cards', {
                    ...copyTable('reverse', hasReturns ? null : 'forward'),
                    ...(hasReturns && { qc_fee: '' }),
                  })
                }
              >
                {hasReturns ? words.removeReturns : words.addReturns}
              </button>
            )}
          </dd>
        </dl>
      </div>
    </section>
  );
}

/** Grams as kilograms; a text that is not grams stays. */
function inKilograms(grams: string): string {
  return /^\d+$/.test(grams) ? String(Number(grams) / 1000) : grams;
}

/** Kilograms as grams; a text that is not kilograms stays. */
function inGrams(kilograms: string): string {
  return /^\d+(\.\d{0,3})?$/.test(kilograms) ? String(Math.round(Number(kilograms) * 1000)) : kilograms;
}

/** A weight in grams that is read and typed in kilograms. */
function SlabInput({
  value,
  onChange,
  ...input
}: Omit<ComponentProps<'input'>, 'value' | 'onChange'> & {
  value: string;
  onChange: (event: { target: { value: string } }) => void;
}) {
  // What is typed stays while it means the value: '1.' must not become '1'.
  const [typed, setTyped] = useState('');
  return (
    <input
      {...input}
      value={inGrams(typed) === value ? typed : inKilograms(value)}
      onChange={({ target }) => {
        const text = target.value.trim();
        setTyped(text);
        onChange({ target: { value: inGrams(text) } });
      }}
    />
  );
}
