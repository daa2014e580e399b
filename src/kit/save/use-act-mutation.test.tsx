// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useActMutation } from './use-act-mutation'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

type Wish = { row: string; to: number; file?: File }

/** A screen whose acts are answered one after another, when the test says so. */
function open() {
  const heard: unknown[] = []
  const waiting: (() => void)[] = []
  const { result } = renderHook(
    () =>
      useActMutation({
        mutationFn: (wish: Wish | (() => Promise<void>)) => {
          heard.push(wish)
          return new Promise<void>((resolve) => waiting.push(resolve))
        },
      }),
    {
      wrapper: ({ children }) => <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>,
    },
  )
  const ask = (...wishes: (Wish | (() => Promise<void>))[]) =>
    act(async () => wishes.forEach((wish) => result.current.mutate(wish)))
  const answer = () =>
    act(async () => {
      waiting.splice(0).forEach((resolve) => resolve())
      await Promise.resolve()
    })
  const takeBack = () => act(async () => result.current.reset())
  return { heard, ask, answer, takeBack }
}

test('the same act is heard once while it runs and within a double click, and again afterwards', async () => {
  const { heard, ask, answer } = open()
  await ask({ row: 'a', to: 1 }, { row: 'a', to: 1 })
  vi.advanceTimersByTime(60_000)
  await ask({ row: 'a', to: 1 })
  expect(heard).toHaveLength(1)
  await answer()
  await ask({ row: 'a', to: 1 })
  expect(heard).toHaveLength(2)
  await answer()
  await ask({ row: 'a', to: 1 })
  expect(heard).toHaveLength(2)
})

test('another row, another value, another file and the way back are other acts', async () => {
  const { heard, ask } = open()
  await ask({ row: 'a', to: 1 }, { row: 'b', to: 1 }, { row: 'b', to: 2 }, { row: 'b', to: 1 })
  expect(heard).toHaveLength(4)
  await ask({ row: 'c', to: 1, file: new File(['x'], 'x') }, { row: 'c', to: 1, file: new File(['x'], 'x') })
  expect(heard).toHaveLength(6)
})

test('two functions within a double click are one act, later they are two', async () => {
  const { heard, ask } = open()
  await ask(
    () => Promise.resolve(),
    () => Promise.resolve(),
  )
  expect(heard).toHaveLength(1)
  vi.advanceTimersByTime(600)
  await ask(() => Promise.resolve())
  expect(heard).toHaveLength(2)
})

test('what was taken back can be asked for again at once', async () => {
  const { heard, ask, answer, takeBack } = open()
  await ask({ row: 'a', to: 1 })
  await answer()
  await ask({ row: 'a', to: 1 })
  expect(heard).toHaveLength(1)
  await takeBack()
  await ask({ row: 'a', to: 1 })
  expect(heard).toHaveLength(2)
})
