import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetReads } from './forget-reads'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function shown(client: QueryClient, key: string, read: () => Promise<string>) {
  const observer = new QueryObserver(client, { queryKey: [key], queryFn: read, staleTime: Infinity })
  return { observer, close: observer.subscribe(() => {}) }
}

const settled = () => vi.advanceTimersByTimeAsync(10)

test('what stays on the screen after somebody left hears of the next change', async () => {
  const client = new QueryClient()
  let name = 'Our company'
  const { observer } = shown(client, 'company', () => Promise.resolve(name))
  await settled()
  forgetReads(client)
  await settled()
  name = 'Bright Signs'
  await client.invalidateQueries({ queryKey: ['company'] })
  expect(observer.getCurrentResult().data).toBe('Bright Signs')
})

test('nothing that the person read is left, neither kept nor shown', async () => {
  const client = new QueryClient()
  const { observer } = shown(client, 'salaries', () => Promise.resolve('4,200'))
  client.setQueryData(['kept'], 'private')
  await settled()
  expect(observer.getCurrentResult().data).toBe('4,200')
  forgetReads(client)
  expect(observer.getCurrentResult().data).toBeUndefined()
  expect(client.getQueryData(['kept'])).toBeUndefined()
})

test('the screens of the person that close with them ask for nothing again', async () => {
  const client = new QueryClient()
  const read = vi.fn<() => Promise<string>>(() => Promise.resolve('private'))
  const { close } = shown(client, 'orders', read)
  await settled()
  forgetReads(client)
  close()
  await settled()
  expect(read).toHaveBeenCalledTimes(1)
})
