// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { NEVER } from 'rxjs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { serve } from '@/shared/ui/testing'
import { mockupsKey } from '../api/mockups.query'
import { MockupsScreen } from './mockups-screen'

vi.mock('@/streams/realtime/live-channels', () => ({ channel: () => NEVER }))

const uuid = '00000000-0000-4000-8000-000000000142'
const version = (number: number, status: string, more: object = {}) => ({
  id: `v${number}`,
  version: number,
  status,
  file_name: `fascia-v${number}.pdf`,
  file_hash: 'a'.repeat(64),
  note: null,
  checklist: [
    { key: 'point-1', label: 'Spelling' },
    { key: 'point-2', label: 'Colour' },
  ],
  ticked: [] as string[],
  made_at: '2026-11-20T08:00:00Z',
  made_by: 'Nico',
  sent_at: '2026-11-20T09:00:00Z',
  decided_at: null,
  decided_name: null,
  pages: [{ page: 1, path: `p${number}`, thumb_path: `t${number}`, width: 200, height: 100 }],
  comments: [],
  answers: [],
  ...more,
})

let versions = [version(1, 'sent')]
let isBusy = false
let jobStatus = 'awaiting_approval'
const mockups = () => ({
  public_uuid: uuid,
  number: 'Q-1',
  project_title: 'Signs',
  is_open: true,
  company: { name: 'Signwright' },
  jobs: [
    {
      id: 'job',
      job_number: 'JOB-1',
      title: 'Tray fascia',
      status: jobStatus,
      qty: '1',
      unit: 'piece',
      width_mm: null,
      height_mm: null,
      mockup_required: true,
      versions,
    },
  ],
})

function open(at = '/') {
  const calls = serve(({ path, body }) => {
    if (path.includes('get_public_mockups'))
      return isBusy ? { status: 429, body: { code: 'over_request_rate_limit', message: 'Wait' } } : { body: mockups() }
    if (path.includes('mockup-files')) return { body: { files: { p1: '/p1', p2: '/p2' } } }
    if (path.includes('tick_mockup')) {
      const { p_key } = body as { p_key: string }
      versions = versions.map((one) => ({ ...one, ticked: [...one.ticked, p_key] }))
    }
    if (path.includes('answer_mockup') && versions.length > 1)
      return {
        status: 409,
        body: { code: 'PT409', message: 'Version 2 has replaced version 1.', details: '2', hint: null },
      }
    return { body: null }
  })
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <MemoryRouter initialEntries={[at]}>
          <MockupsScreen uuid={uuid} />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  )
  const sent = (name: string) => calls.filter(({ path }) => path.includes(name)).map(({ body }) => body)
  const readAgain = () => act(() => queries.invalidateQueries({ queryKey: mockupsKey(uuid) }))
  return { user: userEvent.setup(), sent, readAgain }
}

afterEach(cleanup)
beforeEach(() => {
  jobStatus = 'awaiting_approval'
  localStorage.clear()
  versions = [version(1, 'sent')]
  isBusy = false
})

