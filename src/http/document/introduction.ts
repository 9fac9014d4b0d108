/** What the reader of the document is told first, in Markdown. */
export const INTRODUCTION = `A self-hosted, multi-tenant shipping service for India: rates, orders, labels, tracking and messages to customers.

## First call

Every call but a few needs a credential in the header \`Authorization\`: an API key (\`npm run dakiya -- key create\`, then
\`POST /custom/api/v1/keys\`), or a token from \`POST /custom/api/v1/auth-token\`. A key that may only read is refused with 403 where data would change.
\`/api/v1\` is short for \`/custom/api/v1\`.

\`\`\`
curl -s https://ship.example.in/api/v1/warehouses -H "Authorization: $KEY"
\`\`\`

## Requests

Bodies are JSON. They are read liberally: numbers may be text, words stand in any case, null and blank text mean "not
given" unless a field says otherwise. The schemas here list these forms, the best one first. A field that is not known is
passed over, and answers to writes name it in \`ignored_fields\`; what is odd but was carried out stands in \`warnings\`.

Amounts are rupees with at most two decimals. Weights are grams in rates and kilograms in orders, sides centimetres. A time
of day without an offset is India Standard Time.

## Problems

Nothing is changed by a request that is refused, and every problem of it is told at once: \`errors\` has a sentence for each,
\`problems\` the same with the field and a code for programs. Stores answer \`errors\` alone. Each answer has its request's id
in the header \`X-Request-Id\`; please quote it when something fails on our side (500).

## Repeats

An answer that was lost can be asked for again: with an \`Idempotency-Key\`, the endpoints that make and book orders answer the
same key and body with the first answer. A repeat waits 30 s for the first request; one that books may take longer, up to a minute
for each courier that is asked: the answer is 409 then, with \`Retry-After\`, and to a repeat after that the first answer. Without one, an \`order_id\` that is taken is refused.

## Limits

Where a credential sends too much, the answer is 429 with \`Retry-After\`. After 503, which says that the service is starting
or busy, repeat after \`Retry-After\` too.
`;
