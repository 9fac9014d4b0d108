import { about } from '../problems/sentence.ts';
import { text } from '../reading/fields.ts';
import { nullable, type ShapeValues, shape } from './shape.ts';

/** Tells whether a text is only an https address. Placeholders in braces are allowed. */
function isSecureAddress(sent: string): boolean {
  if (!/^https:\/\/[^\s\\]+$/i.test(sent)) return false;
  const plain = sent.replace(/[{}]/g, '');
  return URL.canParse(plain) && new URL(plain).hostname.includes('.');
}

function link(description: string, example: string) {
  return text({
    max: 500,
    check: isSecureAddress,
    checkSentence: about('must_be_https_address', 'must be an address that starts with https://'),
    description,
    examples: [example],
  });
}

/** The account's addresses for links in messages; null if an address is not set. */
export const MESSAGE_LINKS = shape({
  paymentLink: nullable(
    link(
      'The page on which a customer pays a COD order in advance, with the placeholders `{order_id}` and `{amount}`; null: no payment page.',
      'https://pay.chai.example/?order={order_id}&amount={amount}',
    ),
  ),
  reviewLink: nullable(
    link(
      'The page to write a review; null: no review is requested.',
      'https://chai.example/review?order={order_id}',
    ),
  ),
});

export type MessageLinks = ShapeValues<typeof MESSAGE_LINKS.fields>;
