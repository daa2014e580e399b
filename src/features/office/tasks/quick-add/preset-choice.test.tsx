// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { noRights } from '@/shared/domain/people/permission'
import { CurrentUserContext } from '@/shared/hooks/current-user'
import { keptWork } from './kept-work'
import { QuickAddTaskDialog } from './quick-add-task-dialog'
import { completeBrowser, serve, show } from './testing'

const tasks = { page_name: 'tasks', can_view: true, can_create: true, can_edit: false, can_delete: false }
const preset = {
  id: 'p1',
  title: 'Install at the harbour',
  description: 'Bring the lift',
  checklist: [{ text: 'Ask for the key' }],
  assignees: ['u1'],
  roles: ['sales'],
  contact: { id: 'rossi', name: 'Rossi', last_name: null, company: null },
}
const answers: Record<string, unknown> = {
  '/rest/v1/task_presets': [preset],
  '/rest/v1/user_roles': [
    { user_id: 'u1', role: 'team_member' },
    { user_id: 'u2', role: 'sales' },
    { user_id: 'u3', role: 'accounts' },
  ],
  '/rest/v1/contacts': [
    { user_id: 'u1', name: 'Paul', last_name: 'Borg', logo_url: null },
    { user_id: 'u2', name: 'Sara', last_name: 'Zahra', logo_url: null },
    { user_id: 'u3', name: 'Anna', last_name: 'Camilleri', logo_url: null },
  ],
}

beforeEach(completeBrowser)
afterEach(() => {
  cleanup()
  keptWork('maria').forget()
})

test('a task that begins with a preset has its texts, its client and its people, by name and by role', async () => {
  const sent = serve(({ method, path }) => (method === 'GET' ? { body: answers[path] ?? [] } : { body: null }))
  show(
    <CurrentUserContext
      value={{
        id: 'maria',
        email: 'm@x.test',
        name: 'Maria',
        avatarUrl: null,
        rights: { ...noRights, role: 'sales', pages: [tasks] },
      }}
    >
      <QuickAddTaskDialog opened onClose={() => {}} />
    </CurrentUserContext>,
  )
  fireEvent.click(await screen.findByRole('combobox', { name: 'Begin with a preset' }))
  fireEvent.click(await screen.findByText('Install at the harbour'))
  const title = await screen.findByDisplayValue('Install at the harbour')
  expect(screen.getByDisplayValue('Ask for the key')).toBeTruthy()
  expect(screen.getByText('Rossi')).toBeTruthy()
  fireEvent.keyDown(title, { key: 'Enter', ctrlKey: true })
  await expect
    .poll(() => sent.filter(({ method, path }) => method === 'POST' && path === '/rest/v1/tasks'))
    .toMatchObject([
      {
        body: {
          contact_id: 'rossi',
          assignees: ['u1', 'u2'],
          description: expect.stringMatching(/Bring the lift.*Ask for the key/),
        },
      },
    ])
})
