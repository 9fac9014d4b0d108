import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { History, type LucideIcon, Package, Plus, Settings, Undo2, Upload } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { answerOf, api } from '../api/client.ts';
import { granularOf } from '../api/statuses.ts';
import { useDebounced } from '../parts/debounced.ts';
import { useKeys } from '../parts/keys.ts';
import { useNarrow } from '../parts/narrow.ts';
import { useStatusWords } from '../parts/status.tsx';
import { mayCall, useSession } from '../session/session.ts';
import { useWords } from '../words/language.ts';
import { settingsParts } from '../words/settings-parts.ts';
import { frameWords } from './frame-words.ts';
import { PAGES, SETTINGS } from './pages.ts';

const MOST_SHIPMENTS = 6;
const MOST_RETURNS = 3;
const MOST_RECENT = 5;
const LANGUAGES = [frameWords.en, frameWords.hi];
const SETTINGS_LANGUAGES = [settingsParts.en, settingsParts.hi];
type PlaceName = (typeof PAGES)[number][1] | 'newOrder' | 'importOrders' | 'settings';
/** For as long as the tab is open, because searches contain names and phone numbers of customers. */
const RECENT = 'dakiya.searched';

/** Something that the search offers to open. */
interface Hit {
  readonly key: string;
  readonly icon: LucideIcon;
  readonly text: string;
  readonly more?: string;
  readonly open: () => void;
}

/** A page or an action; it is found by its name in every language. */
interface Place extends Hit {
  readonly names: readonly string[];
}

function hitsQuery(text: string) {
  return queryOptions({
    queryKey: ['search', text],
    queryFn: async ({ signal }) => {
      const find = (per_page: number) => ({ body: { search: text, per_page }, signal });
      const [shipments, returns] = await Promise.all([
        answerOf(api.POST('/custom/api/v1/shipments', find(MOST_SHIPMENTS))),
        answerOf(api.POST('/custom/api/v1/returns', find(MOST_RETURNS))),
      ]);
      return {
        shipments: shipments.data.map(({ id, attributes: one }) => ({
          id,
          order: one.order.display_id,
          customer: one.shipping_address.name,
          city: one.shipping_address.city,
          status: granularOf({ status: one.status, also: one.sub_status }),
        })),
        returns: returns.data.map(({ id, attributes: one }) => ({
          id,
          order: one.display_id,
          customer: one.shipping_address.name,
          city: one.shipping_address.city,
          status: granularOf({ status: one.status, also: one.sub_status }),
        })),
        total: shipments.meta.total + returns.meta.total,
      };
    },
  });
}

type Found = Awaited<ReturnType<NonNullable<ReturnType<typeof hitsQuery>['queryFn']>>>;

interface Match {
  readonly to: '/shipments' | '/returns';
  readonly id: string;
  readonly order: string;
}

/** What Enter opens: the only match, or the one with exactly this order id; null if there are several. */
function onlyOf(found: Found, text: string): Match | null {
  const all: Match[] = [
    ...found.shipments.map(({ id, order }) => ({ to: '/shipments' as const, id, order })),
    ...found.returns.map(({ id, order }) => ({ to: '/returns' as const, id, order })),
  ];
  const exact = all.filter(({ order }) => order.toLowerCase() === text.toLowerCase());
  return (found.total === 1 ? all[0] : exact.length === 1 ? exact[0] : null) ?? null;
}

/**
 * Search from anywhere, with `/` or Ctrl K. While somebody types, it offers shipments, returns, pages and
 * actions, and before that the last searches. Enter opens the only match, or lists all of them.
 */
