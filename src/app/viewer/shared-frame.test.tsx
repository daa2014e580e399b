// @vitest-environment happy-dom
import { ModalsProvider } from '@mantine/modals'
import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { type Answers, leave, open, serve, storeSession } from '@/features/system/auth/testing'
import { SharedFrame } from './shared-frame'
import { SiteContext } from '../start/site'
import { testConfig } from '../start/testing'
import { ViewerProvider } from './viewer'

afterEach(leave)

const page = (
  <ModalsProvider>
    <ViewerProvider>
      <SiteContext value={{ config: testConfig, switchTo: () => {} }}>
        <SharedFrame>The places</SharedFrame>
      </SiteContext>
    </ViewerProvider>
  </ModalsProvider>
)
const menu = () => screen.queryByRole('button', { name: 'Quick Access' })

/** The rights of that role, in one answer. */
const withRole = (role: string): Answers => ({
  'GET /rest/v1/rpc/my_rights': { body: { role, pages: [], named: [] } },
})

test('staff keep their furniture at a public address', async () => {
  storeSession()
  serve(withRole('sales'))
  open(page, '/tasks/locations')
  expect(await screen.findByText('The places')).toBeTruthy()
  expect(menu()).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Dashboard' })).toBeNull()
})

test.each(['client', 'pending'])('a %s gets the furniture of the site', async (role) => {
  storeSession()
  serve(withRole(role))
  open(page, '/tasks/locations')
  expect(await screen.findByText('The places')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Logout' })).toBeTruthy()
  expect(menu()).toBeNull()
})

test('so does a visitor, who may sign in', async () => {
  serve({})
  open(page, '/tasks/locations')
  expect(await screen.findByText('The places')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Sign in' })).toBeTruthy()
  expect(menu()).toBeNull()
})
