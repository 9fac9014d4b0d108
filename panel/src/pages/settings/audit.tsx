import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type Answer, answerOf, api } from '../../api/client.ts';
import { carriersQuery, storesQuery, warehousesQuery } from '../../api/lists.ts';
import { SmallChoice } from '../../parts/choice.tsx';
import { CollectionPage } from '../../parts/collection.tsx';
import { usePaged } from '../../parts/paged-table.tsx';
import { spelledOut, useStatusWords } from '../../parts/status.tsx';
import { usePreference } from '../../preferences.ts';
import { commonWords } from '../../words/common.ts';
import { fieldName } from '../../words/field-names.ts';
import { exactDay, grouped, Moment, rupees } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { useSentences } from '../../words/service-sentences.ts';
import { auditWords } from './audit-words.ts';
import { settingsWords } from './settings-words.ts';
import { webhookWords } from './webhook-words.ts';

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
  const words = useWords(settingsWords);
  const say = useWords(auditWords);
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
    return say.did(say.verb[verb] ?? say.anyVerb(spelledOut(verb)));
  };
  const subjectOf = (action: string) => {
    const [subject = ''] = action.split('.');
    return say.subject[subject] ?? spelledOut(subject);
  };
  const nameOf = (one: AuditRecord) =>
    one.order_id ?? one.subject_name ?? names.get(one.subject_id) ?? namedIn(one.changes);
  const who = ({ actor: { kind, name } }: AuditRecord) =>
    kind === 'system' || kind === 'operator' ? (say.actor[name] ?? say.actor[kind] ?? name) : name;
  const sentenceOf = (one: AuditRecord) => {
    const thing = [say.thing(subjectOf(one.action), nameOf(one) !== null), nameOf(one)];
    return `${who(one)} ${verbOf(one.action).replace('{}', thing.filter(Boolean).join(' '))}`;
  };
  return (
    <CollectionPage
      list={list}
      of={{
        label: words.part.audit,
        about: words.about.audit,
        empty: words.noAudit,
        nameOf: sentenceOf,
        columns: [
          {
            id: 'what',
            header: say.what,
            width: 640,
            cell: (one) => {
              const [before = '', after] = verbOf(one.action).split('{}');
              const name = nameOf(one);
              return (
                <>
                  <p>
                    <span className="strong">{who(one)}</span>
                    {one.actor.kind === 'key' && <span className="quiet"> ({say.actor.key})</span>} {before}
                    {after !== undefined && (
                      <>
                        <Listed kind={one.subject_kind}>
                          {say.thing(subjectOf(one.action), name !== null)}
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
            header: words.when,
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
          label={say.about}
          value={kind ?? ''}
          options={[['', say.all], ...KINDS.map((one) => [one, say.subject[one] ?? one] as const)]}
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
  const say = useWords(auditWords);
  const common = useWords(commonWords);
  const language = usePreference('language');
  const { roles } = useWords(settingsWords);
  const events = useWords(webhookWords).event;
  const statusOf = useStatusWords();
  const sentence = useSentences();
  if (changes === null || typeof changes !== 'object') return null;
  const said = (value: unknown, field = ''): string | null => {
    if (value === null || value === undefined || value === '') return '–';
    if (typeof value === 'number') return /amount$/.test(field) ? rupees(value, 2) : grouped(value);
    if (typeof value === 'boolean') return value ? common.yes : common.no;
    if (Array.isArray(value)) {
      return value.length === 0 ? '–' : value.flatMap((one) => said(one) ?? []).join(', ') || null;
    }
    if (typeof value !== 'string') return null;
    if (ID.test(value)) return names.get(value) ?? null;
    if (/^\d{4}-\d\d-\d\d(?:T|$)/.test(value)) return exactDay(value.slice(0, 10), language);
    const named =
      names.get(value) ??
      events[value as keyof typeof events]?.name ??
      say.value[value] ??
      roles[value as keyof typeof roles];
    return named ?? (/^[a-z]+(?:_[a-z]+)+$/.test(value) ? statusOf(value) : sentence(value));
  };
  const set: string[] = [];
  const changed: string[] = [];
  for (const [name, value] of Object.entries(changes)) {
    const isChange = value !== null && typeof value === 'object' && 'to' in value;
    const to = said(isChange ? value.to : value, name);
    const from = isChange && 'from' in value ? said(value.from, name) : null;
    const field = fieldName(name, language);
    if (isChange && 'from' in value && Array.isArray(value.from) && Array.isArray(value.to)) {
      const [before, after]: [unknown[], unknown[]] = [value.from, value.to];
      const added = said(after.filter((one) => !before.includes(one)));
      const gone = said(before.filter((one) => !after.includes(one)));
      if (added !== null && added !== '–') changed.push(say.added(field, added));
      if (gone !== null && gone !== '–') changed.push(say.removed(field, gone));
      continue;
    }
    if (to === null || to === known || value === 0 || value === false) continue;
    if (!isChange) {
      if (to !== '–') set.push(say.set(field, to));
    } else if (from === null || from === '–') changed.push(say.set(field, to));
    else changed.push(to === '–' ? say.removed(field, from) : say.fromTo(field, from, to));
  }
  const lines = [...(set.length > 0 ? [set.join(' · ')] : []), ...changed];
  return (
    <ul className="quiet small">
      {lines.slice(0, MOST_CHANGES).map((line) => (
        <li key={line} className="cut" style={{ maxWidth: '90ch' }} title={line}>
          {line}
        </li>
      ))}
      {lines.length > MOST_CHANGES && <li>{say.more(lines.length - MOST_CHANGES)}</li>}
    </ul>
  );
}
