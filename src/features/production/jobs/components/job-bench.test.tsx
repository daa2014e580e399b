// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test } from 'vitest'
import { fromField } from '@/kit/fields/moment'
import { kindsFrom } from '@/kit/outbox/testing'
import { OutboxProvider } from '@/kit/outbox/outbox-provider'
import { type Answer, asksFirst, type Call, serve, showTo } from '@/shared/ui/testing'
import { JobsScreen } from './jobs-screen'

afterEach(() => {
  cleanup()
  localStorage.clear()
})

const id = '11111111-1111-4111-8111-111111111111'
const step = (name: string, status: string, more: object = {}) => ({
  id: name,
  name,
  status,
  position: name,
  planned_minutes: 90,
  assignees: [],
  depends_on: [],
  before_approval: false,
  started_at: null,
  finished_at: null,
  wait_minutes: 0,
  qty_good: 0,
  qty_waste: 0,
  qty_kept: 0,
  rounds: [],
  row_version: 3,
  skip_reason: null,
  work_centre: { id: '33333333-3333-4333-8333-333333333333', name: 'Printer' },
  ...more,
})
const job = {
  id,
  job_number: 'JOB-2026-0098-A',
  title: 'Tray fascia',
  status: 'in_production',
  priority: 'normal',
  due_date: '2020-01-31',
  lead_user_id: null,
  hold_reason: null,
  held_with_order: false,
  mockup_required: true,
  mockup_status: 'approved',
  materials: [],
  order: { id: 'o1', order_number: 'SO-2026-0098' },
  contact: { id: 'c1', type: 'Business', name: null, last_name: null, company: 'Nova Signs' },
  steps: [
    step('a Print', 'done', { qty_good: 2 }),
    step('b Cut', 'todo', { depends_on: ['a Print'] }),
    step('c Mount', 'todo', { depends_on: ['b Cut'] }),
  ],
  details: null,
  unit: 'piece',
  row_version: 1,
  quotation_id: null,
  contact_id: 'c1',
  remake_of: null,
  qty: '2.0000',
  width_mm: null,
  height_mm: null,
  quotation: null,
  service: null,
}
const material = {
  id: 'm1',
  qty_planned: '3.0000',
  qty_reserved: '3.0000',
  qty_used: '0.0000',
  settled_at: null,
  item: { id: 'i1', name: 'Dibond', bin: 'A1', form: 'sheet', stock_unit: 'sheet', available: '17.0000' },
}
const proof = {
  id: 'p1',
  job_id: id,
  version: 2,
  decided_at: '2026-11-20T10:00:00Z',
  decided_name: 'Anna Vella',
  page_count: 1,
  pages: [{ page: 1, path: `${id}/p1/1.webp`, width: 800, height: 600 }],
}

function open(change: object = {}, answers: (call: Call) => Answer | null = () => null) {
  const calls = serve((call) => {
    const answer = answers(call)
    if (answer) return answer
    if (call.path.includes('/rest/v1/jobs')) return { body: { ...job, ...change } }
    if (call.path.includes('/rest/v1/job_materials')) return { body: [material] }
    if (call.path.includes('/rest/v1/mockups')) return { body: [proof] }
    return { body: [] }
  })
  const user = showTo(
    'admin',
    <MemoryRouter initialEntries={[`/jobs?job=${id}`]}>
      <OutboxProvider kinds={kindsFrom(async () => (await import('../outbox-kinds')).jobKinds)}>
        <JobsScreen />
      </OutboxProvider>
    </MemoryRouter>,
  )
  return { user, calls }
}

test('the bench shows the step that comes next, which proof was approved and by whom', async () => {
  open()
  const bench = await screen.findByRole('region', { name: 'At the bench' })
  expect(within(bench).getByRole('region', { name: 'Next: b Cut' })).toBeTruthy()
  await waitFor(() => expect(bench.textContent).toContain('Version 2, approved by Anna Vella, 20 Nov 2026'))
})

