import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/package-root.ts';
import { migrate, readMigrations } from '../../src/storage/migrate.ts';
import { createDatabase } from '../support/database.ts';

const ACCOUNT = '01900000-0000-7000-8000-000000000001';

it('texts in one language move to their own table, and texts for all languages stay', async () => {
  const database = await createDatabase('empty');
  const { pool } = database.database;
  try {
    const migrations = await readMigrations(join(PACKAGE_ROOT, 'migrations'));
    const before = migrations.findIndex(({ name }) => name.includes('words-by-language'));
    await migrate(pool, migrations.slice(0, before));
    const words = [
      { language: null, body: 'Sent', replaced_at: null },
      { language: 'hi', body: 'भेजा', replaced_at: null },
      { language: 'hi', body: 'before', replaced_at: '2026-11-20T10:00:00Z' },
      { language: 'ta', body: 'அனுப்பப்பட்டது', replaced_at: null },
    ];
    for (const [index, { language, body, replaced_at }] of words.entries()) {
      await database.sql(
        `insert into message_templates (account_id, template_id, moment, channel, subject, body, created_at, replaced_at, language)
          values ($1, $2, 'shipped', 'email', 'About it', $3, '2026-11-19T10:00:00Z', $4, $5)`,
        [ACCOUNT, `01900000-0000-7000-8000-00000000010${index}`, body, replaced_at, language],
      );
    }
    await migrate(pool, migrations);
    const left = await database.sql('select body, replaced_at from message_templates');
    expect(left).toEqual([{ body: 'Sent', replaced_at: null }]);
    const moved = await database.sql(
      `select account_id, right(template_id::text, 3) as id, moment, channel, subject, language, body, replaced_at is null as is_in_force
         from message_translations order by template_id`,
    );
    const common = { account_id: ACCOUNT, moment: 'shipped', channel: 'email', subject: 'About it' };
    expect(moved).toEqual([
      { ...common, id: '101', language: 'hi', body: 'भेजा', is_in_force: true },
      { ...common, id: '102', language: 'hi', body: 'before', is_in_force: false },
      { ...common, id: '103', language: 'ta', body: 'அனுப்பப்பட்டது', is_in_force: true },
    ]);
  } finally {
    await database.drop();
  }
});
