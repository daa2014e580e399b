// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { NEVER } from 'rxjs'
import { afterEach, expect, test, vi } from 'vitest'
import { kindsFrom } from '@/kit/outbox/testing'
import { OutboxProvider } from '@/kit/outbox/outbox-provider'
import { serve, showTo } from '@/shared/ui/testing'
import { PanelScreen } from './panel-screen'

vi.mock('@/streams/realtime/live-channels', () => ({ channel: () => NEVER }))

const part = (id: string, name: string, more: object = {}) => ({
  id,
  position: 1,
  name,
  detail: null,
  qty: 1,
  needs_cut: false,
  needs_prep: false,
  cut_at: null,
  cut_by: null,
  prepared_at: null,
  prepared_by: null,
  fitted_at: null as string | null,
  fitted_by: null as string | null,
  missing_at: null,
  missing_note: null,
  ...more,
})
const panel = (parts: ReturnType<typeof part>[]) => ({
  id: 'panel',
  panel_no: 2,
  kind: 'tray',
  title: 'Gate header',
  width_mm: 2400,
  height_mm: 600,
  depth_mm: 40,
  status: 'planned',
  bin: null,
  note: null,
  row_version: 1,
  job: { id: 'job', job_number: 'JOB-1', title: 'Gate', status: 'in_production', due_date: null },
  photos: [],
  parts,
})

function open(parts: ReturnType<typeof part>[], refusal: string | null = null) {
  let rows = parts
  const calls = serve(({ path, body }) => {
    if (path.includes('/rest/v1/panels')) return { body: panel(rows) }
    if (path.includes('tick_part') && refusal)
      return { status: 409, body: { code: 'PT409', message: refusal, details: '', hint: null } }
    const ticked = /rpc\/(un)?tick_part/.exec(path)
    if (ticked) {
      const { p_part_id } = body as { p_part_id: string }
      const at = ticked[1] ? null : new Date().toISOString()
      rows = rows.map((one) => (one.id === p_part_id ? { ...one, fitted_at: at, fitted_by: at && 'me' } : one))
    }
    return { body: path.includes('contacts') ? [] : null }
  })
  const user = showTo(
    'admin',
    <MemoryRouter>
      <OutboxProvider kinds={kindsFrom(async () => (await import('../outbox-kinds')).panelKinds)}>
        <PanelScreen id="panel" />
      </OutboxProvider>
    </MemoryRouter>,
  )
  const sent = (name: string) => calls.filter(({ path }) => path.includes(name))
  return {
    user,
    ticks: () => sent('tick_part').map(({ path }) => path),
    reports: () => sent('report_missing_part').map(({ body }) => body),
  }
}

afterEach(() => {
  cleanup()
  localStorage.clear()
})

test('a part is fitted by one press and taken back by Undo', async () => {
  const { user, ticks } = open([part('p1', 'Face'), part('p2', 'Rail')])
  await user.dblClick(await screen.findByRole('button', { name: 'Fitted: Face' }))
  await user.click(await screen.findByRole('button', { name: 'Undo fitted: Face' }))
  expect(await screen.findByRole('button', { name: 'Fitted: Face' })).toBeTruthy()
  expect(ticks()).toEqual(['/rest/v1/rpc/tick_part', '/rest/v1/rpc/untick_part'])
})

test('a part that is not cut cannot be fitted; the first one is named when somebody else was faster', async () => {
  const { user } = open([part('p1', 'Face', { needs_cut: true })], 'Karl marked "Face" as cut at 14:02 already')
  const row = within(await screen.findByRole('listitem', { name: 'Face' }))
  expect((row.getByRole('button', { name: 'Fitted: Face' }) as HTMLButtonElement).disabled).toBe(true)
  await user.click(row.getByRole('button', { name: 'Cut: Face' }))
  expect(await screen.findByText(/Karl marked "Face" as cut at 14:02 already/)).toBeTruthy()
})

test('a missing part is reported with a few words about it', async () => {
  const { user, reports } = open([part('p1', 'Fixings')])
  await user.click(await screen.findByRole('button', { name: 'More for Fixings' }))
  await user.click(await screen.findByRole('menuitem', { name: 'It is missing…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Fixings is missing' }))
  await user.type(dialog.getByRole('textbox', { name: 'What about it' }), 'The box is empty')
  await user.click(dialog.getByRole('button', { name: 'Report it' }))
  await vi.waitFor(() => expect(reports()).toEqual([{ p_part_id: 'p1', p_missing: true, p_note: 'The box is empty' }]))
})
