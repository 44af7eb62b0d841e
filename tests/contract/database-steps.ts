import { expect, it } from 'vitest';
import { errorOf, type Suite } from './contract-suite.ts';

export function describeDatabases(suite: Suite): void {
  it('stores a database with its password, and asks a remote one only after its host is approved', async () => {
    const { client } = suite;
    const address = 'postgres://reader@db.example.com:5432/support';
    const typed = ' postgresql://reader@DB.example.com/support?sslmode=require ';
    const kept = await client.databases.save({ address: typed });
    expect(kept).toMatchObject({
      address,
      tls: 'encrypt',
      reach: 'public',
      consent: null,
      hasPassword: false,
    });
    expect(kept.warning).toContain('certificate');
    expect(await client.databases.save({ address, tls: 'verify' })).toMatchObject({
      tls: 'verify',
      warning: null,
    });
    expect(await errorOf(client.databases.save({ address, tls: 'off' }))).toMatchObject({
      code: 'INVALID',
      data: { place: 'tls' },
    });
    expect(await errorOf(client.databases.tables({ address }))).toMatchObject({ code: 'NOT_CONSENTED' });
    expect(await errorOf(client.databases.consent({ address, host: 'postgres://other:5432' }))).toMatchObject(
      {
        code: 'INVALID',
      },
    );
    const host = 'postgres://db.example.com:5432';
    expect(await client.databases.consent({ address, host })).toMatchObject({ consent: { origin: host } });
    expect(await client.databases.setPassword({ address, password: 'word-1' })).toMatchObject({
      hasPassword: true,
    });
    expect((await client.databases.list()).databases).toMatchObject([{ address, hasPassword: true }]);
    expect(await client.databases.remove({ address })).toEqual({ removed: true });
    expect(await client.databases.remove({ address })).toEqual({ removed: false });
    expect(await errorOf(client.databases.tables({ address }))).toMatchObject({ code: 'NOT_FOUND' });
  });
}
