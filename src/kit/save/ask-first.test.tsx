// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { showTo } from '@/shared/ui/testing'
import { askFirst } from './ask-first'

afterEach(cleanup)

const refusal = (details: string) =>
  Object.assign(new Error('INV-1 is of 2 Mar 2026, and the payment came on 2 Mar 2025. Record it anyway?'), {
    code: 'PT409',
    details,
  })

/** A request that is answered with what it says yes to. */
const requestOf = <Answer,>(answer: (yes: string | undefined) => Promise<Answer>) => {
  const headers = new Map<string, string>()
  const request = {
    setHeader(name: string, value: string) {
      headers.set(name, value)
      return request
    },
    throwOnError: () => answer(headers.get('x-yes')),
  }
  return request
}

/** Asks about both questions, one after the other; what was said. */
function asking() {
  const said: (string | undefined)[] = []
  const request = () =>
    requestOf(async (yes) => {
      said.push(yes)
      if (!yes?.includes('paid_before')) throw refusal('asks: paid_before')
      if (!yes.includes('nothing_to_pay'))
        throw Object.assign(new Error('It comes to €0.00. Issue it anyway?'), { details: 'asks: nothing_to_pay' })
      return 'done'
    })
  return { said, request }
}

test('each question is shown, and the request is sent again with what was said', async () => {
  const user = showTo('admin', null)
  const { said, request } = asking()
  const done = askFirst(request)
  expect(await screen.findByText('INV-1 is of 2 Mar 2026, and the payment came on 2 Mar 2025.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Record it anyway' }))
  await user.click(await screen.findByRole('button', { name: 'Issue it anyway' }))
  expect(await done).toBe('done')
  expect(said).toEqual(['', 'paid_before', 'paid_before, nothing_to_pay'])
})

test('after a no nothing is sent again, and the refusal is the answer; what was said on the screen is not asked', async () => {
  const user = showTo('admin', null)
  const { said, request } = asking()
  const done = askFirst(request, ['paid_before']).catch((error: unknown) => error)
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(await done).toHaveProperty('message', 'It comes to €0.00. Issue it anyway?')
  expect(said).toEqual(['paid_before'])
})

test('another refusal asks nothing, and a yes that does not help is not asked twice', async () => {
  showTo('admin', null)
  const other = refusal('long session')
  expect(await askFirst(() => requestOf(() => Promise.reject(other))).catch((error: unknown) => error)).toBe(other)
  const again = refusal('asks: paid_before')
  expect(
    await askFirst(() => requestOf(() => Promise.reject(again)), ['paid_before']).catch((error: unknown) => error),
  ).toBe(again)
  expect(screen.queryByRole('dialog')).toBeNull()
})
