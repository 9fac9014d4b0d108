import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseAst } from 'vitest/node';
import { afterName, fieldInWords, inWords, loadSentences } from './service-sentences.ts';

const SRC = join(import.meta.dirname, '../../../src');

/** What people who use the panel never meet: what operators, couriers, carriers and customers are told. */
const NOT_FOR_THE_PANEL =
  /^(?:backup|cli|cluster|columns|config|data-files|embedded-postgresql|carriers\/.*(?:push|scans)|domain\/(?:languages|tracking\/(?:qc|scan)|webhooks)|http\/(?:document|streamed-answer|routes\/(?:carrier-events|labels|operator|service|tracking-pages))|messages|sealing|service|storage\/(?:migrate|cluster)|usecases\/(?:cluster|health|heartbeat|booking\/configure-offline|couriers\/record-courier-scans|customer-requests\/send-code|tracking\/carrier-credentials)|main|app)/;

/** Sentences that stay in English, each with the reason. */
const ENGLISH_ALONE: Readonly<Record<string, readonly string[]>> = {
  'of programs: the panel never sends what they refuse': [
    'The headers of the request are larger than 16 kB together',
    'The request is not valid HTTP',
    'The body is not UTF-8',
    'The body is not valid JSON',
    'The body must be JSON (content type application/json{})',
    'The body must be JSON (content type application/json)',
    'The body must be the file itself (content type {})',
    'The body must not be compressed',
    '{} is not allowed here; allowed: {}',
    'This is about one account: give its id with --account',
    'A part of the form has a name that is not allowed',
    'A text part of the form is not UTF-8',
    'The form has too many parts, or one is too large',
    'The multipart form is not complete',
    'add_tags or remove_tags is required',
    'filter and shipment_ids must not both be given',
    'filter has a value that is not known: {}',
    'total is required with filter',
    '{} is not a filter',
    'Send either username and password, or api_key',
    'Send username and password, or api_key',
    'There is no session to end: the request has a key or a token instead of a cookie',
    'Pages of other sites cannot sign you in',
    'Invalid credentials',
    'Order updated successfully',
    'the payload must be a push of Blue Dart: statustracking with Shipment, WaybillNo and Scans',
    'the payload must be a push of Shiprocket: awb, and scans or current_timestamp with a status',
  ],
  'no sentences of an answer': [
    'All sentences, as one text.',
    'Version {} of the rates',
    'each action is recorded',
    'not sent',
    'what is known of the shop is no data of the account; each order is recorded',
    'the job is recorded, and a manifest names who made it',
  ],
};

/** Sentences that the service puts together from parts, as they are said. */
const PUT_TOGETHER: Readonly<Record<string, readonly string[]>> = {
  'must be {}{}{}': [
    'must be a number',
    'must be a number of grams greater than 0 and at most 50000',
    'must be an amount in rupees of at least 0 with at most 2 decimals',
    'must be an amount in rupees greater than 0 and at most 1000000000 with at most 2 decimals',
    'must be a number of kilograms from 1 to 5 with at most 3 decimals',
  ],
  'must be a whole number{}': ['must be a whole number', 'must be a whole number from 1 to 100'],
  'must be {}': ['must be a valid 10-digit Indian mobile number'],
  'must be a list of {} {} entries': [
    'must be a list of at most 5 entries',
    'must be a list of 1 to 5 entries',
  ],
  'must not be {} {}': ['must not be greater than upper_bound', 'must not be after end_time'],
  '{}is required': ['or phone is required'],
  '{}; please try again in {} s': ['asked for fewer requests; please try again in 5 s'],
  'has {} {}{}{}: cannot bring back {}': [
    'has 2 units of SKU-1, 1 of them in other returns: cannot bring back 3',
    'has 1 unit: cannot bring back 2',
  ],
  'Blue Dart {}': ['Blue Dart did not answer in time'],
  // Parts of the sentences above, and of 'ID is not an order of this account'.
  ...{ 'at most': [], 'an order': [], ', {} of them in other returns': [] },
};

/** Files in which every text of several words is a sentence, or the end of one. */
const OF_SENTENCES = [
  'carriers/delhivery/answers.ts',
  'domain/messages/message-age.ts',
  'domain/orders/allowed-actions.ts',
  'domain/orders/returnable.ts',
  'domain/rates/left-out.ts',
  'domain/shops/parcel-request.ts',
  'outgoing/outgoing-requests.ts',
  'outgoing/unreachable.ts',
  'partners/partner-traffic.ts',
  'partners/refusal.ts',
  'usecases/handover/add-to-manifest.ts',
  'usecases/jobs/act-on-shipment.ts',
  'usecases/jobs/acting-for.ts',
  'usecases/shops/settle-shop-order.ts',
  'usecases/shops/shop-health.ts',
  'usecases/shops/shops.ts',
  'usecases/shops/tell-shops.ts',
];

