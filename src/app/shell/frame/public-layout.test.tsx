// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { sessionKey } from '@/features/system/auth/stored-session'
import { leave, open, serve, storeSession } from '@/features/system/auth/testing'
import { ClientPage } from '@/kit/client-page/client-page'
import { expectNoEnglish } from '@/kit/client-page/testing'
import { framePart } from '@/shared/domain/texts/frame/part'
import type { Part } from '@/shared/domain/texts/part'
import type { Catalogue } from '@/shared/domain/texts/texts'
import { SiteContext } from '@/app/start/site'
import { testConfig } from '../../start/testing'
import { ViewerProvider } from '@/app/viewer/viewer'
import { WithCurrentUser } from '@/app/viewer/with-current-user'
import { PublicLayout } from './public-layout'
import { NotFound } from '../failures/not-found'
import { ClientArea } from '../failures/refusals'

afterEach(leave)

const page = (
  <ViewerProvider>
    <SiteContext value={{ config: testConfig, switchTo: () => {} }}>
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

test.each(['de', 'pl'] as const)(
  'around the page of a client in %s nothing is English, nor where nothing is',
  async (language) => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en'])
    serve({})
    const around = (
      <ViewerProvider>
        <SiteContext value={{ config: testConfig, switchTo: () => {} }}>
          <WithCurrentUser>
            <PublicLayout>
              <ClientPage own={language}>
                <NotFound />
                <ClientArea />
              </ClientPage>
            </PublicLayout>
          </WithCurrentUser>
        </SiteContext>
      </ViewerProvider>
    )
    open(around, '/client-quotations/1')
    const name = { de: 'Anmelden', pl: 'Zaloguj się' }[language]
    expect(await screen.findByRole('link', { name })).toBeTruthy()
    await waitFor(() => expect(screen.queryByText('Loading...')).toBeNull())
    await expectNoEnglish(language, [framePart as unknown as Part<Catalogue>])
  },
)
