import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { freshDatabase } from '../../../test/database.ts';
import { withUser } from '../db/db.ts';
import { createListener } from './listener.ts';
import { createRealtime } from './create-realtime.ts';

const log = pino({ level: 'silent' });
const id = '6f0b2a52-3c0a-4a43-9d6a-3d1c2f8e1a11';

async function aRealtime() {
  const database = await freshDatabase();
  const listener = createListener(database.appUrl, log);
  const realtime = createRealtime(listener);
  await listener.start();
  onTestFinished(() => listener.stop());
  return { ...database, realtime };
}

function reader(
  realtime: Awaited<ReturnType<typeof aRealtime>>['realtime'],
  userId: string,
  role: 'patient' | 'practitioner',
) {
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const events: string[] = [];
  const done = (async () => {
    for await (const event of realtime.subscribe(userId, role, stop.signal)) events.push(event.kind);
  })();
  return { events, stop: () => stop.abort(), done };
}

test('an event reaches all tabs of its person, and nobody else', async () => {
  const { db, realtime } = await aRealtime();
  const [tab1, tab2, bob] = [
    reader(realtime, 'alice', 'patient'),
    reader(realtime, 'alice', 'patient'),
    reader(realtime, 'bob', 'patient'),
  ];
  await withUser(db, 'alice', (tx) => realtime.publish(tx, { userId: 'alice' }, { kind: 'case.changed', id }));
  await vi.waitFor(() => expect([tab1.events, tab2.events]).toEqual([['case.changed'], ['case.changed']]));
  expect(bob.events).toEqual([]);
});

test('an event for a role reaches everyone with that role', async () => {
  const { db, realtime } = await aRealtime();
  const [doctor, patient] = [reader(realtime, 'd', 'practitioner'), reader(realtime, 'p', 'patient')];
  await realtime.publish(db, { role: 'practitioner' }, { kind: 'queue.changed' });
  await vi.waitFor(() => expect(doctor.events).toEqual(['queue.changed']));
  expect(patient.events).toEqual([]);
});

test('no event is published when the transaction rolls back', async () => {
  const { db, realtime } = await aRealtime();
  const alice = reader(realtime, 'alice', 'patient');
  await db
    .transaction()
    .execute(async (tx) => {
      await realtime.publish(tx, { userId: 'alice' }, { kind: 'case.changed', id });
      throw new Error('no');
    })
    .catch(() => {});
  await realtime.publish(db, { userId: 'alice' }, { kind: 'photos.changed' });
  await vi.waitFor(() => expect(alice.events).toEqual(['photos.changed']));
});

test('a live event contains only a known kind and an id; other fields are removed', async () => {
  const { db, owner, realtime } = await aRealtime();
  const seen: string[] = [];
  const other = await owner.connect();
  other.on('notification', ({ payload }) => void seen.push(payload ?? ''));
  await other.query('listen live');
  await realtime.publish(db, { userId: 'alice' }, { kind: 'case.changed', id, name: 'Ada' } as never);
  await vi.waitFor(() => expect(seen).toHaveLength(1));
  expect(seen[0]).not.toContain('Ada');
  await expect(realtime.publish(db, { userId: 'alice' }, { kind: 'rumour' } as never)).rejects.toMatchObject({
    name: 'ZodError',
  });
  other.release();
});

test('a reader of live events ends at once when its signal aborts', async () => {
  const { realtime } = await aRealtime();
  const alice = reader(realtime, 'alice', 'patient');
  alice.stop();
  await expect(alice.done).resolves.toBeUndefined();
});

test('after a lost database connection, live events continue, and open pages learn once that they may have missed some', async () => {
  const { db, owner, realtime } = await aRealtime();
  const alice = reader(realtime, 'alice', 'patient');
  await owner.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'flaira listener' and datname = current_database()`);
  await vi.waitFor(() => expect(alice.events).toEqual(['events.missed']), { timeout: 5000 });
  await realtime.publish(db, { userId: 'alice' }, { kind: 'case.changed', id });
  await vi.waitFor(() => expect(alice.events).toEqual(['events.missed', 'case.changed']));
});
