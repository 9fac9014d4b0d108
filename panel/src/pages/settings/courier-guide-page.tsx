import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { ApiProblem, answerOf, api, idempotencyKey, isConflict } from '../../api/client.ts';
import { addServices, type CourierAccount, checkCourier, courierAccountsQuery } from '../../api/couriers.ts';
import { carriersQuery, couriersQuery, warehousesQuery } from '../../api/lists.ts';
import { explanationQuery, quoteBody, quoteQuery } from '../../api/quote.ts';
import { publishEdits, rateBookQuery, readAgainSoon } from '../../api/rates.ts';
import { useDebounced } from '../../parts/debounced.ts';
import { sendFile } from '../../parts/download.ts';
import { LongField, Switch, TextField, Tick } from '../../parts/field.tsx';
import { FileDrop } from '../../parts/file-drop.tsx';
import { Form, useForm } from '../../parts/form.tsx';
import { Failure, Skeleton, Warning } from '../../parts/notices.tsx';
import { DraftBar } from '../../parts/rates/draft-bar.tsx';
import { LeftOut } from '../../parts/rates/left-out.tsx';
import { PriceCard } from '../../parts/rates/price-grid.tsx';
import { useRateDraft } from '../../parts/rates/rate-draft.ts';
import { SampleBanner } from '../../parts/rates/sample-banner.tsx';
import { StartPrices } from '../../parts/rates/start-prices.tsx';
import { State, spelledOut } from '../../parts/status.tsx';
import { toast } from '../../parts/toasts.tsx';
import { Day, grouped, Rupees } from '../../words/format.tsx';
import { useWords } from '../../words/language.ts';
import { useSentences } from '../../words/service-sentences.ts';
import { couriersWords } from './couriers-words.ts';
import {
  fileWith,
  isSame,
  type OwnRules,
  pincodesOfFile,
  placesNow,
  readOwnRules,
  typedPlaces,
  unknownPlaces,
} from './places.ts';

type Carrier = Awaited<ReturnType<NonNullable<typeof carriersQuery.queryFn>>>[number];

/**
 * Leads a courier from its credentials to the first quote: connect, services, prices, places, a quote. The
 * address has the courier account's id, or the courier's name before there is an account.
 */
export function CourierGuidePage() {
  const words = useWords(couriersWords);
  const { id: wanted } = useParams({ from: '/frame/settings/couriers/$id' });
  const accounts = useQuery(courierAccountsQuery);
  const couriers = useQuery(couriersQuery);
  const carriers = useQuery(carriersQuery);
  if (accounts.isPending || couriers.isPending || carriers.isPending) {
    return (
      <main className="page" id="page">
        <Skeleton lines={8} />
      </main>
    );
  }
  const account = accounts.data?.find(({ id, courier }) => id === wanted || courier === wanted) ?? null;
  const courier = couriers.data?.find((one) => one.courier === (account?.courier ?? wanted));
  const services = carriers.data?.filter((one) => one.courier === courier?.courier) ?? [];
  const isAccepted = account !== null && !account.needs_secrets && account.accepted_at !== null;
  const isPriced = services.some(({ has_rate_card }) => has_rate_card);
  return (
    <main className="page" id="page">
      <div className="stack">
        <header className="page-head">
          <h1>{words.guide(courier?.name ?? wanted)}</h1>
          <Link to="/settings/$part" params={{ part: 'couriers' }} className="button">
            <ArrowLeft aria-hidden="true" />
            {words.back}
          </Link>
        </header>
        <SampleBanner isAtPrices />
        <Failure error={accounts.error ?? couriers.error ?? carriers.error} />
        {courier && (
          <ol className="guide">
            <Step number={1} title={words.steps.connect} isDone={isAccepted}>
              <Connect courier={courier} account={account} isAccepted={isAccepted} />
            </Step>
            <Step
              number={2}
              title={words.steps.services}
              isDone={isAccepted && services.length > 0}
              isOff={!isAccepted}
            >
              {account && <Services account={account} name={courier.name} services={services} />}
            </Step>
            <Step number={3} title={words.steps.prices} isDone={isPriced} isOff={services.length === 0}>
              <Prices courier={courier.courier} services={services} />
            </Step>
            <Step number={4} title={words.steps.places} isDone={isPriced} isOff={services.length === 0}>
              <Places services={services} />
            </Step>
            <Step number={5} title={words.steps.quote} isOff={!isPriced}>
              <TryQuote services={services} />
            </Step>
          </ol>
        )}
      </div>
    </main>
  );
}

