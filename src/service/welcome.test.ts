import { expect, it } from 'vitest';
import { welcome } from './welcome.ts';

const ADDRESS = 'http://127.0.0.1:8080';
const KEY = 'dky_0123456789abcdef_secret';

it('shows the demo key once, on a line to paste, and uses it in the example requests', () => {
  const said = welcome(ADDRESS, { demoKey: KEY, link: `${ADDRESS}/first-start#once` });
  expect(said).toContain(`${ADDRESS}/first-start#once`);
  expect(said.split(KEY)).toHaveLength(2);
  expect(said).toContain(`\n  KEY=${KEY}\n`);
  expect(said.match(/curl -s/g)).toHaveLength(4);
  expect(said.match(/"Authorization: \$KEY"/g)).toHaveLength(4);
});

it('tells how to create an account only if there is none', () => {
  expect(welcome(ADDRESS, 'nobody')).toContain('account create');
  expect(welcome(ADDRESS, 'somebody')).not.toContain('account create');
  expect(welcome(ADDRESS, 'somebody')).toContain('key create --account <id>');
});
