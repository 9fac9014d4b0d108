import { answerOf, api } from '../../api/client.ts';
import { PagedTable, usePaged } from '../../parts/paged-table.tsx';
import { spelledOut } from '../../parts/status.tsx';
import { Moment } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { settingsWords } from './settings-words.ts';

/** The audit log: who changed what. */
export function Audit() {
  const words = useWords(settingsWords);
  const list = usePaged(['audit'], (query, signal) =>
    answerOf(api.GET('/custom/api/v1/audit', { params: { query }, signal })),
  );
  return (
    <PagedTable
      list={list}
      label={words.part.audit}
      empty={<p className="quiet">{words.noAudit}</p>}
      columns={[
        { id: 'at', header: words.when, width: 150, cell: (one) => <Moment at={one.at} /> },
        { id: 'who', header: words.who, width: 130, cell: (one) => one.actor.name },
        {
          id: 'what',
          header: words.action,
          width: 170,
          cell: (one) => spelledOut(one.action.replace('.', ' ')),
        },
        {
          id: 'changes',
          header: words.changes,
          width: 360,
          cell: (one) => <Changes changes={one.changes} />,
        },
      ]}
    />
  );
}

/** Each changed field: its old and new value. */
function Changes({ changes }: { changes: unknown }) {
  if (changes === null || typeof changes !== 'object') return null;
  const said = (value: unknown): string =>
    value === null || value === undefined
      ? '–'
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value);
  return (
    <ul className="small">
      {Object.entries(changes)
        .slice(0, 8)
        .map(([name, value]) => (
          <li key={name} className="cut" style={{ maxWidth: '52ch' }}>
            <span className="quiet">{name.replaceAll('_', ' ')}:</span>{' '}
            {value !== null && typeof value === 'object' && 'to' in value
              ? `${said((value as { from?: unknown }).from)} → ${said(value.to)}`
              : said(value)}
          </li>
        ))}
    </ul>
  );
}