/** A step of the guide; one that is off shows only its title. */
function Step({
  number,
  title,
  isDone = false,
  isOff = false,
  children,
}: {
  number: number;
  title: string;
  isDone?: boolean;
  isOff?: boolean;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <li className={isOff ? 'step off' : 'step'}>
      <h2 id={id} className="line">
        {isDone ? <State mood="done">{title}</State> : `${number}. ${title}`}
      </h2>
      {!isOff && (
        <section className="stack" aria-labelledby={id}>
          {children}
        </section>
      )}
    </li>
  );
}

type Courier = Awaited<ReturnType<NonNullable<typeof couriersQuery.queryFn>>>[number];

/** The credentials; they are checked as soon as they are saved. */
function Connect({
  courier,
  account,
  isAccepted,
}: {
  courier: Courier;
  account: CourierAccount | null;
  /** Whether the last check of these credentials succeeded. */
  isAccepted: boolean;
}) {
  const words = useWords(couriersWords);
  const sentence = useSentences();
  const navigate = useNavigate();
  const [isOpen, open] = useState(false);
  const [refusal, refuse] = useState<string | null>(null);
  const isSet = (name: string) => {
    const value = account?.settings[name];
    return typeof value === 'object' && value?.set === true;
  };
  const first = Object.entries(account?.settings ?? {}).filter(
    (setting): setting is [string, string] => typeof setting[1] === 'string',
  );
  const check = async (id: string) => {
    refuse(null);
    const { ok, message } = await checkCourier(id);
    if (!ok) {
      refuse(sentence(message));
      return;
    }
    // Some couriers list their services only now and then; step 2 loads them again.
    await addServices(id).catch(() => undefined);
    open(false);
    toast(words.connected(courier.name));
    await navigate({ to: '/settings/couriers/$id', params: { id }, replace: true });
  };
  const checking = useMutation({ mutationFn: check });
  const form = useForm({
    first: Object.fromEntries(first) as Record<string, string>,
    mutationFn: async (values) => {
      // A secret that is left empty stays; another setting that was emptied is removed.
      const settings = Object.fromEntries(
        Object.entries(values).flatMap(([name, value]): [string, string | null][] => {
          if (value !== '') return [[name, value]];
          return typeof account?.settings[name] === 'string' ? [[name, null]] : [];
        }),
      );
      const saved = account
        ? await answerOf(
            api.PUT('/custom/api/v1/courier-accounts/{id}', {
              params: { path: { id: account.id } },
              body: { settings },
            }),
          )
        : await answerOf(
            api.POST('/custom/api/v1/courier-accounts', {
              body: { courier: courier.courier, settings },
              headers: { 'idempotency-key': idempotencyKey() },
            }),
          );
      await check(saved.data.id);
    },
  });
  if (isAccepted && !isOpen) {
    return (
      <div className="line">
        <span>{words.connected(courier.name)}</span>
        <button type="button" className="button small" onClick={() => open(true)}>
          {words.change}
        </button>
      </div>
    );
  }
  const field = ({ name, description, secret, required, default: usual }: Courier['settings'][number]) => (
    <TextField
      key={name}
      label={words.setting[name] ?? spelledOut(name)}
      hint={isSet(name) ? words.kept : sentence(description)}
      type={secret ? 'password' : 'text'}
      required={required && usual === null && !isSet(name)}
      placeholder={usual ?? undefined}
      {...form.field(name, `settings.${name}`, name)}
    />
  );
  const isAdvanced = ({ required, default: usual }: Courier['settings'][number]) =>
    !required || usual !== null;
  return (
    <Form
      of={form}
      at="start"
      className="stack guide-form"
      save={form.isPending ? words.checking : words.connectButton}
    >
      {account && !account.needs_secrets && !isAccepted ? (
        <div className="line">
          <span>{words.notChecked(courier.name)}</span>
          <button
            type="button"
            className="button small"
            disabled={checking.isPending || form.isPending}
            onClick={() => checking.mutate(account.id)}
          >
            {checking.isPending ? words.checking : words.check}
          </button>
        </div>
      ) : (
        <p className="quiet">{words.connectHow(courier.name)}</p>
      )}
      <Failure error={checking.error} />
      {refusal && (
        <div className="notice bad" role="alert">
          <div>
            <b>{words.notConnected(courier.name)}</b>
            <p>{refusal}</p>
          </div>
        </div>
      )}
      {courier.settings.filter((one) => !isAdvanced(one)).map(field)}
      <details>
        <summary>{words.advanced}</summary>
        <div className="stack" style={{ paddingTop: 10 }}>
          {courier.settings.filter(isAdvanced).map(field)}
        </div>
      </details>
    </Form>
  );
}

