import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { readAgain } from './read-again'

test('a change during the first reading is shown, although that reading began before it', async () => {
  let stored = 'before'
  const readings: (() => void)[] = []
  const read = () => {
    const seen = stored
    return new Promise<string>((resolve) => readings.push(() => resolve(seen)))
  }
  const queryClient = new QueryClient()
  const observer = new QueryObserver(queryClient, { queryKey: ['site'], queryFn: read })
  const stop = observer.subscribe(() => {})

  stored = 'after'
  const again = readAgain(queryClient, ['site'])
  readings[0]?.()
  await vi.waitFor(() => expect(readings).toHaveLength(2))
  readings[1]?.()
  await again
  expect(observer.getCurrentResult().data).toBe('after')
  stop()
})
