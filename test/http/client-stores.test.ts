import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../src/domain/actor.ts';
import { createKey } from '../../src/usecases/accounts/keys.ts';
import { runMaintenance } from '../../src/usecases/maintenance.ts';
import { MOST_LOGO_BYTES } from '../../src/usecases/stores/store-logo.ts';
import { openApp, PUBLIC_URL, type TestAccount } from '../support/app.ts';
import { multipart, type Part } from '../support/multipart.ts';

const test = await openApp();
const account = await test.account();

const create = (payload: object, by: Pick<TestAccount, 'post'> = account) =>
  by.post('/client-stores', payload);
const change = (id: string, payload: object, by = account) => by.put(`/client-stores/${id}`, payload);

function createWithForm(parts: readonly Part[], by = account) {
  const form = multipart(parts);
  return by.post('/client-stores', form.payload, form.headers);
}

function createWithLogo(name: string, file: Buffer, filename = 'logo.png', by = account) {
  return createWithForm(
    [
      { name: 'store_name', value: name },
      { name: 'logo', file, filename },
    ],
    by,
  );
}

const NO_FILE =
  'logo must be one file part of a multipart/form-data request, or a data URL such as data:image/png;base64,iVBORw0KGgo=';

function changeLogo(id: string, file: Buffer, by = account) {
  const form = multipart([{ name: 'logo', file, filename: 'logo.png' }]);
  return by.put(`/client-stores/${id}`, form.payload, form.headers);
}

function png(color: string, side = 40): Promise<Buffer> {
  return sharp({ create: { width: side, height: side, channels: 3, background: color } })
    .png()
    .toBuffer();
}

describe('creating a store', () => {
  it('answers with the store', async () => {
    const response = await create({ store_name: 'chai-1', brand_name: 'Chai & Co' });
    expect(response.statusCode).toBe(201);
    expect(response.json()).toEqual({
      data: {
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/),
        store_name: 'chai-1',
        brand_name: 'Chai & Co',
        channel: 'manual_order',
        status: 'connected',
        logo_url: null,
        brand_color: null,
        support_phone: null,
        support_email: null,
        support_whatsapp: null,
        site_url: null,
        return_policy_url: null,
        return_days: null,
        languages: ['en', 'hi'],
        gstin: null,
        legal_name: null,
        legal_address: null,
        invoice_prefix: null,
        gst_rate: null,
        charges_at_highest_rate: null,
      },
    });
  });

  it('reads null and blank text as no brand, and ignores unknown fields', async () => {
    for (const [name, brand] of [
      ['no-brand-1', null],
      ['no-brand-2', ''],
    ] as const) {
      const response = await create({ store_name: name, brand_name: brand, colour: 'red', id: 'x' });
      expect(response.statusCode).toBe(201);
      expect(response.json().data.brand_name).toBeNull();
    }
  });

  it.each([
    [{}, ['store_name is required']],
    [{ store_name: null }, ['store_name is required']],
    [{ store_name: 'my store' }, ['store_name may hold only letters, digits and hyphens']],
    [{ store_name: 'घर' }, ['store_name may hold only letters, digits and hyphens']],
    [{ store_name: 'a'.repeat(101) }, ['store_name must be at most 100 characters']],
    [{ store_name: ['a'] }, ['store_name must be text']],
    [
      { store_name: 'a b', brand_name: 'b'.repeat(121), logo: 'data:image/png;base64,AAAA' },
      [
        'store_name may hold only letters, digits and hyphens',
        'brand_name must be at most 120 characters',
        'logo must be a PNG, JPEG, WebP, GIF or SVG image',
      ],
    ],
    [{ store_name: 'a', logo: 'https://chai.example/logo.png' }, [NO_FILE]],
  ])('refuses %j with all problems at once', async (payload, errors) => {
    const response = await create(payload);
    expect(response.statusCode).toBe(422);
    expect(response.json()).toEqual({ errors });
  });

  it('accepts a name of 1 and of 100 characters', async () => {
    expect((await create({ store_name: 'a' })).statusCode).toBe(201);
    expect((await create({ store_name: 'b'.repeat(100) })).statusCode).toBe(201);
  });

  it('refuses a taken name, also of a deleted store, but not in another case or another account', async () => {
    const { id } = (await create({ store_name: 'taken' })).json().data;
    const refused = { errors: ['Store name has already been taken'] };
    expect((await create({ store_name: 'taken' })).json()).toEqual(refused);
    await account.delete(`/client-stores/${id}`);
    const back = `taken is the deleted store ${id}: update it with status connected to bring it back`;
    const again = await create({ store_name: 'taken' });
    expect(again.statusCode).toBe(422);
    expect(again.json()).toEqual({ errors: ['Store name has already been taken', back] });
    const { id: renamed } = (await create({ store_name: 'wants-taken' })).json().data;
    expect((await change(renamed, { store_name: 'taken' })).json().errors).toEqual([refused.errors[0], back]);
    expect((await create({ store_name: 'Taken' })).statusCode).toBe(201);
    const other = await test.account();
    expect((await create({ store_name: 'taken' }, other)).statusCode).toBe(201);
  });

  it('creates one store if a hundred requests use its name at once', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => create({ store_name: 'race' })));
    expect(answers.filter((answer) => answer.statusCode === 201)).toHaveLength(1);
    const refusals = answers.filter((answer) => answer.statusCode === 422);
    expect(refusals).toHaveLength(99);
    for (const refusal of refusals) {
      expect(refusal.json()).toEqual({ errors: ['Store name has already been taken'] });
    }
  });

  it('is refused with a key that may only read', async () => {
    const { apiKey } = await createKey(test.service, OPERATOR, account.accountId, {
      name: 'reader',
      scope: 'read',
      expiresAt: null,
    });
    const response = await create({ store_name: 'by-reader' }, test.client({ authorization: apiKey }));
    expect(response.statusCode).toBe(403);
    expect(response.json()).toEqual({ errors: ['This credential may only read'] });
  });
});

