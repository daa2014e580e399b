// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, test, vi } from 'vitest'
import { serve, showTo } from '@/shared/ui/testing'
import { ApiTestScreen } from './api-test-screen'

vi.mock('@/streams/realtime/live-channels', async () => {
  const { of } = await import('rxjs')
  return { channel: () => of({ kind: 'live' }) }
})

afterEach(cleanup)

test('a service that refuses and one that fails are told apart, and the others are asked all the same', async () => {
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  serve(({ path }) => {
    if (path.startsWith('/rest/v1/tasks')) return { status: 403, body: { code: '42501', message: 'permission denied' } }
    if (path.startsWith('/rest/v1/user_roles'))
      return { status: 500, body: { code: 'XX000', message: 'The disk is full.' } }
    return { body: [] }
  })
  showTo(
    'admin',
    <MemoryRouter>
      <ApiTestScreen />
    </MemoryRouter>,
  )
  const services = await screen.findByRole('region', { name: 'Services' })
  const row = async (name: string) => {
    const title = await within(services).findByText(name)
    return within(title.closest('li') ?? title)
  }
  await (await row('Live topic')).findByText('Answers')
  await (await row('Tasks')).findByText('Not allowed')
  await (await row('Role')).findByText('The disk is full.')
  await (await row('Contacts')).findByText('Answers')
})
