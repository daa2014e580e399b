// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { CurrencyConverter } from './currency-converter'

const answer = { base: 'EUR', date: '2026-11-20', rates: { EUR: 1, USD: 1.0411, GBP: 0.82608 } }
let response: () => Promise<Response>
const asked: string[] = []

beforeEach(() => {
  response = async () => Response.json(answer)
  asked.length = 0
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url)
    return response()
  })
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

async function openConverter() {
  const user = userEvent.setup()
  render(
    <MantineProvider env="test">
      <Notifications />
      <CurrencyConverter ratesUrl="/rates/{base}" toggleEvent="toggle-converter" />
    </MantineProvider>,
  )
  await user.click(screen.getByRole('button', { name: 'Currency Converter' }))
  await screen.findByRole('dialog', { name: 'Currency Converter' }, { timeout: 10_000 })
  return user
}

const result = () => screen.getByRole('status', { name: '' }).textContent

describe('the converter', () => {
  test('converts one US dollar to euro by default, and says of which day the rate is', async () => {
    await openConverter()
    expect(await screen.findByText('€0.96')).toBeTruthy()
    expect(screen.getByText('1 USD = 0.9605 EUR')).toBeTruthy()
    expect(screen.getByText('Rates of 20 Nov 2026')).toBeTruthy()
    expect(asked).toEqual(['/rates/EUR'])
  })

  test('has quick amounts of 1, 10, 100 and 1000', async () => {
    const user = await openConverter()
    const quick = screen.getByRole('group', { name: 'Quick amounts' })
    expect(Array.from(quick.children, (button) => button.textContent)).toEqual(['1', '10', '100', '1000'])
    await user.click(screen.getByRole('button', { name: '1000' }))
    expect(await screen.findByText('€960.52')).toBeTruthy()
  })

  test('swaps the currencies', async () => {
    const user = await openConverter()
    await screen.findByText('€0.96')
    await user.click(screen.getByRole('button', { name: 'Swap the currencies' }))
    expect(screen.getByText('$1.04')).toBeTruthy()
    expect(screen.getByText('1 EUR = 1.0411 USD')).toBeTruthy()
  })

  test('says what is wrong with an amount and keeps what was typed', async () => {
    const user = await openConverter()
    const amount = screen.getByLabelText('Amount')
    await user.clear(amount)
    expect(screen.getByText('Please enter an amount')).toBeTruthy()
    await user.type(amount, '12abc')
    expect(screen.getByText('Please enter a number, for example 1,250.50')).toBeTruthy()
    expect(amount).toHaveProperty('value', '12abc')
    expect(result()).toBe('–')
  })

  test.each([
    ['-', 'Please enter an amount'],
    ['1e309', 'Please enter a number, for example 1,250.50'],
    ['123456789012345678901234567890', 'Please enter an amount below 1,000,000,000,000,000'],
    ['-1', '−€0.96'],
    ['0', '€0.00'],
    ['0.005', '€0.00'],
    ['0.0000000001', '€0.00'],
    ['1,5', '€1.44'],
    ['1.000,50', '€961.00'],
    ['1,000', '€960.52'],
    ['€ 1 000,50', '€961.00'],
    ['999999999999999.99', '€960,522,524,253,193.72'],
  ])('%s pasted as the amount shows %s', async (pasted, shown) => {
    const user = await openConverter()
    await screen.findByText('€0.96')
    const amount = screen.getByLabelText('Amount')
    await user.clear(amount)
    await user.paste(pasted)
    expect(amount).toHaveProperty('value', pasted)
    expect(screen.getByText(shown)).toBeTruthy()
    expect(document.body.textContent).not.toMatch(/NaN|Infinity|undefined/)
  })

  test('says of a currency without a rate that it has none, and shows no number for it', async () => {
    const user = await openConverter()
    await screen.findByText('€0.96')
    await user.click(screen.getByRole('combobox', { name: 'From' }))
    await user.click(screen.getByRole('option', { name: 'RUB – Russian Ruble (no rate)' }))
    expect(screen.getByText('There is no rate for RUB')).toBeTruthy()
    expect(result()).toBe('RUB\u00a01.00 =–')
    expect(screen.getByText('Rates of 20 Nov 2026')).toBeTruthy()
  })

  test('the same currency twice is itself', async () => {
    const user = await openConverter()
    await screen.findByText('€0.96')
    await user.click(screen.getByRole('combobox', { name: 'To' }))
    await user.click(screen.getByRole('option', { name: 'USD – US Dollar' }))
    expect(screen.getByText('1 USD = 1.0000 USD')).toBeTruthy()
    expect(result()).toBe('$1.00 =$1.00')
  })

  test('opens and closes by the toggle event of the menu', async () => {
    await openConverter()
    act(() => void window.dispatchEvent(new Event('toggle-converter')))
    expect(screen.queryByRole('dialog')).toBeNull()
    act(() => void window.dispatchEvent(new Event('toggle-converter')))
    expect(screen.getByRole('dialog', { name: 'Currency Converter' })).toBeTruthy()
  })

  test('closes on Escape, and the button has the focus again', async () => {
    const user = await openConverter()
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Currency Converter')
  })
})

