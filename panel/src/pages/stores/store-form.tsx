import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiProblem, changeHeaders, idempotencyKey, problemOf, WITH_PROBLEMS } from '../../api/client.ts';
import { TextField, Tick, withLabel } from '../../parts/field.tsx';
import { Fields } from '../../parts/fields.tsx';
import { FileDrop } from '../../parts/file-drop.tsx';
import { here } from '../../parts/here.ts';
import { isTouched } from '../../parts/narrow.ts';
import { Failure } from '../../parts/notices.tsx';
import { toast } from '../../parts/toasts.tsx';
import { commonWords } from '../../words/common.ts';
import { useWords } from '../../words/language.ts';
import type { Store } from './store.ts';
import { storesWords } from './stores-words.ts';

/** The fields by section, each with its text. */
const SECTIONS = {
  brand: { brand_name: 'brand', store_name: 'name' },
  support: {
    support_phone: 'phone',
    support_email: 'email',
    support_whatsapp: 'whatsapp',
    site_url: 'site',
  },
  returns: { return_days: 'returnDays', return_policy_url: 'policy' },
  invoices: {
    legal_name: 'legalName',
    gstin: 'gstin',
    invoice_prefix: 'prefix',
    gst_rate: 'gstRate',
    legal_address: 'legalAddress',
  },
} as const;
type Name = { [Section in keyof typeof SECTIONS]: keyof (typeof SECTIONS)[Section] }[keyof typeof SECTIONS];
const NAMES = Object.values(SECTIONS).flatMap(Object.keys) as Name[];
/** True or blank. */
const AT_HIGHEST = 'charges_at_highest_rate';
const LANGUAGES = ['en', 'hi', 'bn', 'mr', 'ta'] as const;

