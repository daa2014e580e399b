// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { kindsFrom } from '@/kit/outbox/testing'
import { OutboxProvider } from '@/kit/outbox/outbox-provider'
import { type Answer, type Call, serve, showTo } from '@/shared/ui/testing'
import { CreateJobsScreen } from './create-jobs-screen'
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
  work_centre: { id: 'w1', name: 'Printer' },
  ...more,
})
const job = {
  id,
  job_number: 'JOB-2026-0098-A',
  title: 'Tray fascia',
  status: 'approved',
  priority: 'normal',
  due_date: '2020-01-31',
  lead_user_id: null,
  hold_reason: null,
  held_with_order: false,
  cancel_reason: null,
  is_made_elsewhere: false,
  mockup_required: true,
  mockup_status: 'approved',
  materials: [],
  order: { id: 'o1', order_number: 'SO-2026-0098' },
  contact: { id: 'c1', type: 'Business', name: null, last_name: null, company: 'Nova Signs' },
  steps: [step('a Print', 'todo'), step('b Mount', 'todo', { depends_on: ['a Print'] })],
  details: null,
  unit: 'piece',
  row_version: 1,
  quotation_id: null,
  contact_id: 'c1',
  qty: '2.0000',
  width_mm: null,
  height_mm: null,
  quotation: null,
  service: null,
}

