// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { serve, showTo } from '@/shared/ui/testing'
import { ExportScreen } from './export-screen'

const saved: string[] = []
vi.mock('@/shared/lib/save-file', () => ({ saveFile: (name: string) => saved.push(name) }))

afterEach(() => {
  cleanup()
  saved.length = 0
  vi.unstubAllGlobals()
})

const catalogue = {
  tables: [{ name: 'invoices', about: 'Bills.', key: ['id'], columns: [{ name: 'id', type: 'uuid' }] }],
  left_out: [],
}

function open(refusal?: string) {
  const calls = serve(({ path }) => {
    if (path.includes('/audit_logs')) return { body: [{ id: 1, at: '2026-11-29T10:00:00Z', actor_label: 'Anna Borg' }] }
    if (path.includes('/rpc/start_export'))
      return refusal ? { status: 403, body: { code: '42501', message: refusal } } : { body: catalogue }
    if (path.includes('/rpc/export_rows')) return { body: { rows: [['i1'], ['i2']], next: null } }
    if (path.includes('/rpc/export_files')) return { body: { files: [], next: null } }
    return { body: [] }
  })
  const user = showTo(
    'admin',
    <MemoryRouter>
      <ExportScreen />
    </MemoryRouter>,
  )
  return { user, calls }
}

test('an admin saves one zip, and the screen says what is in it and who exported before', async () => {
  const { user, calls } = open()
  expect(await screen.findByText(/Anna Borg$/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Export everything' }))
  expect(await screen.findByText('2 rows of 1 tables and 0 files were saved in one zip.')).toBeTruthy()
  expect(saved).toEqual([expect.stringMatching(/^everything-\d{4}-\d\d-\d\d\.zip$/)])
  const [start, rows] = ['start_export', 'export_rows'].map((name) => calls.find(({ path }) => path.includes(name)))
  expect(rows?.body).toEqual({ ...(start?.body as object), p_table: 'invoices' })
  await waitFor(() => expect(calls.filter(({ path }) => path.includes('/audit_logs'))).toHaveLength(2))
})

test('what the database refuses is said, and nothing is saved', async () => {
  const { user } = open('Only an administrator sets up the company')
  await user.click(screen.getByRole('button', { name: 'Export everything' }))
  expect(await screen.findByText('Only an administrator sets up the company')).toBeTruthy()
  expect(saved).toEqual([])
  expect(screen.getByRole('button', { name: 'Export again' })).toBeTruthy()
})
