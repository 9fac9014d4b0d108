import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { storesQuery } from '../../api/lists.ts';
import { here } from '../../parts/here.ts';
import { useNarrow } from '../../parts/narrow.ts';
import { Empty, Failure, Skeleton } from '../../parts/notices.tsx';
import { useMayActAs } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { StoreForm } from './store-form.tsx';
import { StorePreviews } from './store-previews.tsx';
import { storesWords } from './stores-words.ts';

export const NEW_STORE = 'new';

/** The brands of the account, with previews of what customers see. */
export function StoresPage() {
  const words = useWords(storesWords);
  const { store: wanted } = useSearch({ from: '/frame/stores' });
  const navigate = useNavigate({ from: '/stores' });
  const { data: stores, error, isPending } = useQuery(storesQuery);
  const mayChange = useMayActAs('manager', 'refused');
  const show = (store: string) => void navigate({ search: { store } });
  const current = wanted === NEW_STORE ? null : (stores?.find(({ id }) => id === wanted) ?? stores?.[0]);
  const isNarrow = useNarrow();
  // On a phone, the form or the preview is shown; both stay loaded, so that nothing typed is lost.
  const [wantsPreview, wantPreview] = useState(false);
  const isPreviewed = isNarrow && wantsPreview && current !== null;
  const isEmpty = stores?.length === 0 && wanted !== NEW_STORE;
  const add = mayChange && (
    <button type="button" className="button first" onClick={() => show(NEW_STORE)}>
      <Plus aria-hidden="true" />
      {words.add}
    </button>
  );
  return (
    <main className="page" id="page">
      <div className="stack">
        <header className="page-head">
          <h1>{words.title}</h1>
          {!isEmpty && add}
        </header>
        <Failure error={error} />
        {isPending && <Skeleton />}
        {isEmpty && (
          <Empty title={words.none}>
            <p>{words.noneHow}</p>
            {add}
          </Empty>
        )}
        {stores && stores.length > 0 && (
          <nav className="tabs" aria-label={words.title}>
            {stores.map((store) => (
              <button
                key={store.id}
                type="button"
                aria-current={store === current ? 'page' : undefined}
                onClick={() => show(store.id)}
              >
                {store.logo_url && <img className="logo" src={here(store.logo_url)} alt="" />}
                {store.brand_name ?? store.store_name}
              </button>
            ))}
          </nav>
        )}
        {current && isNarrow && (
          <fieldset className="line" aria-label={words.shown}>
            {([false, true] as const).map((preview) => (
              <button
                key={String(preview)}
                type="button"
                className={preview === isPreviewed ? 'chip on' : 'chip'}
                aria-pressed={preview === isPreviewed}
                onClick={() => wantPreview(preview)}
              >
                {preview ? words.preview : words.details}
              </button>
            ))}
          </fieldset>
        )}
        {(current || wanted === NEW_STORE) && (
          <div className={isNarrow && current ? `two ${isPreviewed ? 'previewed' : 'edited'}` : 'two'}>
            <StoreForm
              key={current?.id ?? NEW_STORE}
              store={current ?? null}
              mayChange={mayChange}
              onMade={show}
            />
            {current && <StorePreviews store={current} />}
          </div>
        )}
      </div>
    </main>
  );
}