function open(change: object = {}, answers: (call: Call) => Answer | null = () => null) {
  const calls = serve((call) => {
    const answer = answers(call)
    if (answer) return answer
    if (call.path.includes('/rest/v1/jobs')) return { body: { ...job, ...change } }
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
const row = (name: string) => screen.findByRole('listitem', { name })

test('a finished step says what came out of it', async () => {
  open({ steps: [step('a Print', 'done', { qty_good: 46, qty_waste: 2 })] })
  expect((await row('a Print')).textContent).toContain('46 good, 2 wasted')
})

test('a step starts with the timer; the one after it says what it waits for', async () => {
  const { user, calls } = open()
  await user.click(within(await row('a Print')).getByRole('button', { name: 'Start' }))
  await waitFor(() => expect(calls.find(({ path }) => path.includes('start_step'))?.body).toEqual({ p_id: 'a Print' }))
  const mount = await row('b Mount')
  expect(mount.textContent).toContain('Waits for “a Print”')
  expect(
    within(mount)
      .getByRole('button', { name: /^Start/ })
      .getAttribute('aria-disabled'),
  ).toBe('true')
})

test('a second timer is refused in the words of the database; one press pauses the first and starts this', async () => {
  const words = 'Please pause or stop your active timer before starting another one.'
  const { user, calls } = open({}, ({ path, body }) =>
    path.includes('start_step') && !Object(body).p_pause_other
      ? { status: 409, body: { code: '23505', message: words } }
      : null,
  )
  await user.click(within(await row('a Print')).getByRole('button', { name: 'Start' }))
  expect(await screen.findByText(words)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Pause that and start this' }))
  await waitFor(() =>
    expect(calls.filter(({ path }) => path.includes('start_step')).at(-1)?.body).toEqual({
      p_id: 'a Print',
      p_pause_other: true,
    }),
  )
})

test('a step that runs is finished with its good and wasted pieces', async () => {
  const { user, calls } = open({ status: 'in_production', steps: [step('a Print', 'in_progress')] })
  await user.click(within(await row('a Print')).getByRole('button', { name: 'Done' }))
  const dialog = await screen.findByRole('dialog', { name: 'a Print is done' })
  const waste = within(dialog).getByRole('textbox', { name: /Wasted/ })
  await user.clear(waste)
  await user.type(waste, '1')
  await user.click(within(dialog).getByRole('button', { name: 'Done' }))
  await waitFor(() =>
    expect(calls.find(({ path }) => path.includes('finish_step'))?.body).toEqual({
      p_id: 'a Print',
      p_good: 2,
      p_waste: 1,
    }),
  )
})

test('nothing of production starts before the mockup is approved', async () => {
  open({ mockup_status: 'sent', status: 'artwork' })
  expect((await screen.findAllByText(/mockup is not approved yet/)).length).toBeGreaterThan(0)
  expect(
    within(await row('a Print'))
      .getByRole('button', { name: /^Start/ })
      .getAttribute('aria-disabled'),
  ).toBe('true')
})

test('a move says the stage that the person saw, and who was quicker', async () => {
  const words = 'Maria Borg moved this job to In production meanwhile'
  const { user, calls } = open({}, ({ path }) =>
    path.includes('move_job') ? { status: 409, body: { code: 'PT409', message: words } } : null,
  )
  await user.click(await screen.findByRole('button', { name: 'Start production' }))
  expect(await screen.findByText(words)).toBeTruthy()
  expect(calls.find(({ path }) => path.includes('move_job'))?.body).toEqual({
    p_id: id,
    p_from: 'approved',
    p_to: 'in_production',
  })
})

test('jobs are made from the chosen lines that have none yet', async () => {
  const line = (lineId: string) => ({
    id: lineId,
    kind: 'item',
    description: `Sign ${lineId}`,
    qty: '1.0000',
    unit: 'piece',
    width_mm: null,
    height_mm: null,
    is_optional: false,
    is_selected: false,
    service: null,
  })
  const calls = serve(({ path }) => {
    if (path.includes('/rest/v1/quotations'))
      return {
        body: {
          id: 'q1',
          number_with_version: 'Q-2026-0142',
          status: 'converted',
          project_title: 'Shop',
          items: [line('one'), line('two'), line('three')],
        },
      }
    if (path.includes('/rest/v1/jobs'))
      return { body: [{ id: 'j1', job_number: 'JOB-2026-0098-A', quotation_item_id: 'one' }] }
    return { body: path.includes('create_jobs') ? 1 : [] }
  })
  const user = showTo(
    'admin',
    <MemoryRouter>
      <CreateJobsScreen quotationId="q1" />
    </MemoryRouter>,
  )
  expect(await screen.findByRole('checkbox', { name: /Sign one/ })).toHaveProperty('disabled', true)
  await user.click(screen.getByRole('checkbox', { name: /Sign three/ }))
  await user.click(screen.getByRole('button', { name: 'Create 1 job' }))
  await waitFor(() =>
    expect(calls.find(({ path }) => path.includes('create_jobs'))?.body).toEqual({
      p_quotation_id: 'q1',
      p_item_ids: ['two'],
    }),
  )
})

const material = {
  id: 'm1',
  qty_planned: '3.0000',
  qty_reserved: '3.0000',
  qty_used: '0.0000',
  settled_at: null,
  item: { id: 'i1', name: 'Dibond', bin: 'A1', form: 'sheet', stock_unit: 'sheet', available: '17.0000' },
}
const done = [
  step('a Print', 'done', { qty_good: 2 }),
  step('b Mount', 'done', { depends_on: ['a Print'], qty_good: 2 }),
]
const inControl = (change: object, answers: (call: Call) => Answer | null = () => null) =>
  open({ status: 'qc', steps: done, ...change }, (call) => {
    const answer = answers(call)
    if (answer) return answer
    if (call.path.includes('company_settings')) return { body: { material_of_jobs: 'asked' } }
    return call.path.includes('/rest/v1/job_materials') ? { body: [material] } : null
  })

test('a job that passes says what was used of its material; once, also when the button is pressed again after a failure', async () => {
  let tries = 0
  const { user, calls } = inControl({}, ({ path }) => {
    if (!path.includes('check_job')) return null
    tries += 1
    return tries === 1 ? { status: 503, body: { message: 'gone' } } : { body: null }
  })
  await user.click(await screen.findByRole('button', { name: 'Passed' }))
  const dialog = await screen.findByRole('dialog', { name: 'JOB-2026-0098-A passed' })
  expect(await within(dialog).findByLabelText(/Dibond: 3 sheets are kept/)).toHaveProperty('value', 'Used 3 sheets')
  await user.click(within(dialog).getByRole('button', { name: 'Passed' }))
  await waitFor(() => expect(calls.filter(({ path }) => path.includes('check_job'))).toHaveLength(1))
  await waitFor(() => expect(within(dialog).getByRole('alert')).toBeTruthy())
  await user.click(within(dialog).getByRole('button', { name: 'Passed' }))
  await waitFor(() => expect(calls.filter(({ path }) => path.includes('check_job'))).toHaveLength(2))
  const [first, second] = calls.filter(({ path }) => path.includes('check_job')).map(({ body }) => body)
  expect(first).toMatchObject({
    p_job_id: id,
    p_result: 'pass',
    p_material: [{ item_id: 'i1', used: 3, offcuts: [] }],
  })
  expect(second).toEqual(first)
})

test('pieces that are short are made again, or it is said why fewer are enough', async () => {
  const { user, calls } = inControl({ steps: [step('a Print', 'done', { qty_good: 1, qty_waste: 1 })] })
  await user.click(await screen.findByRole('button', { name: 'Passed' }))
  const dialog = await screen.findByRole('dialog')
  expect(await within(dialog).findByText('1 of 2 are short.')).toBeTruthy()
  await user.click(within(dialog).getByRole('button', { name: 'Passed' }))
  expect(calls.some(({ path }) => path.includes('check_job'))).toBe(false)
  await user.click(within(dialog).getByLabelText(/Pieces are short/))
  await user.click(await screen.findByRole('option', { name: 'Have them made again' }))
  await user.click(within(dialog).getByRole('button', { name: 'Passed' }))
  await waitFor(() =>
    expect(calls.find(({ path }) => path.includes('check_job'))?.body).toMatchObject({ p_remake_qty: 1 }),
  )
})

test('a job without steps passes when it is said how many pieces are good', async () => {
  const { user, calls } = inControl({ steps: [] })
  await user.click(await screen.findByRole('button', { name: 'Passed' }))
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByLabelText(/Dibond/)
  await user.click(within(dialog).getByRole('button', { name: 'Passed' }))
  expect(await within(dialog).findByText('Please say how many are good')).toBeTruthy()
  expect(calls.some(({ path }) => path.includes('check_job'))).toBe(false)
  await user.type(within(dialog).getByLabelText(/Good pieces/), '2')
  await user.click(within(dialog).getByRole('button', { name: 'Passed' }))
  await waitFor(() =>
    expect(calls.find(({ path }) => path.includes('check_job'))?.body).toMatchObject({
      p_steps: [{ outcome: 'made', good: 2, waste: null }],
    }),
  )
})

test('a job that was handed over all the same has nothing still to do, and says which steps nobody did', async () => {
  open({ status: 'delivered' })
  expect((await screen.findByText('Handed over without')).parentElement?.textContent).toContain('a Print, b Mount')
  expect(screen.queryByText('Still to do')).toBeNull()
  expect(screen.getAllByText('Not done').length).toBe(2)
  expect(screen.queryByText('To do')).toBeNull()
  cleanup()
  open()
  expect(await screen.findByText('Still to do')).toBeTruthy()
  expect(screen.queryByText('Handed over without')).toBeNull()
})

test('a job with open steps is handed over when it is said of each that it is done, or why it is not needed', async () => {
  const { user, calls } = open({ status: 'in_production' })
  await user.click(await screen.findByRole('button', { name: 'Hand to quality control' }))
  const dialog = await screen.findByRole('dialog', { name: 'JOB-2026-0098-A to quality control' })
  const hand = () => user.click(within(dialog).getByRole('button', { name: 'Hand to quality control' }))
  await hand()
  expect(calls.some(({ path }) => path.includes('move_job'))).toBe(false)
  await user.click(within(dialog).getByLabelText(/a Print/))
  await user.click(await screen.findByRole('option', { name: 'It is done' }))
  await user.click(within(dialog).getByLabelText(/b Mount/))
  await user.click((await screen.findAllByRole('option', { name: 'This job does not need it' })).at(-1)!)
  await user.type(within(dialog).getByRole('textbox', { name: /Why not/ }), 'Collected loose')
  await hand()
  await waitFor(() =>
    expect(calls.find(({ path }) => path.includes('move_job'))?.body).toEqual({
      p_id: id,
      p_from: 'in_production',
      p_to: 'qc',
      p_steps: [
        { id: 'a Print', outcome: 'done', good: null, waste: null, reason: null },
        { id: 'b Mount', outcome: 'skipped', good: null, waste: null, reason: 'Collected loose' },
      ],
    }),
  )
})

test('the next step proposes the good pieces of the one before and takes no more', async () => {
  const { user, calls } = open({
    status: 'in_production',
    qty: '10.0000',
    steps: [
      step('a Print', 'done', { qty_good: 7, qty_waste: 3 }),
      step('b Mount', 'in_progress', { depends_on: ['a Print'] }),
    ],
  })
  await user.click(within(await row('b Mount')).getByRole('button', { name: 'Done' }))
  const dialog = await screen.findByRole('dialog', { name: 'b Mount is done' })
  const good = within(dialog).getByRole('textbox', { name: /Good/ })
  expect(good).toHaveProperty('value', '7')
  await user.clear(good)
  await user.type(good, '500')
  await user.click(within(dialog).getByRole('button', { name: 'Done' }))
  expect(await within(dialog).findByText('At most 7')).toBeTruthy()
  expect(calls.some(({ path }) => path.includes('finish_step'))).toBe(false)
})

test('a job of which a part is made again says how many are ready, and as which job the others are made', async () => {
  const made = [
    { id: '33333333-3333-4333-8333-333333333333', number: 'JOB-2026-0098-R1', status: 'in_production', qty: '3' },
  ]
  open({ status: 'ready', qty: '14.0000' }, ({ path }) =>
    path.includes('job_effort') ? { body: { seconds: 0, remakes: { jobs: 1, seconds: 0, ready: '11', made } } } : null,
  )
  expect(await screen.findByText('11 of 14 ready')).toBeTruthy()
  const about = screen.getByRole('region', { name: 'About this job' })
  expect(about.textContent).toContain('3 as JOB-2026-0098-R1, in production')
  expect(within(about).getByRole('link', { name: 'JOB-2026-0098-R1' }).getAttribute('href')).toContain(made[0]?.id)
})

test('a repeated step shows its rounds and asks only for what is made again', async () => {
  const check = (good: number) => [{ check: 'c1', good, waste: 0, failed: 3 }]
  const { user } = open({
    status: 'in_production',
    qty: '14.0000',
    steps: [
      step('a Print', 'done', { qty_good: 14 }),
      step('b Cut', 'in_progress', { depends_on: ['a Print'], qty_kept: 11, rounds: check(14) }),
    ],
  })
  expect((await row('b Cut')).textContent).toContain('Round 1: 14 good, 3 did not pass · Round 2: 3 to make again')
  await user.click(within(await row('b Cut')).getByRole('button', { name: 'Done' }))
  const dialog = await screen.findByRole('dialog', { name: 'b Cut is done' })
  expect(within(dialog).getByRole('textbox', { name: /Good/ })).toHaveProperty('value', '3')
  expect(within(dialog).getByText('Only what is made again, 3 at most: 11 are good already')).toBeTruthy()
})

test('a job that did not pass says why and how many are made again', async () => {
  const { user, calls } = inControl({}, ({ path }) =>
    path.includes('check_job') ? { body: '22222222-2222-4222-8222-222222222222' } : null,
  )
  await user.click(await screen.findByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Did not pass' }))
  const dialog = await screen.findByRole('dialog', { name: 'JOB-2026-0098-A did not pass' })
  await user.click(await within(dialog).findByRole('button', { name: 'Save' }))
  expect(calls.some(({ path }) => path.includes('check_job'))).toBe(false)
  await user.click(within(dialog).getByRole('combobox', { name: /^Reason/ }))
  await user.click(await screen.findByRole('option', { name: 'Damaged' }))
  await user.click(within(dialog).getByRole('combobox', { name: /Begin again with/ }))
  await user.click(await screen.findByRole('option', { name: 'b Mount' }))
  await user.type(within(dialog).getByRole('textbox', { name: /What is wrong/ }), 'Bubbles')
  await user.type(within(dialog).getByRole('textbox', { name: /did not pass/ }), '2')
  await user.click(within(dialog).getByRole('combobox', { name: /What happens now/ }))
  await user.click(await screen.findByRole('option', { name: /A remake makes them again/ }))
  expect(within(dialog).queryByRole('textbox', { name: /did not pass/ })).toBeNull()
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect(calls.some(({ path }) => path.includes('check_job'))).toBe(false)
  await user.type(within(dialog).getByRole('textbox', { name: /made again/ }), '1')
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(calls.find(({ path }) => path.includes('check_job'))?.body).toMatchObject({
      p_job_id: id,
      p_result: 'fail',
      p_note: 'Bubbles',
      p_remake_qty: 1,
      p_reason: 'damage',
      p_back_to: 'b Mount',
      p_material: [{ item_id: 'i1', used: 3, offcuts: [] }],
    }),
  )
  expect(calls.find(({ path }) => path.includes('check_job'))?.body).not.toHaveProperty('p_failed')
})

test('of a ready job a piece may turn out to be bad: a remake makes it, and the good ones stay ready', async () => {
  const { user, calls } = inControl({ status: 'ready' })
  await user.click(await screen.findByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'A piece did not pass' }))
  const dialog = await screen.findByRole('dialog', { name: 'JOB-2026-0098-A did not pass' })
  expect(await within(dialog).findByLabelText(/How many are made again/)).toBeTruthy()
  await user.type(within(dialog).getByLabelText(/What is wrong/), 'A scratch')
  expect(calls.some(({ path }) => path.includes('check_job'))).toBe(false)
})

test('a photo that is no picture is refused in words, and nothing is checked', async () => {
  vi.stubGlobal('createImageBitmap', async () => Promise.reject(new Error('no picture')))
  const { user, calls } = inControl({ steps: [] })
  await user.click(await screen.findByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Did not pass' }))
  const dialog = await screen.findByRole('dialog', { name: 'JOB-2026-0098-A did not pass' })
  await user.type(await within(dialog).findByRole('textbox', { name: /What is wrong/ }), 'Bubbles')
  await user.click(within(dialog).getByRole('combobox', { name: /^Reason/ }))
  await user.click(await screen.findByRole('option', { name: 'Damaged' }))
  const chooser = dialog.querySelector('input[type=file]')
  if (!(chooser instanceof HTMLInputElement)) throw new Error('There is no chooser')
  await user.upload(chooser, [new File(['hello'], 'bubbles.png', { type: 'image/png' })])
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect(await within(dialog).findByText(/This file is not a picture/)).toBeTruthy()
  expect(calls.filter(({ path }) => /check_job|storage/.test(path))).toEqual([])
  vi.unstubAllGlobals()
})

test('a file that did not arrive stays in the list and goes with the same id when it is tried again', async () => {
  let tries = 0
  const { user, calls } = open({}, ({ path }) => {
    if (path.includes('/storage/v1/object/job-files')) return { body: { Key: 'kept', Id: 'kept' } }
    if (!path.includes('add_job_file')) return null
    tries += 1
    return tries === 1
      ? { status: 404, body: { code: 'PT404', message: 'This job is not there any more' } }
      : { body: 1 }
  })
  const section = await screen.findByRole('region', { name: 'Files' })
  const chooser = section.ownerDocument.querySelector('input[type=file]')
  if (!(chooser instanceof HTMLInputElement)) throw new Error('There is no chooser')
  await user.upload(chooser, [new File(['0'], 'Fascia.dxf')])
  expect(await within(section).findByText('Not sent: This job is not there any more')).toBeTruthy()
  await user.click(within(section).getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(within(section).queryByText('Fascia.dxf')).toBeNull())
  const [first, second] = calls.filter(({ path }) => path.includes('add_job_file')).map(({ body }) => body)
  expect(first).toMatchObject({ p_job_id: id, p_kind: 'artwork', p_name: 'Fascia.dxf' })
  expect(second).toEqual(first)
})

test('one job of an order is cancelled with a reason, also because somebody else makes it; a cancelled one begins again', async () => {
  const { user, calls } = open()
  await user.click(await screen.findByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Cancel job…' }))
  await user.type(await screen.findByLabelText(/^Why/), 'The client drops it')
  await user.click(screen.getByRole('checkbox', { name: 'Somebody else makes it' }))
  await user.click(screen.getByRole('button', { name: 'Cancel job' }))
  await waitFor(() =>
    expect(calls.find(({ path }) => path.includes('/rpc/cancel_job'))?.body).toEqual({
      p_id: id,
      p_reason: 'The client drops it',
      p_elsewhere: true,
    }),
  )
  cleanup()
  const again = open({ status: 'cancelled', cancel_reason: 'The client drops it', is_made_elsewhere: false })
  expect((await screen.findByRole('alert', { name: 'Cancelled' })).textContent).toContain('The client drops it')
  await again.user.click(screen.getByRole('button', { name: 'Begin again' }))
  await waitFor(() =>
    expect(again.calls.find(({ path }) => path.includes('/rpc/begin_job_again'))?.body).toEqual({ p_id: id }),
  )
})
