// @vitest-environment happy-dom
import { ModalsProvider } from '@mantine/modals'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { leave, noRow, open, serve, storeSession } from '@/features/system/auth/testing'
import { rightsKey } from '@/features/system/rights/api/rights.query'
import { useWorksOffline } from '@/kit/outbox/works-offline'
import { GuardedScreen } from './guarded-screen'
import type { ScreenRoute } from '../route-sets/route'
import { viewersOf } from '../route-sets/route'
import { SiteContext } from '../start/site'
import { testConfig } from '../start/testing'
import { StaffArea } from './staff-area'
import { ViewerProvider } from '../viewer/viewer'

afterEach(leave)

const route: ScreenRoute = {
  kind: 'screen',
  path: '/tasks',
  guard: viewersOf('tasks'),
  frame: 'staff',
  title: 'Tasks',
  part: 'tasks',
  load: async () => () => null,
}
const pageOf = (screen: ReactNode) => (
  <ModalsProvider>
    <ViewerProvider>
      <SiteContext value={{ config: testConfig, switchTo: () => {} }}>
        <StaffArea>
          <GuardedScreen route={route}>{screen}</GuardedScreen>
        </StaffArea>
      </SiteContext>
    </ViewerProvider>
  </ModalsProvider>
)
const page = pageOf(<input aria-label="Words" />)
function Door() {
  useWorksOffline()
  return <input aria-label="Received by" />
}
const tasks = { page_name: 'tasks', can_view: true, can_create: true, can_edit: true, can_delete: false }
const rights = (role: string) => ({ body: { role, pages: [tasks], named: [] } })

describe('while the server cannot be reached', () => {
  test('the page stays with what was typed, under a cover, and goes on when the server answers', async () => {
    storeSession()
    serve({ 'GET /rest/v1/rpc/my_rights': rights('sales') })
    const { queryClient } = open(page, '/tasks')
    const words = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Words' })
    fireEvent.change(words, { target: { value: 'Half a sentence' } })

    serve({ 'GET /rest/v1/rpc/my_rights': 'unreachable' })
    await act(() => queryClient.invalidateQueries({ queryKey: rightsKey }))
    expect(await screen.findByText('The server cannot be reached')).toBeTruthy()
    expect(screen.queryByText('Your role is not known')).toBeNull()
    expect(document.querySelector('dialog')?.open).toBe(true)
    expect([words.isConnected, words.value]).toEqual([true, 'Half a sentence'])

    serve({ 'GET /rest/v1/rpc/my_rights': rights('sales') })
    await act(() => queryClient.invalidateQueries({ queryKey: rightsKey }))
    await waitFor(() => expect(screen.queryByText('The server cannot be reached')).toBeNull())
    expect([words.isConnected, words.value]).toEqual([true, 'Half a sentence'])
  })

  test('a screen whose actions wait for the network goes on under a note', async () => {
    storeSession()
    serve({ 'GET /rest/v1/rpc/my_rights': rights('sales') })
    const { queryClient } = open(pageOf(<Door />), '/tasks')
    await screen.findByRole('textbox', { name: 'Received by' })
    serve({ 'GET /rest/v1/rpc/my_rights': 'unreachable' })
    await act(() => queryClient.invalidateQueries({ queryKey: rightsKey }))
    expect(await screen.findByText(/^The server cannot be reached\. What can wait is kept/)).toBeTruthy()
    expect(document.querySelector('dialog')).toBeNull()
  })

  test('spec 1 §6: a server that answers with an error takes every right away', async () => {
    storeSession()
    serve({ 'GET /rest/v1/rpc/my_rights': rights('sales') })
    const { queryClient } = open(page, '/tasks')
    await screen.findByRole('textbox', { name: 'Words' })
    serve({
      'GET /rest/v1/rpc/my_rights': { status: 403, body: { code: '42501', message: 'no', details: '', hint: null } },
      'GET /rest/v1/user_roles': noRow,
    })
    await act(() => queryClient.invalidateQueries({ queryKey: rightsKey }))
    expect(await screen.findByText('Your role is not known')).toBeTruthy()
  })
})

test.each([
  [
    '/tasks?task=00000000-0000-4000-8000-000000000001',
    `/auth?returnUrl=${encodeURIComponent('/tasks?task=00000000-0000-4000-8000-000000000001')}`,
  ],
  ['/dashboard', '/auth'],
])('somebody signed out who opens %s is led to %s', async (at, to) => {
  serve({})
  const { where } = open(page, at)
  await waitFor(() => expect(where()).toBe(to))
})

test.each(['/dashboard', '/', '/orders', '/invoices'])('a client who opens %s is led to their account', async (at) => {
  storeSession()
  serve({ 'GET /rest/v1/rpc/my_rights': rights('client') })
  const { where } = open(page, at)
  await waitFor(() => expect(where()).toBe('/my-account'))
})

test('a client who opens another place of the office is told whose it is', async () => {
  storeSession()
  serve({ 'GET /rest/v1/rpc/my_rights': rights('client') })
  open(page, '/calendar')
  expect(await screen.findByText('This part is for our staff')).toBeTruthy()
})

test('a client with a temporary password can choose another', async () => {
  storeSession()
  serve({ 'GET /rest/v1/rpc/my_rights': rights('client') })
  open(page, '/my-profile?change-password=true')
  expect(await screen.findByRole('button', { name: 'Change password' })).toBeTruthy()
  expect(screen.queryByText('This part is for our staff')).toBeNull()
})

test.each(['sales', 'client'])(
  'a %s with a temporary password is led to the change from every address',
  async (role) => {
    storeSession()
    serve({
      'GET /rest/v1/rpc/my_rights': rights(role),
      'GET /rest/v1/contacts': { body: { id: 'contact-1', has_temporary_password: true } },
    })
    const { where } = open(page, '/tasks')
    await waitFor(() => expect(where()).toBe('/my-profile?change-password=true'))
  },
)

describe('a preview, or a page inside of a builder, without a session', () => {
  const standAt = (url: string) =>
    (window as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM.setURL(url)
  const home = window.location.href
  afterEach(() => standAt(home))

  test.each(['preview.example.com', 'x.lovable.app'])(
    'spec 1 §2: %s shows the frame of a screen, and no data',
    async (host) => {
      standAt(`http://${host}/tasks`)
      const sent = serve({})
      open(page, '/tasks')
      expect(await screen.findByText('This is a preview. Sign in to see data here.')).toBeTruthy()
      expect(screen.getByRole('heading', { level: 1, name: 'Tasks' })).toBeTruthy()
      expect(screen.queryByRole('textbox', { name: 'Words' })).toBeNull()
      expect(screen.queryByText('Something went wrong')).toBeNull()
      // What everybody may read: the company's name and the titles of the site.
      const openToAll = ['/rest/v1/rpc/get_company', '/rest/v1/website_metadata_settings']
      expect(sent.map(({ path }) => path).filter((path) => !openToAll.includes(path))).toEqual([])
    },
  )
})