function Services({
  account,
  name: courier,
  services,
}: {
  account: CourierAccount;
  name: string;
  services: readonly Carrier[];
}) {
  const words = useWords(couriersWords);
  const loading = useMutation({
    mutationFn: () => addServices(account.id),
    onSuccess: () => toast(words.servicesAdded(courier)),
  });
  // Shown at once: the list of carriers follows within a second.
  const [chosen, choose] = useState<Readonly<Record<string, boolean>>>({});
  const switching = useMutation({
    onMutate: ({ carrier_id, isOn }) => choose({ ...chosen, [carrier_id]: isOn }),
    onError: () => choose({}),
    mutationFn: ({ carrier_id, isOn }: { carrier_id: string; name: string; isOn: boolean }) =>
      publishEdits({
        source: 'panel',
        edits: [{ kind: 'carrier-settings', cells: { carrier_id, offered: isOn ? 'yes' : 'no' } }],
      }),
    onSuccess: (_, { name, isOn }) => toast(isOn ? words.on(name) : words.off(name)),
  });
  return (
    <>
      <p className="quiet">{services.length > 0 ? words.servicesHow : words.noServices}</p>
      <div>
        {services.map(({ carrier_id, carrier_name: name, inactive_code }) => (
          <Switch
            key={carrier_id}
            label={name}
            checked={chosen[carrier_id] ?? inactive_code !== 'switched_off'}
            disabled={switching.isPending}
            onChange={({ target }) => switching.mutate({ carrier_id, name, isOn: target.checked })}
          />
        ))}
      </div>
      <Failure error={loading.error ?? switching.error} />
      <div>
        <button
          type="button"
          className="button small"
          disabled={loading.isPending}
          onClick={() => loading.mutate()}
        >
          {words.addServices}
        </button>
      </div>
    </>
  );
}

function Prices({ courier, services }: { courier: string; services: readonly Carrier[] }) {
  const words = useWords(couriersWords);
  const book = useQuery(rateBookQuery);
  const draft = useRateDraft(courier);
  if (book.isPending) return <Skeleton lines={4} />;
  if (book.error) return <Failure error={book.error} onRetry={() => void book.refetch()} />;
  return (
    <>
      <div className="line apart">
        <p className="quiet" style={{ maxWidth: '80ch' }}>
          {words.pricesHow}
        </p>
        <Link to="/rates/cards" search={{ csv: 'yes' }} className="button small">
          {words.asCsv}
        </Link>
      </div>
      {services.map((carrier) =>
        book.data.cards.has(carrier.carrier_id) || draft.draft['rate-cards'][carrier.carrier_id] ? (
          <PriceCard key={carrier.carrier_id} carrier={carrier} book={book.data} draft={draft} mayChange />
        ) : (
          <StartPrices
            key={carrier.carrier_id}
            carrier={carrier}
            book={book.data}
            put={draft.put}
            mayChange
          />
        ),
      )}
      <DraftBar
        draft={draft}
        book={book.data}
        nameOf={(id) => services.find(({ carrier_id }) => carrier_id === id)?.carrier_name ?? id}
      />
    </>
  );
}

