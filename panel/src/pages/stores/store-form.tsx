import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiProblem, changeHeaders, idempotencyKey, problemOf } from '../../api/client.ts';
import { TextField, Tick, withLabel } from '../../parts/field.tsx';
import { FileDrop } from '../../parts/file-drop.tsx';
import { here } from '../../parts/here.ts';
import { Failure } from '../../parts/notices.tsx';
import { toast } from '../../parts/toasts.tsx';
import { commonWords } from '../../words/common.ts';
import { useWords } from '../../words/language.ts';
import type { Store } from './store.ts';
import { storesWords } from './stores-words.ts';

const TEXTS = {
  brand_name: 'brand',
  support_phone: 'phone',
  support_email: 'email',
  support_whatsapp: 'whatsapp',
  site_url: 'site',
  return_policy_url: 'policy',
} as const;
const NAMES = Object.keys(TEXTS) as (keyof typeof TEXTS)[];
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
  const first = () => ({
    store_name: store?.store_name ?? '',
    brand_color: store?.brand_color ?? '',
    ...Object.fromEntries(NAMES.map((name) => [name, store?.[name] ?? ''])),
  });
  // Only typed values are stored: a colour that nobody chose follows the logo.
  const [typed, setTyped] = useState<Record<string, string>>({});
  const form: Record<string, string> = { ...first(), ...typed };
  const type = (name: string, value: string) => setTyped({ ...typed, [name]: value });
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const spoken: readonly string[] = store?.languages ?? ['en', 'hi'];
  const languages = chosen ?? spoken;
  const [logo, setLogo] = useState<File | null | undefined>(undefined);
  const saving = useMutation({
    mutationFn: async () => {
      const changed: Record<string, unknown> = {};
      for (const [name, before] of Object.entries(first())) {
        if (form[name] !== before)
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
      setLogo(undefined);
      setTyped({});
      setChosen(null);
      toast(words.saved);
      if (store === null) onMade(id);
    },
  });
  const error = saving.error instanceof ApiProblem ? saving.error : null;
  const field = (name: string) => ({
    name,
    disabled: !mayChange,
    value: form[name] ?? '',
    wrong: error?.of(name),
    onChange: ({ target }: { target: { value: string } }) => type(name, target.value),
  });
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
      <FileDrop
        label={words.logo}
        action={words.drop}
        hint={words.dropHint}
        isSmall
        accept="image/png,image/jpeg,image/webp,image/gif"
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
      <div className="fields">
        <TextField label={words.name} hint={words.nameHint} required {...field('store_name')} />
        <TextField label={words.brand} hint={words.brandHint} {...field('brand_name')} />
        <div className="colour">
          <TextField
            label={words.colour}
            hint={words.colourHint}
            placeholder="#7D3F16"
            {...field('brand_color')}
          />
          <input
            type="color"
            aria-label={words.colour}
            disabled={!mayChange}
            value={/^#[0-9a-f]{6}$/i.test(form.brand_color ?? '') ? form.brand_color : '#777777'}
            onChange={({ target }) => type('brand_color', target.value.toUpperCase())}
          />
        </div>
        {NAMES.slice(1).map((name) => (
          <TextField key={name} label={words[TEXTS[name]]} {...field(name)} />
        ))}
      </div>
      <fieldset className="line">
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
      <Failure error={saving.error} shown={['store_name', 'brand_color', 'logo', ...NAMES]} />
      {mayChange && (
        <button
          type="submit"
          className="button first"
          style={{ justifySelf: 'start' }}
          disabled={saving.isPending}
        >
          {saving.isPending ? common.saving : store ? common.save : words.create}
        </button>
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
      ...changeHeaders(),
    },
    body,
  });
  if (!response.ok) throw await problemOf(response);
  return ((await response.json()) as { data: { id: string } }).data.id;
}
