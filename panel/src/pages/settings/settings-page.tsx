import '../../design/settings.css';
import { Link, useParams } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ComponentType, lazy, Suspense } from 'react';
import { NoAccess } from '../../frame/no-access.tsx';
import { NoSuchPage } from '../../frame/nothing-here.tsx';
import { SETTINGS, type SettingsPart } from '../../frame/pages.ts';
import { Skeleton } from '../../parts/notices.tsx';
import { namesOf } from '../../search.ts';
import { mayCall, useSession } from '../../session/session.ts';
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

const GROUPS = {
  company: ['warehouses', 'holidays', 'tracking-page', 'users'],
  shipping: ['couriers', 'messages', 'jobs'],
  developers: ['keys', 'webhooks'],
  security: ['sessions', 'audit'],
} as const satisfies Record<string, readonly SettingsPart[]>;

const SHOWN = {
  warehouses: Warehouses,
  holidays: Holidays,
  'tracking-page': TrackingPageSettings,
  users: Users,
  couriers: Couriers,
  messages: Messages,
  jobs: Jobs,
  keys: Keys,
  webhooks: Webhooks,
  sessions: Sessions,
  audit: Audit,
} satisfies Record<SettingsPart, ComponentType>;

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
  const open = SETTINGS.filter(([, least, meets]) => mayCall(session, least, meets)).map(([name]) => name);
  const groups = namesOf(GROUPS)
    .map((group) => ({ group, pages: GROUPS[group].filter((name) => open.includes(name)) }))
    .filter(({ pages }) => pages.length > 0);
  const shown = open.find((name) => name === wanted);
  const Shown = shown === undefined ? undefined : SHOWN[shown];
  const closed = SETTINGS.find(([name]) => name === wanted);
  return (
    <main className={isIndex ? 'page settings index' : 'page settings'} id="page">
      <div className="settings-nav">
        <h1>{words.title}</h1>
        <nav aria-label={words.parts}>
          {groups.map(({ group, pages }) => (
            <div key={group}>
              <h2 className="menu-label">{words.group[group]}</h2>
              {pages.map((name) => (
                <Link
                  key={name}
                  to="/settings/$part"
                  params={{ part: name }}
                  className="side-link"
                  aria-current={name === wanted ? 'page' : undefined}
                >
                  {words.part[name]}
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
            <NoAccess least={closed[1]} meets={closed[2]} />
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
