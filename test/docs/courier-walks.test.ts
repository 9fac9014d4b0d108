import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STAND_INS } from '../../simulators/couriers/stand-ins.ts';
import type { StandIn } from '../../simulators/kit/stand-in.ts';
import { CONNECTABLE } from '../../src/carriers/registry.ts';
import { PACKAGE_ROOT } from '../../src/package-root.ts';
import { compareCourierWeights } from '../../src/usecases/couriers/compare-courier-weights.ts';
import { registerWarehouses } from '../../src/usecases/couriers/register-warehouses.ts';
import { settleDecisions } from '../../src/usecases/couriers/settle-decisions.ts';
import { requestPickups } from '../../src/usecases/handover/request-pickups.ts';
import type { TestAccount } from '../support/app.ts';
import { runCommand } from '../support/commands.ts';
import { type CourierGround, startCourierGround } from '../support/connected-courier.ts';
import { runJobs } from '../support/jobs.ts';
import { readShell } from './walk/shell-words.ts';

/**
 * The values that a reader copies from an answer, by their names in the page; the page's own values are
 * examples.
 */
const TAKEN_OVER: Readonly<Record<string, string>> = {
  CA: 'id',
  W: 'warehouse_id',
  AWB: 'awb_code',
  S: 'shipment_id',
};

/** Removes the values that differ between two runs. */
function withoutVolatile(text: string): string {
  return text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<id>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .replaceAll(/\d{4}-\d\d-\d\d/g, '<day>')
    .replaceAll(/\b313211000\d{5}\b/g, '<number>')
    .replaceAll(/"courier_pickup_id":"\d+"/g, '"courier_pickup_id":"<number>"')
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, '<address>');
}

/** Tells whether an answer equals the one on the page, where `...` stands for omitted parts. */
function isAsShown(answer: string, shown: string): boolean {
  const text = withoutVolatile(answer);
  let from = 0;
  return withoutVolatile(shown)
    .split('...')
    .map((part) =>
      part
        .trim()
        .replace(/^,\s*|,$/g, '')
        .trim(),
    )
    .every((part) => {
      const at = text.indexOf(part, from);
      from = at + part.length;
      return at >= 0;
    });
}

/** A heading, commands, or their output: an answer on each line, or the text of a command. */
const STEP = /\*\*([^*\n]+)\*\*|```(sh|json|text)\n([\s\S]*?)```/g;

it('every courier that can be connected has a stand-in', () => {
  expect(Object.keys(STAND_INS)).toEqual(CONNECTABLE.map(({ name }) => name));
});

