// @vitest-environment happy-dom
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { serve, showTo } from '@/shared/ui/testing'
import { defineFields } from '../fields/field'
import { text } from '../fields/text-fields'
import { RecordForm } from '../form/record-form'
import { useRecordForm } from '../form/use-record-form'
import { RecordPage } from './record-page'

const fields = defineFields({ order_no: text('Order number', { required: true }) })
const key = ['bill']

let stored: { order_no: string; row_version: number }
/** What was done, in its order. */
let done: string[]
let refusal: Error | null
let before: () => Promise<void>

function Details({ row }: { row: typeof stored }) {
  const form = useRecordForm({
    fields,
    name: 'bill-1',
    stored: row,
    queryKey: key,
    save: async ({ order_no }) => {
      await before()
      if (refusal) throw refusal
      done.push(`save ${order_no}`)
      stored = { order_no, row_version: stored.row_version + 1 }
    },
  })
  return <RecordForm form={form} label="Details" submitLabel="Save details" />
}

function Comment() {
  const form = useRecordForm({
    fields: defineFields({ words: text('Comment') }),
    name: 'comment-1',
    isNew: true,
    queryKey: key,
    save: async () => done.push('comment'),
  })
  return <RecordForm form={form} label="Say something" submitLabel="Say it" />
}

function Page() {
  const queryClient = useQueryClient()
  const { data: row } = useQuery({ queryKey: key, queryFn: async () => ({ ...stored }) })
  if (!row) return null
  const say = (what: string) => () => void done.push(`${what} ${row.order_no} ${row.row_version}`)
  return (
    <RecordPage
      title="Bill"
      primary={{ label: 'Issue', onClick: say('issue'), why: row.order_no === 'closed' ? 'It is closed.' : null }}
      actions={[
        { label: 'Print', onClick: say('print') },
        { label: 'Void', isDangerous: true, onClick: say('void') },
        { label: 'Read again', onClick: () => void queryClient.invalidateQueries({ queryKey: key }) },
      ]}
    >
      <Details row={row} />
      <Comment />
    </RecordPage>
  )
}

const open = async () => {
  const user = showTo(
    'admin',
    <MemoryRouter>
      <Page />
    </MemoryRouter>,
  )
  await screen.findByRole('button', { name: 'Issue' })
  return user
}
const field = () => screen.getByLabelText<HTMLInputElement>(/^Order number/)
const issue = () => screen.getByRole('button', { name: 'Issue' })

beforeEach(() => {
  stored = { order_no: 'A', row_version: 1 }
  done = []
  refusal = null
  before = async () => {}
  serve(() => ({ body: [] }))
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

test('an action saves what is typed first, and runs over the saved row', async () => {
  const user = await open()
  await user.type(field(), 'B')
  await user.click(issue())
  await waitFor(() => expect(done).toEqual(['save AB', 'issue AB 2']))
  await user.click(screen.getByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Print' }))
  expect(done).toEqual(['save AB', 'issue AB 2', 'print AB 2'])
})

test('an action of the menu saves first too, and one that ends the record saves nothing', async () => {
  const user = await open()
  await user.type(field(), 'B')
  await user.click(screen.getByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Void' }))
  expect(done).toEqual(['void A 1'])
  await user.click(screen.getByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Print' }))
  await waitFor(() => expect(done).toEqual(['void A 1', 'save AB', 'print AB 2']))
})

test('what cannot be saved is said at its field, and the action does not run', async () => {
  const user = await open()
  await user.clear(field())
  await user.click(issue())
  expect(await screen.findByText('Please enter an order number')).toBeTruthy()
  expect(document.activeElement).toBe(field())
  await user.type(field(), 'C')
  refusal = new Error('The line was cut')
  await user.click(issue())
  expect(await screen.findByText(/could not be saved|cut|Not saved/i)).toBeTruthy()
  expect(done).toEqual([])
  refusal = null
  await user.click(screen.getByRole('button', { name: 'Save details' }))
  await waitFor(() => expect(done).toEqual(['save C']))
})

test('an action that is pressed twice waits for the save that is under way, and runs once', async () => {
  let goOn = () => {}
  before = () => new Promise((resolve) => (goOn = resolve))
  const user = await open()
  await user.type(field(), 'B')
  await user.click(screen.getByRole('button', { name: 'Save details' }))
  await user.dblClick(issue())
  expect(done).toEqual([])
  goOn()
  await waitFor(() => expect(done).toEqual(['save AB', 'issue AB 2']))
})

test('an action that the saved row does not allow does not run, and a new record is none of the page', async () => {
  const user = await open()
  await user.type(screen.getByLabelText(/^Comment/), 'Hello')
  await user.click(issue())
  expect(done).toEqual(['issue A 1'])
  await user.clear(field())
  await user.type(field(), 'closed')
  await user.click(issue())
  expect(await screen.findByText('It is closed.')).toBeTruthy()
  expect(done).toEqual(['issue A 1', 'save closed'])
})

test('what was typed on an earlier visit is asked about before an action saves it', async () => {
  await (await open()).type(field(), 'B')
  cleanup()
  const user = await open()
  expect(field().value).toBe('AB')
  await user.click(issue())
  expect(await screen.findByText(/Order number: AB, saved is A\./)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(done).toEqual([])
  await user.click(issue())
  await user.click(await screen.findByRole('button', { name: 'Save it, then: Issue' }))
  await waitFor(() => expect(done).toEqual(['save AB', 'issue AB 2']))
})
