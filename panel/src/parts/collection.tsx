import { useMutation } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { type ComponentType, type ReactNode, useState } from 'react';
import { answerOf } from '../api/client.ts';
import { commonWords } from '../words/common.ts';
import { useWords } from '../words/language.ts';
import { Confirm } from './confirm.tsx';
import { Copyable } from './copyable.tsx';
import { Dialog } from './dialog.tsx';
import { type Declared, Fields } from './fields.tsx';
import { Form, useForm } from './form.tsx';
import type { Column } from './list/data-table.tsx';
import { ActionMenu } from './menu.tsx';
import { useNarrow } from './narrow.ts';
import { Empty, Failure, Skeleton, Warning } from './notices.tsx';
import type { PagedList } from './paged-list.ts';
import { PagedTable, Rows } from './paged-table.tsx';
import { toast } from './toasts.tsx';

/** An action on one entry of a collection. */
export interface EntryAction<Row> {
  readonly text: string;
  readonly danger?: boolean;
  /** Whether the entry has the action; without it, every entry has. */
  readonly has?: (row: Row) => boolean;
  /** What will happen: the action then asks for confirmation. */
  readonly will?: string;
  /** What has happened to the entry with this name. */
  readonly done?: (name: string) => string;
  /** A button of the row, not an entry of its menu; on a phone, it is in the menu. */
  readonly isButton?: boolean;
  /** The title over the text that `run` returns, which is shown once. */
  readonly once?: ReactNode;
  readonly run: (row: Row) => unknown;
}

/** The form that makes an entry, and changes one. */
export interface EntryForm<Row, Values extends object> {
  /** The title for a new entry, and the text of the button; null if entries are not made here. */
  readonly add: string | null;
  /** The values of the form; of null, those of a new entry. */
  readonly valuesOf: (row: Row | null) => Values;
  /** Whether the entry cannot be changed; without it, every entry can. */
  readonly isFixed?: (row: Row) => boolean;
  readonly fields: (values: Values, row: Row | null) => readonly Declared<Values>[];
  /** Sends the values. A returned text, such as a secret, is shown once. */
  readonly save: (values: Values, row: Row | null) => Promise<string | null | undefined>;
  /** The text of the button that sends a new entry, if it is not 'Save'. */
  readonly send?: string;
  /** What a saved entry is called, if that is not its `name`. */
  readonly savedAs?: (values: Values) => string;
  /** What the secret is for. */
  readonly once?: ReactNode;
  /** More than fields can do, below them. */
  readonly Extra?: ComponentType<{
    form: Pick<ReturnType<typeof useForm<Values, unknown>>, 'values' | 'change'>;
  }>;
}

/** Things that people make, change and delete: a list, a form, and the actions on each entry. */
export interface Collection<Row, Values extends object> {
  /** The name of the list. */
  readonly label: string;
  /** What the list is for, in a sentence. */
  readonly about?: ReactNode;
  readonly columns: readonly Column<Row>[];
  readonly nameOf: (row: Row) => string;
  /** The title of the empty list. */
  readonly empty: string;
  readonly form?: EntryForm<Row, Values> | undefined;
  readonly actions?: readonly EntryAction<Row>[] | undefined;
}

