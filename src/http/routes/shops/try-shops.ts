import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { object, optional, pathParameters, uuid, type ValueOf } from '../../../reading/fields.ts';
import { SentShopRules, shopRulesOf } from '../../../resources/shop-rules.ts';
import { checkNewShop, listShopPlaces } from '../../../usecases/shops/check-new-shop.ts';
import { dryRunRules } from '../../../usecases/shops/dry-run-rules.ts';
import { answer, operation } from '../../operation.ts';
import { LARGE_BODY } from '../../plugins/body-limits.ts';
import { textLike } from '../../schemas.ts';
import { SentenceBody, sentenceField } from '../../sentence-body.ts';
import { DryRun, dryRunBody } from './dry-run-body.ts';
import { shopSettings, shopSystem } from './shop-body.ts';

const SettingsBody = object({ shop: shopSystem(), settings: shopSettings() });
const DryRunBody = object({ rules: optional(SentShopRules) });
const Path = pathParameters({ id: uuid() }, 'Shop');

const Locations = Type.Array(
  Type.Object(
    { id: textLike('12', 'As `rules.locations` names it.'), name: textLike('Mumbai') },
    { title: 'ShopLocation' },
  ),
);
const NewShopCheck = Type.Object({
  data: Type.Object(
    {
      ok: Type.Boolean(),
      message: textLike('The shop takes the key and sells in rupees'),
      message_details: SentenceBody,
      locations: Locations,
    },
    { title: 'NewShopCheck' },
  ),
});

/** What can be tried before it is saved. */
export function addTrialsOfShops(api: FastifyInstance): void {
  api.post<{ Body: ValueOf<typeof SettingsBody> }>(
    '/shops/check',
    {
      schema: operation({
        operationId: 'checkNewShop',
        tag: 'Shops',
        role: 'manager',
        summary: 'Check settings of a shop',
        description:
          'Asks a shop that is not connected yet whether it accepts the credential, and from which places it ships. Nothing is kept, and nothing changes in the shop.',
        body: SettingsBody,
        answers: { 200: answer('The result of the check.', NewShopCheck) },
      }),
    },
    async ({ account, body }) => {
      const { ok, message, locations } = await checkNewShop(account, body.shop, body.settings);
      return { data: { ok, ...sentenceField('message', message), locations: locations.map(locationBody) } };
    },
  );

  api.get<{ Params: ValueOf<typeof Path> }>(
    '/shops/:id/locations',
    {
      schema: operation({
        operationId: 'listShopLocations',
        tag: 'Shops',
        role: 'manager',
        summary: 'List the places of a shop',
        description:
          'The places from which the shop ships, as it names them now. Empty if the shop system has none.',
        params: Path,
        answers: { 200: answer('The places.', Type.Object({ data: Locations })) },
      }),
    },
    async ({ account, params }) => ({ data: (await listShopPlaces(account, params.id)).map(locationBody) }),
  );

  api.post<{ Params: ValueOf<typeof Path>; Body: ValueOf<typeof DryRunBody> }>(
    '/shops/:id/dry-run',
    {
      bodyLimit: LARGE_BODY,
      schema: operation({
        operationId: 'dryRunShopRules',
        tag: 'Shops',
        role: 'manager',
        summary: 'Try the rules of a shop',
        description:
          'What rules would have done with the 100 orders of the shop that were read last, without what people have corrected or confirmed. One entry for each parcel. Nothing is written, and no courier is called.',
        params: Path,
        body: DryRunBody,
        answers: { 200: answer('What would have become of each parcel.', DryRun) },
      }),
    },
    async ({ account, params, body: { rules } }) => {
      const tried = rules === undefined ? null : (usual: readonly string[]) => shopRulesOf(rules, usual);
      return dryRunBody(await dryRunRules(account, params.id, tried));
    },
  );
}

function locationBody({ locationKey, name }: { readonly locationKey: string; readonly name: string }) {
  return { id: locationKey, name };
}
