// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { type Answer, type Call, serve, showTo } from '@/shared/ui/testing'
import { ClientRegistrationPage } from './registration-page'
import { ReviewPage } from './review-page'
import { ServicePage } from './service-page'
import { ServicesPage } from './services-page'
import { TipPage } from './tip-page'
import { WhereWeAre } from '../../shared/blocks/where-we-are'

afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

const service = {
  slug: 'tray-fascia',
  name: 'Shopfront fascias',
  category: 'Signs',
  summary: 'A folded tray.',
  unit: 'm2',
  price: '320.00',
  least: '400.00',
  picture: 'fascia',
  where_used: 'Above the door',
  lasts: '10 years',
  ready_in: '3 weeks',
}
const whole = {
  ...service,
  text: 'First.\n\nSecond.',
  breaks: [{ basis: 'area_m2', from: '10.000', to: null, discount: '8.00', price: null }],
  options: [{ label: 'Light', kind: 'choice', unit: null, usual: 'halo', choices: ['halo', 'face'] }],
  reviews: [],
  posts: [],
  others: [],
}
function open(page: ReactNode, answers: Record<string, Answer>, address = '/') {
  const calls: Call[] = serve(({ path }) => {
    const name = Object.keys(answers).find((key) => path.endsWith(`/rpc/${key}`))
    return name ? (answers[name] ?? { body: [] }) : { body: [] }
  })
  const user = showTo(
    'client',
    <MemoryRouter initialEntries={[address]}>
      <Routes>
        <Route path="/tips-advice/letter-size" element={<p>Moved here</p>} />
        <Route path="/services/tray-fascia" element={<p>The fascia is here</p>} />
        <Route path="*" element={page} />
      </Routes>
    </MemoryRouter>,
  )
  return { user, sent: (name: string) => calls.filter(({ path }) => path.endsWith(`/rpc/${name}`)) }
}

test('a service says what it costs, where it lives and how long it lasts, and ends with two doors', async () => {
  open(<ServicePage slug="tray-fascia" />, {
    get_public_service: { body: whole },
    get_site_frame: { body: { banners: [], pages: [], books_visits: true } },
  })
  expect(await screen.findByRole('heading', { level: 1, name: 'Shopfront fascias' })).toBeTruthy()
  expect(await screen.findByText('Book a visit', { selector: 'strong' })).toBeTruthy()
  expect(screen.getByText('from €320.00 per m²')).toBeTruthy()
  expect(screen.getByText('From 10 m²').nextSibling?.textContent).toBe('8 % less')
  const doors = screen.getByRole('navigation', { name: 'What next' })
  expect([...doors.querySelectorAll('a')].map((door) => door.getAttribute('href'))).toEqual([
    '/client-registration?about=Shopfront%20fascias',
    '/schedule-appointment',
  ])
})

test('an address that leads to no service says so', async () => {
  open(<ServicePage slug="gone" />, { get_public_service: { body: null } })
  expect(await screen.findByRole('heading', { level: 1, name: 'This service is not here' })).toBeTruthy()
})

test('an address that a service had before leads to where it is now', async () => {
  open(<ServicePage slug="fascia" />, { get_public_service: { body: { moved_to: 'tray-fascia' } } }, '/services/fascia')
  expect(await screen.findByText('The fascia is here')).toBeTruthy()
})

test('an address that an article had before leads to where it is now', async () => {
  open(<TipPage slug="letters" />, { get_public_post: { body: { moved_to: 'letter-size' } } }, '/tips-advice/letters')
  expect(await screen.findByText('Moved here')).toBeTruthy()
})

test('a registration says at the field what is missing, and keeps what was typed when it cannot be sent', async () => {
  const refusal = { status: 429, body: { code: 'PT429', message: 'There were too many requests from your network.' } }
  const { user, sent } = open(<ClientRegistrationPage />, { register_visitor: refusal })
  await user.type(screen.getByRole('textbox', { name: 'First name' }), 'Anna')
  await user.type(screen.getByRole('textbox', { name: 'E-mail' }), 'anna@')
  await user.click(screen.getByRole('button', { name: 'Ask for a price' }))
  expect(screen.getByText('Please enter your last name')).toBeTruthy()
  expect(screen.getByText('Please enter a valid e-mail address')).toBeTruthy()
  expect(sent('register_visitor')).toEqual([])

  await user.type(screen.getByRole('textbox', { name: 'Last name' }), 'Vella')
  await user.type(screen.getByRole('textbox', { name: 'E-mail' }), 'example.com')
  await user.type(screen.getByRole('textbox', { name: 'What you need' }), 'A fascia')
  await user.click(screen.getByRole('button', { name: 'Ask for a price' }))
  expect(await screen.findByText('There were too many requests from your network.')).toBeTruthy()
  cleanup()
  open(<ClientRegistrationPage />, {})
  expect(screen.getByRole('textbox', { name: 'What you need' })).toHaveProperty('value', 'A fascia')
})

test('a review is sent with its stars, once', async () => {
  const { user, sent } = open(<ReviewPage />, {
    get_public_services: { body: [service] },
    leave_review: { status: 204 },
  })
  await user.type(screen.getByRole('textbox', { name: 'Your review' }), 'Straight letters')
  await user.type(screen.getByRole('textbox', { name: 'Your name' }), 'Anna')
  await user.click(screen.getByRole('button', { name: 'Send the review' }))
  expect(screen.getByText('Please choose one to five stars')).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: /4 of 5/ }))
  await user.click(screen.getByRole('button', { name: 'Send the review' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Thank you for your review' })).toBeTruthy()
  expect(sent('leave_review').map(({ body }) => body)).toEqual([
    { p_name: 'Anna', p_rating: 4, p_body: 'Straight letters', p_email: '', p_company: '', p_trap: '' },
  ])
  expect(sessionStorage.getItem('signwright-form:review')).toBeNull()
})

test('the public site says where the company is, and loads its map when somebody comes near', async () => {
  let come = () => {}
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(seen: (entries: { isIntersecting: boolean }[]) => void) {
        come = () => seen([{ isIntersecting: true }])
      }
      observe() {}
      disconnect() {}
    },
  )
  serve(() => ({ body: [{ name: 'Bright', map_point: '35.895412, 14.463127' }] }))
  showTo('client', <WhereWeAre hours={[]}>{null}</WhereWeAre>)
  const way = await screen.findByText('Show me the way', undefined, { timeout: 10_000 })
  expect(way.getAttribute('href')).toContain(encodeURIComponent('35.895412,14.463127'))
  expect(screen.queryByLabelText('Where Bright is')).toBeNull()
  act(come)
  expect(await screen.findByLabelText('Where Bright is', undefined, { timeout: 10_000 })).toBeTruthy()
})

test('services without a public one have their heading and the way to ask', async () => {
  open(<ServicesPage />, {
    get_public_page: {
      body: {
        version: null,
        next_at: null,
        blocks: [{ id: 'all', kind: 'services' }],
        services: [],
        photos: [],
        reviews: [],
        posts: [],
        rating: { count: 0, average: null },
        hours: [],
      },
    },
  })
  expect(await screen.findByRole('heading', { level: 1, name: 'What we make' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Ask for a price' }).getAttribute('href')).toContain('/client-registration')
})
