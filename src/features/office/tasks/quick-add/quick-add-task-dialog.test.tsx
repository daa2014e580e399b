// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { blankDraft } from '@/machines/quick-add/draft-content'
import { noRights } from '@/shared/domain/people/permission'
import { CurrentUserContext } from '@/shared/hooks/current-user'
import { keptWork } from './kept-work'
import { QuickAddTaskDialog } from './quick-add-task-dialog'
import { completeBrowser, type Sent, serve, show } from './testing'

const maria = { id: 'maria', email: 'maria@example.com', name: 'Maria Vella', avatarUrl: null }
const tasks = { page_name: 'tasks', can_view: true, can_create: true, can_edit: false, can_delete: false }

const dialogFor = (canCreate: boolean, about: string | null = null) =>
  show(
    <CurrentUserContext
      value={{
        ...maria,
        rights: { ...noRights, role: 'sales', pages: [{ ...tasks, can_create: canCreate }] },
      }}
    >
      <QuickAddTaskDialog opened about={about} onClose={() => {}} />
    </CurrentUserContext>,
  )

let sent: Sent[]

beforeEach(() => {
  completeBrowser()
  sent = serve(() => ({ body: [] }))
})
afterEach(cleanup)

test('spec 2 §5, §6: the dialog only renders if the page permission on tasks allows create', async () => {
  dialogFor(false)
  expect(screen.queryByRole('dialog')).toBeNull()
  cleanup()
  dialogFor(true)
  expect(await screen.findByRole('dialog', { name: 'Add New Task' })).toBeTruthy()
})

const jobId = '3e2c4b1a-6f0d-4c8e-9b7a-1d2e3f4051aa'
const rossi = { id: 'rossi', name: 'Rossi', last_name: null, company: null }

test.each([
  [`job.${jobId}`, '/rest/v1/jobs', { number: 'J-12', contact: rossi }, 'Job J-12'],
  [
    `quotation.${jobId}`,
    '/rest/v1/quotations',
    { id: jobId, quotation_number: 'Q-9', status: 'sent', project_title: null, contact: rossi },
    'Q-9',
  ],
])('a task that is begun on a record is about it and its client: %s', async (about, path, body, words) => {
  serve((one) => ({ body: one.path === path ? body : [] }))
  dialogFor(true, about)
  expect(await screen.findByText(words)).toBeTruthy()
  expect(screen.getByText('Rossi')).toBeTruthy()
  await new Promise((done) => setTimeout(done, 350))
  // What came with the record is no work that is kept for the next visit.
  if (about.startsWith('job')) expect(keptWork('maria').read()).toBeNull()
  keptWork('maria').forget()
})

test.each([
  ['private', [], true],
  ['shared', ['paul'], false],
])('%s work of an earlier visit is restored and created by the keyboard', async (_, assignees, isPrivate) => {
  const draft = { ...blankDraft('3e2c4b1a-6f0d-4c8e-9b7a-1d2e3f405162'), title: 'Shop front for Rossi' }
  keptWork('maria').keep({ drafts: [draft], assignees, isPrivate })
  dialogFor(true)
  fireEvent.click(await screen.findByRole('button', { name: 'Restore what you typed' }))
  const title = await screen.findByDisplayValue('Shop front for Rossi')
  fireEvent.keyDown(title, { key: 'Enter', ctrlKey: true })
  const created = () => sent.filter(({ method, path }) => method === 'POST' && path === '/rest/v1/tasks')
  await waitFor(() => expect(created()).toMatchObject([{ body: { id: draft.id, title: draft.title, assignees } }]))
})
