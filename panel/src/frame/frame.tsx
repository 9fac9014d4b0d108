import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { Ellipsis, Settings } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { overviewQuery } from '../api/lists.ts';
import { useKeys } from '../parts/keys.ts';
import { Logo } from '../session/logo.tsx';
import { mayCall, useSession } from '../session/session.ts';
import { grouped } from '../words/format.tsx';
import { useWords } from '../words/language.ts';
import { AccountMenu } from './account-menu.tsx';
import { frameWords } from './frame-words.ts';
import { KeyList } from './key-list.tsx';
import { PAGES, SUBPAGES, THUMB_PAGES } from './pages.ts';
import { SampleDataBar } from './sample-data-bar.tsx';
import { SearchAnywhere } from './search-anywhere.tsx';
import { SessionOver } from './session-over.tsx';

const NoAccess = lazy(async () => ({ default: (await import('./no-access.tsx')).NoAccess }));

/** The frame around every page for a signed-in person: menu, search, account. */
export function Frame() {
  const words = useWords(frameWords);
  const session = useSession();
  const [open, setOpen] = useState(false);
  const [showsKeys, showKeys] = useState(false);
  const path = useRouterState({ select: (state) => state.location.pathname });
  const overview = useQuery(overviewQuery).data;
  const counts: Partial<Record<string, number | null>> = {
    ndr: overview?.failed_deliveries ?? 0,
    requests: overview?.requests ?? 0,
    shops: overview?.shop_orders ?? 0,
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes the menu
  useEffect(() => setOpen(false), [path]);
  useKeys({ '?': () => showKeys(true), Escape: () => setOpen(false) });
  const isHere = (to: string) => (to === '/' ? path === '/' : path === to || path.startsWith(`${to}/`));
  const closed = [...SUBPAGES, ...PAGES.map(([to, , , least, meets]) => [to, least, meets] as const)].find(
    ([to, least, meets]) => isHere(to) && !mayCall(session, least, meets),
  );
  const pages = PAGES.filter(([, , , least, meets]) => mayCall(session, least, meets));
  const underThumb = pages.filter(([, name]) => THUMB_PAGES.includes(name));
  return (
    <div className="frame">
      <a className="button first skip" href="#page">
        {words.skip}
      </a>
      <nav className={open ? 'side open' : 'side'} aria-label={words.pages} id="pages">
        <Link to="/" className="brand">
          <Logo /> Dakiya
        </Link>
        {pages.map(([to, name, Icon]) => (
          <Link key={to} to={to} className="side-link" aria-current={isHere(to) ? 'page' : undefined}>
            <Icon aria-hidden="true" />
            {words[name]}
            {counts[name] ? <span className="count">{grouped(counts[name])}</span> : null}
          </Link>
        ))}
        <span className="side-gap" />
        <Link to="/settings" className="side-link" aria-current={isHere('/settings') ? 'page' : undefined}>
          <Settings aria-hidden="true" />
          {words.settings}
        </Link>
      </nav>
      <div className="above">
        <header className="top">
          <SearchAnywhere />
          <span className="push" />
          <button
            type="button"
            className="button bare icon wide-only"
            aria-label={words.keys}
            title={words.keys}
            onClick={() => showKeys(true)}
          >
            <span className="kbd" aria-hidden="true">
              ?
            </span>
          </button>
          <AccountMenu />
        </header>
        <SampleDataBar />
      </div>
      {closed ? (
        <main className="page" id="page">
          <Suspense>
            <NoAccess least={closed[1]} meets={closed[2]} heading="h1" />
          </Suspense>
        </main>
      ) : (
        // Another account gets new pages: those of the former one would keep what was typed there as its own.
        <Outlet key={session.account.id} />
      )}
      {open && (
        <button
          type="button"
          className="veil"
          tabIndex={-1}
          aria-label={words.close}
          onClick={() => setOpen(false)}
        />
      )}
      <nav className="thumb-nav" aria-label={words.mainPages}>
        {underThumb.map(([to, name, Icon]) => (
          <Link key={to} to={to} aria-current={isHere(to) ? 'page' : undefined}>
            <Icon aria-hidden="true" />
            {words[name]}
            {counts[name] ? <span className="count">{grouped(counts[name])}</span> : null}
          </Link>
        ))}
        <button
          type="button"
          aria-expanded={open}
          aria-controls="pages"
          aria-current={underThumb.some(([to]) => isHere(to)) ? undefined : 'page'}
          onClick={() => setOpen(!open)}
        >
          <Ellipsis aria-hidden="true" />
          {words.more}
        </button>
      </nav>
      <SessionOver />
      {showsKeys && <KeyList onClose={() => showKeys(false)} />}
    </div>
  );
}
