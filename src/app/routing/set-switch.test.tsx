// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react'
import { useLocation } from 'react-router-dom'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { leavingName, sessionKey } from '@/features/system/auth/stored-session'
import { leave, open, serve, storeSession } from '@/features/system/auth/testing'
import { GuardedScreen } from './guarded-screen'
import { findRoute } from '../route-sets/find-route'
import { staffSet } from '../route-sets/staff'
import { SetSwitch } from './set-switch'
import { SiteContext } from '../start/site'
import { testConfig } from '../start/testing'
import { ViewerProvider } from '../viewer/viewer'

const switches: string[] = []

/** The services as staff see them, at an address that visitors have too. */
function Services() {
  const place = useLocation()
  const route = findRoute(staffSet, '/services')
  if (route?.kind !== 'screen') throw new Error('Staff have a page of services.')
  return (
    <SetSwitch set="staff" place={place}>
      <GuardedScreen route={route}>The services</GuardedScreen>
    </SetSwitch>
  )
}

async function openServices() {
  storeSession()
  serve({
    'GET /rest/v1/page_permissions': {
      body: [{ page_name: 'inventory', can_view: true, can_create: true, can_edit: true, can_delete: true }],
    },
    'GET /rest/v1/role_permissions': { body: [] },
  })
  const opened = open(
    <ViewerProvider>
      <SiteContext value={{ config: testConfig, switchTo: (set) => switches.push(set) }}>
        <Services />
      </SiteContext>
    </ViewerProvider>,
    '/services?tab=prices',
  )
  await screen.findByText('The services')
  return opened
}

const removeSession = () => {
  window.localStorage.removeItem(sessionKey)
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: sessionKey, newValue: null })))
}

beforeEach(() => void switches.splice(0))
afterEach(leave)

test('R12: under a session that ended a screen of staff leads to sign-in and back, also where visitors have one', async () => {
  const { where } = await openServices()
  removeSession()
  await waitFor(() => expect(where()).toBe('/auth?returnUrl=%2Fservices%3Ftab%3Dprices'))
  expect(switches).toEqual([])
})

test('whoever left in another tab becomes a visitor of the page', async () => {
  const { where } = await openServices()
  const tab = new BroadcastChannel(leavingName)
  tab.postMessage(null)
  await waitFor(() => expect(switches).toEqual(['marketing']))
  tab.close()
  expect(where()).toBe('/services?tab=prices')
})
