import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startProduct, type Product } from '../product.ts'
import { admin, newPerson } from './people.ts'
import { openTab } from './tab.ts'

let product: Product

beforeAll(async () => {
  product = await startProduct({ SIGNWRIGHT_STATEMENT_SECONDS: '2' })
  await product.withDatabase((engine) =>
    engine.exec(`
      create function public.never_ends() returns int language plpgsql as $$ begin loop end loop; return 1; end $$;
      create function public.counts_for_ever() returns bigint language sql as $$
        select count(*) from pg_catalog.pg_class a, pg_catalog.pg_class b, pg_catalog.pg_class c, pg_catalog.pg_class d $$;
      revoke execute on function public.never_ends, public.counts_for_ever from public;
      grant execute on function public.never_ends, public.counts_for_ever to service_role`),
  )
})
afterAll(() => product.remove())

/** The call is a plain request: the client would try a failed one again. */
const call = (name: string) =>
  fetch(`${product.url}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: { apikey: product.keys.secretKey, 'content-type': 'application/json' },
    body: '{}',
  })

test.each(['never_ends', 'counts_for_ever'])(
  'R1: a statement that has no end (%s) is stopped; nobody else is refused, and nothing that was acknowledged is lost',
  async (name) => {
    const person = await newPerson(product, 'team_member')
    const { url, keys } = product
    const tab = await openTab({ person, url, publishableKey: keys.publishableKey })
    const tell = async (title: string) => {
      const notice = { user_id: person.id, type: 'logistics_update', title }
      await admin(product).from('notifications').insert(notice).throwOnError()
    }
    await tell('Acknowledged before')
    await vi.waitFor(() => expect([tab.isLive(), tab.badge()]).toEqual([true, 1]), 10_000)

    const began = performance.now()
    const endless = call(name)
    await new Promise((resolve) => setTimeout(resolve, 300))
    const bystander = admin(product).from('notifications').select('title').eq('user_id', person.id).throwOnError()
    const written = tell('While it ran')
    // The write may come before the read.
    expect((await bystander).data).toContainEqual({ title: 'Acknowledged before' })
    await written
    expect(performance.now() - began).toBeLessThan(15_000)

    const answer = await endless
    expect(await answer.json()).toMatchObject({
      code: '57014',
      message: 'This took longer than 2 seconds and was stopped. Please ask for less at a time.',
    })
    // The realtime connection survived, and receives the messages of the reopened database.
    await vi.waitFor(() => expect([tab.isLive(), tab.badge()]).toEqual([true, 2]), 5000)
    await tab.close()
  },
)

test('R1: SIGTERM ends the server while a statement runs', async () => {
  const endless = call('never_ends').catch(() => null)
  await new Promise((resolve) => setTimeout(resolve, 300))
  const began = performance.now()
  await product.end('SIGTERM')
  expect(performance.now() - began).toBeLessThan(15_000)
  await endless
  await product.restart()
  const { count } = await admin(product).from('notifications').select('id', { count: 'exact', head: true })
  expect(count).toBeGreaterThan(0)
})