describe.each(CONNECTABLE)('the page of $title', (courier) => {
  const page = readFileSync(
    join(PACKAGE_ROOT, `docs/how-to/couriers/${courier.name.replaceAll('_', '-')}.md`),
    'utf8',
  );
  const from = page.indexOf('**Connect**');
  const walk = page.slice(from, page.indexOf('\n## ', from));
  let ground: CourierGround<StandIn>;
  let account: TestAccount;
  let service: string;
  let environment: NodeJS.ProcessEnv;
  const answers: string[] = [];
  /** Refusals of commands, until the page shows them. */
  const refusals: string[] = [];
  const variables: Record<string, string> = {};

  beforeAll(async () => {
    const Played = await STAND_INS[courier.name]?.();
    if (Played === undefined) throw new Error(`There is no stand-in of ${courier.name}`);
    ground = await startCourierGround((dependencies) => new Played(dependencies));
    account = await ground.test.account();
    environment = await ground.test.operator();
    service = environment.SERVICE_URL ?? '';
    variables.KEY = account.apiKey;
    variables.ID = account.accountId;
  });
  afterAll(() => ground.stop());

  /** Sets the service's clock to the courier's, and lets its background work run. */
  async function letTimePass(seconds: number): Promise<void> {
    const { test, standIn } = ground;
    standIn.clock.forward(seconds * 1000);
    test.advance(standIn.clock.now().getTime() - test.service.now().getTime());
    await standIn.pushes.settled();
    await registerWarehouses(test.service);
    await requestPickups(test.service);
    await settleDecisions(test.service);
    await compareCourierWeights(test.service);
    await runJobs(test);
    await test.rateBooks.look();
  }

  /** The newest answer that contains this name. */
  function answered(name: string): string {
    for (const answer of answers.toReversed()) {
      const found = new RegExp(`"${name}":"([^"]*)"`).exec(answer)?.[1];
      if (found !== undefined) return found;
    }
    throw new Error(`No answer has ${name}`);
  }

  /** A path that the service gave under its public address, at the test's address. */
  function pathHere(given: string): string {
    const { pathname, search } = new URL(given);
    return `${service}${pathname}${search}`;
  }

  /** The test's address for one on the page. */
  function addressHere(address: string): string {
    const whole = address
      .replace(/^.*\/carrier-events\/.*\.\.\.$/, () => pathHere(answered('url')))
      .replace(/^.*\/labels\/\.\.\.$/, () => pathHere(answered('label_url')));
    return whole
      .replace('http://127.0.0.1:8080', service)
      .replace('http://127.0.0.1:8290', ground.standIn.url);
  }

  async function curl(words: readonly string[]): Promise<void> {
    const headers: [string, string][] = [];
    let [method, body, address] = ['GET', null as string | null, ''];
    const rest = words.values();
    const next = () => rest.next().value ?? '';
    for (const word of rest) {
      if (word === '-s') continue;
      if (word === '-o') next();
      else if (word === '-X') method = next();
      else if (word === '-H') headers.push(next().split(': ', 2) as [string, string]);
      else if (word === '-d') body = next();
      else if (word.startsWith('-')) throw new Error(`curl ${word} is not understood`);
      else address = word;
    }
    const pushed = /"url":"(http:[^"]*\.\.\.)"/.exec(body ?? '')?.[1];
    if (body !== null && pushed !== undefined) body = body.replace(pushed, addressHere(pushed));
    const response = await fetch(addressHere(address), {
      method: body !== null && method === 'GET' ? 'POST' : method,
      headers,
      body: body?.replaceAll('http://127.0.0.1:8290', ground.standIn.url) ?? null,
    });
    const text = await response.text();
    if (!response.ok) refusals.push((JSON.parse(text) as { message: string }).message);
    answers.push(text);
  }

  async function run(words: readonly string[]): Promise<void> {
    const [program, ...rest] = words;
    if (program === 'sleep') await letTimePass(Number(rest[0]));
    else if (program === 'curl') await curl(rest);
    else if (program === 'npm') {
      expect(rest.slice(0, 4)).toEqual(['run', '--silent', 'dakiya', '--']);
      const done = await runCommand(environment, rest.slice(4));
      expect(done).toMatchObject({ code: 0, stderr: '' });
      answers.push(done.stdout);
    } else throw new Error(`${program} is not understood`);
    await letTimePass(0);
  }

  /** The date in India. */
  function tomorrow(): string {
    const at = ground.test.service.now().getTime() + (24 + 5.5) * 60 * 60_000;
    return new Date(at).toISOString().slice(0, 10);
  }
  it('has commands that work, with the answers that it shows', async () => {
    let step = '';
    let since = 0;
    for (const [, title, kind, text = ''] of walk.matchAll(STEP)) {
      if (title !== undefined) step = title;
      else if (kind === 'sh') {
        expect({ step, refusals }).toEqual({ step, refusals: [] });
        since = answers.length;
        for (const { sets, words } of readShell(text, variables)) {
          for (const [name, value] of Object.entries(sets)) {
            const key = TAKEN_OVER[name];
            variables[name] = key === undefined ? value : answered(key);
          }
          if (sets.DAY !== undefined) variables.DAY = tomorrow();
          if (words.length > 0) await run(words);
        }
      } else {
        for (const shown of kind === 'json' ? text.trim().split('\n') : [text.trim()]) {
          const found = answers.findIndex((answer, place) => place >= since && isAsShown(answer, shown));
          expect({ step, shown, answers: found < 0 ? answers.slice(since) : null }).toMatchObject({
            answers: null,
          });
          since = found + 1;
        }
        for (const refusal of refusals.splice(0)) expect(text).toContain(JSON.stringify(refusal));
      }
    }
    expect({ step, refusals }).toEqual({ step, refusals: [] });
    expect(answers.length).toBeGreaterThan(25);
  });
});
