import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { answerOf, api } from '../../api/client.ts';
import { carriersQuery, storesQuery, warehousesQuery } from '../../api/lists.ts';
import { SmallChoice } from '../../parts/choice.tsx';
import { CollectionPage } from '../../parts/collection.tsx';
import { usePaged } from '../../parts/paged-table.tsx';
import { spelledOut, useStatusWords } from '../../parts/status.tsx';
import { usePreference } from '../../preferences.ts';
import { commonWords } from '../../words/common.ts';
import { fieldName } from '../../words/field-names.ts';
import { exactDay, grouped, Moment } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { useSentences } from '../../words/service-sentences.ts';
import { auditWords } from './audit-words.ts';
import { settingsWords } from './settings-words.ts';
import { webhookWords } from './webhook-words.ts';

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
  const actionOf = (action: string) => {
    const [subject = '', verb = ''] = action.split('.');
    return say.did(say.subject[subject] ?? spelledOut(subject), say.verb[verb] ?? spelledOut(verb));
  };
  return (
    <CollectionPage
      list={list}
      of={{
        label: words.part.audit,
        about: words.about.audit,
        empty: words.noAudit,
        nameOf: ({ action }) => actionOf(action),
        columns: [
          {
            id: 'what',
            header: words.action,
            width: 240,
            cell: (one) => {
              const name = names.get(one.subject_id) ?? namedIn(one.changes);
              return (
                <>
                  <span className="strong">{actionOf(one.action)}</span>
                  {one.subject_kind === 'shipment' ? (
                    <p className="small">
                      <Link to="/shipments" search={{ open: one.subject_id }}>
                        {one.order_id ?? say.show}
                      </Link>
                    </p>
                  ) : (
                    name && <p className="quiet small">{name}</p>
                  )}
                </>
              );
            },
          },
          {
            id: 'changes',
            header: words.changes,
            width: 360,
            card: 'plain',
            cell: (one) => <Changes changes={one.changes} names={names} />,
          },
          {
            id: 'who',
            header: words.who,
            width: 160,
            card: 'plain',
            cell: ({ actor: { kind, name } }) =>
              kind === 'system' || kind === 'operator' ? (
                (say.actor[name] ?? say.actor[kind])
              ) : (
                <>
                  {name}
                  {kind !== 'user' && <p className="quiet small">{say.actor[kind]}</p>}
                </>
              ),
          },
          { id: 'at', header: words.when, width: 150, card: 'plain', cell: (one) => <Moment at={one.at} /> },
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

/** The name in the changes of something that was created. */
function namedIn(changes: unknown): string | null {
  if (changes === null || typeof changes !== 'object' || !('name' in changes)) return null;
  return typeof changes.name === 'string' ? changes.name : null;
}

/** Each changed field: its old and new value. Ids say nothing to people. */
function Changes({ changes, names }: { changes: unknown; names: ReadonlyMap<string, string> }) {
  const say = useWords(auditWords);
  const common = useWords(commonWords);
  const language = usePreference('language');
  const { roles } = useWords(settingsWords);
  const events = useWords(webhookWords).event;
  const statusOf = useStatusWords();
  const sentence = useSentences();
  if (changes === null || typeof changes !== 'object') return null;
  const said = (value: unknown): string | null => {
    if (value === null || value === undefined || value === '') return '–';
    if (typeof value === 'boolean') return value ? common.yes : common.no;
    if (typeof value === 'number') return grouped(value);
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
  const lines = Object.entries(changes).flatMap(([name, value]) => {
    const isChange = value !== null && typeof value === 'object' && 'to' in value;
    const to = said(isChange ? value.to : value);
    if (to === null || (!isChange && to === '–')) return [];
    const before = isChange && 'from' in value ? said(value.from) : null;
    const field = fieldName(name, language);
    return [{ field, before: before === '–' ? null : before, to }];
  });
  return (
    <ul className="small">
      {lines.slice(0, MOST_CHANGES).map(({ field, before, to }) => (
        <li key={field} className="cut" style={{ maxWidth: '60ch' }} title={to}>
          <span className="quiet">{field}:</span> {before && <del className="quiet">{before}</del>} {to}
        </li>
      ))}
      {lines.length > MOST_CHANGES && <li className="quiet">{say.more(lines.length - MOST_CHANGES)}</li>}
    </ul>
  );
}
