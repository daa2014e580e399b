import { openThreadedPglite } from '../../supabase/local/engine/threaded-pglite.ts'
import { openTestDatabase } from '../../supabase/local/testing/test-database.ts'
import { startTestServer } from '../../supabase/local/testing/test-server.ts'

// A process for `changes.ts`: the backend over PGlite's files, or over the PostgreSQL of TEST_DATABASE_URL. Of two equal
// tables one is published. A person sees their own rows, and with `all` everybody's.
const [dataDir = '', sight = 'own'] = process.argv.slice(2)

const onPostgres = process.env['TEST_DATABASE_URL'] !== undefined
const engine = onPostgres ? await openTestDatabase({ seed: 'demo' }) : await openThreadedPglite({ dataDir })
for (const name of ['heard', 'plain'])
  await engine.exec(`
    create table public.${name} (
      id bigint generated always as identity primary key, owner uuid not null, title text not null,
      made_at timestamptz not null default now(), note text
    );
    alter table public.${name} enable row level security;
    create policy "reading" on public.${name} for select to authenticated
      using (${sight === 'all' ? '(select auth.uid()) is not null' : 'owner = (select auth.uid())'});
    create policy "writing" on public.${name} for insert to authenticated with check (true);
    revoke all on public.${name} from anon, authenticated;
    grant select, insert on public.${name} to authenticated`)
await engine.exec('alter publication supabase_realtime add table public.heard')
const server = await startTestServer({ engine, seed: 'demo', publicChannels: true })
process.stdout.write(`${JSON.stringify({ url: server.url, keys: server.keys })}\n`)
process.on('SIGTERM', () => void server.close().then(() => process.exit()))
