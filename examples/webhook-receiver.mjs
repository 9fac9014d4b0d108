// Prints Dakiya's webhooks after checking their signature: node examples/webhook-receiver.mjs whsec_... The
// secret is in the answer that created the webhook. A second argument sets another port than 9000.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const secret = process.argv[2] ?? '';
if (!secret.startsWith('whsec_')) {
  process.stderr.write('Give the secret of the webhook: node examples/webhook-receiver.mjs whsec_...\n');
  process.exit(1);
}
const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
const say = (line) => process.stdout.write(`${line}\n`);
const OLDEST_SECONDS = 300;

/** Tells whether the body was signed with the secret recently. */
function isSigned(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= OLDEST_SECONDS)) return false;
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
  return signatures.split(' ').some((one) => {
    const signature = Buffer.from(one.replace(/^v1,/, ''), 'base64');
    return signature.length === expected.length && timingSafeEqual(signature, expected);
  });
}

const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const isOurs = isSigned(request.headers, body);
  say(isOurs ? body.toString() : 'Refused: it is not signed with this secret');
  response.writeHead(isOurs ? 204 : 401).end();
});
server.listen(Number(process.argv[3] ?? 9000), '127.0.0.1', () => {
  say(`Listening at http://127.0.0.1:${server.address().port}`);
});
