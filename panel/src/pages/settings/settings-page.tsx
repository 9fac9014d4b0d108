import '../../design/settings.css';
import { Link, useParams } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ComponentType, lazy, Suspense } from 'react';
import { NoAccess } from '../../frame/no-access.tsx';
import { NoSuchPage } from '../../frame/nothing-here.tsx';
import { Skeleton } from '../../parts/notices.tsx';
import { type MeetsRestricted, mayCall, type Role, useSession } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { Audit } from './audit/audit.tsx';
import { Couriers } from './couriers/couriers.tsx';
import { Holidays } from './holidays/holidays.tsx';
import { Jobs } from './jobs/jobs.tsx';
import { Keys } from './keys/keys.tsx';
import { Messages } from './messages/messages.tsx';
import { Sessions } from './sessions/sessions.tsx';
import { settingsWords } from './settings-words.ts';
import { TrackingPageSettings } from './tracking-page/tracking-page.tsx';
import { Users } from './users/users.tsx';
import { Warehouses } from './warehouses/warehouses.tsx';
import { Webhooks } from './webhooks/webhooks.tsx';

type Page = readonly [page: ComponentType, least: Role, meets: MeetsRestricted];

/** Each page in its group, with the roles that see it. */
const GROUPS = {
  company: {
    warehouses: [Warehouses, 'viewer', 'filtered'],
    holidays: [Holidays, 'viewer', 'filtered'],
    'tracking-page': [TrackingPageSettings, 'viewer', 'refused'],
    users: [Users, 'owner', 'refused'],
  },
  shipping: {
    couriers: [Couriers, 'manager', 'refused'],
    messages: [Messages, 'manager', 'refused'],
    jobs: [Jobs, 'viewer', 'filtered'],
  },
  developers: { keys: [Keys, 'owner', 'refused'], webhooks: [Webhooks, 'manager', 'refused'] },
  security: { sessions: [Sessions, 'viewer', 'filtered'], audit: [Audit, 'manager', 'refused'] },
} as const satisfies Record<string, Record<string, Page>>;

const CourierGuide = lazy(async () => ({
  default: (await import('./couriers/guide/courier-guide.tsx')).CourierGuide,
}));

/**
 * The list of pages, and one of them: the first, or the one in the address, or the guide of a courier. On a phone, they
 * are shown one after the other.
 */
export function SettingsPage() {
  const words = useWords(settingsWords);
  const session = useSession();
  const { part, id } = useParams({ strict: false });
  const isIndex = part === undefined && id === undefined;
  const wanted = part ?? (id === undefined ? 'warehouses' : 'couriers');
  const groups = entriesOf(GROUPS)
    .map(([group, pages]) => ({
      group,
      pages: entriesOf<Record<string, Page>>(pages).filter(([, [, least, meets]]) =>
        mayCall(session, least, meets),
      ),
    }))
    .filter(({ pages }) => pages.length > 0);
  const shown = groups.flatMap(({ pages }) => pages).find(([part]) => part === wanted);
  const Shown = shown?.[1][0];
  const closed = Object.values<Record<string, Page>>(GROUPS)
    .flatMap((pages) => Object.entries(pages))
    .find(([part]) => part === wanted);
  return (
    <main className={isIndex ? 'page settings index' : 'page settings'} id="page">
      <div className="settings-nav">
        <h1>{words.title}</h1>
        <nav aria-label={words.parts}>
          {groups.map(({ group, pages }) => (
            <div key={group}>
              <h2 className="menu-label">{words.group[group]}</h2>
              {pages.map(([part]) => (
                <Link
                  key={part}
                  to="/settings/$part"
                  params={{ part }}
                  className="side-link"
                  aria-current={part === wanted ? 'page' : undefined}
                >
                  {words.part[part as keyof typeof words.part]}
                  <ChevronRight className="onward" aria-hidden="true" />
                </Link>
              ))}
            </div>
          ))}
        </nav>
      </div>
      <div className="settings-page">
        {id === undefined && (
          <Link to="/settings" className="settings-back">
            <ChevronLeft aria-hidden="true" /> {words.title}
          </Link>
        )}
        {Shown === undefined ? (
          closed === undefined ? (
            <NoSuchPage />
          ) : (
            <NoAccess least={closed[1][1]} meets={closed[1][2]} />
          )
        ) : id === undefined ? (
          <Shown />
        ) : (
          <Suspense fallback={<Skeleton lines={8} />}>
            <CourierGuide key={id} of={id} />
          </Suspense>
        )}
      </div>
    </main>
  );
}

function entriesOf<Of extends object>(of: Of): [Extract<keyof Of, string>, Of[keyof Of]][] {
  return Object.entries(of) as [Extract<keyof Of, string>, Of[keyof Of]][];
}