test('kept material is taken with its quantity filled in; another one is typed over it, half a sheet is refused', async () => {
  const { user, calls } = open({}, ({ path }) =>
    path.includes('take_material') ? { body: { on_hand: '18', unit: 'sheet' } } : null,
  )
  const take = await screen.findByRole('form', { name: 'Take Dibond' })
  expect(within(take).getByRole('button', { name: 'Take 3 sheets' })).toBeTruthy()
  const field = within(take).getByRole('textbox')
  await user.clear(field)
  await user.type(field, '1.5{Enter}')
  expect((await within(take).findAllByText('Please enter a whole number')).length).toBeGreaterThan(0)
  await user.clear(field)
  await user.type(field, '2')
  await user.click(within(take).getByRole('button', { name: 'Take 2 sheets' }))
  expect(await screen.findByText('2 sheets of Dibond taken, 18 sheets left.')).toBeTruthy()
  const taken = calls.find(({ path }) => path.includes('take_material'))?.body
  expect(taken).toMatchObject({ p_job_id: id, p_item_id: 'i1', p_qty: 2 })
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(calls.find(({ path }) => path.includes('undo_movement'))?.body).toMatchObject({
      p_id: Reflect.get(Object(taken), 'p_id'),
    }),
  )
})

test('material that is planned no more says so, and is planned again by Undo with its quantity', async () => {
  const { user, calls } = open()
  await user.click(await screen.findByRole('button', { name: 'Plan no more Dibond' }))
  expect(await screen.findByText('Dibond is not planned for this job any more.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(calls.filter(({ path }) => path.includes('plan_material')).map(({ body }) => body)).toMatchObject([
      { p_job_id: id, p_item_id: 'i1', p_qty: 0 },
      { p_job_id: id, p_item_id: 'i1', p_qty: 3 },
    ]),
  )
})

test('a double tap takes the material once: one word about it, with one Undo, which puts it back once', async () => {
  const { user, calls } = open({}, ({ path }) =>
    path.includes('take_material') ? { body: { on_hand: '17', unit: 'sheet' } } : null,
  )
  const take = await screen.findByRole('form', { name: 'Take Dibond' })
  await user.dblClick(within(take).getByRole('button', { name: 'Take 3 sheets' }))
  expect(await screen.findAllByText('3 sheets of Dibond taken, 17 sheets left.')).toHaveLength(1)
  expect(calls.filter(({ path }) => path.includes('take_material'))).toHaveLength(1)
  await user.dblClick(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(calls.some(({ path }) => path.includes('undo_movement'))).toBe(true))
  expect(calls.filter(({ path }) => path.includes('undo_movement'))).toHaveLength(1)
})

test('a step is added behind the last one, also to a job without a service', async () => {
  const { user, calls } = open({ steps: [] })
  await user.click(await screen.findByRole('button', { name: 'Add step' }))
  const dialog = await screen.findByRole('dialog', { name: 'New step of JOB-2026-0098-A' })
  await user.type(within(dialog).getByRole('textbox', { name: /^Step/ }), 'Weld')
  const minutes = within(dialog).getByRole('textbox', { name: /Minutes/ })
  await user.clear(minutes)
  await user.type(minutes, '45')
  await user.click(within(dialog).getByRole('button', { name: 'Add step' }))
  await waitFor(() =>
    expect(calls.find(({ path }) => path.includes('add_step'))?.body).toMatchObject({
      p_job_id: id,
      p_name: 'Weld',
      p_minutes: 45,
    }),
  )
})

test('a step that is to do is moved and changed; one that has begun keeps its place', async () => {
  const { user, calls } = open()
  const more = async (name: string) => user.click(await screen.findByRole('button', { name: `More for ${name}` }))
  await more('c Mount')
  await user.click(await screen.findByRole('menuitem', { name: 'Move up' }))
  await waitFor(() =>
    expect(calls.find(({ path }) => path.includes('put_step_after'))?.body).toEqual({
      p_id: 'c Mount',
      p_after: 'a Print',
    }),
  )
  await more('b Cut')
  expect(screen.queryByRole('menuitem', { name: 'Move up' })).toBeNull()
  await user.click(await screen.findByRole('menuitem', { name: 'Change name, machine or minutes' }))
  const dialog = await screen.findByRole('dialog', { name: 'Change b Cut' })
  const minutes = within(dialog).getByRole('textbox', { name: /Minutes/ })
  await user.clear(minutes)
  await user.type(minutes, '120')
  await user.click(within(dialog).getByRole('button', { name: 'Save changes' }))
  await waitFor(() =>
    expect(calls.find(({ path, method }) => method === 'PATCH' && path.includes('job_steps'))?.body).toEqual({
      planned_minutes: '120.00',
    }),
  )
})

