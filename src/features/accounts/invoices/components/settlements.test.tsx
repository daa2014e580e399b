// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test } from 'vitest'
import { MailsOfRecord } from '@/kit/mail/mails-of-record'
import { serve, showTo } from '@/shared/ui/testing'
import { Settlements } from './settlements'

afterEach(cleanup)

test('while payments and mails are read nobody hears that there are none', async () => {
  let answer = () => {}
  const until = new Promise<void>((answered) => (answer = answered))
  const calls = serve(() => ({ body: [], until }))
  showTo(
    'admin',
    <MemoryRouter>
      <Settlements id="i1" currency="EUR" />
      <MailsOfRecord kind="invoice" id="i1" page="invoices" />
    </MemoryRouter>,
  )
  await expect.poll(() => calls.length).toBeGreaterThan(3)
  expect(screen.queryByText('Nothing is paid or credited yet.')).toBeNull()
  expect(screen.queryByText('No mail yet.')).toBeNull()
  answer()
  expect(await screen.findByText('Nothing is paid or credited yet.')).toBeTruthy()
  expect(await screen.findByText('No mail yet.')).toBeTruthy()
})

test('who may not see payments hears that others do, and not that there are none', async () => {
  serve(() => ({ body: [] }))
  showTo(
    'sales',
    <MemoryRouter>
      <Settlements id="i1" currency="EUR" isSettled />
    </MemoryRouter>,
  )
  expect(await screen.findByText('Accounts sees its payments.')).toBeTruthy()
})
