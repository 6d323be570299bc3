import pg from 'pg';
import { asSystemDb, dbOver, openPool } from '#server/platform/db/db.ts';
import { cloneTemplate, dropLater, openPools, type TestDatabase, track, urlsOf } from './database.ts';

/** A cloned database with open connections. One world after the other uses it. */
interface Clone {
  readonly name: string;
  readonly app: pg.Pool;
  readonly system: pg.Pool;
  /** A connection of the superuser, which restores the rows of the template. */
  readonly restorer: pg.Client;
  /** Number of worlds that have used the clone. */
  uses: number;
}

/** Clones with the rows of the template that no world uses. */
const spare: Clone[] = [];

/** Deleted rows stay in the files of a table and slow down reads, so a clone is dropped after this many uses. */
const MOST_USES = 40;

/**
 * Returns a migrated and empty database for a world. After the test, its rows are deleted, and the next world uses the
 * database with its connections. This saves a fifth of a second of processor time for each world. If the test has
 * changed the schema or analysed tables, or its connections are still in use, the database is dropped instead.
 */
export async function worldDatabase(): Promise<TestDatabase> {
  const clone = spare.pop() ?? (await makeClone());
  clone.uses += 1;
  const urls = urlsOf(clone.name);
  const [app, system] = [lend(clone.app), lend(clone.system)];
  const owner = openPool(urls.owner, { max: 2 });
  return track({
    db: dbOver(app.pool),
    app: app.pool,
    appUrl: urls.app,
    system: asSystemDb(dbOver(system.pool)),
    systemUrl: urls.system,
    owner,
    ownerUrl: urls.owner,
    async close() {
      app.takeBack();
      system.takeBack();
      await owner.end();
      let isSpare = false;
      try {
        isSpare = await isRestored(clone);
      } finally {
        if (isSpare) spare.push(clone);
        else await drop(clone);
      }
    },
  });
}

async function makeClone(): Promise<Clone> {
  const name = await cloneTemplate();
  const restorer = new pg.Client({ connectionString: urlsOf(name).superuser });
  // The database server may stop before this worker ends. The error of the lost connection is then ignored.
  restorer.on('error', () => {});
  await restorer.connect();
  await restorer.query(PREPARE);
  return { name, ...openPools(urlsOf(name)), restorer, uses: 0 };
}

/** Returns the pool for one world. After `takeBack`, work that the world has left behind gets no connection any more. */
function lend(pool: pg.Pool): { pool: pg.Pool; takeBack(): void } {
  let isOpen = true;
  const whileOpen =
    (method: 'connect' | 'query') =>
    (...args: unknown[]): unknown =>
      isOpen ? Reflect.apply(pool[method], pool, args) : Promise.reject(new Error('the test has ended'));
  const lent = Object.create(pool, {
    connect: { value: whileOpen('connect') },
    query: { value: whileOpen('query') },
    end: { value: () => Promise.resolve() },
  }) as pg.Pool;
  return {
    pool: lent,
    takeBack() {
      isOpen = false;
    },
  };
}

const isIdle = ({ totalCount, idleCount, waitingCount }: pg.Pool) => totalCount === idleCount && waitingCount === 0;

/** Restores the rows of the template. Returns false if the clone cannot be used again. */
async function isRestored({ app, system, restorer, uses }: Clone): Promise<boolean> {
  if (uses >= MOST_USES || !isIdle(app) || !isIdle(system)) return false;
  const { rows } = await restorer.query<{ connections: number | null }>('select test_restore.restore() as connections');
  const connections = rows[0]?.connections ?? null;
  return connections !== null && connections <= app.totalCount + system.totalCount + 1;
}

async function drop({ name, app, system, restorer }: Clone): Promise<void> {
  await Promise.all([app.end(), system.end(), restorer.end()]);
  await dropLater(name);
}

/**
 * Copies the rows of the template, and defines `test_restore.restore()`. The function deletes or restores the rows of
 * all tables, without firing triggers, and sets all sequences back. It returns the number of connections to the database, or
 * null if the schema or the statistics of the planner have changed. It contains one statement for each table, because
 * PostgreSQL then keeps their plans.
 */
const PREPARE = `
create schema test_restore;

create function test_restore.schema_state() returns numeric language sql as $$
  select sum(version) from (
    select xmin::text::numeric as version from pg_class where oid >= 16384
    union all select xmin::text::numeric from pg_attribute where attrelid >= 16384
    union all select xmin::text::numeric from pg_constraint where oid >= 16384
    union all select xmin::text::numeric from pg_trigger where oid >= 16384
    union all select xmin::text::numeric from pg_policy where oid >= 16384
    union all select xmin::text::numeric from pg_proc where oid >= 16384
    union all select xmin::text::numeric from pg_statistic where starelid >= 16384) as objects $$;

create table test_restore.sequences as
  select format('%I.%I', schemaname, sequencename)::regclass as id, last_value, start_value from pg_sequences;
create table test_restore.made (state numeric);

do $do$
declare
  t record;
  has_rows boolean;
  statements text = '';
begin
  for t in
    select format('%I.%I', n.nspname, c.relname) as name, format('test_restore.copy_%s', c.oid) as copy,
           (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
             where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema', 'test_restore')
       and n.nspname not like 'pg_t%'
  loop
    execute format('select exists (select from %s)', t.name) into has_rows;
    if has_rows then
      execute format('create table %s as select %s from %s', t.copy, t.columns, t.name);
      statements = statements || format(
        'if exists ((select c::text from (select %1$s from %2$s) c except all select c::text from %3$s c)
             union all (select c::text from %3$s c except all select c::text from (select %1$s from %2$s) c)) then
           delete from %2$s;
           insert into %2$s (%1$s) overriding system value select %1$s from %3$s;
         end if;', t.columns, t.name, t.copy);
    else
      statements = statements || format('if exists (select from %1$s) then delete from %1$s; end if;', t.name);
    end if;
  end loop;
  execute format(
    'create function test_restore.restore() returns int language plpgsql set session_replication_role = replica as %L',
    'begin
       if test_restore.schema_state() <> (select state from test_restore.made) then return null; end if; '
    || statements ||
    'perform setval(s.id, coalesce(s.last_value, s.start_value), s.last_value is not null)
       from test_restore.sequences s
       join pg_sequences now on format(''%I.%I'', now.schemaname, now.sequencename)::regclass = s.id
      where now.last_value is distinct from s.last_value;
     return (select count(*) from pg_stat_activity where datname = current_database());
     end');
end $do$;

insert into test_restore.made values (test_restore.schema_state())`;
