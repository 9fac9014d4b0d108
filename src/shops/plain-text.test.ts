import { describe, expect, it } from 'vitest';
import { plainTextOf } from './plain-text.ts';

describe('a text of a shop that people read', () => {
  it.each([
    ['Ginger &amp; Honey', 'Ginger & Honey'],
    ['Ginger &amp;amp; Honey', 'Ginger & Honey'],
    ['Ginger & Honey', 'Ginger & Honey'],
    ['<b>Chai</b>', 'Chai'],
    ['<span class="x" data-y=\'1\'>Chai</span> 250&nbsp;g', 'Chai 250 g'],
    ['Chai<br/>250 g<BR>tin', 'Chai 250 g tin'],
    ['<p>4, Temple Street</p><p>Fort</p>', '4, Temple Street Fort'],
    ['&lt;b&gt;Chai&lt;/b&gt;', 'Chai'],
    ['<!-- old -->Chai', 'Chai'],
    ['&#8377;500 &#x20b9;500 &#8211; &ldquo;gift&rdquo;', '₹500 ₹500 – “gift”'],
    ['Caf&eacute; &mdash; D&#039;Souza', "Café — D'Souza"],
    ['a < b', 'a < b'],
    ['a<b', 'a<b'],
    ['a < b > c', 'a < b > c'],
    ['1 &lt; 2', '1 < 2'],
    ['I <3 chai', 'I <3 chai'],
    ['Ravi <ravi@x.example>', 'Ravi <ravi@x.example>'],
    ['<Ravi>', '<Ravi>'],
    ['AT&T &copy 5 R&D; &bogus;', 'AT&T &copy 5 R&D; &bogus;'],
    ['चाय &amp; दूध', 'चाय & दूध'],
  ])('is %j read as %j', (sent, read) => {
    expect(plainTextOf(sent)).toBe(read);
  });

  it.each([
    ['A&#0;b', 'A\ufffdb'],
    ['A&#27;b', 'A b'],
    ['A&#10;b', 'A b'],
    ['A&#xD800;b', 'A b'],
    ['A&#x202e;b', 'Ab'],
    ['A&#99999999;b', 'A\ufffdb'],
  ])('holds no character that cannot be kept, also written as an entity: %j', (sent, read) => {
    expect(plainTextOf(sent)).toBe(read);
  });

  it.each(['', ' ', '<b></b>', '&nbsp;', '<br>', null, undefined, {}, [], true])(
    'is nothing if there is no text in %j',
    (sent) => {
      expect(plainTextOf(sent)).toBeNull();
    },
  );

  it('is a number as text', () => {
    expect(plainTextOf(250)).toBe('250');
  });

  it.each(['&', '<', '&lt;', '&amp;', '<b ', '<!--', '&#', '&a', '</p>'])(
    'is read in proportion to its length: %j many times',
    (part) => {
      const sent = part.repeat(100_000);
      expect((plainTextOf(sent) ?? '').length).toBeLessThanOrEqual(sent.length);
    },
  );
});
