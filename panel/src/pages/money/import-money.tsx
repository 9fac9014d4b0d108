import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { ApiProblem, answerOf, api } from '../../api/client.ts';
import { type Import, importQuery } from '../../api/imports.ts';
import { carriersQuery, couriersQuery } from '../../api/lists.ts';
import { queries } from '../../api/queries.ts';
import { Choice, Combobox } from '../../parts/choice.tsx';
import { DateField } from '../../parts/date-field.tsx';
import { saveFile, sendFile } from '../../parts/download.ts';
import { TextField } from '../../parts/field.tsx';
import { FileDrop } from '../../parts/file-drop.tsx';
import { isTouched } from '../../parts/narrow.ts';
import { Empty, Failure, Sentence, Skeleton } from '../../parts/notices.tsx';
import { PagedTable, usePaged } from '../../parts/paged-table.tsx';
import { State } from '../../parts/status.tsx';
import { grouped, Moment, Rupees } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { type CourierFile, type Kind, lookInto } from './courier-file.ts';
import { Difference, ImportResult } from './import-result.tsx';
import { importWords } from './import-words.ts';

const KINDS = ['remittance', 'courier_invoice'] as const;
const PATHS: Record<Kind, string> = {
  remittance: '/remittances/import',
  courier_invoice: '/courier-invoices/import',
};
/** Our columns of each kind of files. */
const COLUMNS: Record<Kind, readonly string[]> = {
  remittance: ['tracking_number', 'amount', 'utr', 'date'],
  courier_invoice: ['tracking_number', 'weight', 'amount', 'invoice_number'],
};
/** Values for all rows. */
const VALUES = ['utr', 'date', 'invoice_number', 'weight_unit'] as const;
type ValueName = (typeof VALUES)[number];

/** A chosen file, and what was recognised or said about it. */
interface Opened {
  readonly file: File;
  readonly found: CourierFile;
  readonly kind: Kind;
  readonly courier: string;
  readonly isRecognised: boolean;
  readonly values: Readonly<Record<ValueName, string>>;
  /** The file's columns that somebody has chosen, indexed by our names. */
  readonly columns: Readonly<Record<string, string>>;
}

const NOTHING_SAID = { utr: '', date: '', invoice_number: '', weight_unit: '' };