describe('the logo', () => {
  it('has a public address, which answers with the same bytes and may be cached for ever', async () => {
    const logo = await png('#c00');
    const response = await createWithLogo('with-logo', logo, 'evil.html');
    expect(response.statusCode).toBe(201);
    const url: string = response.json().data.logo_url;
    expect(url).toMatch(new RegExp(`^${PUBLIC_URL}/logos/${response.json().data.id}/[0-9a-f]{64}\\.png$`));
    const path = url.slice(PUBLIC_URL.length);
    const served = await test.app.inject({ url: path });
    expect(served.statusCode).toBe(200);
    expect(served.rawPayload.equals(logo)).toBe(true);
    expect(served.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    const again = await test.app.inject({
      url: path,
      headers: { 'if-none-match': String(served.headers.etag) },
    });
    expect(again.statusCode).toBe(304);
    expect(again.rawPayload).toHaveLength(0);
  });

  it('is recognized by its content: JPEG, WebP and GIF too', async () => {
    const image = sharp({ create: { width: 9, height: 9, channels: 3, background: '#0a0' } });
    for (const [format, extension] of [
      ['jpeg', 'jpg'],
      ['webp', 'webp'],
      ['gif', 'gif'],
    ] as const) {
      const response = await createWithLogo(`logo-${format}`, await image.toFormat(format).toBuffer());
      expect(response.json().data.logo_url.endsWith(`.${extension}`)).toBe(true);
    }
  });

  it('can be sent in JSON as a data URL, up to 2 MB, for a new store and a changed one', async () => {
    const owner = await test.account();
    const [small, other] = [await png('#c10'), await png('#1c0')];
    const large = Buffer.concat([small, Buffer.alloc(2_097_152 - small.length)]);
    const dataUrl = (bytes: Buffer, type = 'png') => `data:image/${type};base64,${bytes.toString('base64')}`;
    const made = await create({ store_name: 'json-logo', logo: dataUrl(large) }, owner);
    expect(made.statusCode).toBe(201);
    const { id, logo_url } = made.json().data;
    const served = await test.app.inject({ url: logo_url.slice(PUBLIC_URL.length) });
    expect(served.rawPayload.equals(small)).toBe(true);
    const changed = await change(id, { brand_name: 'B', logo: dataUrl(other, 'jpeg') }, owner);
    expect(changed.json().data).toMatchObject({ brand_name: 'B', brand_color: '#11CC00' });
    expect(changed.json().data.logo_url).not.toBe(logo_url);
    const tooLarge = dataUrl(Buffer.concat([large, Buffer.alloc(1)]));
    for (const refused of [
      await create({ store_name: 'json-large', logo: tooLarge }, owner),
      await change(id, { logo: tooLarge }, owner),
    ]) {
      expect([refused.statusCode, refused.json().errors]).toEqual([
        422,
        ['logo must be at most 2 MB (2,097,152 bytes)'],
      ]);
    }
    expect((await owner.get(`/client-stores/${id}`)).json()).toEqual(changed.json());
  });

  it('that is an SVG is drawn as a PNG, from a form and from JSON', async () => {
    const svg = Buffer.from(
      '<?xml version="1.0"?><!-- ours --><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><rect width="40" height="20" fill="#c33"/></svg>',
    );
    const store = (await createWithLogo('svg-form', svg, 'logo.svg')).json().data;
    expect(store).toMatchObject({ logo_url: expect.stringMatching(/\.png$/), brand_color: '#CC3333' });
    const served = await test.app.inject({ url: store.logo_url.slice(PUBLIC_URL.length) });
    expect(served.headers['content-type']).toBe('image/png');
    expect(await sharp(served.rawPayload).metadata()).toMatchObject({
      format: 'png',
      width: 1024,
      height: 512,
    });
    const logo = `data:image/svg+xml;base64,${svg.toString('base64')}`;
    const inJson = (await create({ store_name: 'svg-json', logo })).json().data;
    expect(inJson.logo_url.split('/').at(-1)).toBe(store.logo_url.split('/').at(-1));
  });

  it('that is a dangerous SVG is refused with the other problems, and changes nothing', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
    const logo = `data:image/svg+xml;base64,${svg.toString('base64')}`;
    const sentence =
      'logo must be an SVG without onload: it may hold only its own shapes and colours, and texts as paths, in UTF-8';
    const wrong = await create({ store_name: 'a b', logo });
    expect([wrong.statusCode, wrong.json().errors]).toEqual([
      422,
      ['store_name may hold only letters, digits and hyphens', sentence],
    ]);
    const { data } = (await createWithLogo('keeps-logo', await png('#2c0'))).json();
    const refused = await change(data.id, { brand_name: 'X', logo });
    expect([refused.statusCode, refused.json().errors]).toEqual([422, [sentence]]);
    expect((await account.get(`/client-stores/${data.id}`)).json().data).toEqual(data);
  });

  it('has a PNG copy if it is WebP, for mail programs without WebP', async () => {
    const image = sharp({ create: { width: 40, height: 20, channels: 4, background: '#0a08' } });
    const created = await createWithLogo('logo-copied', await image.webp().toBuffer());
    const path = created.json().data.logo_url.slice(PUBLIC_URL.length);
    const copy = await test.app.inject({ url: `${path}.png` });
    expect(copy.headers['content-type']).toBe('image/png');
    expect(await sharp(copy.rawPayload).metadata()).toMatchObject({ format: 'png', hasAlpha: false });
    const original = await createWithLogo('logo-of-its-own', await png('#0a1'));
    const own = original.json().data.logo_url.slice(PUBLIC_URL.length);
    expect((await test.app.inject({ url: own.replace(/png$/, 'webp.png') })).statusCode).toBe(404);
  });

  it('is refused if the logos of the account, also replaced ones, would exceed 20 MB', async () => {
    const owner = await test.account();
    const logo = await png('#0c0');
    const store = (name: string) => createWithLogo(name, logo, 'logo.png', owner);
    const { id } = (await store('first')).json().data;
    const fill = (bytes: number) =>
      test.sql(
        `insert into store_logos (account_id, store_id, content_hash, media_type, extension, width, height, bytes, created_at)
         values ($1, $2, 'filler', 'image/png', 'png', 1, 1, convert_to(repeat('x', $3), 'UTF8'), now())
         on conflict (account_id, store_id, content_hash) do update set bytes = excluded.bytes`,
        [owner.accountId, id, bytes],
      );
    await fill(MOST_LOGO_BYTES - 2 * logo.length);
    expect((await store('second')).statusCode).toBe(201);
    await fill(MOST_LOGO_BYTES - 3 * logo.length + 1);
    const [one, other] = await Promise.all([store('third'), store('fourth')]);
    for (const refused of [one, other]) {
      expect([refused.statusCode, refused.json()]).toEqual([
        422,
        {
          errors: [
            expect.stringMatching(
              /^logo does not fit: all logos of an account, with old ones that messages still show, can take 20 MB/,
            ),
          ],
        },
      ]);
    }
    const another = await png('#0d0');
    await fill(MOST_LOGO_BYTES - 2 * logo.length - another.length + 1);
    expect((await changeLogo(id, another, owner)).statusCode).toBe(422);
    expect((await changeLogo(id, logo, owner)).statusCode).toBe(200);
    await fill(MOST_LOGO_BYTES - 3 * logo.length);
    const both = await Promise.all([store('fifth'), store('sixth')]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([201, 422]);
    const names = await owner.get('/client-stores');
    expect(names.json().data).toHaveLength(3);
  });

  it('is refused with a sentence that names the limit, and no store is created', async () => {
    const bytes = await png('#00c');
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
    const html = Buffer.from('<!doctype html><script>alert(1)</script>');
    const wide = await sharp({ create: { width: 4097, height: 1, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    for (const [logo, sentence] of [
      [svg, /cannot be drawn/],
      [html, /PNG, JPEG, WebP, GIF or SVG/],
      [wide, /4096/],
      [bytes.subarray(0, bytes.length - 20), /damaged or incomplete/],
      [Buffer.concat([bytes, Buffer.alloc(2_097_153 - bytes.length)]), /2 MB/],
    ] as const) {
      const response = await createWithLogo('never', logo);
      expect(response.statusCode).toBe(422);
      expect(response.json().errors).toHaveLength(1);
      expect(response.json().errors[0]).toMatch(sentence);
    }
    expect((await create({ store_name: 'never' })).statusCode).toBe(201);
  });

  it('is refused together with the other problems', async () => {
    const response = await createWithLogo('a b', Buffer.from('GIF? no'));
    expect(response.json().errors).toHaveLength(2);
    const good = await createWithLogo('a b', await png('#0cc'));
    expect([good.statusCode, good.json().errors]).toEqual([422, response.json().errors.slice(0, 1)]);
  });

  it('of an unknown store gets 404, also if it is no image', async () => {
    const form = multipart([{ name: 'logo', file: Buffer.from('no image'), filename: 'a.png' }]);
    const response = await account.put('/client-stores/not-an-id', form.payload, form.headers);
    expect(response.statusCode).toBe(404);
  });

  it('is ignored as an empty part of a form', async () => {
    const empty = await createWithLogo('empty-part', Buffer.alloc(0));
    expect(empty.json().data.logo_url).toBeNull();
    const form = await createWithForm([
      { name: 'store_name', value: 'empty-parts' },
      { name: 'logo', value: '' },
      { name: 'logo', file: await png('#123'), filename: 'a.png' },
      { name: 'logo', file: Buffer.alloc(0), filename: '' },
    ]);
    expect(form.json().data.logo_url).toMatch(/\.png$/);
  });

  it('is refused twice, and as text, together with the other problems', async () => {
    const file = { name: 'logo', file: await png('#123'), filename: 'a.png' };
    const text = { name: 'logo', value: 'https://example.in/a.png' };
    for (const parts of [[file, file], [file, text], [text, file], [text]]) {
      const response = await createWithForm([{ name: 'store_name', value: 'a b' }, ...parts]);
      expect(response.statusCode).toBe(422);
      expect(response.json()).toEqual({
        errors: ['store_name may hold only letters, digits and hyphens', NO_FILE],
      });
    }
  });

  it('is refused in a form with other encodings or reserved names', async () => {
    const broken = await createWithForm([
      { name: 'store_name', value: 'latin' },
      { name: 'brand_name', value: Buffer.from('caf\u00e9', 'latin1') },
    ]);
    expect(broken.statusCode).toBe(400);
    expect(broken.json()).toEqual({ errors: ['A text part of the form is not UTF-8'] });
    const strange = await createWithForm([
      { name: 'store_name', value: 'strange' },
      { name: '__proto__', value: 'x' },
    ]);
    expect(strange.statusCode).toBe(400);
    expect(strange.json()).toEqual({ errors: ['A part of the form has a name that is not allowed'] });
  });

  it('is refused with 413 in a form of more than 32 MB', async () => {
    const response = await createWithForm([
      { name: 'store_name', value: 'endless' },
      { name: 'logo', file: Buffer.alloc(33 * 1024 * 1024), filename: 'a.png' },
    ]);
    expect(response.statusCode).toBe(413);
    expect(response.json()).toEqual({ errors: ['The body is larger than this endpoint takes'] });
  });

  it('is refused with 400 in an incomplete form', async () => {
    const form = multipart([
      { name: 'store_name', value: 'cut-off' },
      { name: 'logo', file: await png('#321'), filename: 'a.png' },
    ]);
    const response = await account.post(
      '/client-stores',
      form.payload.subarray(0, form.payload.length - 60),
      form.headers,
    );
    expect(response.statusCode).toBe(400);
    expect(Object.keys(response.json())).toEqual(['errors']);
  });

  it('is not found under another store, hash or extension', async () => {
    const url: string = (await createWithLogo('address', await png('#abc'))).json().data.logo_url;
    const path = url.slice(PUBLIC_URL.length);
    for (const wrong of [
      path.replace(/.png$/, '.gif'),
      path.replace(/[0-9a-f]{4}\.png$/, '0000.png'),
      path.replace(/logos\/[0-9a-f]{8}/, 'logos/00000000'),
      '/logos/x/y.png',
    ]) {
      expect((await test.app.inject({ url: wrong })).statusCode).toBe(404);
    }
  });
});

describe('the brand of a store', () => {
  const details = {
    brand_color: '#B3261E',
    support_phone: '1800 123 4567',
    support_email: 'help@chai.example',
    support_whatsapp: '9876543210',
    site_url: 'https://chai.example',
    return_policy_url: 'https://chai.example/returns?from=parcel',
    languages: ['hi', 'en'],
  };

  it('is set with the store, and each field can be changed and cleared', async () => {
    const made = await create({ store_name: 'details-1', ...details, brand_color: '#b3261e' });
    expect(made.json().data).toMatchObject(details);
    const { id } = made.json().data;
    const changed = await change(id, { support_phone: '', site_url: null, languages: null });
    const left = { ...details, support_phone: null, site_url: null, languages: ['en', 'hi'] };
    expect(changed.json().data).toMatchObject(left);
    const read = await account.get(`/client-stores/${id}`);
    expect(read.json().data).toMatchObject(left);
  });

  it('can be sent as a form', async () => {
    const form = await createWithForm([
      { name: 'store_name', value: 'details-form' },
      { name: 'brand_color', value: '#c33' },
      { name: 'languages', value: 'hi' },
    ]);
    expect(form.json().data).toMatchObject({ brand_color: '#CC3333', languages: ['hi'] });
    const several = await createWithForm([
      { name: 'store_name', value: 'details-form-2' },
      ...['ta', 'en', 'bn'].map((value) => ({ name: 'languages', value })),
    ]);
    expect(several.json().data.languages).toEqual(['ta', 'en', 'bn']);
    const twice = await createWithForm([
      { name: 'store_name', value: 'details-form-3' },
      { name: 'store_name', value: 'details-form-4' },
    ]);
    expect([twice.statusCode, twice.json()]).toEqual([422, { errors: ['store_name must be text'] }]);
  });

  it('has the colour of the logo unless another is chosen', async () => {
    const made = await createWithLogo('details-logo', await png('#d0242c'));
    const { id } = made.json().data;
    expect(made.json().data.brand_color).toBe('#D0242C');
    expect((await change(id, { brand_color: '#1d5fd1' })).json().data.brand_color).toBe('#1D5FD1');
    expect((await change(id, { brand_color: null })).json().data.brand_color).toBe('#D0242C');
    expect((await change(id, { logo: null })).json().data.brand_color).toBeNull();
  });

  it('has no colour if the logo is black', async () => {
    const made = await createWithLogo('details-black', await png('#101010'));
    expect(made.json().data.brand_color).toBeNull();
  });

  it('gets the colour of a logo from an older release', async () => {
    const made = await createWithLogo('details-older', await png('#0b7a5a'));
    const { id } = made.json().data;
    await test.sql('update store_logos set color = null, is_light = null where store_id = $1', [id]);
    await runMaintenance(test.service, (error) => {
      throw error;
    });
    const read = await account.get(`/client-stores/${id}`);
    expect(read.json().data.brand_color).toBe('#0B7A5A');
  });

  it.each([
    [{ brand_color: 'red' }, 'brand_color must be a colour such as #B3261E'],
    [{ support_phone: 'call us' }, 'support_phone must be a phone number of digits, blanks and hyphens'],
    [{ support_email: 'help' }, 'support_email must be an email address'],
    [{ support_whatsapp: '12345' }, 'support_whatsapp must be a valid 10-digit Indian mobile number'],
    [{ site_url: 'http://chai.example' }, 'site_url must be an address that starts with https://'],
    [{ site_url: 'javascript:alert(1)' }, 'site_url must be an address that starts with https://'],
    [
      { site_url: 'https://user:secret@chai.example' },
      'site_url must be an address that starts with https://',
    ],
    [
      { return_policy_url: 'https://localhost' },
      'return_policy_url must be an address that starts with https://',
    ],
    [{ languages: ['en', 'fr'] }, 'languages[1] must be one of en, hi, bn, mr, ta'],
  ])('refuses %j', async (wrong, sentence) => {
    const refused = await create({ store_name: 'details-wrong', ...wrong });
    expect(refused.statusCode).toBe(422);
    expect(refused.json().errors).toEqual([sentence]);
  });

  it('is in the audit log only with its changes', async () => {
    const { id } = (await create({ store_name: 'details-audit', languages: ['en'] })).json().data;
    await change(id, { languages: ['en'] });
    await change(id, { support_phone: '1800 123 4567', languages: ['hi'] });
    const audit = await account.get(`/audit?subject_id=${id}`);
    expect(audit.json().data.map((record: { changes: unknown }) => record.changes)).toEqual([
      { support_phone: { from: null, to: '1800 123 4567' }, languages: { from: ['en'], to: ['hi'] } },
      { store_name: 'details-audit', brand_name: null, logo: null, languages: ['en'] },
    ]);
  });
});

describe('changing a store', () => {
  it('changes only the given fields', async () => {
    const { id } = (await create({ store_name: 'change-1', brand_name: 'Before' })).json().data;
    const renamed = await change(id, { store_name: 'change-2' });
    expect(renamed.statusCode).toBe(200);
    expect(renamed.json().data).toMatchObject({ store_name: 'change-2', brand_name: 'Before' });
    expect((await change(id, {})).json()).toEqual(renamed.json());
  });

  it('clears brand and logo with null, and the brand also with blank text', async () => {
    const { id } = (await createWithLogo('clearing', await png('#777'))).json().data;
    expect((await change(id, { brand_name: 'B' })).json().data.brand_name).toBe('B');
    expect((await change(id, { brand_name: '' })).json().data.brand_name).toBeNull();
    await change(id, { brand_name: 'B' });
    const cleared = await change(id, { brand_name: null, logo: null });
    expect(cleared.json().data).toMatchObject({ brand_name: null, logo_url: null });
  });

  it('replaces the logo, and keeps the same one without a change', async () => {
    const owner = await test.account();
    const [logo, another] = [await png('#456'), await png('#c33')];
    const store = (await createWithLogo('changing-logo', logo, 'logo.png', owner)).json().data;
    await createWithLogo('beside', logo, 'logo.png', owner);
    expect((await changeLogo(store.id, logo, owner)).json().data).toEqual(store);
    const changed = (await changeLogo(store.id, another, owner)).json().data;
    expect([changed.logo_url === store.logo_url, changed.brand_color]).toEqual([false, '#CC3333']);
    const { data } = (await owner.get('/client-stores')).json();
    expect(data).toMatchObject([changed, { store_name: 'beside' }]);
    const { data: records } = (await owner.get(`/audit?subject_id=${store.id}`)).json();
    const [from, to] = [store, changed].map(({ logo_url }) => /([0-9a-f]{64})\.png$/.exec(logo_url)?.[1]);
    expect(records.map(({ changes }: { changes: object }) => changes)).toMatchObject([
      { logo: { from, to } },
      { logo: from },
    ]);
  });

  it('keeps a replaced logo at its address for an hour', async () => {
    const store = (await createWithLogo('replaced-logo', await png('#147'))).json().data;
    test.advance(60_000);
    const changed = (await changeLogo(store.id, await png('#741'))).json().data;
    const statuses = async () => {
      await runMaintenance(test.service, (error) => expect.fail(String(error)));
      const urls = [store, changed].map(({ logo_url }) => logo_url.slice(PUBLIC_URL.length));
      return Promise.all(urls.map(async (url) => (await test.app.inject({ url })).statusCode));
    };
    test.advance(60 * 60_000 - 1);
    expect(await statuses()).toEqual([200, 200]);
    test.advance(1);
    expect(await statuses()).toEqual([404, 200]);
  });

  it.each([[null], ['']])('refuses %j as a name', async (name) => {
    const { id } = (await create({ store_name: `keeps-${name === null ? 'null' : 'blank'}` })).json().data;
    const response = await change(id, { store_name: name });
    expect(response.statusCode).toBe(422);
    expect(response.json()).toEqual({ errors: ['store_name must not be empty'] });
  });

  it('refuses a taken name and changes nothing', async () => {
    await create({ store_name: 'owner' });
    const { id } = (await create({ store_name: 'wants', brand_name: 'W' })).json().data;
    const response = await change(id, { store_name: 'owner', brand_name: 'X' });
    expect(response.statusCode).toBe(422);
    expect(response.json()).toEqual({ errors: ['Store name has already been taken'] });
    const kept = await account.get(`/client-stores/${id}`);
    expect(kept.json().data).toMatchObject({ store_name: 'wants', brand_name: 'W' });
  });

  it('lists the deleted stores alone if asked for them', async () => {
    const other = await test.account();
    const ids = ['here', 'gone', 'gone-too'].map(async (store_name) => {
      return (await create({ store_name }, other)).json().data.id;
    });
    for (const id of (await Promise.all(ids)).slice(1)) await other.delete(`/client-stores/${id}`);
    const names = async (query: string) =>
      (await other.get(`/client-stores${query}`))
        .json()
        .data.map(({ store_name }: { store_name: string }) => store_name);
    expect(await names('')).toEqual(['here']);
    expect(await names('?status=connected')).toEqual(['here']);
    expect((await names('?status=disconnected')).sort()).toEqual(['gone', 'gone-too']);
    const wrong = await other.get('/client-stores?status=deleted');
    expect([wrong.statusCode, wrong.json()]).toEqual([
      422,
      { errors: ['status must be one of connected, disconnected'] },
    ]);
  });

  it('removes a deleted store from the list, and restores it', async () => {
    const { id } = (await create({ store_name: 'comes-and-goes' })).json().data;
    const removed = await account.delete(`/client-stores/${id}`);
    expect(removed.statusCode).toBe(204);
    expect(removed.body).toBe('');
    const names = async () =>
      (await account.get('/client-stores'))
        .json()
        .data.map((store: { store_name: string }) => store.store_name);
    expect(await names()).not.toContain('comes-and-goes');
    const shown = await account.get(`/client-stores/${id}`);
    expect(shown.statusCode).toBe(200);
    expect(shown.json().data.status).toBe('disconnected');
    expect((await change(id, { status: 'Connected' })).json().data.status).toBe('connected');
    expect(await names()).toContain('comes-and-goes');
  });
});

describe('reading stores', () => {
  it('lists them oldest first', async () => {
    const owner = await test.account();
    const names = ['zeta', 'alpha', 'Mid', 'beta'];
    for (const store_name of names) {
      await create({ store_name }, owner);
      test.advance(1);
    }
    const list = await owner.get('/client-stores');
    expect(list.statusCode).toBe(200);
    expect(list.json().data.map((store: { store_name: string }) => store.store_name)).toEqual(names);
  });

  it('answers 404 for an unknown id, a malformed one, and one of another account', async () => {
    const { id } = (await create({ store_name: 'mine' })).json().data;
    const other = await test.account();
    const answers = await Promise.all([
      other.get(`/client-stores/${id}`),
      other.get('/client-stores/00000000-0000-7000-8000-000000000000'),
      other.get('/client-stores/not-an-id'),
      change(id, { brand_name: 'stolen' }, other),
      other.delete(`/client-stores/${id}`),
    ]);
    for (const answer of answers) {
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toEqual({ errors: ['Store not found'] });
    }
  });
});

describe('the audit log', () => {
  it('has who created and changed a store', async () => {
    const owner = await test.account();
    const { id } = (await create({ store_name: 'audited' }, owner)).json().data;
    await change(id, { brand_name: 'Seen' }, owner);
    await change(id, { brand_name: 'Seen' }, owner);
    const audit = await owner.get(`/audit?subject_id=${id}`);
    expect(audit.statusCode).toBe(200);
    expect(audit.json().data).toMatchObject([
      {
        action: 'store.updated',
        actor: { kind: 'key' },
        changes: { brand_name: { from: null, to: 'Seen' } },
      },
      { action: 'store.created', actor: { kind: 'key', name: 'first key' } },
    ]);
  });
});
