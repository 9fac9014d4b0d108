import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { type FileReading, importQuery } from '../../api/imports.ts';
import { warehousesQuery } from '../../api/lists.ts';
import { Choice } from '../../parts/choice.tsx';
import { saveFile, sendFile } from '../../parts/download.ts';
import { Tick } from '../../parts/field.tsx';
import { FileDrop } from '../../parts/file-drop.tsx';
import { isTouched } from '../../parts/narrow.ts';
import { Failure, Skeleton } from '../../parts/notices.tsx';
import { useSession } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { type Checked, CheckedCounts, CheckedRows } from './checked-rows.tsx';
import { fileWords, headingOf } from './file-words.ts';
import { ImportReport } from './import-report.tsx';
import { KeepColumns, KeptKinds } from './kept-kinds.tsx';
import { fittingKinds, KindOfFile, WhichKind } from './kind-of-file.tsx';
import {
  askedFor,
  type ColumnNames,
  type ForAll,
  type OpenedFile,
  queryOf,
  rememberedForAll,
  rememberForAll,
  useOpenedFile,
} from './opened-file.ts';
import {
  FILE_FIELDS,
  type FileRows,
  type OrderFile,
  openedRows,
  template,
  writeOrderFile,
} from './order-file.ts';
import { RecentImports } from './recent-imports.tsx';
import { Recognised } from './recognised.tsx';
import { StoredCheck } from './stored-check.tsx';

const LEFT_OUT = '-';
/** The columns that every file needs; COD orders also need the amount, and city and state come from the pincode. */
const NEEDED = [
  'order_id',
  'warehouse_name',
  'payment_method',
  'billing_customer_name',
  'billing_phone',
  'billing_address',
  'billing_pincode',
  'item_name',
  'units',
  'selling_price',
  'weight',
  'length',
  'breadth',
  'height',
] as const;

