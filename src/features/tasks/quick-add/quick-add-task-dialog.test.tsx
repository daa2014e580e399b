// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { noRights } from '@/shared/domain/permission'
import { CurrentUserContext } from '@/shared/ui/current-user'
import { QuickAddTaskDialog } from './quick-add-task-dialog'
import { completeBrowser, serve, show } from './testing'

const maria = { id: 'maria', email: 'maria@example.com', name: 'Maria Vella', avatarUrl: null }
const tasks = { page_name: 'tasks', can_view: true, can_create: true, can_edit: false, can_delete: false }

const dialogFor = (canCreate: boolean) =>
  show(
    <CurrentUserContext
      value={{
        ...maria,
        rights: { ...noRights, role: 'sales', pages: [{ ...tasks, can_create: canCreate }] },
      }}
    >
      <QuickAddTaskDialog opened onClose={() => {}} />
    </CurrentUserContext>,
  )

beforeEach(() => {
  completeBrowser()
  serve(() => ({ body: [] }))
})
afterEach(cleanup)

test('the dialog only renders if the page permission on tasks allows create', async () => {
  dialogFor(false)
  expect(screen.queryByRole('dialog')).toBeNull()
  cleanup()
  dialogFor(true)
  expect(await screen.findByRole('dialog', { name: 'Add New Task' })).toBeTruthy()
})
