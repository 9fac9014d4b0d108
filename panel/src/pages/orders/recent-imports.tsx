import { Link } from '@tanstack/react-router';
import { answerOf, api } from '../../api/client.ts';
import { PagedTable, usePaged } from '../../parts/paged-table.tsx';
import { State } from '../../parts/status.tsx';
import { grouped, Moment } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { fileWords } from './file-words.ts';

/** Earlier imports of orders, each with a link to its result. */
export function RecentImports() {
  const words = useWords(fileWords);
  const list = usePaged(['imports', 'orders'], (page, signal) =>
    answerOf(api.GET('/custom/api/v1/imports', { params: { query: { ...page, kind: ['orders'] } }, signal })),
  );
  return (
    <section className="stack tight" aria-labelledby="recent">
      <h2 id="recent">{words.recent}</h2>
      <PagedTable
        list={list}
        label={words.recent}
        empty={<p className="quiet">{words.noneRecent}</p>}
        columns={[
          {
            id: 'file',
            header: words.file,
            width: 240,
            cell: (one) => (
              <Link to="/orders/new" search={{ way: 'file', made: one.id }}>
                {one.source ?? words.unnamed}
              </Link>
            ),
          },
          { id: 'when', header: words.when, width: 150, cell: (one) => <Moment at={one.created_at} /> },
          {
            id: 'state',
            header: words.result,
            width: 200,
            cell: (one) => (
              <State mood={one.state === 'done' ? 'done' : one.finished_at === null ? 'way' : 'bad'}>
                {one.state === 'done' ? words.created(one.created ?? 0) : words.state[one.state]}
              </State>
            ),
          },
          {
            id: 'skipped',
            header: words.skippedRows,
            width: 120,
            number: true,
            cell: (one) =>
              one.rejected > 0 ? <span className="mono bad">{grouped(one.rejected)}</span> : null,
          },
        ]}
      />
    </section>
  );
}