/** Imports couriers' files: each is recognised, checked and shown before anything is saved. */
export function ImportMoney() {
  const words = useWords(importWords);
  const { open: shown } = useSearch({ from: '/frame/money' });
  const navigate = useNavigate({ from: '/money' });
  const show = (id?: string) =>
    navigate({ search: { part: 'imports', ...(id !== undefined && { open: id }) } });
  const [opened, setOpened] = useState<Opened | null>(null);
  const [isUnreadable, setUnreadable] = useState(false);
  /** What the last check was of, with its id. */
  const [checkedAs, setCheckedAs] = useState<readonly [Opened, id: string] | null>(null);
  const checking = useMutation({
    meta: { changesNothing: true },
    mutationFn: async (sent: Opened) =>
      (await sendFile<{ data: { id: string } }>(pathOf(sent, true), sent.file)).data.id,
    onSuccess: (id, sent) => {
      setCheckedAs([sent, id]);
      return show(id);
    },
  });
  const taking = useMutation({
    mutationFn: async (sent: Opened) =>
      (await sendFile<{ data: { id: string } }>(pathOf(sent, false), sent.file)).data.id,
    onSuccess: (id) => {
      setOpened(null);
      return show(id);
    },
  });
  const open = async (file: File) => {
    const found = await lookInto(file).catch(() => null);
    setUnreadable(found === null);
    if (found === null) return;
    const courier = await courierOf(found.numbers);
    const next = {
      ...{ file, found, kind: found.kind, values: NOTHING_SAID, columns: {} },
      courier: courier ?? '',
      isRecognised: courier !== null,
    };
    checking.reset();
    taking.reset();
    setCheckedAs(null);
    setOpened(next);
    if (shown !== undefined) void show();
    if (courier !== null) checking.mutate(next);
  };
  if (opened === null && shown !== undefined) {
    return (
      <div className="stack">
        <Link to="/money" search={{ part: 'imports' }}>
          ‹ {words.back}
        </Link>
        <Shown id={shown} />
      </div>
    );
  }
  if (opened === null) {
    return (
      <div className="stack roomy">
        <div className="pairs">
          <FileDrop
            label={isTouched() ? words.chooseCsv : words.drop}
            title={isTouched() ? undefined : words.drop}
            action={isTouched() ? words.chooseCsv : words.choose}
            accept=".csv,.xlsx,.txt,text/csv"
            hint={words.how}
            onFile={(file) => void open(file)}
          >
            {isUnreadable && (
              <p className="bad" role="alert">
                {words.unreadable}
              </p>
            )}
          </FileDrop>
          <Samples />
        </div>
        <Former onOpen={(id) => void show(id)} />
      </div>
    );
  }
  const isFresh = checkedAs !== null && checkedAs[0] === opened && !checking.isPending;
  return (
    <div className="stack">
      <div className="line apart">
        <h2 className="cut">{opened.file.name}</h2>
        <button
          type="button"
          className="button small"
          onClick={() => {
            setOpened(null);
            void show();
          }}
        >
          {words.another}
        </button>
      </div>
      <form
        className="card stack"
        onSubmit={(event) => {
          event.preventDefault();
          checking.mutate(opened);
        }}
      >
        <Said opened={opened} error={checking.error} onChange={setOpened} />
        <Failure error={isTold(checking.error) ? taking.error : (checking.error ?? taking.error)} />
        <div className="line">
          <button
            type="submit"
            className={isFresh ? 'button' : 'button first'}
            disabled={checking.isPending || opened.courier.trim() === ''}
          >
            {checking.isPending ? words.checking : words.check}
          </button>
          {isFresh && (
            <Take id={checkedAs[1]} isBusy={taking.isPending} onTake={() => taking.mutate(opened)} />
          )}
        </div>
      </form>
      {checking.isPending && <Skeleton />}
      {isFresh && <Shown id={checkedAs[1]} isOpen />}
    </div>
  );
}

function Take({ id, isBusy, onTake }: { id: string; isBusy: boolean; onTake: () => void }) {
  const words = useWords(importWords);
  const recorded = useQuery(importQuery(id)).data?.counts.recorded ?? 0;
  return (
    <button type="button" className="button first" disabled={recorded === 0 || isBusy} onClick={onTake}>
      {words.take(recorded)}
    </button>
  );
}

/** What is known about the file: kind and courier, and below them its columns and what it does not say. */
function Said({
  opened,
  error,
  onChange,
}: {
  opened: Opened;
  error: unknown;
  onChange: (opened: Opened) => void;
}) {
  const words = useWords(importWords);
  const connected = useQuery(couriersQuery).data ?? [];
  const carriers = useQuery(carriersQuery).data ?? [];
  const known = new Set([
    ...carriers.map(({ courier_name }) => courier_name),
    ...connected.map(({ name }) => name),
  ]);
  const { kind, values, columns, found } = opened;
  const wrong = (name: ValueName | 'courier') => {
    const said = error instanceof ApiProblem ? error.of(name) : null;
    return said !== null && name !== 'courier' ? words.needed[name] : said;
  };
  const isSaid = [...Object.values(values), ...Object.values(columns)].some((one) => one !== '');
  const text = (name: 'utr' | 'invoice_number', label: string) => (
    <TextField
      label={label}
      value={values[name]}
      wrong={wrong(name)}
      onChange={({ target }) => onChange({ ...opened, values: { ...values, [name]: target.value } })}
    />
  );
  return (
    <>
      <div className="fields">
        <Choice
          label={words.kindOf}
          value={kind}
          options={KINDS.map((one) => [one, words.kind[one] ?? one] as const)}
          onChoose={(chosen) => onChange({ ...opened, kind: chosen, columns: {} })}
        />
        <Combobox
          label={words.courier}
          required
          value={opened.courier}
          hint={
            opened.isRecognised ? words.recognised : opened.courier === '' ? words.unrecognised : undefined
          }
          wrong={wrong('courier')}
          options={[...known].map((one) => [one, one] as const)}
          onChange={(courier) => onChange({ ...opened, courier, isRecognised: false })}
        />
      </div>
      <details open={isTold(error) || isSaid || undefined}>
        <summary className="strong">{words.forAll}</summary>
        <p className="quiet">{words.forAllHow}</p>
        <div className="fields" style={{ marginTop: 12 }}>
          {kind === 'remittance' ? (
            <>
              {text('utr', words.utr)}
              <DateField
                label={words.date}
                value={values.date}
                wrong={wrong('date')}
                onChange={(date) => onChange({ ...opened, values: { ...values, date } })}
              />
            </>
          ) : (
            <>
              {text('invoice_number', words.invoice)}
              <Choice
                label={words.unit}
                value={values.weight_unit}
                wrong={wrong('weight_unit')}
                options={['', 'kg', 'g'].map((one) => [one, words.units[one] ?? one] as const)}
                onChoose={(weight_unit) => onChange({ ...opened, values: { ...values, weight_unit } })}
              />
            </>
          )}
          {COLUMNS[kind].map((name) => (
            <Choice
              key={name}
              label={words.columnOf(words.column[name] ?? name)}
              value={columns[name] ?? ''}
              wrong={
                error instanceof ApiProblem && error.of(`${name}_column`) !== null
                  ? words.needed.column
                  : null
              }
              options={[['', words.asFound], ...found.head.map((one) => [one, one] as const)]}
              onChoose={(chosen) => {
                const { [name]: _, ...others } = columns;
                onChange({ ...opened, columns: chosen === '' ? others : { ...others, [name]: chosen } });
              }}
            />
          ))}
        </div>
      </details>
    </>
  );
}