test('a step whose timer was forgotten asks when the work ended, and is done with that', async () => {
  const { user, calls } = open({ steps: [step('b Cut', 'in_progress')] }, ({ path, body }) =>
    path.includes('finish_step') && !('p_ended' in Object(body))
      ? {
          status: 409,
          body: {
            code: 'PT409',
            details: 'long session',
            message: 'The last session of this timer is longer than 10 hours. Please say when the work ended.',
          },
        }
      : null,
  )
  const bench = await screen.findByRole('region', { name: 'At the bench' })
  await user.click(within(bench).getByRole('button', { name: 'Done' }))
  const dialog = await screen.findByRole('dialog', { name: 'b Cut is done' })
  expect(within(dialog).queryByLabelText('The work ended')).toBeNull()
  await user.click(within(dialog).getByRole('button', { name: 'Done' }))
  const day = await within(dialog).findByLabelText('The work ended')
  await user.clear(day)
  await user.type(day, '26 Nov 2026')
  await user.type(within(dialog).getByLabelText('The work ended, time'), '17:30')
  await user.click(within(dialog).getByRole('button', { name: 'Done' }))
  await waitFor(() =>
    expect(calls.filter(({ path }) => path.includes('finish_step')).map(({ body }) => body)).toMatchObject([
      { p_id: 'b Cut' },
      { p_id: 'b Cut', p_ended: fromField('2026-11-26T17:30', null) },
    ]),
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('who finishes a step after somebody else reads what came out, and keeps what was typed', async () => {
  const message = 'Elena finished "b Cut" already: 3 good, 1 wasted. Open it again to change that.'
  const { user } = open({ steps: [step('b Cut', 'in_progress')] }, ({ path }) =>
    path.includes('finish_step') ? { status: 409, body: { code: 'PT409', message } } : null,
  )
  const bench = await screen.findByRole('region', { name: 'At the bench' })
  await user.click(within(bench).getByRole('button', { name: 'Done' }))
  const dialog = await screen.findByRole('dialog', { name: 'b Cut is done' })
  const waste = within(dialog).getByRole('textbox', { name: /Wasted/ })
  await user.clear(waste)
  await user.type(waste, '2')
  await user.click(within(dialog).getByRole('button', { name: 'Done' }))
  expect(await within(dialog).findByText(message)).toBeTruthy()
  expect(within(dialog).getByRole('textbox', { name: /Wasted/ })).toHaveProperty('value', '2')
})

test('artwork is done without a count of pieces', async () => {
  const { user, calls } = open({ steps: [step('a Artwork', 'in_progress', { before_approval: true })] })
  const bench = await screen.findByRole('region', { name: 'At the bench' })
  await user.click(within(bench).getByRole('button', { name: 'Done' }))
  const dialog = await screen.findByRole('dialog', { name: 'a Artwork is done' })
  expect(within(dialog).queryByRole('textbox')).toBeNull()
  await user.click(within(dialog).getByRole('button', { name: 'Done' }))
  await waitFor(() =>
    expect(calls.find(({ path }) => path.includes('finish_step'))?.body).toEqual({ p_id: 'a Artwork' }),
  )
})

test('what is missing is said where the next step is, and starting it asks first', async () => {
  const lacks = '20 m² of Cast wrap vinyl missing, expected Thu 3 Dec 2026'
  const { user, calls } = open({}, (call) => {
    if (call.path.includes('job_effort')) return { body: { seconds: 0, lacks } }
    return call.path.includes('start_step')
      ? asksFirst(call, 'material_missing', `${lacks}. Start it anyway?`, 'entry')
      : null
  })
  const next = await screen.findByRole('region', { name: 'Next: b Cut' })
  await waitFor(() => expect(next.textContent).toContain(lacks))
  const starts = () => calls.filter(({ path }) => path.includes('start_step'))
  await user.click(within(next).getByRole('button', { name: 'Start' }))
  const question = await screen.findByRole('dialog', { name: 'Start it anyway?' })
  expect(question.textContent).toContain(`${lacks}.`)
  expect(starts().length).toBe(1)
  await user.click(within(question).getByRole('button', { name: 'Start it anyway' }))
  await waitFor(() => expect(starts().length).toBe(2))
  expect(starts().at(-1)?.yes).toBe('material_missing')
})
