// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { serve, showTo } from '@/shared/ui/testing'
import { emptyCompany } from '../company-fields'
import { ImprintLacks, LettersLack } from './imprint-lacks'
import { ImprintPage } from './imprint-page'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('the imprint says what the settings say, and invents nothing', async () => {
  serve(() => ({
    body: [
      {
        ...{
          name: 'Blitzschild',
          legal_form: 'GmbH',
          represented_by: 'Petra Huber',
          register_court: 'Amtsgericht München',
        },
        ...{
          registration_number: 'HRB 12345',
          address: 'Ring 1',
          city: 'München',
          country: 'Germany',
          vat_number: null,
        },
      },
    ],
  }))
  showTo(
    'client',
    <MemoryRouter>
      <ImprintPage />
    </MemoryRouter>,
  )
  expect(await screen.findByText('Represented by: Petra Huber')).toBeTruthy()
  for (const words of [
    'Imprint',
    'Blitzschild',
    'GmbH',
    'Register: Amtsgericht München',
    'Registration number: HRB 12345',
  ])
    expect(screen.getByText(words)).toBeTruthy()
  expect(screen.queryByText(/Phone|Email|VAT/)).toBeNull()
})

test('the imprint does not say a legal form twice that the name ends with', async () => {
  serve(() => ({ body: [{ name: 'Blitzschild GmbH', legal_form: 'GmbH', city: 'München', country: 'Germany' }] }))
  showTo(
    'client',
    <MemoryRouter>
      <ImprintPage />
    </MemoryRouter>,
  )
  expect(await screen.findByText('Blitzschild GmbH')).toBeTruthy()
  expect(screen.queryByText('GmbH')).toBeNull()
})

test('settings say what the imprint of a German company lacks; elsewhere nothing is asked', () => {
  const german = { ...emptyCompany, country: 'Deutschland', address: 'Ring 1', city: 'München', phone: '089 1' }
  const { rerender } = showing(german)
  expect(screen.getByRole('status').textContent).toContain('Yours lacks its email and who represents it.')
  rerender({ ...german, email: 'a@b.de', represented_by: 'Petra Huber' })
  expect(screen.getByRole('status').textContent).toContain('has what the law asks for')
  rerender({ ...german, country: 'Portugal' })
  expect(screen.queryByRole('status')).toBeNull()
})

test('settings say what the letters of a company of limited liability lack, by its legal form or its name', () => {
  const shown = (values: Partial<typeof emptyCompany>) => {
    cleanup()
    showTo('admin', <LettersLack values={{ ...emptyCompany, ...values }} />)
    return screen.queryByRole('status')?.textContent ?? null
  }
  expect(shown({ name: 'Blitzschild GmbH', registration_number: 'HRB 1' })).toContain(
    'lacks “Register” and “Represented by”.',
  )
  expect(shown({ name: 'Bright Signs', legal_form: 'Ltd' })).toContain('“Registration number”')
  expect(shown({ name: 'Petra Huber Werbetechnik' })).toBeNull()
  expect(
    shown({ name: 'Segnali S.r.l.', register_court: 'Milano', registration_number: 'MI-1', represented_by: 'Ada' }),
  ).toBeNull()
})

function showing(values: typeof emptyCompany) {
  const show = (of: typeof emptyCompany) => {
    cleanup()
    showTo('admin', <ImprintLacks values={of} />)
  }
  show(values)
  return { rerender: show }
}
