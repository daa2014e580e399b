import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startProduct, type Product } from '../product.ts'
import { admin, newPerson } from './people.ts'
import { openTab } from './tab.ts'

let product: Product

beforeAll(async () => {
  product = await startProduct({ SIGNWRIGHT_SEED: 'empty' })
})
afterAll(() => product.remove())

test('R1: a killed server that comes back finds every notice and every bell again', async () => {
  const person = await newPerson(product, 'team_member')
  const { url, keys } = product
  const tab = await openTab({ person, url, publishableKey: keys.publishableKey })
  const tell = async () => {
    const notice = { user_id: person.id, type: 'logistics_update', title: 'On its way' }
    await admin(product).from('notifications').insert(notice).throwOnError()
  }
  await tell()
  await vi.waitFor(() => expect([tab.isLive(), tab.badge()]).toEqual([true, 1]), 10_000)

  await tell()
  await product.end('SIGKILL')
  await vi.waitFor(() => expect(tab.isLive()).toBe(false), 5000)
  expect(tab.badge()).toBeGreaterThan(0)
  await product.restart()
  await tell()
  await vi.waitFor(() => expect(tab.isLive()).toBe(true), 12_000)
  await vi.waitFor(() => expect([tab.badge(), tab.listed().length]).toEqual([3, 3]), 2000)
  await tab.close()
})