/** Imports orders from a file: matches columns, checks the file, lets people correct it, creates orders. */
export function ImportFile() {
  const words = useWords(fileWords);
  const { account } = useSession();
  const { check, made } = useSearch({ from: '/frame/orders/new' });
  const navigate = useNavigate({ from: '/orders/new' });
  const show = (shown: { check?: string; made?: string }) =>
    navigate({ search: { way: 'file', ...shown }, replace: true });
  const [opened, setOpened] = useOpenedFile(account.id);
  const checking = useMutation({
    meta: { changesNothing: true },
    mutationFn: async ({ file, ...options }: OpenedFile) => {
      const { forAll } = options;
      const content = writeOrderFile(file);
      const check = async (given: ForAll) => {
        const path = `/orders/import?check=1${queryOf({ ...options, forAll: given })}`;
        return (await sendFile<{ data: Pick<Checked, 'id'> & { reading: FileReading } }>(path, content)).data;
      };
      const first = await check(forAll);
      const known = rememberedForAll(account.id, first.reading.profile);
      const lacking = askedFor(first.reading).filter((field) => known[field] !== undefined);
      if (lacking.length === 0) return { id: first.id, added: {} };
      const added = Object.fromEntries(lacking.map((field) => [field, known[field]])) as ForAll;
      return { id: (await check({ ...forAll, ...added })).id, added };
    },
    onSuccess: ({ id, added }, sent) => {
      setOpened((now) => {
        if (now === null) return null;
        const forAll = { ...added, ...now.forAll };
        // What was changed meanwhile is not checked yet.
        const isChecked =
          (['file', 'names', 'book', 'profile'] as const).every((one) => now[one] === sent[one]) &&
          isSameForAll(forAll, { ...added, ...sent.forAll });
        return { ...now, checks: [...now.checks, id], forAll, isChecked };
      });
      return show({ check: id });
    },
  });
  const making = useMutation({
    mutationFn: async ({ file, ...options }: OpenedFile) =>
      (
        await sendFile<{ data: { id: string } }>(
          `/orders/import?source=${encodeURIComponent(file.name.slice(-200))}${queryOf(options)}`,
          writeOrderFile(file),
        )
      ).data,
    onSuccess: ({ id }, { forAll }) => {
      rememberForAll(account.id, checked?.reading?.profile ?? null, forAll);
      setOpened(null);
      return show({ made: id });
    },
  });
  const last = opened?.checks.at(-1);
  const report = useQuery({
    ...importQuery(last ?? ''),
    enabled: last !== undefined,
    placeholderData: (before) => before,
  });
  const checked = report.data?.report ? (report.data as Checked) : null;
  const open = (file: OrderFile) => {
    const book = opened?.book ?? false;
    const next = { file, names: {}, profile: null, forAll: {}, book, checks: [], isChecked: false };
    setOpened(next);
    making.reset();
    checking.mutate(next);
    void show({});
  };
  const restart = () => {
    setOpened(null);
    checking.reset();
    making.reset();
    void show({});
  };
  if (made !== undefined) return <ImportReport id={made} onNext={restart} onMend={open} />;
  if (opened === null || (check !== undefined && !opened.checks.includes(check))) {
    return (
      <div className="stack roomy">
        {check !== undefined && <StoredCheck id={check} />}
        <div className="pairs">
          <Drop onFile={open} />
          <Needed />
        </div>
        {check === undefined && <KeptKinds />}
        {check === undefined && <RecentImports />}
      </div>
    );
  }
  const { file, names, profile, book, forAll } = opened;
  const change = (changed: Partial<OpenedFile>) => {
    const next = { ...opened, ...changed, isChecked: false };
    setOpened(next);
    return next;
  };
  const isFresh = opened.isChecked && !checking.isPending && !report.isPlaceholderData;
  const orders = (isFresh && checked?.created) || 0;
  const fitting = fittingKinds(checking.error);
  const chooseKind = (chosen: string) => checking.mutate(change({ profile: chosen }));
  return (
    <div className="stack">
      <div className="line apart">
        <h2 className="cut">{file.name}</h2>
        <button type="button" className="button small" onClick={restart}>
          {words.another}
        </button>
      </div>
      <div className="card line import-bar">
        {checking.isPending ? (
          <p className="quiet" role="status">
            {words.checking}
          </p>
        ) : (
          checked &&
          (isFresh ? <CheckedCounts checked={checked} /> : <p className="needs">{words.changed}</p>)
        )}
        <span className="push" />
        <Tick
          label={words.book}
          checked={book}
          onChange={({ target }) => {
            // An order that no courier takes can be created but not booked, so the check depends on this box.
            checking.mutate(change({ book: target.checked }));
          }}
        />
        <button
          type="button"
          className={isFresh ? 'button' : 'button first'}
          disabled={checking.isPending}
          onClick={() => checking.mutate(opened)}
        >
          {words.check}
        </button>
        {isFresh && (
          <button
            type="button"
            className="button first"
            disabled={orders === 0 || making.isPending}
            onClick={() => making.mutate(opened)}
          >
            {words.make(orders)}
          </button>
        )}
      </div>
      {fitting.length > 0 ? (
        <WhichKind fitting={fitting} onChoose={chooseKind} />
      ) : (
        <Failure error={checking.error ?? making.error ?? report.error} />
      )}
      {!checked && fitting.length === 0 && checking.isError && (
        <div className="card fields">
          <KindOfFile kind={profile} onChoose={chooseKind} />
        </div>
      )}
      {checked?.reading && fitting.length === 0 && (
        <Recognised
          file={file}
          reading={checked.reading}
          fields={checked.report.columns.map(({ field }) => field)}
          isWarehouseUnknown={checked.report.problems.some(({ field }) => field === 'warehouse_name')}
          forAll={forAll}
          kind={<KindOfFile kind={profile ?? checked.reading.profile} onChoose={chooseKind} />}
          onChange={(given) => change({ forAll: given })}
        />
      )}
      <Columns
        file={file}
        names={names}
        checked={checked && withoutAsked(checked)}
        onChange={(changed) => change({ names: changed })}
      >
        {Object.keys(names).length > 0 && (
          <KeepColumns
            file={file}
            names={names}
            profile={profile ?? checked?.reading?.profile ?? 'own'}
            onKept={(name) => checking.mutate(change({ names: {}, profile: name }))}
          />
        )}
      </Columns>
      {checked ? (
        <CheckedRows
          file={file}
          checked={withoutAsked(checked)}
          onChange={(changed) => change({ file: changed })}
        />
      ) : (
        checking.isPending && <Skeleton />
      )}
    </div>
  );
}

function isSameForAll(one: ForAll, other: ForAll): boolean {
  const fields = Object.keys({ ...one, ...other }) as (keyof ForAll)[];
  return fields.every((field) => one[field] === other[field]);
}

