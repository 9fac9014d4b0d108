import { describe, expect, it } from 'vitest';
import { readPincodeDirectory } from './read-pincode-directory.ts';

const HEADER = 'pincode,state_code,district,city\n';
const problemsOf = (rows: string) => readPincodeDirectory(HEADER + rows).problems;

describe('reading a directory file', () => {
  it('accepts any order of rows, CRLF, a byte order mark, blank lines and a missing last line end', () => {
    const text =
      '\uFEFFpincode,state_code,district,city\r\n560001,KA,Bengaluru Urban,Bengaluru\r\n\r\n110001,DL,Central Delhi,Delhi';
    const { directory, problems } = readPincodeDirectory(text);
    expect(problems).toBeNull();
    expect(directory?.find('110001')?.city).toBe('Delhi');
    expect(directory?.find('560001')?.city).toBe('Bengaluru');
  });

  it('finds columns by their names, in any order', () => {
    const { directory } = readPincodeDirectory(
      'City,note,PINCODE,district,state_code\nPanaji,x,403001,North Goa,GA\n',
    );
    expect(directory?.find('403001')).toMatchObject({ city: 'Panaji', state: 'Goa' });
  });

  it('reads quoted fields with commas and quotes in them', () => {
    const { directory } = readPincodeDirectory(`${HEADER}396230,DH,"Dadra, Nagar ""Haveli""","Silvassa"\n`);
    expect(directory?.find('396230')).toMatchObject({ district: 'Dadra, Nagar "Haveli"', city: 'Silvassa' });
  });

  it.each([
    ['12345,KA,Urban,Bengaluru', 2, 'pincode', '"12345" is not a pincode of six digits'],
    ['012345,KA,Urban,Bengaluru', 2, 'pincode', '"012345" is not a pincode of six digits'],
    ['56000l,KA,Urban,Bengaluru', 2, 'pincode', '"56000l" is not a pincode of six digits'],
    ['560001,XX,Urban,Bengaluru', 2, 'state_code', '"XX" is not a state code such as KA'],
    ['560001,KA,,Bengaluru', 2, 'district', 'must have 1 to 100 characters'],
    ['560001,KA,Urban, ', 2, 'city', 'must have 1 to 100 characters'],
    [`560001,KA,Urban,${'x'.repeat(101)}`, 2, 'city', 'must have 1 to 100 characters'],
    ['560001,KA,Urban', 2, null, '3 fields, where the header has 4'],
    ['560001,KA,Urban,"Bengaluru', 2, null, 'a quote is not closed, where the header has 4'],
    ['560001,KA,U,B\n\n110001,DL,C,D\n560001,KA,U,B', 5, 'pincode', '560001 stands on line 2 already'],
  ])('reports the line and column of a bad row: %s', (rows, line, column, reason) => {
    expect(problemsOf(rows)).toMatchObject([{ line, column, reason: { text: reason } }]);
  });

  it('adds rows of another file, which replace those with the same pincode', () => {
    const more = [
      { pincode: 560001, stateCode: 'KA', district: 'Bengaluru Urban', city: 'Shivajinagar' },
      { pincode: 560999, stateCode: 'KA', district: 'Bengaluru Urban', city: 'Bengaluru' },
    ];
    const { directory } = readPincodeDirectory(`${HEADER}560001,KA,U,B\n110001,DL,C,D`, more);
    expect([directory?.size, directory?.find('560001')?.city, directory?.has('560999')]).toEqual([
      3,
      'Shivajinagar',
      true,
    ]);
    const rows = Array.from({ length: 65_535 }, (_, index) => `${100_000 + index},KA,U,B`).join('\n');
    expect(readPincodeDirectory(HEADER + rows, more.slice(1)).problems?.[0]?.reason.text).toBe(
      'more than 65535 pincodes',
    );
  });

  it('accepts a name of 100 characters', () => {
    expect(problemsOf(`560001,KA,Urban,${'x'.repeat(100)}`)).toBeNull();
  });

  it('reports all problems at once, and returns no directory', () => {
    const { directory, problems } = readPincodeDirectory(`${HEADER}1,XX,,\n560001,KA,U,B\n2,KA,U,B\n`);
    expect(directory).toBeNull();
    expect(problems?.map(({ line, column }) => `${line} ${column}`)).toEqual([
      '2 pincode',
      '2 state_code',
      '2 district',
      '2 city',
      '4 pincode',
    ]);
  });

  it('stops after about a hundred problems', () => {
    expect(problemsOf('x,KA,U,B\n'.repeat(5_000))).toHaveLength(100);
  });

  it.each([
    ['', 'pincode, state_code, district, city'],
    ['pincode,city\n560001,Bengaluru', 'state_code, district'],
  ])('rejects a header without the columns: %j', (text, missing) => {
    expect(readPincodeDirectory(text).problems).toMatchObject([
      {
        line: 1,
        column: null,
        reason: { text: `the header has no ${missing}: it must be pincode,state_code,district,city` },
      },
    ]);
  });

  it('rejects a file without rows', () => {
    expect(problemsOf('\n')).toMatchObject([
      { line: 1, reason: { text: 'there is no row under the header' } },
    ]);
  });

  it('rejects more pincodes than a book can hold', () => {
    const rows = (count: number) =>
      Array.from({ length: count }, (_, index) => `${100_000 + index},KA,U,B`).join('\n');
    expect(readPincodeDirectory(HEADER + rows(65_535)).directory?.size).toBe(65_535);
    expect(problemsOf(rows(65_536))?.[0]?.reason.text).toBe('more than 65535 pincodes');
  });
});
