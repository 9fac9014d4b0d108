import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type Answer, answerOf, api } from '../../../api/client.ts';
import { carriersQuery, storesQuery, warehousesQuery } from '../../../api/lists.ts';
import { SmallChoice } from '../../../parts/choice.tsx';
import { CollectionPage } from '../../../parts/collection.tsx';
import { usePaged } from '../../../parts/paged-table.tsx';
import { spelledOut, useStatusWords } from '../../../parts/status.tsx';
import { usePreference } from '../../../preferences.ts';
import { commonWords } from '../../../words/common.ts';
import { fieldName } from '../../../words/field-names.ts';
import { exactDay, grouped, Moment, rupees } from '../../../words/format.tsx';
import { useWords } from '../../../words/language.ts';
import { type Said, useSentences } from '../../../words/sentences.ts';
import { settingsWords } from '../settings-words.ts';
import { auditWords } from './audit-words.ts';

/** Where things that have no page of their own are listed. */
const LISTED_AT = {
  weight_difference: { to: '/money', search: { part: 'weights', state: 'all' } },
  request: { to: '/requests', search: {} },
} as const;

type AuditRecord = Answer<'/custom/api/v1/audit', 'get'>['data'][number];

const MOST_CHANGES = 6;
const ID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

/** What changes can be about, most wanted first. */
const KINDS = [
  'shipment',
  'store',
  'warehouse',
  'user',
  'key',
  'courier_account',
  'rate_book',
  'shop',
  'webhook',
  'import',
  'file_profile',
  'job',
  'invoice',
  'manifest',
  'pickup',
  'request',
  'weight_difference',
  'view',
  'account',
] as const;

/** The audit log: who changed what. */
export function Audit() {
  const settings = useWords(settingsWords);
  const words = useWords(auditWords);
  const { kind: wanted } = useSearch({ strict: false });
  const navigate = useNavigate();
  const kind = KINDS.find((one) => one === wanted);
  const list = usePaged(['audit', kind], (page, signal) => {
    const query = { ...page, ...(kind && { subject_kind: kind }) };
    return answerOf(api.GET('/custom/api/v1/audit', { params: { query }, signal }));
  });
  const names = new Map([
    ...(useQuery(storesQuery).data ?? []).map((one) => [one.id, one.brand_name ?? one.store_name] as const),
    ...(useQuery(warehousesQuery).data ?? []).map((one) => [one.id, one.name] as const),
    ...(useQuery(carriersQuery).data ?? []).map((one) => [one.carrier_id, one.carrier_name] as const),
  ]);
  const verbOf = (action: string) => {
    const [, verb = ''] = action.split('.');
    return words.did(words.verb[verb] ?? words.anyVerb(spelledOut(verb)));
  };
  const subjectOf = (action: string) => {
    const [subject = ''] = action.split('.');
    return words.subject[subject] ?? spelledOut(subject);
  };
  const nameOf = (one: AuditRecord) =>
    one.order_id ?? one.subject_name ?? names.get(one.subject_id) ?? namedIn(one.changes);
  const who = ({ actor: { kind, name } }: AuditRecord) =>
    kind === 'system' || kind === 'operator' ? (settings.actor[name] ?? settings.actor[kind] ?? name) : name;
  const sentenceOf = (one: AuditRecord) => {
    const thing = [words.thing(subjectOf(one.action), nameOf(one) !== null), nameOf(one)];
    return `${who(one)} ${verbOf(one.action).replace('{}', thing.filter(Boolean).join(' '))}`;
  };
  return (
    <CollectionPage
      list={list}
      of={{
        label: settings.part.audit,
        about: words.about,
        empty: words.noAudit,
        nameOf: sentenceOf,
        columns: [
          {
            id: 'what',
            header: words.what,
            width: 640,
            cell: (one) => {
              const [before = '', after] = verbOf(one.action).split('{}');
              const name = nameOf(one);
              return (
                <>
                  <p>
                    <span className="strong">{who(one)}</span>
                    {one.actor.kind === 'key' && <span className="quiet"> ({settings.actor.key})</span>}{' '}
                    {before}
                    {after !== undefined && (
                      <>
                        <Listed kind={one.subject_kind}>
                          {words.thing(subjectOf(one.action), name !== null)}
                        </Listed>{' '}
                        {one.subject_kind === 'shipment' && name !== null ? (
                          <Link to="/shipments" search={{ open: one.subject_id }}>
                            {name}
                          </Link>
                        ) : (
                          <span className="strong">{name}</span>
                        )}
                        {after}
                      </>
                    )}
                  </p>
                  {!/\.signed_(?:in|out)$/.test(one.action) && (
                    <Changes changes={one.changes} names={names} known={name} />
                  )}
                </>
              );
            },
          },
          {
            id: 'at',
            header: settings.when,
            width: 160,
            card: 'main',
            cell: (one) => (
              <span className="quiet small">
                <Moment at={one.at} />
              </span>
            ),
          },
        ],
      }}
    >
      <search className="filters">
        <SmallChoice
          label={words.changesOf}
          value={kind ?? ''}
          options={[['', words.all], ...KINDS.map((one) => [one, words.subject[one] ?? one] as const)]}
          onChoose={(chosen) =>
            void navigate({ to: '.', search: chosen === '' ? {} : { kind: chosen }, replace: true })
          }
        />
      </search>
    </CollectionPage>
  );
}