/** The result of an import, or of a check. @param isOpen its file is open above */
function Shown({ id, isOpen = false }: { id: string; isOpen?: boolean }) {
  const words = useWords(importWords);
  const { data, error } = useQuery(importQuery(id));
  if (error) return <Failure error={error} />;
  if (data === undefined) return <Skeleton />;
  const isDone = data.finished_at !== null;
  return (
    <section className="stack" aria-labelledby="result">
      <div className="line apart">
        <h2 id="result">{data.is_check ? words.preview : words.result}</h2>
        <span className="quiet">
          {data.is_check ? (isOpen ? words.nothingSaved : words.chooseAgain) : (data.source ?? '')}
        </span>
      </div>
      {data.state === 'done' ? (
        <ImportResult of={data} />
      ) : (
        <State mood={isDone ? 'bad' : 'way'}>{words.state[data.state]}</State>
      )}
      {data.failure && (
        <p className="bad">
          <Sentence of={data.failure_details} />
        </p>
      )}
    </section>
  );
}

/** Rows as couriers write them; each file begins with columns that are recognised. */
const SAMPLES: Record<Kind, string> = {
  remittance:
    'AWB,Amount,UTR,Payment Date\nTITL00000000001,1299.00,UTR2026112701,2026-11-27\nTITL00000000002,449.00,UTR2026112701,2026-11-27\n',
  courier_invoice:
    'AWB,Charged Weight (kg),Taxable Amount,Invoice No\nTITL00000000001,0.5,64.00,INV-1001\nTITL00000000002,1.1,93.00,INV-1001\n',
};

/** What each kind of file has to say, with a file to begin from. */
function Samples() {
  const words = useWords(importWords);
  return (
    <div className="stack tight">
      {KINDS.map((kind) => (
        <section key={kind} className="card stack tight" aria-labelledby={`sample-${kind}`}>
          <h3 id={`sample-${kind}`}>{words.kind[kind]}</h3>
          <p className="quiet">{words.columnsOf[kind]}</p>
          <button
            type="button"
            className="button small"
            style={{ justifySelf: 'start' }}
            onClick={() => saveFile(new Blob([SAMPLES[kind]], { type: 'text/csv' }), `${kind}-sample.csv`)}
          >
            <Download aria-hidden="true" />
            {words.sample}
          </button>
        </section>
      ))}
    </div>
  );
}