/** Where the courier delivers: everywhere, or only at listed pincodes. */
function Places({ services }: { services: readonly Carrier[] }) {
  const words = useWords(couriersWords);
  const [round, load] = useState(0);
  const [unknown, leaveOut] = useState<readonly string[]>([]);
  // Without a cache: the form starts with the rules as they are now, and later rules do not change it.
  const own = useQuery({
    queryKey: ['own rules', round],
    queryFn: readOwnRules,
    staleTime: 'static',
    gcTime: 0,
  });
  if (own.isPending) return <Skeleton lines={3} />;
  if (own.error) return <Failure error={own.error} onRetry={() => void own.refetch()} />;
  return (
    <>
      {unknown.length > 0 && (
        <Warning>{words.unknown(unknown.length, unknown.slice(0, SHOWN_UNKNOWN).join(', '))}</Warning>
      )}
      <PlacesForm
        key={round}
        services={services}
        own={own.data}
        onSaved={(left) => {
          leaveOut(left);
          load(round + 1);
        }}
        onLoad={() => load(round + 1)}
      />
    </>
  );
}

const SHOWN_UNKNOWN = 5;
/** A refusal names at most 100 unknown pincodes, so this many rounds leave out 1,000. */
const MOST_ROUNDS = 10;
/** The most that the service takes at once. */
const LARGEST_FILE = 1024 * 1024;

function PlacesForm({
  services,
  own,
  onSaved,
  onLoad,
}: {
  services: readonly Carrier[];
  own: OwnRules;
  /** Gets the unknown pincodes that were left out. */
  onSaved: (unknown: readonly string[]) => void;
  onLoad: () => void;
}) {
  const words = useWords(couriersWords);
  const ids = new Set(services.map(({ carrier_id }) => carrier_id));
  const [start] = useState(() => placesNow(own, ids));
  const [isEverywhere, chooseEverywhere] = useState(start.isEverywhere);
  const [text, type] = useState(start.places.join(', '));
  const [withCod, setCod] = useState(start.withCod);
  const [withReturns, setReturns] = useState(start.withReturns);
  const [now] = services;
  const chosen = { isEverywhere, places: typedPlaces(text), withCod, withReturns };
  const isEmpty = !isEverywhere && chosen.places.length === 0;
  const saving = useMutation({
    mutationFn: async () => {
      const query = new URLSearchParams({
        ...{ kind: 'serviceability', source: 'panel', version: String(own.version) },
      });
      const unknown = new Set<string>();
      for (let round = 0; round < MOST_ROUNDS; round += 1) {
        const places = chosen.places.filter((place) => !unknown.has(place));
        if (!isEverywhere && places.length === 0) throw new Error(words.noneKnown);
        const file = fileWith(own, ids, { ...chosen, places });
        if (new Blob([file]).size > LARGEST_FILE) throw new Error(words.tooLong);
        try {
          await sendFile(`/rate-cards/publish?${query}`, file);
          readAgainSoon();
          return { saved: places.length, unknown: [...unknown] };
        } catch (error) {
          const refused = error instanceof ApiProblem ? error.problems.map(({ message }) => message) : [];
          const found = unknownPlaces(refused).filter((place) => places.includes(place));
          if (found.length === 0) throw error;
          for (const place of found) unknown.add(place);
        }
      }
      throw new Error(words.manyUnknown(grouped(unknown.size)));
    },
    onSuccess: ({ saved, unknown }) => {
      toast(isEverywhere ? words.everywhere : words.saved(grouped(saved)));
      onSaved(unknown);
    },
  });
  const choice = (value: boolean, label: string) => (
    <label className="check">
      <input
        type="radio"
        name="places"
        checked={isEverywhere === value}
        onChange={() => chooseEverywhere(value)}
      />
      <span>{label}</span>
    </label>
  );
  return (
    <form
      className="stack tight guide-form"
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate();
      }}
    >
      {now && (
        <p className="quiet">
          {words.serves(grouped(now.pincodes_served.prepaid), grouped(now.pincodes_served.cod))}
        </p>
      )}
      {!start.isWhole && (
        <Warning>
          {words.moreRules(start.rules)}{' '}
          <Link to="/rates/cards" search={{ kind: 'serviceability' }}>
            {words.asTable}
          </Link>
        </Warning>
      )}
      {choice(true, words.everywhere)}
      {isEverywhere && <p className="quiet small">{words.everywhereHow}</p>}
      {choice(false, words.onlyThese)}
      {!isEverywhere && (
        <>
          <LongField
            label={words.pincodes}
            hint={words.pincodesHow}
            rows={4}
            value={text}
            onChange={({ target }) => type(target.value)}
          />
          <FileDrop
            label={words.upload}
            action={words.upload}
            accept=".csv,.txt,text/csv,text/plain"
            hint={words.uploadHow}
            isSmall
            onFile={(file) => void file.text().then((content) => type(pincodesOfFile(content).join(', ')))}
          />
          <Tick label={words.codToo} checked={withCod} onChange={({ target }) => setCod(target.checked)} />
          <Tick
            label={words.returnsToo}
            checked={withReturns}
            onChange={({ target }) => setReturns(target.checked)}
          />
        </>
      )}
      {isConflict(saving.error) ? (
        <div className="notice bad" role="alert">
          <div className="stack tight">
            <p>{words.changedMeanwhile}</p>
            <div>
              <button type="button" className="button small" onClick={onLoad}>
                {words.loadAgain}
              </button>
            </div>
          </div>
        </div>
      ) : (
        <Failure error={saving.error} />
      )}
      <div className="line">
        <button
          type="submit"
          className="button"
          disabled={saving.isPending || isEmpty || isSame(chosen, start)}
        >
          {words.save}
        </button>
        {isEmpty && <span className="quiet small">{words.noPincodes}</span>}
      </div>
    </form>
  );
}