test('the client reads his own words after he asked for changes, also beside the next version', async () => {
  const asked = {
    ...{ answer: 'revision_requested', name: 'Sarah', words: 'Please write SPA too', way: 'link' },
    at: '2026-11-20T10:00:00Z',
  }
  const pin = { id: 'c1', author: 'Sarah', is_client: true, body: 'SPA is missing', page: 1, x: 0.5, y: 0.5 }
  const first = { answers: [asked], comments: [{ ...pin, is_resolved: false, at: '2026-11-20T10:00:00Z' }] }
  versions = [version(1, 'revision_requested', first)]
  const { readAgain } = open()
  expect(await screen.findByText('Please write SPA too')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Pin 1 by Sarah: SPA is missing' })).toBeTruthy()
  versions = [version(2, 'sent'), version(1, 'superseded', first)]
  await readAgain()
  expect(await screen.findByText(/^Changes asked of version 1 by Sarah/)).toBeTruthy()
  expect(screen.getByText('Please write SPA too')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Pin 1 by Sarah, from version 1: SPA is missing' })).toBeTruthy()
})

test('an address with a comment opens the version and the page that it is on, marked', async () => {
  const id = '00000000-0000-4000-8000-00000000c0de'
  const words = { id, author: 'Sarah', is_client: true, body: 'Wrong street', page: null, x: null, y: null }
  const first = { comments: [{ ...words, is_resolved: false, at: '2026-11-20T10:00:00Z' }] }
  versions = [version(2, 'sent'), version(1, 'superseded', first)]
  open(`/mockups/${uuid}#comment-${id}`)
  const comment = (await screen.findByText('Wrong street')).closest('li')
  expect(comment?.dataset['chosen']).toBe('true')
  expect(document.activeElement).toBe(comment)
  // Nobody answered it: the current version shows it.
  expect(screen.queryByText('You look at version 1. Version 2 has replaced it.')).toBeNull()
  expect(comment?.textContent).toContain('still open from version 1')
  cleanup()
  versions = [
    version(2, 'sent'),
    version(1, 'superseded', { comments: [{ ...words, is_resolved: true, at: first.comments[0]!.at }] }),
  ]
  open(`/mockups/${uuid}#comment-${id}`)
  await screen.findByText('Wrong street')
  expect(screen.getByText('You look at version 1. Version 2 has replaced it.')).toBeTruthy()
})

test('a client pins a comment with the keyboard; what they write says on which place of the page', async () => {
  const { user, sent } = open()
  await user.type(await screen.findByRole('textbox', { name: 'Your name' }), 'Anna')
  await user.click(screen.getByRole('button', { name: 'Put a pin' }))
  expect(screen.getByText('Touch the place that the pin is about')).toBeTruthy()
  screen.getByRole('button', { name: /Put the pin/ }).focus()
  await user.keyboard('{Enter}{ArrowRight}{ArrowUp}')
  await user.type(screen.getByRole('textbox', { name: 'What about this place?' }), 'Move the logo')
  await user.click(screen.getByRole('button', { name: 'Send comment' }))
  expect(sent('comment_by_link')).toEqual([
    expect.objectContaining({
      p_mockup_id: 'v1',
      p_name: 'Anna',
      p_body: 'Move the logo',
      p_page: 1,
      p_x: 0.51,
      p_y: 0.49,
    }),
  ])
})

test('a pin that is put by a finger brings its field into view, ready to write', async () => {
  const { user } = open()
  const seen = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {})
  await user.click(await screen.findByRole('button', { name: 'Put a pin' }))
  await user.click(screen.getByRole('button', { name: /Put the pin/ }))
  const field = screen.getByRole('textbox', { name: 'What about this place?' })
  expect(document.activeElement).toBe(field)
  expect(seen.mock.contexts).toEqual([field])
  seen.mockRestore()
})

test('open pins and unanswered words of earlier versions are carried over and say from which; settled ones are not', async () => {
  const pin = (id: string, body: string, more: object = {}) => ({
    ...{ id, author: 'Anna', is_client: true, body, page: 1, x: 0.2, y: 0.3, is_resolved: false },
    ...{ at: '2026-11-20T10:00:00Z', ...more },
  })
  versions = [
    version(2, 'sent', { comments: [pin('c4', 'Fine now')] }),
    version(1, 'superseded', {
      comments: [
        pin('c1', 'Move the logo'),
        pin('c2', 'Wrong red', { is_resolved: true }),
        pin('c3', 'When is it ready?', { page: null, x: null, y: null, at: '2026-11-20T12:00:00Z' }),
        pin('c5', 'Is it blue?', { page: null, x: null, y: null }),
        pin('c6', 'It is', { page: null, x: null, y: null, is_client: false, at: '2026-11-20T11:00:00Z' }),
      ],
    }),
  ]
  open()
  const comments = await screen.findByRole('region', { name: 'Comments' })
  expect(
    within(comments)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    expect.stringMatching(/still open from version 1.*Move the logo/),
    expect.stringMatching(/still open from version 1.*When is it ready/),
    expect.not.stringContaining('still open'),
  ])
  expect(screen.getByRole('button', { name: 'Pin 1 by Anna, from version 1: Move the logo' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Pin 2 by Anna: Fine now' })).toBeTruthy()
  expect(comments.textContent).not.toContain('Wrong red')
})

test('an approval needs every tick and a name; each tick is sent at once, the answer once', async () => {
  const { user, sent } = open()
  await user.click(await screen.findByRole('button', { name: 'Approve' }))
  const sheet = within(await screen.findByRole('dialog'))
  await user.click(await sheet.findByRole('button', { name: 'Approve version 1' }))
  expect(sheet.getByText('Please tick every point first')).toBeTruthy()
  expect(sheet.getByText('Please enter your name')).toBeTruthy()
  await user.click(sheet.getByRole('checkbox', { name: 'Spelling' }))
  await user.click(sheet.getByRole('checkbox', { name: 'Colour' }))
  await vi.waitFor(() => expect(sent('tick_mockup')).toHaveLength(2))
  await user.type(sheet.getByRole('textbox', { name: 'Your name' }), 'Anna Vella')
  await user.dblClick(sheet.getByRole('button', { name: 'Approve version 1' }))
  await vi.waitFor(() =>
    expect(sent('answer_mockup')).toEqual([
      { p_uuid: uuid, p_mockup_id: 'v1', p_answer: 'approved', p_name: 'Anna Vella' },
    ]),
  )
})

test('a tick that was kept stays when the page cannot be read again', async () => {
  const { user, sent } = open()
  await user.click(await screen.findByRole('button', { name: 'Approve' }))
  const sheet = within(await screen.findByRole('dialog'))
  const spelling: HTMLInputElement = await sheet.findByRole('checkbox', { name: 'Spelling' })
  isBusy = true
  await user.click(spelling)
  await vi.waitFor(() => expect(sent('get_public_mockups').length).toBeGreaterThan(1))
  await act(() => new Promise((later) => setTimeout(later, 20)))
  expect(spelling.checked).toBe(true)
})

test('words that the client is writing stay when a version arrives, and are sent about the new one', async () => {
  const { user, sent, readAgain } = open()
  await user.type(await screen.findByRole('textbox', { name: 'Your name' }), 'Anna')
  await user.type(screen.getByRole('textbox', { name: 'Comment' }), 'The blue is')
  versions = [version(2, 'sent'), version(1, 'superseded')]
  await readAgain()
  expect(await screen.findByText(/Version 2 has just arrived/)).toBeTruthy()
  await user.type(screen.getByRole('textbox', { name: 'Comment' }), ' too dark')
  await user.click(screen.getByRole('button', { name: 'Send comment' }))
  expect(sent('comment_by_link')).toMatchObject([{ p_mockup_id: 'v2', p_body: 'The blue is too dark' }])
})

test('a version that arrives closes the sheet of the old one, and is shown with a notice', async () => {
  const { user, sent, readAgain } = open()
  await user.click(await screen.findByRole('button', { name: 'Ask for changes' }))
  await user.type(await screen.findByRole('textbox', { name: 'What should we change?' }), 'Larger')
  versions = [version(2, 'sent'), version(1, 'superseded')]
  await readAgain()
  expect(await screen.findByText(/Version 2 has just arrived/)).toBeTruthy()
  expect(screen.getByText(/· version 2/)).toBeTruthy()
  expect(sent('answer_mockup')).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Ask for changes' }))
  expect(((await screen.findByRole('textbox', { name: 'What should we change?' })) as HTMLTextAreaElement).value).toBe(
    'Larger',
  )
})

const approved = {
  answers: [{ answer: 'approved', name: 'Anna', words: null, way: 'link', at: '2026-11-21T09:00:00Z' }],
}
test.each([
  ['in_production', [version(1, 'approved', approved)], /Approved by Anna.*We produce exactly this version\./],
  ['on_hold', [version(1, 'approved', approved)], /Approved by Anna.*The job is on hold\./],
  ['on_hold', [version(1, 'sent')], /The job is on hold\. We call you/],
  ['cancelled', [version(1, 'approved', approved)], /Approved by Anna.*This job was cancelled\. It will not be made\./],
  ['cancelled', [version(1, 'sent')], /This job was cancelled\. It will not be made\. Please call us\./],
  ['delivered', [version(1, 'approved', approved)], /Approved by Anna.*The job was delivered\./],
])('the mockup of a job that is %s says what becomes of it', async (status, of, words) => {
  jobStatus = status
  versions = of
  open()
  expect(await screen.findByText(words)).toBeTruthy()
})
