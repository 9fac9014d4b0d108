import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { answerOf, api, idempotencyKey } from '../../api/client.ts';
import { here } from '../../parts/here.ts';
import { Failure } from '../../parts/notices.tsx';
import { State } from '../../parts/status.tsx';
import { useMayActAs } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { findScanned, type Scanned } from './find-scanned.ts';
import { Handover } from './handover.tsx';
import { packingWords } from './packing-words.ts';

interface Packed {
  readonly code: string;
  readonly found: Scanned;
}

const REMEMBERED = 50;

/** Packing: scan a parcel, print its label, take the next; and today's handover. */
export function PackingPage() {
  const words = useWords(packingWords);
  const input = useRef<HTMLInputElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const seesHandover = useMayActAs('packer', 'by_warehouse');
  const [code, setCode] = useState('');
  const [packed, setPacked] = useState<readonly Packed[]>([]);
  const [label, setLabel] = useState<string | null>(null);
  useEffect(() => input.current?.focus(), []);
  const note = (one: Packed) => {
    setPacked((before) => [one, ...before.filter((other) => other.code !== one.code)].slice(0, REMEMBERED));
    if (one.found.kind === 'label' && one.found.label) setLabel(here(one.found.label));
  };
  const scanning = useMutation({
    meta: { changesNothing: true },
    mutationFn: findScanned,
    onSuccess: (found, scanned) => note({ code: scanned, found }),
  });
  const booking = useMutation({
    mutationFn: async ({ id, order }: { id: string; order: string }) => {
      await answerOf(
        api.POST('/custom/api/v1/forward-order-shipment', {
          body: { shipment_id: id },
          headers: { 'idempotency-key': idempotencyKey() },
        }),
      );
      note({ code: order, found: await findScanned(order) });
      input.current?.focus();
    },
  });
  return (
    <main className="page" id="page">
      <div className="stack">
        <header className="page-head">
          <h1>{words.title}</h1>
        </header>
        <div className="two">
          <div className="stack">
            <form
              className="field"
              onSubmit={(event) => {
                event.preventDefault();
                const scanned = code.trim();
                setCode('');
                if (scanned !== '') scanning.mutate(scanned);
              }}
            >
              <label htmlFor="scan">{words.scan}</label>
              <input
                id="scan"
                ref={input}
                className="input scan"
                autoComplete="off"
                spellCheck={false}
                value={code}
                onChange={({ target }) => setCode(target.value)}
              />
              <span className="hint">{words.how}</span>
            </form>
            <Failure error={scanning.error ?? booking.error} />
            <section className="stack tight" aria-labelledby="packed" aria-live="polite">
              <h2 id="packed">{words.packed}</h2>
              {packed.length === 0 && <p className="quiet">{words.none}</p>}
              <ul className="stack tight">
                {packed.map(({ code: scanned, found }) => (
                  <li key={scanned} className="card line apart">
                    {!('order' in found) ? (
                      <State mood="bad">{words[found.kind](scanned)}</State>
                    ) : (
                      <>
                        <span>
                          <span className="mono strong">{found.order}</span> {found.customer}
                          <span className="quiet"> {found.carrier}</span>
                        </span>
                        {found.kind === 'gone' && <State mood="needs">{words.wrongState}</State>}
                        {found.kind === 'label' && (
                          <button
                            type="button"
                            className="button small"
                            onClick={() => found.label && setLabel(`${here(found.label)}#${Date.now()}`)}
                          >
                            {words.again}
                          </button>
                        )}
                        {found.kind === 'unbooked' && (
                          <span className="line">
                            <State mood="needs">{words.unbooked}</State>
                            <button
                              type="button"
                              className="button small first"
                              disabled={booking.isPending}
                              onClick={() => booking.mutate(found)}
                            >
                              {words.book}
                            </button>
                          </span>
                        )}
                      </>
                    )}
                  </li>
                ))}
              </ul>
            </section>
          </div>
          <div className="stack">
            {label && (
              <iframe
                ref={frame}
                className="paper"
                title={words.label}
                src={label}
                onLoad={() => {
                  // Printing takes the focus; the scanner needs it back.
                  frame.current?.contentWindow?.print();
                  input.current?.focus();
                }}
              />
            )}
            {seesHandover && <Handover />}
          </div>
        </div>
      </div>
    </main>
  );
}
