// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, expect, test } from 'vitest'
import { type Answer, type Call, serve, showTo } from '@/shared/ui/testing'
import { BoardScreen } from './board-screen'

afterEach(cleanup)

const job = (number: string, status: string, more: object = {}) => ({
  id: `id-${number}`,
  job_number: number,
  title: `Sign ${number}`,
  status,
  priority: 'normal',
  due_date: null,
  created_at: '2026-11-01T08:00:00Z',
  lead_user_id: null,
  hold_reason: null,
  held_with_order: false,
  cancel_reason: null,
  is_made_elsewhere: false,
  mockup_required: false,
  mockup_status: null,
  materials: [],
  order: null,
  contact: { id: 'c1', type: 'Business', name: null, last_name: null, company: 'Nova Signs' },
  steps: [
    {
      id: `step-${number}`,
      name: 'Print',
      status: 'todo',
      position: 'a1',
      planned_minutes: 300,
      assignees: [],
      depends_on: [],
      before_approval: false,
      started_at: null,
      finished_at: null,
      wait_minutes: 0,
      work_centre: { id: 'w1', name: 'Flatbed' },
    },
  ],
  ...more,
})

const everyDay = [1, 2, 3, 4, 5, 6, 7]
let workDays = everyDay
afterEach(() => {
  workDays = everyDay
})

function Address() {
  const { pathname, search } = useLocation()
  return <output data-testid="address">{pathname + search}</output>
}

function open(at: string, jobs: object[], answers: (call: Call) => Answer | null = () => null) {
  const calls = serve((call) => {
    const answer = answers(call)
    if (answer) return answer
    if (call.path.includes('/rest/v1/jobs')) return { body: jobs }
    if (call.path.includes('/rest/v1/work_centres'))
      return { body: [{ id: 'w1', name: 'Flatbed', capacity_minutes_day: 480, work_days: workDays }] }
    return { body: [] }
  })
  const user = showTo(
    'admin',
    <MemoryRouter initialEntries={[at]}>
      <BoardScreen />
      <Address />
    </MemoryRouter>,
  )
  return { user, calls }
}
const column = (name: string) => screen.findByRole('region', { name })
const cardsIn = async (name: string) =>
  within(await column(name))
    .queryAllByRole('article')
    .map((card) => card.getAttribute('aria-label'))

test('cards stand in their stage, the urgent one first, with the hours that are left', async () => {
  open('/production', [job('A', 'new'), job('B', 'new', { priority: 'urgent' }), job('C', 'qc')])
  expect(await cardsIn('New')).toEqual(['B Sign B', 'A Sign A'])
  expect(await cardsIn('Quality control')).toEqual(['C Sign C'])
  expect((await column('New')).textContent).toContain('10 h')
})

test('the menu of a card offers only moves that exist, and the card moves at once', async () => {
  let moved = false
  const { user, calls } = open('/production', [job('A', 'in_production', { steps: [] })], ({ path }) => {
    if (path.includes('move_job')) moved = true
    if (moved && path.includes('/rest/v1/jobs')) return { body: [job('A', 'qc', { steps: [] })] }
    return null
  })
  await user.click(await screen.findByRole('button', { name: 'Move A' }))
  await screen.findByRole('menuitem', { name: 'Quality control' })
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'New',
    'Artwork',
    'Approved',
    'Quality control',
    'On hold…',
    'Cancel job…',
  ])
  await user.click(screen.getByRole('menuitem', { name: 'Quality control' }))
  await waitFor(async () => expect(await cardsIn('Quality control')).toEqual(['A Sign A']))
  expect(calls.find(({ path }) => path.includes('move_job'))?.body).toEqual({
    p_id: 'id-A',
    p_from: 'in_production',
    p_to: 'qc',
  })
})