/** The report without what is asked once for all rows. */
function withoutAsked(checked: Checked): Checked {
  const asked = new Set<string>(checked.reading === null ? [] : checked.reading.missing);
  const given = new Set<string>(checked.reading === null ? [] : askedFor(checked.reading));
  const isAsked = ({ field, code }: Checked['report']['problems'][number]) =>
    code === 'required' &&
    field !== null &&
    asked.has(field) &&
    (given.has(field) || field === 'warehouse_name');
  const problems = checked.report.problems.filter((note) => !isAsked(note));
  return { ...checked, report: { ...checked.report, problems } };
}

/** Which column of the file is which, as the check has found or somebody has said. */
function Columns({
  file,
  names,
  checked,
  onChange,
  children,
}: {
  file: OrderFile;
  names: ColumnNames;
  checked: Checked | null;
  onChange: (names: ColumnNames) => void;
  children: ReactNode;
}) {
  const words = useWords(fileWords);
  const { profile } = checked?.reading ?? {};
  const isOwn = profile === 'own' || words.profile[profile ?? 'own'] === undefined;
  const found = new Map(checked?.report.columns.map(({ name, field }) => [name, field]));
  const ignored = file.head.filter((name) => names[name] === undefined && found.get(name) === null);
  // One of the ignored columns may be one that the file seems to lack.
  const isLacking = checked?.report.problems.some(
    ({ code, column }) => code === 'required' && column !== null && !found.has(column),
  );
  return (
    <details
      className="card"
      open={(ignored.length > 0 && isLacking) || Object.keys(names).length > 0 || undefined}
    >
      <summary>
        <span className="strong">{words.columns}</span>{' '}
        {ignored.length > 0 &&
          (isOwn ? (
            <span className="needs">
              {words.ignoredColumns(ignored.length)}: {ignored.join(', ')}
            </span>
          ) : (
            // Files of other systems have many columns that no order needs.
            <span className="quiet">{words.ignoredColumns(ignored.length)}</span>
          ))}
      </summary>
      <p className="quiet">{words.columnsHow}</p>
      <div className="fields" style={{ marginTop: 12 }}>
        {file.head.map((name) => {
          const field = found.get(name) ?? null;
          return (
            <Choice
              key={name}
              label={name}
              value={names[name] === null ? LEFT_OUT : (names[name] ?? '')}
              options={[
                ['', words.asIs(field && headingOf(words, field, field))],
                [LEFT_OUT, words.leaveOut],
                ...FILE_FIELDS.map((one) => [one, words.field[one]] as const),
              ]}
              onChoose={(chosen) => {
                const { [name]: _, ...others } = names;
                onChange(chosen === '' ? others : { ...others, [name]: chosen === LEFT_OUT ? null : chosen });
              }}
            />
          );
        })}
      </div>
      {children}
    </details>
  );
}

/** What a file has to say, with a file to begin from. */
function Needed() {
  const words = useWords(fileWords);
  const warehouses = useQuery(warehousesQuery).data ?? [];
  const save = () =>
    saveFile(new Blob([template(warehouses[0]?.name ?? '')], { type: 'text/csv' }), 'orders.csv');
  return (
    <section className="card stack tight" aria-labelledby="needed">
      <h2 id="needed">{words.needed}</h2>
      <p className="quiet">{NEEDED.map((one) => words.field[one]).join(', ')}</p>
      <p className="quiet">{words.neededHow}</p>
      <button type="button" className="button small" style={{ justifySelf: 'start' }} onClick={save}>
        <Download aria-hidden="true" />
        {words.template}
      </button>
    </section>
  );
}

function Drop({ onFile }: { onFile: (file: OrderFile) => void }) {
  const words = useWords(fileWords);
  const reading = useMutation({
    meta: { changesNothing: true },
    mutationFn: async (chosen: File) =>
      openedRows(chosen.name, (await sendFile<{ data: FileRows }>('/orders/import/rows', chosen)).data),
    onSuccess: onFile,
  });
  return (
    <FileDrop
      label={isTouched() ? words.chooseCsv : words.drop}
      action={isTouched() ? words.chooseCsv : words.choose}
      accept=".csv,.xlsx,.xls,.txt,.tsv,text/csv,text/plain"
      title={isTouched() ? undefined : words.drop}
      hint={words.or}
      disabled={reading.isPending}
      onFile={(chosen) => reading.mutate(chosen)}
    >
      {reading.isPending && (
        <p className="quiet" role="status">
          {words.reading}
        </p>
      )}
      <Failure error={reading.error} />
    </FileDrop>
  );
}
