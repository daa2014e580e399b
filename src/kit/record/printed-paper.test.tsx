// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { quotationPaper } from '@/documents/paper/papers'
import { exampleLines, quotationOf } from '@/documents/paper/testing'
import { watchFirstScreen } from '@/shared/lib/first-screen'
import { showTo } from '@/shared/ui/testing'
import { PrintedPaper, type Printed } from './printed-paper'

const paper = quotationPaper(quotationOf(exampleLines))
const say = (event: string) => act(() => window.dispatchEvent(new Event(event)))
const open = (read: () => Promise<Printed | null>) =>
  showTo('sales', <PrintedPaper of={['quotation', 'q1']} version={1} read={read} />)

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  watchFirstScreen(() => true)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('no empty sheet comes out: the page gives way only to a paper that is drawn', async () => {
  open(async () => ({ paper }))
  await act(() => vi.advanceTimersByTimeAsync(3000))
  const drawn: number[] = []
  await waitFor(() => {
    say('beforeprint')
    if (document.documentElement.dataset.printsPaper !== undefined) drawn.push(screen.queryAllByRole('article').length)
    say('afterprint')
    expect(drawn).not.toEqual([])
  })
  expect(drawn).toEqual([1])
})

test('the paper lies in the page while it is printed, and at no other time', async () => {
  const read = vi.fn(async () => ({ paper }))
  open(read)
  await act(() => vi.advanceTimersByTimeAsync(3000))
  await waitFor(() => expect(read).toHaveBeenCalledOnce())
  await act(() => import('@/documents/paper/paper-sheet'))
  await act(() => vi.advanceTimersByTimeAsync(100))
  expect(screen.queryByRole('article')).toBeNull()
  say('beforeprint')
  expect((await screen.findByRole('article')).getAttribute('aria-label')).toBe('Quotation Q-2026-0142')
  expect(document.documentElement.dataset.printsPaper).toBe('')
  say('afterprint')
  expect(screen.queryByRole('article')).toBeNull()
  expect(document.documentElement.dataset.printsPaper).toBeUndefined()
})

test('the page prints itself for a person who may not see its paper', async () => {
  open(async () => null)
  await act(() => vi.advanceTimersByTimeAsync(3000))
  say('beforeprint')
  expect(document.documentElement.dataset.printsPaper).toBeUndefined()
})

test('a print key before the paper is there waits for it', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  let answer = (_: Printed) => {}
  open(() => new Promise((resolve) => (answer = resolve)))
  const key = new KeyboardEvent('keydown', { key: 'p', ctrlKey: true, cancelable: true })
  act(() => void window.dispatchEvent(key))
  expect(key.defaultPrevented).toBe(true)
  await act(() => vi.advanceTimersByTimeAsync(3000))
  expect(print).not.toHaveBeenCalled()
  answer({ paper })
  await act(() => import('@/documents/paper/paper-sheet'))
  await waitFor(() => expect(print).toHaveBeenCalledOnce())
  vi.unstubAllGlobals()
})
