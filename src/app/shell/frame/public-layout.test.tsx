// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { sessionKey } from '@/features/system/auth/stored-session'
import { leave, open, serve, storeSession } from '@/features/system/auth/testing'
import { SiteContext } from '@/app/start/site'
import { ViewerProvider } from '@/app/viewer/viewer'
import { WithCurrentUser } from '@/app/viewer/with-current-user'
import { PublicLayout } from './public-layout'
import { ClientArea } from '../failures/refusals'

afterEach(leave)

const config = {
  supabaseUrl: 'http://backend.test',
  publishableKey: 'key',
  companyDomain: 'example.com',
  staffHosts: [],
  demo: true,
  ratesUrl: '',
  mapTiles: null,
}
const page = (
  <ViewerProvider>
    <SiteContext value={{ config, switchTo: () => {} }}>
      <WithCurrentUser>
        <PublicLayout>
          <ClientArea />
        </PublicLayout>
      </WithCurrentUser>
    </SiteContext>
  </ViewerProvider>
)

test('a client who came to the back office is told whose it is, and can leave', async () => {
  storeSession()
  serve({
    'GET /rest/v1/user_roles': { body: { role: 'client' } },
    'GET /rest/v1/page_permissions': { body: [] },
    'GET /rest/v1/role_permissions': { body: [] },
  })
  const { where } = open(page, '/dashboard')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('This part is for our staff')
  const account = await screen.findByRole('link', { name: 'Your account' })
  expect(account.getAttribute('href')).toBe('/my-account')
  await userEvent.click(await screen.findByRole('button', { name: 'Logout' }))
  await waitFor(() => expect(where()).toBe('/'))
  expect(window.localStorage.getItem(sessionKey)).toBeNull()
})

test('a visitor is offered to sign in, and nothing to leave', async () => {
  serve({})
  open(page, '/services')
  expect(await screen.findByRole('link', { name: 'Sign in' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Logout' })).toBeNull()
})
