import { describe, expect, it } from 'vitest';
import { parseForeignForm, UnreadableFormError } from './foreign-form.ts';
import { TooMuchJsonError } from './foreign-json.ts';

describe('a form is read as', () => {
  it.each<[string, unknown]>([
    ['', {}],
    ['&&', {}],
    ['a=1&b=two+words&c=%E0%A4%9A%E0%A4%BE%E0%A4%AF', { a: '1', b: 'two words', c: 'चाय' }],
    ['a&b=&c==', { a: '', b: '', c: '=' }],
    ['a[b]=1&a[c][d]=2', { a: { b: '1', c: { d: '2' } } }],
    ['a%5Bb%5D=1', { a: { b: '1' } }],
    ['a[]=1&a[]=2', { a: ['1', '2'] }],
    ['a=1&a=2&a=3', { a: ['1', '2', '3'] }],
    ['a[1]=b&a[0]=a&a[]=c', { a: ['a', 'b', 'c'] }],
    ['a[999999999]=b&a[7]=a', { a: ['a', 'b'] }],
    ['i[0][n]=x&i[0][p]=1&i[1][n]=y', { i: [{ n: 'x', p: '1' }, { n: 'y' }] }],
    [
      'i[][n]=x&i[][p]=1&i[][n]=y&i[][p]=2',
      {
        i: [
          { n: 'x', p: '1' },
          { n: 'y', p: '2' },
        ],
      },
    ],
    ['a[][]=1&a[][]=2', { a: [['1'], ['2']] }],
    [
      'a[b=1&a]b=2&a[b]c=3&[d]=4&a[[b]]=5',
      { 'a[b': '1', 'a]b': '2', 'a[b]c': '3', '[d]': '4', 'a[[b]]': '5' },
    ],
    ['a[0]=x&a[b]=y', { a: { 0: 'x', b: 'y' } }],
  ])('%j', (sent, read) => {
    expect(parseForeignForm(sent)).toEqual(read);
  });

  it('members like any other, whatever their names', () => {
    const sent = '__proto__[a]=1&constructor[prototype][a]=2&b[__proto__][a]=3&toString=4';
    const read = parseForeignForm(sent);
    expect(JSON.parse(JSON.stringify(read))).toEqual(
      JSON.parse(
        '{"__proto__":{"a":"1"},"constructor":{"prototype":{"a":"2"}},"b":{"__proto__":{"a":"3"}},"toString":"4"}',
      ),
    );
    expect(({} as { a?: unknown }).a).toBeUndefined();
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
  });
});

describe('a form is refused', () => {
  it.each(['a=%', 'a=%zz', '%f=1', 'a=%ff', 'a=%E0%A4', 'a%=1'])('for its encoding: %j', (sent) => {
    expect(() => parseForeignForm(sent)).toThrow(UnreadableFormError);
  });

  it.each(['a=1&a[b]=2', 'a[b]=1&a=2', 'a[b]=1&a[b][c]=2'])('for a name of two kinds: %j', (sent) => {
    expect(() => parseForeignForm(sent)).toThrow('The form has a both as a value and with something in it');
  });

  it('for more levels, keys or entries than JSON may have', () => {
    const deep = (levels: number) => `a${'[a]'.repeat(levels)}=1`;
    expect(parseForeignForm(deep(31))).toBeDefined();
    expect(() => parseForeignForm(deep(32))).toThrow(TooMuchJsonError);
    expect(() => parseForeignForm(deep(100_000))).toThrow('is nested more than 32 levels deep');
    const many = (count: number) => Array.from({ length: count }, (_, index) => `a${index}=`).join('&');
    expect(Object.keys(parseForeignForm(many(20_000)))).toHaveLength(20_000);
    expect(() => parseForeignForm(many(20_001))).toThrow('has more than 20000 keys');
    const list = (count: number) => 'a[]=1&'.repeat(count);
    expect(parseForeignForm(list(99_000)).a).toHaveLength(99_000);
    expect(() => parseForeignForm(list(100_001))).toThrow('has more than 100000 entries');
  });
});
