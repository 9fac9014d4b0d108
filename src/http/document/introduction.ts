export const INTRODUCTION = `A self-hosted, multi-tenant shipping service for India: rates, orders, labels, tracking and messages to customers.

## First call

Almost every call needs a credential in the header \`Authorization\`: an API key (\`npm run dakiya -- key create\`, then
\`POST /custom/api/v1/keys\`), or a token from \`POST /custom/api/v1/auth-token\`. A read-only key gets 403 from calls that change data.
\`/api/v1\` is short for \`/custom/api/v1\`.

\`\`\`
curl -s https://ship.example.in/api/v1/warehouses -H "Authorization: $KEY"
\`\`\`

## Requests

Bodies are JSON; a form (\`application/x-www-form-urlencoded\`, \`order_items[0][name]=...\`) is read like it where a header has the
credential. They are read tolerantly: numbers may be text, words may be in upper or lower case, null and blank text mean
"not given" unless a field says otherwise. The schemas list these forms, the best one first. Unknown fields are ignored;
answers to writes name them in \`ignored_fields\`, and other oddities in \`warnings\`; lists, reports and figures name them in
\`meta.ignored_parameters\`, and files in the header \`X-Ignored-Parameters\`.

Amounts are rupees with at most two decimals. Weights are grams in rates and kilograms in orders; lengths are centimetres. A time
without an offset is India Standard Time.

## Problems

A refused request changes nothing, and the answer lists all its problems: \`errors\` has a sentence for each,
\`problems\` has the same with the field and a code for programs. Stores answer with \`errors\` only. Each answer has the id of its
request in the header \`X-Request-Id\`; please quote it after an internal error (500). A browser (\`Accept: text/html\`) gets a page
instead of a 404 in JSON.

Sentences are English. For translations, each problem has the name of its sentence (\`template\`) and its \`values\`. Other answers have
both in a field beside the text: \`error_details\` beside \`error\`, \`warning_details\` beside \`warnings\`.

## Repeats

If an answer was lost, send the request again with the same \`Idempotency-Key\`: endpoints that create or book answer the
same key and body with the first answer. A repeat waits up to 30 s for the first request. A booking may take longer, up to a minute
for each courier that is asked: then the answer is 409 with \`Retry-After\`, and a later repeat gets the first answer. Without a key,
an \`order_id\` that exists is refused.

## Limits

A credential that sends too many requests gets 429 with \`Retry-After\`. If the service is starting or busy, the answer is 503:
repeat after \`Retry-After\` too.
`;