/** A link to the list of such things, if they have no page of their own. */
function Listed({ kind, children }: { kind: string; children: string }) {
  if (kind !== 'weight_difference' && kind !== 'request') return children;
  return <Link {...LISTED_AT[kind]}>{children}</Link>;
}

function isSaid(value: object): value is Said {
  return 'message' in value && 'template' in value;
}

/** The name in the changes of something that was created. */
function namedIn(changes: unknown): string | null {
  if (changes === null || typeof changes !== 'object' || !('name' in changes)) return null;
  return typeof changes.name === 'string' ? changes.name : null;
}

/** What was set, in one line, and each change, from its old value to the new one. Ids say nothing to people. */
function Changes({
  changes,
  names,
  known,
}: {
  changes: unknown;
  names: ReadonlyMap<string, string>;
  /** Values that the sentence already says. */
  known: string | null;
}) {
  const words = useWords(auditWords);
  const common = useWords(commonWords);
  const language = usePreference('language');
  const { roles, event: events } = useWords(settingsWords);
  const statusOf = useStatusWords();
  const inWords = useSentences();
  if (changes === null || typeof changes !== 'object') return null;
  const said = (value: unknown, field = ''): string | null => {
    if (value === null || value === undefined || value === '') return '–';
    if (typeof value === 'number') return /amount$/.test(field) ? rupees(value, 2) : grouped(value);
    if (typeof value === 'boolean') return value ? common.yes : common.no;
    if (Array.isArray(value)) {
      return value.length === 0 ? '–' : value.flatMap((one) => said(one) ?? []).join(', ') || null;
    }
    if (typeof value !== 'string') return isSaid(value) ? inWords(value) : null;
    if (ID.test(value)) return names.get(value) ?? null;
    if (/^\d{4}-\d\d-\d\d(?:T|$)/.test(value)) return exactDay(value.slice(0, 10), language);
    const named =
      names.get(value) ??
      events[value as keyof typeof events]?.name ??
      words.value[value] ??
      roles[value as keyof typeof roles];
    return named ?? (/^[a-z]+(?:_[a-z]+)+$/.test(value) ? statusOf(value) : value);
  };
  const set: string[] = [];
  const changed: string[] = [];
  const details: Readonly<Record<string, unknown>> = { ...changes };
  for (const [name, text] of Object.entries(changes)) {
    if (name.endsWith('_details')) continue;
    const value = details[`${name}_details`] ?? text;
    const isChange = value !== null && typeof value === 'object' && 'to' in value;
    const to = said(isChange ? value.to : value, name);
    const from = isChange && 'from' in value ? said(value.from, name) : null;
    const field = fieldName(name, language);
    if (isChange && 'from' in value && Array.isArray(value.from) && Array.isArray(value.to)) {
      const [before, after]: [unknown[], unknown[]] = [value.from, value.to];
      const added = said(after.filter((one) => !before.includes(one)));
      const gone = said(before.filter((one) => !after.includes(one)));
      if (added !== null && added !== '–') changed.push(words.added(field, added));
      if (gone !== null && gone !== '–') changed.push(words.removed(field, gone));
      continue;
    }
    if (to === null || to === known || value === 0 || value === false) continue;
    if (!isChange) {
      if (to !== '–') set.push(words.set(field, to));
    } else if (from === null || from === '–') changed.push(words.set(field, to));
    else changed.push(to === '–' ? words.removed(field, from) : words.fromTo(field, from, to));
  }
  const lines = [...(set.length > 0 ? [set.join(' · ')] : []), ...changed];
  return (
    <ul className="quiet small">
      {lines.slice(0, MOST_CHANGES).map((line) => (
        <li key={line} className="cut" style={{ maxWidth: '90ch' }} title={line}>
          {line}
        </li>
      ))}
      {lines.length > MOST_CHANGES && <li>{words.more(lines.length - MOST_CHANGES)}</li>}
    </ul>
  );
}