/** Former imports of couriers' files, with what they told. */
function Former({ onOpen }: { onOpen: (id: string) => void }) {
  const words = useWords(importWords);
  const list = usePaged(['imports', 'money'], (page, signal) =>
    answerOf(api.GET('/custom/api/v1/imports', { params: { query: { ...page, kind: [...KINDS] } }, signal })),
  );
  const sum = ({ money }: Pick<Import, 'money'>, name: 'amount' | 'difference') =>
    (money?.couriers ?? []).reduce((all, one) => all + Math.round(one[name] * 100), 0) / 100;
  return (
    <div className="stack tight">
      <h2>{words.last}</h2>
      <PagedTable
        list={list}
        label={words.last}
        onOpen={({ id }) => onOpen(id)}
        empty={
          <Empty title={words.none}>
            <p>{words.noneHow}</p>
          </Empty>
        }
        columns={[
          {
            id: 'file',
            header: words.file,
            width: 240,
            cell: (one) => (
              <Link to="/money" search={{ part: 'imports', open: one.id }}>
                {one.source ?? words.kind[one.kind]}
              </Link>
            ),
          },
          {
            id: 'kind',
            header: words.kindOf,
            width: 150,
            card: 'plain',
            cell: (one) => words.kind[one.kind],
          },
          {
            id: 'when',
            header: words.when,
            width: 150,
            card: 'plain',
            cell: (one) => <Moment at={one.created_at} />,
          },
          {
            id: 'status',
            header: words.status,
            width: 160,
            card: 'state',
            cell: (one) =>
              one.state === 'done' && one.money && one.money.differing > 0 ? (
                <Link to="/money" search={{ part: 'imports', open: one.id }}>
                  <State mood="needs">{words.differing(one.money.differing)}</State>
                </Link>
              ) : (
                <State mood={one.state === 'done' ? 'done' : one.finished_at === null ? 'way' : 'bad'}>
                  {words.state[one.state]}
                </State>
              ),
          },
          {
            id: 'rows',
            header: words.rows,
            width: 110,
            number: true,
            cell: (one) => (
              <>
                <span className="mono">{grouped(one.counts.recorded ?? 0)}</span>
                {one.rejected > 0 && <p className="bad small">{words.rejected(one.rejected)}</p>}
              </>
            ),
          },
          {
            id: 'told',
            header: words.told,
            width: 120,
            card: 'main',
            number: true,
            cell: (one) => (one.money ? <Rupees value={sum(one, 'amount')} /> : null),
          },
          {
            id: 'difference',
            header: words.difference,
            width: 120,
            number: true,
            cell: (one) => (one.money ? <Difference value={sum(one, 'difference')} /> : null),
          },
        ]}
      />
    </div>
  );
}

function pathOf({ file, kind, courier, values, columns }: Opened, isCheck: boolean): string {
  const own: readonly ValueName[] =
    kind === 'remittance' ? ['utr', 'date'] : ['invoice_number', 'weight_unit'];
  const query = new URLSearchParams({
    courier: courier.trim(),
    ...(isCheck ? { check: '1' } : { source: file.name.slice(-200) }),
    ...Object.fromEntries(own.flatMap((name) => (values[name] ? [[name, values[name]]] : []))),
    ...Object.fromEntries(Object.entries(columns).map(([name, chosen]) => [`${name}_column`, chosen])),
  });
  return `${PATHS[kind]}?${query}`;
}

/** Tells whether the fields show why a file could not be checked. */
function isTold(error: unknown): boolean {
  if (!(error instanceof ApiProblem)) return false;
  const names = [
    ...VALUES,
    'courier',
    ...Object.values(COLUMNS)
      .flat()
      .map((name) => `${name}_column`),
  ];
  return error.of(...names) !== null;
}

/** The courier of the first tracking number that is known; null if none is. */
async function courierOf(numbers: readonly string[]): Promise<string | null> {
  const carriers = await queries.ensureQueryData(carriersQuery);
  for (const number of numbers) {
    const { data } = await answerOf(
      api.POST('/custom/api/v1/shipments', { body: { search: number, per_page: 5 } }),
    );
    const found = data.find(({ attributes }) => attributes.tracking_number === number.toUpperCase());
    const carrier = found?.attributes.carrier;
    const courier = carriers.find(({ carrier_id }) => carrier_id === carrier?.id)?.courier_name;
    if (courier !== undefined) return courier;
  }
  return null;
}
