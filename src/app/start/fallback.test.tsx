// @vitest-environment happy-dom
import { ModalsProvider } from '@mantine/modals'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { leave, open, serve, storeSession } from '@/features/system/auth/testing'
import { marketingSet } from '../route-sets/marketing'
import { ViewerProvider } from '../viewer/viewer'
import { Fallback } from './fallback'
import { SiteContext } from './site'
import { testConfig } from './testing'

afterEach(leave)

const page = (
  <ModalsProvider>
    <ViewerProvider>
      <SiteContext value={{ config: testConfig, switchTo: () => {} }}>
        <Fallback set={marketingSet} />
      </SiteContext>
    </ViewerProvider>
  </ModalsProvider>
)

/** Opens a path of the back office on the public site, signed in with these rights. */
function openSignedIn(at: string, rights: object) {
  storeSession()
  serve({ 'GET /rest/v1/rpc/my_rights': { body: { role: 'client', pages: [], named: [], ...rights } } })
  return open(page, at)
}

test('a client who signed in on the public site is led to their account', async () => {
  const { where } = openSignedIn('/dashboard', {})
  await waitFor(() => expect(where()).toBe('/my-account'))
})

test('a client with a second factor is asked for it first', async () => {
  openSignedIn('/dashboard', { second_factor: 'code' })
  expect(await screen.findByRole('heading', { name: 'Enter your code' })).toBeTruthy()
})

test('a client with a temporary password can change it on the public site', async () => {
  openSignedIn('/my-profile?change-password=true', {})
  expect(await screen.findByRole('button', { name: 'Change password' })).toBeTruthy()
})

test('a client at another place of the office is told whose it is, in the title too', async () => {
  openSignedIn('/calendar', {})
  expect(await screen.findByText('This part is for our staff')).toBeTruthy()
  await waitFor(() => expect(document.title).toMatch(/^This part is for our staff · /))
})

test('staff get the address of the back office', async () => {
  openSignedIn('/dashboard', { role: 'sales' })
  expect(await screen.findByRole('link', { name: 'Open the back office' })).toBeTruthy()
})
