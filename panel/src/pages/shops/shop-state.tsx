import type { Shop } from '../../api/shops.ts';
import { State } from '../../parts/status.tsx';
import { useWords } from '../../words/language.ts';
import { shopsWords } from './shops-words.ts';

/** How a connection is doing. Only one that has stopped needs a person. */
export function ShopState({ shop: { state, answered_at } }: { shop: Shop }) {
  const { health } = useWords(shopsWords);
  if (state === 'stopped') return <State mood="needs">{health.stopped}</State>;
  if (state === 'failing') return <State mood="bad">{health.failing}</State>;
  if (answered_at === null) return <State mood="way">{health.starting}</State>;
  return <State mood="done">{health.connected}</State>;
}