/** The arguments that are sentences, by the function's name; and properties that are. */
const SAYS: Readonly<Record<string, readonly number[]>> = {
  ...{ NotSentError: [0], KeptOutError: [0], LostAnswerError: [0] },
  ...{ refused: [0], notFound: [0], conflict: [0], Problem: [1], fieldProblem: [2] },
  ...{ refuse: [1, 2], pair: [2] },
};
const SAYING = new Set([
  'expectation',
  'patternSentence',
  'checkSentence',
  'sentence',
  'reason',
  'why',
  'message',
  'failure',
  'advice',
]);
/** Files of a courier or of a shop system, whose settings have descriptions. */
const WITH_SETTINGS = /^(carriers|shops)\/[a-z-]+\/[a-z-]+\.ts$/;
/** What is written into the document of the API is no sentence of an answer. */
const DOCUMENT = new Set(['operation', 'TypeError', 'Error', 'StartupError']);

interface Node {
  readonly type: string;
  readonly [part: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);
const nameOf = (node: unknown): string =>
  isNode(node) ? String(node.name ?? (isNode(node.property) ? node.property.name : '')) : '';

/** The sentences in a file of the service, with `{}` for each value. */
function sentencesIn(file: string): Set<string> {
  const text = readFileSync(join(SRC, file), 'utf8');
  const isOfSentences = OF_SENTENCES.includes(file);
  const saying = WITH_SETTINGS.test(file) ? new Set([...SAYING, 'description']) : SAYING;
  const said = new Set<string>();
  const values = new Map<string, Node[]>();
  const functions = new Map<string, Node>();
  const visit = (node: Node, does: (node: Node) => void) => {
    does(node);
    for (const child of childrenOf(node)) visit(child, does);
  };
  const program = parseAst(text, { lang: 'ts' }) as unknown as Node;
  visit(program, (node) => {
    if (node.type === 'FunctionDeclaration') functions.set(nameOf(node.id), node);
    const target = node.type === 'VariableDeclarator' ? node.id : node.left;
    const value = node.type === 'VariableDeclarator' ? node.init : node.right;
    if (!isNode(target) || target.type !== 'Identifier' || !isNode(value)) return;
    if (value.type.includes('Function')) functions.set(nameOf(target), value);
    else values.set(nameOf(target), [...(values.get(nameOf(target)) ?? []), value]);
  });
  const returnsOf = ({ body }: Node): Node[] => {
    if (!isNode(body) || body.type !== 'BlockStatement') return isNode(body) ? [body] : [];
    const found: Node[] = [];
    const look = (node: Node) => {
      if (node.type.includes('Function')) return;
      if (node.type === 'ReturnStatement' && isNode(node.argument)) found.push(node.argument);
      for (const child of childrenOf(node)) look(child);
    };
    look(body);
    return found;
  };
  const open = new Set<Node>();
  const take = (node: unknown): void => {
    if (!isNode(node) || open.has(node)) return;
    open.add(node);
    if (node.type === 'Literal' && typeof node.value === 'string') said.add(node.value);
    if (node.type === 'TemplateLiteral') {
      const parts = (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked);
      said.add(parts.join('{}'));
      for (const value of childrenOf(node)) if (value.type === 'ConditionalExpression') take(value);
    }
    if (
      ['ConditionalExpression', 'LogicalExpression', 'ArrayExpression', 'SpreadElement'].includes(node.type)
    )
      for (const child of childrenOf(node)) if (child !== node.test) take(child);
    if (['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'].includes(node.type))
      take(node.expression);
    if (node.type === 'Identifier') for (const value of values.get(nameOf(node)) ?? []) take(value);
    if (node.type === 'MemberExpression') take(node.object);
    if (node.type === 'ObjectExpression') for (const child of childrenOf(node)) take(child.value);
    if (node.type === 'CallExpression') {
      const of = functions.get(nameOf(node.callee));
      for (const value of of ? returnsOf(of) : []) take(value);
      if (['map', 'flatMap'].includes(nameOf(node.callee)))
        for (const one of childrenOf(node)) if (one.type.includes('Function')) returnsOf(one).forEach(take);
    }
    open.delete(node);
  };
  const look = (node: Node) => {
    const name = nameOf(node.callee);
    if (DOCUMENT.has(name)) return;
    if (Object.hasOwn(SAYS, name)) for (const at of SAYS[name] ?? []) take((node.arguments as unknown[])[at]);
    if (node.type === 'Property' && saying.has(nameOf(node.key))) take(node.value);
    if (isOfSentences && /^(?:Literal|TemplateLiteral)$/.test(node.type)) take(node);
    for (const child of childrenOf(node)) look(child);
  };
  look(program);
  return said;
}

/** More than one word, of letters. */
const isSentence = (text: string) => /[a-z]{2,}.* .*[a-z]/i.test(text.replaceAll('{}', ''));

describe('the sentences of the service', () => {
  beforeAll(() => loadSentences('hi'));

  it('are all in Hindi, but for those of programs', () => {
    const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !NOT_FOR_THE_PANEL.test(file),
    );
    expect(OF_SENTENCES.filter((file) => !files.includes(file))).toEqual([]);
    const alone = new Set(Object.values(ENGLISH_ALONE).flat());
    const found = new Set<string>();
    const missing: string[] = [];
    for (const file of files) {
      for (const one of sentencesIn(file)) {
        if (!isSentence(one) || found.has(one)) continue;
        found.add(one);
        const asSaid = PUT_TOGETHER[one] ?? [one.replaceAll('{}', () => `V${found.size}`)];
        const isMissing = asSaid.some((each) => !/[\u0900-\u097f]/.test(inWords(each, 'hi')));
        if (isMissing && !alone.has(one)) missing.push(`${file}: ${one}`);
      }
    }
    expect(missing).toEqual([]);
    expect(found.size).toBeGreaterThan(300);
    expect([...alone].filter((one) => !found.has(one))).toEqual([]);
  });

  it('keep their values', () => {
    expect(inWords('total is 5, but 7 shipments match now: check the list again', 'hi')).toBe(
      'अब 5 की जगह 7 शिपमेंट चुने हुए हैं: सूची फिर देखें',
    );
    expect(inWords('Shipment DEMO-1 cannot be cancelled; its status is in transit', 'hi')).toBe(
      'शिपमेंट DEMO-1 रद्द नहीं हो सकता; स्थिति है: रास्ते में',
    );
    expect(inWords('Delhivery does not serve 781001', 'hi')).toBe('Delhivery 781001 में सेवा नहीं देता');
    expect(inWords('Delhivery did not answer in time', 'hi')).toBe('Delhivery ने समय पर जवाब नहीं दिया');
    expect(inWords('takes at most 10000 g; collects no cash', 'hi')).toBe(
      'ज़्यादा से ज़्यादा 10000 g लेता है; नकद नहीं लेता',
    );
    expect(inWords('must be a whole number from 1 to 100', 'hi')).toBe('पूर्ण संख्या होनी चाहिए, 1 से 100 तक');
  });

  it('name fields as people do', () => {
    const of = (field: string, end: string) => fieldInWords(field, `${field} ${end}`, 'hi');
    expect(of('billing_phone', 'is required')).toBe('फ़ोन: ज़रूरी है');
    expect(of('order_items[1].price', 'must be text')).toBe('सामान 2, दाम (प्रति नग): टेक्स्ट होना चाहिए');
    expect(of('name', 'may hold only letters, digits and hyphens')).toBe(
      'नाम में सिर्फ़ अक्षर, अंक और हाइफ़न हो सकते हैं',
    );
    expect(fieldInWords('billing_phone', 'billing_phone is required', 'en')).toBe('Phone is required');
    expect(inWords('an unknown sentence about warehouse_id and sku_9', 'en')).toBe(
      'an unknown sentence about warehouse and sku_9',
    );
  });

  it('stay as they are where they are unknown, and where a value is the name of something else', () => {
    expect(inWords('Kein Paket mehr', 'hi')).toBe('Kein Paket mehr');
    expect(inWords('constructor', 'hi')).toBe('constructor');
    expect(inWords('constructor not found', 'hi')).toBe('constructor नहीं मिला');
  });

  it('follow a name, or stand after a colon', () => {
    expect(afterName('Mobile', 'is required')).toBe('Mobile is required');
    expect(afterName('Mobile', 'Enter a number.')).toBe('Mobile: Enter a number.');
  });
});
