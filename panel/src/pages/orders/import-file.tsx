import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { warehousesQuery } from '../../api/lists.ts';
import { Choice } from '../../parts/choice.tsx';
import { saveFile, sendFile } from '../../parts/download.ts';
import { Tick } from '../../parts/field.tsx';
import { FileDrop } from '../../parts/file-drop.tsx';
import { Failure, Warning } from '../../parts/notices.tsx';
import { useWords } from '../../words/language.ts';
import { type Checked, CheckedRows } from './checked-rows.tsx';
import { fileWords } from './file-words.ts';
import { ImportReport } from './import-report.tsx';
import { FILE_FIELDS, type OrderFile, readOrderFile, template, writeOrderFile } from './order-file.ts';
import { StoredCheck } from './stored-check.tsx';

const LEFT_OUT = '-';

/** Indexed by the column's name in the file: the name as sent, or null if the column is left out. */
type ColumnNames = Readonly<Record<string, string | null>>;

/** Imports orders from a file: matches columns, checks the file, lets people correct it, creates orders. */
export function ImportFile() {
  const words = useWords(fileWords);
  const { check, made } = useSearch({ from: '/frame/orders/new' });
  const navigate = useNavigate({ from: '/orders/new' });
  const show = (shown: { check?: string; made?: string }) =>
    navigate({ search: { way: 'file', ...shown }, replace: true });
  const [file, setFile] = useState<OrderFile | null>(null);
  const [names, setNames] = useState<ColumnNames>({});
  const [book, setBook] = useState(false);
  const checking = useMutation({
    meta: { changesNothing: true },
    mutationFn: async (upload: { file: OrderFile; names: ColumnNames; book: boolean }) =>
      (
        await sendFile<{ data: Checked }>(
          `/orders/import?check=1${upload.book ? '&book=1' : ''}`,
          writeOrderFile(upload.file, upload.names),
        )
      ).data,
    onSuccess: ({ id }) => show({ check: id }),
  });
  const making = useMutation({
    mutationFn: async (whole: OrderFile) =>
      (
        await sendFile<{ data: { id: string } }>(
          `/orders/import${book ? '?book=1' : ''}`,
          writeOrderFile(whole, names),
          whole.name,
        )
      ).data.id,
    onSuccess: (id) => show({ made: id }),
  });
  const restart = () => {
    setFile(null);
    checking.reset();
    making.reset();
    void show({});
  };
  if (made !== undefined) return <ImportReport id={made} onNext={restart} />;
  if (file === null) {
    return (
      <div className="stack">
        {check !== undefined && <StoredCheck id={check} />}
        <Drop
          onFile={(opened) => {
            setFile(opened);
            setNames({});
            checking.mutate({ file: opened, names: {}, book });
          }}
        />
      </div>
    );
  }
  const checked = checking.data;
  const orders = checked?.counts.created ?? 0;
  return (
    <div className="stack">
      <div className="line apart">
        <h2 className="cut">{file.name}</h2>
        <button type="button" className="button small" onClick={restart}>
          {words.another}
        </button>
      </div>
      <details className="card" open={(checked?.unknown_columns?.length ?? 0) > 0}>
        <summary className="strong">{words.columns}</summary>
        <p className="quiet">{words.columnsHow}</p>
        <div className="fields" style={{ marginTop: 12 }}>
          {file.head.map((name) => (
            <Choice
              key={name}
              label={name}
              value={names[name] === null ? LEFT_OUT : (names[name] ?? '')}
              options={[
                ['', words.asIs],
                [LEFT_OUT, words.leaveOut],
                ...FILE_FIELDS.map((field) => [field, field] as const),
              ]}
              onChoose={(chosen) => {
                const { [name]: _, ...others } = names;
                setNames(chosen === '' ? others : { ...others, [name]: chosen === LEFT_OUT ? null : chosen });
              }}
            />
          ))}
        </div>
      </details>
      <Failure error={checking.error ?? making.error} />
      {checked?.unknown_columns && <Warning>{words.unknown(checked.unknown_columns.join(', '))}</Warning>}
      {checked && <CheckedRows file={file} names={names} checked={checked} onChange={setFile} />}
      <div className="line">
        <Tick
          label={words.book}
          checked={book}
          onChange={({ target }) => {
            // An order that no courier takes can be created but not booked, so the check depends on this box.
            setBook(target.checked);
            checking.mutate({ file, names, book: target.checked });
          }}
        />
        <span className="push" />
        <button
          type="button"
          className="button"
          disabled={checking.isPending}
          onClick={() => checking.mutate({ file, names, book })}
        >
          {checking.isPending ? words.checking : words.check}
        </button>
        <button
          type="button"
          className="button first"
          disabled={!checked || orders === 0 || making.isPending || checking.isPending}
          onClick={() => making.mutate(file)}
        >
          {words.make(orders)}
        </button>
      </div>
      {checked && checked.rejected > 0 && <p className="quiet">{words.leftOut}</p>}
    </div>
  );
}

function Drop({ onFile }: { onFile: (file: OrderFile) => void }) {
  const words = useWords(fileWords);
  const warehouses = useQuery(warehousesQuery).data ?? [];
  const [isUnreadable, setUnreadable] = useState(false);
  const open = async (chosen: File) => {
    const file = readOrderFile(chosen.name, await chosen.text());
    setUnreadable(file === null);
    if (file !== null) onFile(file);
  };
  return (
    <FileDrop
      label={words.drop}
      action={words.choose}
      accept=".csv,text/csv"
      title={words.drop}
      hint={words.or}
      onFile={(chosen) => void open(chosen)}
    >
      <button
        type="button"
        className="button bare small"
        onClick={() =>
          saveFile(new Blob([template(warehouses[0]?.name ?? '')], { type: 'text/csv' }), 'orders.csv')
        }
      >
        {words.template}
      </button>
      {isUnreadable && (
        <p className="bad" role="alert">
          {words.unreadable}
        </p>
      )}
    </FileDrop>
  );
}