/** All data of a store that customers see; only changes are sent. */
export function StoreForm({
  store,
  mayChange,
  onMade,
}: {
  store: Store | null;
  mayChange: boolean;
  onMade: (id: string) => void;
}) {
  const words = useWords(storesWords);
  const common = useWords(commonWords);
  const before: Record<string, string> = {
    brand_color: store?.brand_color ?? '',
    ...Object.fromEntries(NAMES.map((name) => [name, String(store?.[name] ?? '')])),
    [AT_HIGHEST]: store?.[AT_HIGHEST] ? 'true' : '',
  };
  // Only typed values are stored: a colour that nobody chose follows the logo.
  const [typed, setTyped] = useState<Record<string, string>>({});
  const form: Record<string, string> = { ...before, ...typed };
  const type = (name: string, value: string) => setTyped({ ...typed, [name]: value });
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const spoken: readonly string[] = store?.languages ?? ['en', 'hi'];
  const languages = chosen ?? spoken;
  const [logo, setLogo] = useState<File | null | undefined>(undefined);
  const forget = () => {
    setLogo(undefined);
    setTyped({});
    setChosen(null);
  };
  const isChanged =
    store === null ||
    logo !== undefined ||
    languages.join() !== spoken.join() ||
    Object.entries(before).some(([name, value]) => form[name] !== value);
  const saving = useMutation({
    mutationFn: async () => {
      const changed: Record<string, unknown> = {};
      for (const [name, was] of Object.entries(before)) {
        if (form[name] !== was)
          changed[name] = form[name] === '' && name !== 'store_name' ? null : form[name];
      }
      if (languages.join() !== spoken.join()) changed.languages = languages;
      if (logo === null) changed.logo = null;
      let id = store?.id;
      if (id === undefined || Object.keys(changed).length > 0)
        id = await send(store, id, JSON.stringify(changed));
      if (logo) {
        const parts = new FormData();
        parts.append('logo', logo);
        await send(store, id, parts);
      }
      return id;
    },
    onSuccess: (id) => {
      forget();
      toast(common.saved(form.brand_name || form.store_name || ''));
      if (store === null) onMade(id);
    },
  });
  const error = saving.error instanceof ApiProblem ? saving.error : null;
  const wrong = (...names: readonly string[]) => error?.of(...names) ?? null;
  const sectionOf = (section: keyof typeof SECTIONS) => (
    <Fields
      form={{
        values: form,
        change: (changed) => setTyped({ ...typed, ...(changed as typeof typed) }),
        wrong,
      }}
      disabled={!mayChange}
      fields={Object.entries(SECTIONS[section]).map(([name, text]) => ({
        name,
        label: words[text],
        hint: words.hints[text],
        required: name === 'store_name',
        ...(name === 'legal_address' && { kind: 'long' as const, wide: true }),
      }))}
    />
  );
  const wrongLogo = error?.of('logo');
  const shownLogo = logo
    ? URL.createObjectURL(logo)
    : logo === undefined && store?.logo_url
      ? here(store.logo_url)
      : null;
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate();
      }}
    >
      <section className="card stack" aria-labelledby="brand">
        <h2 id="brand">{words.brandTitle}</h2>
        {sectionOf('brand')}
        <FileDrop
          label={words.logo}
          action={words.drop}
          hint={isTouched() ? words.logoKinds : `${words.orDrop} ${words.logoKinds}`}
          isSmall
          accept="image/png,image/jpeg,image/webp,image/gif,image/svg+xml"
          disabled={!mayChange}
          onFile={setLogo}
          before={shownLogo && <img className="big-logo" src={shownLogo} alt={words.logo} />}
        >
          {shownLogo && mayChange && (
            <button type="button" className="button bare small" onClick={() => setLogo(null)}>
              {words.removeLogo}
            </button>
          )}
          {logo !== undefined && <p className="quiet">{words.logoUnsaved}</p>}
          {wrongLogo && <span className="wrong">{withLabel(words.logo, wrongLogo)}</span>}
        </FileDrop>
        <div className="colour">
          <TextField
            label={words.colour}
            hint={words.colourHint}
            name="brand_color"
            placeholder="#7D3F16"
            disabled={!mayChange}
            value={form.brand_color ?? ''}
            wrong={wrong('brand_color')}
            onChange={({ target }) => type('brand_color', target.value)}
          />
          <input
            type="color"
            aria-label={words.colour}
            disabled={!mayChange}
            value={/^#[0-9a-f]{6}$/i.test(form.brand_color ?? '') ? form.brand_color : '#777777'}
            onChange={({ target }) => type('brand_color', target.value.toUpperCase())}
          />
        </div>
        <fieldset className="ticked">
          <legend className="small strong">{words.languages}</legend>
          {LANGUAGES.map((one) => (
            <Tick
              key={one}
              label={words.speaks[one]}
              disabled={!mayChange}
              checked={languages.includes(one)}
              onChange={({ target }) =>
                setChosen(target.checked ? [...languages, one] : languages.filter((other) => other !== one))
              }
            />
          ))}
        </fieldset>
      </section>
      {(['support', 'returns', 'invoices'] as const).map((section) => (
        <section key={section} className="card stack" aria-labelledby={section}>
          <div>
            <h2 id={section}>{words.sections[section].title}</h2>
            <p className="quiet">{words.sections[section].about}</p>
          </div>
          {sectionOf(section)}
          {section === 'invoices' && (
            <Tick
              label={words.atHighest}
              disabled={!mayChange}
              checked={form[AT_HIGHEST] === 'true'}
              onChange={({ target }) => type(AT_HIGHEST, target.checked ? 'true' : '')}
            />
          )}
        </section>
      ))}
      <Failure error={saving.error} shown={['brand_color', 'logo', ...NAMES]} />
      {mayChange && (isChanged || store === null) && (
        <div className="foot-bar">
          <button type="submit" className="button first" disabled={saving.isPending || !isChanged}>
            {saving.isPending ? common.saving : store ? common.save : words.create}
          </button>
          {isChanged && store && (
            <>
              <button type="button" className="button bare" onClick={forget}>
                {common.discard}
              </button>
              <span className="needs">{common.unsaved}</span>
            </>
          )}
        </div>
      )}
    </form>
  );
}

/** Creates or changes a store; logos are sent as form parts, which openapi-fetch does not support. */
async function send(store: Store | null, id: string | undefined, body: string | FormData): Promise<string> {
  const isNew = store === null && id === undefined;
  const response = await fetch(`/custom/api/v1/client-stores${isNew ? '' : `/${id}`}`, {
    method: isNew ? 'POST' : 'PUT',
    headers: {
      ...(typeof body === 'string' && { 'content-type': 'application/json' }),
      ...(isNew && { 'idempotency-key': idempotencyKey() }),
      ...WITH_PROBLEMS,
      ...changeHeaders(),
    },
    body,
  });
  if (!response.ok) throw await problemOf(response);
  return ((await response.json()) as { data: { id: string } }).data.id;
}