test('a card with open steps does not go to quality control: its page asks what became of them', async () => {
  const { user, calls } = open('/production', [job('A', 'in_production')])
  await user.click(await screen.findByRole('button', { name: 'Move A' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Quality control' }))
  await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/jobs?job=id-A&dialog=job.hand'))
  expect(calls.some(({ path }) => path.includes('move_job'))).toBe(false)
})

test('who comes second sees where the card went, and who moved it', async () => {
  const words = 'Maria Borg moved this job to Artwork meanwhile'
  let tried = false
  const { user } = open('/production', [job('A', 'new')], ({ path }) => {
    if (path.includes('move_job')) {
      tried = true
      return { status: 409, body: { code: 'PT409', message: words } }
    }
    return tried && path.includes('/rest/v1/jobs') ? { body: [job('A', 'artwork')] } : null
  })
  await user.click(await screen.findByRole('button', { name: 'Move A' }))
  await user.click(await screen.findByRole('menuitem', { name: 'In production' }))
  expect(await screen.findByText(words)).toBeTruthy()
  await waitFor(async () => expect(await cardsIn('Artwork')).toEqual(['A Sign A']))
  expect(await cardsIn('In production')).toEqual([])
})

test('late, as the database says, and mine leave the other cards out', async () => {
  const late = (name: string) => ({ kind: 'job', id: `id-${name}`, timing: 'late', why: 'Its day is over' })
  open(
    '/production?due=late&mine=yes',
    [
      job('A', 'new', { due_date: '2020-01-31', lead_user_id: 'me' }),
      job('B', 'new', { due_date: '2020-01-31' }),
      job('C', 'new', { lead_user_id: 'me' }),
    ],
    ({ path }) => (path.includes('/rpc/timings') ? { body: [late('A'), late('B')] } : null),
  )
  await waitFor(async () => expect(await cardsIn('New')).toEqual(['A Sign A']))
  expect(screen.getByText('31 Jan 2020 · late')).toBeTruthy()
})

test('a work centre shows its load against what it takes a day', async () => {
  open('/production?by=centre', [job('A', 'new'), job('B', 'approved'), job('C', 'ready')])
  await waitFor(async () => expect(await cardsIn('Flatbed')).toEqual(['A Sign A', 'B Sign B']))
  expect((await column('Flatbed')).textContent).toContain('10 h of 8 h a day')
})

test('a work centre that does not work today says so', async () => {
  const today = new Date().getDay() || 7
  workDays = everyDay.filter((day) => day !== today)
  open('/production?by=centre', [job('A', 'new')])
  await waitFor(async () => expect((await column('Flatbed')).textContent).toContain('5 h of 8 h a day, closed today'))
})

test('the wall view shows the cards and says when it is not live; Escape leaves it', async () => {
  const { user } = open('/production?tv=yes', [job('A', 'new')])
  const wall = await screen.findByRole('region', { name: 'Production board for the wall' })
  expect(within(wall).getByText('Sign A')).toBeTruthy()
  expect(within(wall).getByRole('status').textContent).toMatch(/^NOT LIVE/)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Production board for the wall' })).toBeNull())
})

test('the wall shows what is late first, then what is urgent, what is on hold last with its reason, and the load of each work centre', async () => {
  open(
    '/production?tv=yes',
    [
      job('A', 'new', { due_date: '2099-01-31' }),
      job('B', 'new', { due_date: '2099-01-31', priority: 'urgent' }),
      job('C', 'approved', { due_date: '2020-01-31' }),
      job('D', 'on_hold', { due_date: '2020-01-30', hold_reason: 'The client does not pay' }),
    ],
    ({ path }) =>
      path.includes('/rpc/timings')
        ? { body: ['id-C', 'id-D'].map((id) => ({ kind: 'job', id, timing: 'late', why: 'Its day is over' })) }
        : null,
  )
  const wall = await screen.findByRole('region', { name: 'Production board for the wall' })
  await waitFor(() =>
    expect(
      within(wall)
        .getAllByRole('article')
        .map((row) => /Sign ./.exec(row.textContent ?? '')?.[0]),
    ).toEqual(['Sign C', 'Sign B', 'Sign A', 'Sign D']),
  )
  const held = within(wall).getAllByRole('article').at(-1)!
  expect(within(held).getByText('The client does not pay')).toBeTruthy()
  // The held one stands last and may not fit: the count says it.
  expect(within(wall).getByText('2 late, 1 of them on hold')).toBeTruthy()
  expect(within(wall).getByRole('region', { name: 'Load' }).textContent).toContain('Flatbed15 h of 8 h')
})

test('words of number, title and client leave the other cards out', async () => {
  open('/production?q=sign nova', [
    job('A', 'new'),
    job('B', 'new', { contact: { id: 'c2', type: 'Business', name: null, last_name: null, company: 'Bakery' } }),
  ])
  await waitFor(async () => expect(await cardsIn('New')).toEqual(['A Sign A']))
})

test('a move is taken back by one press', async () => {
  let at = 'new'
  const { user, calls } = open('/production', [job('A', 'new')], ({ path, body }) => {
    if (path.includes('move_job')) at = String(Reflect.get(Object(body), 'p_to'))
    return path.includes('/rest/v1/jobs') ? { body: [job('A', at)] } : null
  })
  await user.click(await screen.findByRole('button', { name: 'Move A' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Artwork' }))
  await screen.findByText('A is in Artwork now.')
  await user.click(screen.getAllByRole('button', { name: 'Undo' }).at(-1)!)
  await waitFor(() =>
    expect(calls.filter(({ path }) => path.includes('move_job')).at(-1)?.body).toEqual({
      p_id: 'id-A',
      p_from: 'artwork',
      p_to: 'new',
    }),
  )
  await waitFor(async () => expect(await cardsIn('New')).toEqual(['A Sign A']))
})

test('a job that makes pieces again is marked', async () => {
  open('/production', [job('A-R1', 'approved', { remake_of: 'id-A' })])
  expect((await column('Approved')).textContent).toContain('Made again')
})

test('a card says what its job waits for', async () => {
  open('/production', [
    job('A', 'in_production', {
      materials: [{ qty_planned: 3, qty_reserved: 1, qty_used: 0, item: { name: 'ACM 3 mm' } }],
    }),
  ])
  expect((await column('In production')).textContent).not.toContain('Flatbed · Print')
  expect(await screen.findByText('Waits for material: ACM 3 mm')).toBeTruthy()
})
