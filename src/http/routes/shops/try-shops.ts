import type { FastifyInstance } from 'fastify';
import { object, optional, pathParameters, uuid, type ValueOf } from '../../../reading/fields.ts';
import { dryRunRules } from '../../../usecases/shops/dry-run-rules.ts';
import { getShop, usualCodMethods } from '../../../usecases/shops/shops.ts';
import { answer, operation } from '../../operation.ts';
import { LARGE_BODY } from '../../plugins/body-limits.ts';
import { DryRun, dryRunBody } from './dry-run-body.ts';
import { RulesBody, shopRulesOf } from './shop-body.ts';

const DryRunBody = object({ rules: optional(RulesBody) });
const Path = pathParameters({ id: uuid() }, 'Shop');

/** What can be tried before it is saved. */
export function addTrialsOfShops(api: FastifyInstance): void {
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
      const { shop } = await getShop(account, params.id);
      const tried = rules === undefined ? null : shopRulesOf(rules, usualCodMethods(account, shop));
      return dryRunBody(await dryRunRules(account, params.id, tried));
    },
  );
}