describe('local storage that is', () => {
  const works = async () => {
    await openConverter()
    expect(await screen.findByText('€0.96')).toBeTruthy()
    expect(screen.getByText('Rates of 20 Nov 2026')).toBeTruthy()
  }

  test('damaged does not break it', async () => {
    localStorage.setItem('signwright:exchange-rates', '{"readAt": 1e400')
    await works()
  })

  test.each([
    ['full', { getItem: () => null, setItem: () => refuse('QuotaExceededError') }],
    ['blocked', { getItem: () => refuse('SecurityError'), setItem: () => refuse('SecurityError') }],
  ])('%s does not break it', async (_, storage) => {
    vi.stubGlobal('localStorage', { ...storage, clear: () => {} })
    await works()
    expect(refused).not.toEqual([])
  })

  const refused: string[] = []
  const refuse = (name: string): never => {
    refused.push(name)
    throw new DOMException('refused', name)
  }
  afterEach(() => refused.splice(0))
})

describe('A16: the age of the rates', () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
  const opensWith = async (date: string) => {
    response = async () => Response.json({ ...answer, date })
    await openConverter()
    await screen.findByText('€0.96')
    return screen.queryByRole('note')?.textContent ?? null
  }

  test('is told in the open where they are older than a week', async () =>
    expect(await opensWith('2025-02-28')).toMatch(
      /^These rates are of 28 Feb 2025, \d+ days ago\. Do not quote by them\.$/,
    ))

  test('is told on the eighth day', async () => expect(await opensWith(daysAgo(8))).toContain('8 days ago'))

  test('is no matter within a week', async () => expect(await opensWith(daysAgo(7))).toBeNull())
})

describe('when the latest rates cannot be fetched', () => {
  const kept = { readAt: 0, rates: { ...answer, date: '2026-11-18' } }

  test.each([
    ['an HTTP error status', async () => new Response('no', { status: 500 })],
    ['a page instead of rates', async () => new Response('<html></html>')],
    ['rates of another shape', async () => Response.json({ rates: {} })],
    ['no connection', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('%s: the exact words, and the cached rates with their date', async (_, fails) => {
    localStorage.setItem('signwright:exchange-rates', JSON.stringify(kept))
    response = fails
    await openConverter()
    expect(await screen.findByText('Currency Rates Error')).toBeTruthy()
    expect(screen.getByText('Failed to fetch latest exchange rates. Using cached data if available.')).toBeTruthy()
    expect(screen.getByText('€0.96')).toBeTruthy()
    expect(screen.getByText('Rates of 18 Nov 2026, kept from before')).toBeTruthy()
  })

  test('without cached rates it offers to try again', async () => {
    response = async () => new Response('no', { status: 503 })
    const user = await openConverter()
    expect(await screen.findByText('There are no rates yet')).toBeTruthy()
    response = async () => Response.json(answer)
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.getByText('€0.96')).toBeTruthy())
  })
})
