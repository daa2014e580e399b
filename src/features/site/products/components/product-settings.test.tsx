// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { Suspense } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { PageLanguageContext } from '@/shared/hooks/language/page-language'
import { type Call, serve, showTo } from '@/shared/ui/testing'
import { ProductSettingsScreen } from './product-settings-screen'

const product = {
  id: 'p',
  slug: 'lit-letter',
  name: 'Lit letter',
  summary: null,
  description: null,
  base_price: '100.0000',
  breaks: [{ from: '10', to: null, pct: '10.00' }],
  options: [
    { id: 'halo', option_group: 'Light', name: 'Halo', effect: 'amount', value: '20.0000', is_usual: true },
    { id: 'face', option_group: 'Light', name: 'Face', effect: 'amount', value: '0.0000', is_usual: false },
    { id: 'sealed', option_group: null, name: 'Sealed', effect: 'percent', value: '10.0000', is_usual: false },
  ],
  pictures: [],
}

let calls: Call[]
const open = (answers: { status?: number; body?: unknown }[] = [], language: 'en' | 'pl' = 'en') => {
  calls = serve(({ path }) => {
    if (path.includes('get_public_product')) return { body: product }
    return path.includes('ask_for_product') ? (answers.shift() ?? { body: 'Q-2026-0300' }) : { body: [] }
  })
  const router = createMemoryRouter([{ path: '*', element: <ProductSettingsScreen id="lit-letter" /> }])
  return showTo(
    'client',
    <PageLanguageContext value={language}>
      <Suspense>
        <RouterProvider router={router} />
      </Suspense>
    </PageLanguageContext>,
  )
}
const price = () => screen.getByRole('status', { name: 'Price' }).textContent
const asked = () => calls.filter(({ path }) => path.includes('ask_for_product'))

afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

test('the price follows each choice: one of a group, extras, and the number of pieces', async () => {
  const user = open()
  await screen.findByRole('radio', { name: 'Halo + €20.00' })
  expect(price()).toBe('€120.00')
  await user.click(screen.getByRole('checkbox', { name: 'Sealed + 10 %' }))
  expect(price()).toBe('€132.00')
  await user.click(screen.getByRole('radio', { name: 'Face' }))
  expect(price()).toBe('€110.00')
  await user.clear(screen.getByLabelText('How many'))
  await user.type(screen.getByLabelText('How many'), '10')
  expect(price()).toBe('€990.00')
})

test.each([
  ['1.5', 'Please enter a whole number'],
  ['-2', 'At least 1'],
])('%s pieces are refused in words and never read as another number', async (typed, words) => {
  const user = open()
  const field = await screen.findByLabelText('How many')
  await user.clear(field)
  await user.type(field, typed)
  expect(field).toHaveProperty('value', typed)
  expect(screen.getByText(words)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Ask for this' }))
  expect(screen.queryByRole('button', { name: 'Send the request' })).toBeNull()
})

test('a request that failed is sent again as the same one, and its number is told', async () => {
  const user = open([
    { status: 429, body: { code: 'PT429', message: 'Too many requests in one hour. Please call us.' } },
  ])
  await user.click(await screen.findByRole('button', { name: 'Ask for this' }))
  await user.type(await screen.findByLabelText(/^Name/), 'Anna')
  await user.type(screen.getByLabelText(/^E-mail/), 'anna')
  await user.click(screen.getByRole('button', { name: 'Send the request' }))
  expect(screen.getByText('Please enter a valid e-mail address')).toBeTruthy()
  await user.type(screen.getByLabelText(/^E-mail/), '@example.com')
  await user.click(screen.getByRole('button', { name: 'Send the request' }))
  expect(await screen.findByText('Too many requests in one hour. Please call us.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Send the request' }))
  expect(await screen.findByText(/Its number is Q-2026-0300/)).toBeTruthy()
  await waitFor(() => expect(asked()).toHaveLength(2))
  expect(asked()[0]?.body).toEqual(asked()[1]?.body)
  expect(asked()[1]?.body).toMatchObject({
    p_slug: 'lit-letter',
    p_options: ['halo'],
    p_qty: 1,
    p_name: 'Anna',
    p_trap: '',
  })
})

test('what was typed outlives the dialog and a failure, and is forgotten when it is sent', async () => {
  const user = open([{ status: 500, body: { message: 'down' } }])
  await user.click(await screen.findByRole('button', { name: 'Ask for this' }))
  const name = await screen.findByRole('textbox', { name: 'Name' })
  await waitFor(() => expect(document.activeElement).toBe(name))
  await user.type(name, 'Anna')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull())

  await user.click(screen.getByRole('button', { name: 'Ask for this' }))
  expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Anna')
  await user.click(screen.getByRole('button', { name: 'Send the request' }))
  expect(screen.getByText('Please enter your e-mail')).toBeTruthy()
  await user.type(screen.getByRole('textbox', { name: 'E-mail' }), 'anna@example.com')
  await user.click(screen.getByRole('button', { name: 'Send the request' }))
  await waitFor(() => expect(asked()).toHaveLength(1))
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(sessionStorage.getItem('signwright-form:product-request')).toContain('anna@example.com')

  await user.click(screen.getByRole('button', { name: 'Send the request' }))
  expect(await screen.findByText(/Its number is/)).toBeTruthy()
  expect(sessionStorage.getItem('signwright-form:product-request')).toBeNull()
})

test('extras are named in the language of the page', async () => {
  open([], 'pl')
  expect(await screen.findByRole('group', { name: 'Dodatki' })).toBeTruthy()
})
