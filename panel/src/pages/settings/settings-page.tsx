import { Link, useParams } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { type MeetsRestricted, mayCall, type Role, useSession } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { Audit } from './audit.tsx';
import { Couriers } from './couriers.tsx';
import { Holidays } from './holidays.tsx';
import { Jobs } from './jobs.tsx';
import { Keys } from './keys.tsx';
import { Messages } from './messages.tsx';
import { Sessions } from './sessions.tsx';
import { settingsWords } from './settings-words.ts';
import { Users } from './users.tsx';
import { Warehouses } from './warehouses.tsx';
import { Webhooks } from './webhooks.tsx';

/** Each tab with the roles that see it. */
const PARTS = {
  warehouses: [Warehouses, 'viewer', 'filtered'],
  couriers: [Couriers, 'manager', 'refused'],
  webhooks: [Webhooks, 'manager', 'refused'],
  messages: [Messages, 'manager', 'refused'],
  users: [Users, 'owner', 'refused'],
  keys: [Keys, 'owner', 'refused'],
  holidays: [Holidays, 'viewer', 'filtered'],
  sessions: [Sessions, 'viewer', 'filtered'],
  jobs: [Jobs, 'viewer', 'filtered'],
  audit: [Audit, 'manager', 'refused'],
} as const satisfies Record<string, readonly [page: ComponentType, least: Role, meets: MeetsRestricted]>;
type Part = keyof typeof PARTS;

export function SettingsPage() {
  const words = useWords(settingsWords);
  const session = useSession();
  const { part: wanted } = useParams({ strict: false });
  const seen = (Object.keys(PARTS) as Part[]).filter((one) => mayCall(session, PARTS[one][1], PARTS[one][2]));
  const part: Part = wanted !== undefined && wanted in PARTS ? (wanted as Part) : 'warehouses';
  const [Shown] = PARTS[part];
  return (
    <main className="page" id="page">
      <div className="stack narrow">
        <header className="page-head">
          <h1>{words.title}</h1>
        </header>
        <nav className="tabs" aria-label={words.parts}>
          {seen.map((one) => (
            <Link
              key={one}
              to="/settings/$part"
              params={{ part: one }}
              aria-current={one === part ? 'page' : undefined}
            >
              {words.part[one]}
            </Link>
          ))}
        </nav>
        {seen.includes(part) ? <Shown /> : <p className="quiet">{words.notYours}</p>}
      </div>
    </main>
  );
}