/** A quote with this courier's services alone, and why a service is missing. */
function TryQuote({ services }: { services: readonly Carrier[] }) {
  const words = useWords(couriersWords);
  const from = useQuery(warehousesQuery).data?.find((one) => one.is_active)?.pincode;
  const [to, setTo] = useState('560038');
  const [weight, setWeight] = useState('500');
  const asked = useDebounced(JSON.stringify({ from, to, weight }));
  const body = quoteBody({ ...JSON.parse(asked), length: '10', width: '10', height: '10' });
  const quote = useQuery(quoteQuery(body));
  const ids = new Set(services.map(({ carrier_id }) => carrier_id));
  const offers = quote.data?.offers.filter(({ id }) => ids.has(id)) ?? [];
  if (from === undefined) return <p className="quiet">{words.noWarehouse}</p>;
  return (
    <>
      <div className="fields guide-form">
        <TextField
          label={words.to}
          inputMode="numeric"
          value={to}
          onChange={({ target }) => setTo(target.value)}
        />
        <TextField
          label={words.grams}
          inputMode="numeric"
          value={weight}
          onChange={({ target }) => setWeight(target.value)}
        />
      </div>
      <p className="quiet small">{words.from(from)}</p>
      <Failure error={quote.error} />
      <ul className="stack tight guide-form">
        {offers.map((offer) => (
          <li key={offer.id} className="card line apart">
            <b>{offer.name}</b>
            <span>
              <Rupees value={offer.total} />{' '}
              <span className="quiet">
                {words.arrives} <Day on={offer.delivery} />
              </span>
            </span>
          </li>
        ))}
      </ul>
      {body && offers.length < services.length && <NotOffered body={body} ids={ids} />}
    </>
  );
}

function NotOffered({
  body,
  ids,
}: {
  body: NonNullable<ReturnType<typeof quoteBody>>;
  ids: ReadonlySet<string>;
}) {
  const words = useWords(couriersWords);
  const missing = useQuery(explanationQuery(body)).data?.left_out.filter(({ carrier_id }) =>
    ids.has(carrier_id),
  );
  if (!missing || missing.length === 0) return null;
  return (
    <section className="stack tight" aria-label={words.notOffered}>
      <h3>{words.notOffered}</h3>
      <LeftOut carriers={missing} />
    </section>
  );
}