/** `?new=yes` in the address opens the form of a new entry. */
export function CollectionPage<Row extends { readonly id: string }, Values extends object>({
  of,
  list,
  isReadOnly = false,
  children,
}: {
  of: Collection<Row, Values>;
  list: PagedList<Row> | { readonly data: readonly Row[] | undefined; readonly error: Error | null };
  /** Shows the list alone, for people who may not change anything. */
  isReadOnly?: boolean;
  /** What stands between the heading and the list. */
  children?: ReactNode;
}) {
  const words = useWords(commonWords);
  const form = isReadOnly ? undefined : of.form;
  const actions = isReadOnly ? [] : (of.actions ?? []);
  const { new: isNew } = useSearch({ strict: false });
  const navigate = useNavigate();
  const isNarrow = useNarrow();
  const [edited, edit] = useState<{ row: Row | null } | null>(isNew && form?.add ? { row: null } : null);
  const [asked, ask] = useState<{ row: Row; action: EntryAction<Row> } | null>(null);
  const [given, give] = useState<{ text: string; row: Row; action: EntryAction<Row> } | null>(null);
  const running = useMutation({
    mutationFn: async ({ row, action }: { row: Row; action: EntryAction<Row> }) => action.run(row),
    onSuccess: (answer, { row, action }) => {
      if (action.once && typeof answer === 'string') give({ text: answer, row, action });
      if (action.done) toast(action.done(of.nameOf(row)));
    },
  });
  const add = form?.add && (
    <button type="button" className="button first" onClick={() => edit({ row: null })}>
      <Plus aria-hidden="true" />
      {form.add}
    </button>
  );
  const columns: readonly Column<Row>[] = [
    ...of.columns,
    ...(form === undefined && actions.length === 0
      ? []
      : [
          {
            id: 'actions',
            header: '',
            width: 100,
            number: true,
            cell: (row: Row) => {
              const had = actions.filter(({ has }) => has === undefined || has(row));
              const mayEdit = form !== undefined && form.isFixed?.(row) !== true;
              const editing = { text: words.edit, run: () => edit({ row }) };
              const start = (action: EntryAction<Row>) =>
                action.will ? ask({ row, action }) : running.mutate({ row, action });
              const isButton = ({ isButton = false }: EntryAction<Row>) => isButton && !isNarrow;
              return (
                <span className="row-actions">
                  {had.filter(isButton).map((action) => (
                    <button
                      key={action.text}
                      type="button"
                      className="button small"
                      aria-label={`${action.text}: ${of.nameOf(row)}`}
                      disabled={running.isPending}
                      onClick={() => start(action)}
                    >
                      {action.text}
                    </button>
                  ))}
                  {mayEdit && !isNarrow && (
                    <button
                      type="button"
                      className="button small"
                      aria-label={`${words.edit}: ${of.nameOf(row)}`}
                      onClick={editing.run}
                    >
                      {words.edit}
                    </button>
                  )}
                  <ActionMenu
                    label={`${words.actions}: ${of.nameOf(row)}`}
                    actions={[
                      ...(mayEdit && isNarrow ? [editing] : []),
                      ...had
                        .filter((action) => !isButton(action))
                        .map((action) => ({
                          text: action.text,
                          danger: action.danger === true,
                          run: () => start(action),
                        })),
                    ]}
                  />
                </span>
              );
            },
          },
        ]),
  ];
  const empty = <Empty title={of.empty}>{add}</Empty>;
  // An empty list has the button itself.
  const isEmpty =
    'rows' in list ? list.rows.length === 0 && !list.isPending && !list.error : list.data?.length === 0;
  return (
    <div className="stack">
      <SectionHead title={of.label} about={of.about}>
        {!isEmpty && add}
      </SectionHead>
      {children}
      <Failure error={running.error} />
      {'rows' in list ? (
        <PagedTable list={list} label={of.label} empty={empty} columns={columns} />
      ) : list.error ? (
        <Failure error={list.error} />
      ) : list.data === undefined ? (
        <Skeleton lines={6} />
      ) : list.data.length === 0 ? (
        empty
      ) : (
        <Rows label={of.label} rows={list.data} idOf={({ id }) => id} columns={columns} />
      )}
      {form && edited && (
        <EntryDialog
          form={form}
          row={edited.row}
          title={edited.row ? of.nameOf(edited.row) : (form.add ?? '')}
          onClose={() => {
            edit(null);
            if (isNew) void navigate({ to: '.', search: {}, replace: true });
          }}
        />
      )}
      {given && (
        <ShownOnce
          title={`${given.action.text}: ${of.nameOf(given.row)}`}
          text={given.text}
          how={given.action.once}
          onClose={() => give(null)}
        />
      )}
      {asked && (
        <Confirm
          title={`${asked.action.text}: ${of.nameOf(asked.row)}`}
          will={asked.action.will ?? ''}
          action={asked.action.text}
          done={(asked.action.done ?? words.saved)(of.nameOf(asked.row))}
          run={async () => asked.action.run(asked.row)}
          onClose={() => ask(null)}
        />
      )}
    </div>
  );
}

/** The heading of a part of a page, with what it is for and its button. */
export function SectionHead({
  title,
  about,
  children,
}: {
  title: string;
  about?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <header className="section-head">
      <div>
        <h2>{title}</h2>
        {about && <p className="quiet">{about}</p>}
      </div>
      {children}
    </header>
  );
}

function EntryDialog<Row, Values extends object>({
  form: entry,
  row,
  title,
  onClose,
}: {
  form: EntryForm<Row, Values>;
  row: Row | null;
  title: string;
  onClose: () => void;
}) {
  const words = useWords(commonWords);
  const [first] = useState(() => entry.valuesOf(row));
  const form = useForm({
    first,
    mutationFn: async (values: Values) => ({ secret: await entry.save(values, row), values }),
    onSuccess: ({ secret, values }) => {
      if (typeof secret === 'string') return;
      toast(words.saved(entry.savedAs?.(values) ?? ('name' in values ? String(values.name) : title)));
      onClose();
    },
  });
  const fields = entry.fields(form.values, row);
  const secret = form.data?.secret;
  if (typeof secret === 'string') {
    return <ShownOnce title={title} text={secret} how={entry.once} onClose={onClose} />;
  }
  const { Extra } = entry;
  return (
    <Dialog title={title} onClose={onClose} wide={fields.length > 4}>
      <Form of={form} at="dialog" {...(row === null && entry.send && { save: entry.send })}>
        <Fields form={form} fields={fields} />
        {Extra && <Extra form={form} />}
      </Form>
    </Dialog>
  );
}

/** A secret that nobody can read later. */
function ShownOnce({
  title,
  text,
  how,
  onClose,
}: {
  title: string;
  text: string;
  how?: ReactNode;
  onClose: () => void;
}) {
  const words = useWords(commonWords);
  return (
    <Dialog title={title} onClose={onClose}>
      <Warning>
        <p className="strong">{words.once}</p>
        {how && <p>{how}</p>}
      </Warning>
      <Copyable text={text} />
      <div className="dialog-end">
        <button type="button" className="button first" onClick={onClose}>
          {words.done}
        </button>
      </div>
    </Dialog>
  );
}

/** Waits for an answer that has nothing to show: `save` of a form without a secret. */
export async function saved(sent: Parameters<typeof answerOf>[0]): Promise<undefined> {
  await answerOf(sent);
}
