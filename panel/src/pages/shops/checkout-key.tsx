import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf, api, idempotencyKey } from '../../api/client.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { Copyable } from '../../parts/copyable.tsx';
import { Warning } from '../../parts/notices.tsx';
import { commonWords } from '../../words/common.ts';
import { useWords } from '../../words/language.ts';
import { shopsWords } from './shops-words.ts';

/** Makes the key with which the shop's plugin asks for rates; it is shown once. */
export function CheckoutKey({ shopId }: { shopId: string }) {
  const { rules: words } = useWords(shopsWords);
  const common = useWords(commonWords);
  const [asks, ask] = useState(false);
  const making = useMutation({
    mutationFn: async () => {
      const options = {
        params: { path: { id: shopId } },
        body: {},
        headers: { 'idempotency-key': idempotencyKey() },
      };
      return (await answerOf(api.POST('/custom/api/v1/shops/{id}/checkout-key', options))).data.key;
    },
  });
  return (
    <div className="stack tight">
      <p className="quiet small">{words.keyHow}</p>
      {making.data && (
        <>
          <Warning>{common.once}</Warning>
          <Copyable text={making.data} />
        </>
      )}
      <div>
        <button type="button" className="button small" onClick={() => ask(true)}>
          {words.makeKey}
        </button>
      </div>
      {asks && (
        <Confirm
          title={words.makeKey}
          will={words.keyWill}
          action={words.makeKey}
          done={words.keyMade}
          isUsual
          run={() => making.mutateAsync()}
          onClose={() => ask(false)}
        />
      )}
    </div>
  );
}