export function SearchAnywhere() {
  const words = useWords(frameWords);
  const settings = useWords(settingsParts);
  const isNarrow = useNarrow();
  const statuses = useStatusWords();
  const session = useSession();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  // By key: other hits may come while one is chosen.
  const [active, setActive] = useState<string | null>(null);
  const wanted = text.trim();
  const settled = useDebounced(wanted);
  const found = useQuery({
    ...hitsQuery(settled),
    enabled: isOpen && settled !== '',
    placeholderData: keepPreviousData,
  }).data;
  const focus = (event: { preventDefault: () => void }) => {
    event.preventDefault();
    input.current?.focus();
    input.current?.select();
  };
  useKeys({
    '/': (event) => {
      const isOfList = document.querySelector('#page [aria-keyshortcuts="/"]') !== null;
      if (!isOfList) focus(event);
    },
  });
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'k' && (event.metaKey || event.ctrlKey)) focus(event);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });

  const leave = () => {
    setText('');
    setOpen(false);
    // Keys of the page, such as `j`, work at once.
    input.current?.blur();
  };
  const openFound = ({ to, id, order }: Match, q = wanted) => {
    saveSearch(q);
    void navigate({ to, search: { q: order, open: id } });
  };
  /** Opens the only match or lists all, also when Enter comes before the answer, as from a scanner. */
  const search = async (q: string) => {
    const all = await queries.fetchQuery(hitsQuery(q)).catch(() => null);
    const only = all && onlyOf(all, q);
    const [action] = meant;
    if (only) return openFound(only, q);
    if (all?.total === 0 && action && q === wanted) return action.open();
    saveSearch(q);
    const isOfReturns = all !== null && all.shipments.length === 0 && all.returns.length > 0;
    void navigate({ to: isOfReturns ? '/returns' : '/shipments', search: { q } });
  };

  const place = (key: string, icon: LucideIcon, name: PlaceName, open: () => void): Place => ({
    key,
    icon,
    text: words[name],
    names: LANGUAGES.map((of) => of[name].toLocaleLowerCase()),
    open,
  });
  const places: Place[] = [
    ...(mayCall(session, 'packer', 'filtered')
      ? [
          place('new', Plus, 'newOrder', () => void navigate({ to: '/orders/new' })),
          place(
            'file',
            Upload,
            'importOrders',
            () => void navigate({ to: '/orders/new', search: { way: 'file' } }),
          ),
        ]
      : []),
    ...PAGES.filter(([, , , least, meets]) => mayCall(session, least, meets)).map(([to, name, icon]) =>
      place(to, icon, name, () => void navigate({ to })),
    ),
    place('settings', Settings, 'settings', () => void navigate({ to: '/settings' })),
    ...SETTINGS.filter(([, least, meets]) => mayCall(session, least, meets)).map(
      ([part]): Place => ({
        key: `settings ${part}`,
        icon: Settings,
        text: settings[part],
        names: SETTINGS_LANGUAGES.map((of) => of[part].toLocaleLowerCase()),
        open: () => void navigate({ to: '/settings/$part', params: { part } }),
      }),
    ),
  ];
  const meant = places.filter(({ names }) => names.some((name) => name.includes(wanted.toLocaleLowerCase())));
  const line = ({ customer, city, status }: { customer: string; city: string; status: string }) =>
    [customer, city, statuses(status)].filter(Boolean).join(' · ');
  const groups: readonly (readonly [name: string, hits: readonly Hit[]])[] =
    wanted === ''
      ? [
          [
            words.recent,
            searched().map((one) => ({ key: one, icon: History, text: one, open: () => void search(one) })),
          ],
          [words.actions, places.slice(0, 2)],
        ]
      : [
          [
            words.shipments,
            (found?.shipments ?? []).map((one) => ({
              key: one.id,
              icon: Package,
              text: one.order,
              more: line(one),
              open: () => openFound({ ...one, to: '/shipments' }),
            })),
          ],
          [
            words.returns,
            (found?.returns ?? []).map((one) => ({
              key: one.id,
              icon: Undo2,
              text: one.order,
              more: line(one),
              open: () => openFound({ ...one, to: '/returns' }),
            })),
          ],
          [words.actions, meant],
        ];
  const only = found === undefined || settled !== wanted ? null : onlyOf(found, wanted);
  const opens = only?.order ?? (found?.total === 0 ? meant[0]?.text : undefined);
  const hits = groups.flatMap(([, all]) => all);
  const at = hits.findIndex(({ key }) => key === active);
  const chosen = hits[at];

  const submit = () => {
    if (chosen) {
      leave();
      chosen.open();
    } else if (wanted !== '') {
      leave();
      void search(wanted);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setOpen(true);
      const step = event.key === 'ArrowDown' ? 1 : -1;
      const next = at < 0 && step < 0 ? hits.length - 1 : (at + step + hits.length) % hits.length;
      setActive(hits[next]?.key ?? null);
    }
    if (event.key === 'Escape') {
      event.stopPropagation();
      if (isOpen) setOpen(false);
      else input.current?.blur();
    }
  };
  const isShown = isOpen && hits.length > 0;
  return (
    <search
      className="anywhere"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setOpen(false);
      }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <input
          ref={input}
          className="input search"
          type="search"
          role="combobox"
          aria-label={words.search}
          aria-expanded={isShown}
          aria-controls={`${id}-hits`}
          aria-activedescendant={isShown && chosen ? `${id}-${at}` : undefined}
          aria-keyshortcuts="/ Control+K Meta+K"
          autoComplete="off"
          placeholder={isNarrow ? words.searchShort : words.search}
          value={text}
          onFocus={() => setOpen(true)}
          onClick={() => setOpen(true)}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setText(event.target.value);
            setActive(null);
            setOpen(true);
          }}
        />
        <span className="kbd wide-only" aria-hidden="true">
          /
        </span>
      </form>
      <div
        id={`${id}-hits`}
        className="menu hits"
        role="listbox"
        aria-label={words.search}
        hidden={!isShown}
        // Otherwise the field loses the focus before the click arrives.
        onMouseDown={(event) => event.preventDefault()}
      >
        {groups.map(([name, all]) =>
          all.length === 0 ? null : (
            // biome-ignore lint/a11y/useSemanticElements: a group of options
            <div key={name} role="group" aria-label={name}>
              <p className="menu-label" aria-hidden="true">
                {name}
              </p>
              {all.map((one) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: keys reach the field
                <div
                  key={one.key}
                  id={`${id}-${hits.indexOf(one)}`}
                  role="option"
                  tabIndex={-1}
                  className="menu-item"
                  aria-selected={one === chosen}
                  data-highlighted={one === chosen ? '' : undefined}
                  onMouseMove={() => setActive(one.key)}
                  onClick={() => {
                    leave();
                    one.open();
                  }}
                >
                  <one.icon aria-hidden="true" />
                  <span className="strong">{one.text}</span>
                  <span className="quiet cut">{one.more}</span>
                </div>
              ))}
            </div>
          ),
        )}
        {wanted !== '' && found !== undefined && settled === wanted && (
          <p className="menu-label">
            {opens === undefined ? words.matches(found.total) : words.opens(opens)}
          </p>
        )}
      </div>
    </search>
  );
}

function searched(): readonly string[] {
  try {
    const read: unknown = JSON.parse(sessionStorage.getItem(RECENT) ?? '[]');
    return Array.isArray(read) ? read.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

function saveSearch(text: string): void {
  try {
    const recent = [text, ...searched().filter((one) => one !== text)].slice(0, MOST_RECENT);
    sessionStorage.setItem(RECENT, JSON.stringify(recent));
  } catch {
    // Without storage, there are no recent searches.
  }
}
