import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startProduct, type Product } from '../product.ts'
import { admin, newPerson, type Person } from './people.ts'
import { type Proxy, startProxy } from './proxy.ts'
import { shortenTokens } from './short-tokens.ts'
import type * as Tabs from './tab.ts'

const day = 86_400_000

/** A separate process, because only the device's clock is wrong here. */
let product: Product
let line: Proxy
const leave: (() => unknown)[] = []

beforeAll(async () => {
  product = await startProduct({ SIGNWRIGHT_SEED: 'empty' })
})
afterAll(() => product.remove())
beforeEach(async () => {
  line = await startProxy(product.url)
  leave.push(line.close)
})
afterEach(async () => {
  vi.useRealTimers()
  for (const step of leave.splice(0).reverse()) await step()
})

/** A live bell on a device whose clock is wrong by so many ms. */
async function openTab(person: Person, wrongBy: number): Promise<Tabs.Tab> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + wrongBy })
  vi.resetModules()
  const { openTab }: typeof Tabs = await import('./tab.ts')
  const tab = await openTab({ person, url: line.url, publishableKey: product.keys.publishableKey })
  leave.push(tab.close)
  await vi.waitFor(() => expect([tab.isLive(), tab.badge()]).toEqual([true, 0]), 10_000)
  return tab
}

const tell = async ({ id }: Person) => {
  const notice = { user_id: id, type: 'logistics_update', title: 'On its way' }
  await admin(product).from('notifications').insert(notice).throwOnError()
}
const renewals = () => line.requests().filter((request) => request.includes('grant_type=refresh_token')).length

test.each([
  ['ahead', day],
  ['ten minutes ahead', day / 144],
  ['behind', -day],
])('R13: a clock that is %s costs no renewal of the token, however often it is asked for', async (_name, wrongBy) => {
  const person = await newPerson(product, 'team_member')
  const tab = await openTab(person, wrongBy)
  for (let times = 0; times < 20; times += 1) {
    await tab.db.from('notifications').select('id').limit(1).throwOnError()
    await tab.db.realtime.setAuth()
  }
  await tell(person)
  await vi.waitFor(() => expect(tab.badge()).toBe(1), 5000)
  expect(renewals()).toBe(0)
})

test('R13: a token that ended although a slow clock thinks it good is renewed once, and everything is right', async () => {
  const person = await newPerson(product, 'team_member')
  leave.push(shortenTokens(product.keys.jwtSecret, 2))
  const tab = await openTab(person, -day)
  await vi.waitFor(() => expect(tab.isLive()).toBe(false), { timeout: 8000, interval: 10 })
  await tell(person)
  await vi.waitFor(() => expect([tab.isLive(), tab.badge()]).toEqual([true, 1]), 8000)
  expect(renewals()).toBe(1)
})
