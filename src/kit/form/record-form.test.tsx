// @vitest-environment happy-dom
import { cannotWaitWords } from '@/shared/domain/web/network-words'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { serve, showTo } from '@/shared/ui/testing'
import { date, time } from '../fields/date-fields'
import { defineFields } from '../fields/field'
import { money } from '../fields/number-fields'
import { email, longText, text } from '../fields/text-fields'
import { OwnTextsOf } from '../texts/own-texts-of'
import { RecordForm } from './record-form'
import { useRecordForm } from './use-record-form'

const fields = defineFields({
  name: text('Name', { required: true, duplicate: 'There is a brand with this name already.' }),
  email: email(),
  limit: money('Limit'),
  since: date('Since'),
  note: longText('Note', { doubtIn: (typed, { name }) => (typed === name ? 'This repeats {tax} words' : null) }),
})
type Brand = { name: string; email: string | null; limit: string | null; since: string | null; note: string | null }
const stored: Brand = { name: 'Avery', email: null, limit: '5000', since: '2026-11-20', note: null }

let saved: unknown[]
let refusal: Error | null
const others: { current: (next: Brand | null) => void } = { current: () => {} }

function Screen() {
  const [now, setNow] = useState<Brand | null>(stored)
  useEffect(() => {
    others.current = setNow
  }, [])
  const form = useRecordForm({
    fields,
    name: 'brand-1',
    stored: now,
    queryKey: ['brands'],
    save: async (values) => {
      if (refusal) throw refusal
      saved.push(values)
      setNow(values)
    },
  })
  return <RecordForm form={form} label="Edit brand" submitLabel="Save changes" goneLabel="Save as a new brand" />
}

const open = () => showTo('admin', <Screen />)
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`))
const save = () => screen.getByRole('button', { name: /^Save/ })

beforeEach(() => {
  saved = []
  refusal = null
  serve(() => ({ body: [] }))
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

test('a changed record is saved with null for what is empty, and the button says why it rests', async () => {
  const user = open()
  expect(save().getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByText('Nothing was changed yet.')).toBeTruthy()
  await user.type(field('Email'), 'ann@borg.example{Enter}')
  await waitFor(() => expect(saved).toEqual([{ ...stored, limit: '5000.00', email: 'ann@borg.example' }]))
  await waitFor(() => expect(save().getAttribute('aria-disabled')).toBe('true'))
  expect(localStorage.length).toBe(0)
})

test('what is typed is there after a reload, until it is saved', async () => {
  await open().type(field('Note'), 'Żoë')
  expect(screen.queryByText('What you typed before is not saved yet.')).toBeNull()
  cleanup()
  const user = open()
  expect(field('Note').value).toBe('Żoë')
  expect(screen.getByText('What you typed before is not saved yet.')).toBeTruthy()
  await user.type(field('Note'), '{Control>}{Enter}{/Control}')
  await waitFor(() => expect(saved).toMatchObject([{ note: 'Żoë' }]))
})

test('what was typed before a reload can be thrown away for what is saved', async () => {
  await open().type(field('Name'), ' Ltd')
  cleanup()
  const user = open()
  expect(field('Name').value).toBe('Avery Ltd')
  await user.click(screen.getByRole('button', { name: 'Discard it' }))
  expect(field('Name').value).toBe('Avery')
  await user.type(field('Name'), '!')
  expect(screen.queryByText('What you typed before is not saved yet.')).toBeNull()
})

test('a new form that shows what was typed before says so, and is begun afresh', async () => {
  const New = () => (
    <RecordForm
      form={useRecordForm({ fields, name: 'brand-new', isNew: true, queryKey: ['brands'], save: async () => {} })}
      label="New brand"
      submitLabel="Save brand"
    />
  )
  await showTo('admin', <New />).type(field('Name'), 'Oracal')
  expect(screen.queryByText(/what you typed before/)).toBeNull()
  cleanup()
  const user = showTo('admin', <New />)
  expect(field('Name').value).toBe('Oracal')
  expect(screen.getByText('This shows what you typed before. It is not saved yet.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Start afresh' }))
  expect(field('Name').value).toBe('')
  expect(screen.queryByText(/what you typed before/)).toBeNull()
})

test('the first wrong field is focused, with its problem under it', async () => {
  const user = open()
  await user.clear(field('Name'))
  await user.type(field('Limit'), 'x')
  await user.click(save())
  expect(document.activeElement).toBe(field('Name'))
  expect(screen.getByText('Please enter a name')).toBeTruthy()
  expect(screen.getByText(/Please enter a number/)).toBeTruthy()
  expect(saved).toEqual([])
})

test('a doubt is said under its field when it is left, and the value is saved all the same', async () => {
  const user = open()
  await user.type(field('Note'), 'Avery')
  expect(screen.queryByText('This repeats VAT words')).toBeNull()
  await user.tab()
  expect(screen.getByText('This repeats VAT words').getAttribute('role')).toBe('status')
  await user.click(save())
  await waitFor(() => expect(saved).toMatchObject([{ note: 'Avery' }]))
})

test('a double is said under its field, and what was typed stays', async () => {
  refusal = Object.assign(new Error('duplicate key value violates unique constraint "brands_name_key"'), {
    code: '23505',
  })
  const user = open()
  await user.type(field('Name'), ' Dennison{Enter}')
  expect(await screen.findByText('There is a brand with this name already.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(field('Name')))
  expect(field('Name').value).toBe('Avery Dennison')
})

test('a double of columns that the form does not have is said above the buttons, under no field', async () => {
  const words = 'duplicate key value violates unique constraint "brands_one_default_idx"'
  refusal = Object.assign(new Error(words), { code: '23505', details: 'Key (is_default)=(…)' })
  const user = open()
  await user.type(field('Name'), ' Dennison{Enter}')
  expect(await screen.findByText('This is there already.')).toBeTruthy()
  expect(screen.queryByText('There is a brand with this name already.')).toBeNull()
})

test('of a key of several columns the field with a sentence for doubles is meant', async () => {
  const words = 'duplicate key value violates unique constraint "brands_once_idx"'
  refusal = Object.assign(new Error(words), { code: '23505', details: 'Key (limit, lower(name))=(…)' })
  const user = open()
  await user.type(field('Name'), ' Dennison{Enter}')
  expect(await screen.findByText('There is a brand with this name already.')).toBeTruthy()
})

test('a rule over two times compares the times, not the letters that were typed', async () => {
  const hours = defineFields({ opens: time('From', { required: true }), closes: time('To', { required: true }) })
  const Hours = () => {
    const form = useRecordForm({
      fields: hours,
      name: 'hours',
      isNew: true,
      queryKey: ['hours'],
      check: ({ opens, closes }) => (closes <= opens ? { closes: 'The end is before the beginning' } : {}),
      save: async (values) => void saved.push(values),
    })
    return <RecordForm form={form} label="Hours" submitLabel="Save" />
  }
  const user = showTo('admin', <Hours />)
  await user.type(field('From'), '8')
  await user.type(field('To'), '5 pm{Enter}')
  await waitFor(() => expect(saved).toEqual([{ opens: '08:00', closes: '17:00' }]))
})

test('a refusal that is about no field is said above the buttons', async () => {
  refusal = new Error('Failed to fetch')
  await open().type(field('Note'), 'x{Control>}{Enter}{/Control}')
  expect(await screen.findByText(cannotWaitWords)).toBeTruthy()
})

test('that the server cannot be reached is said until the browser has a network again', async () => {
  const user = open()
  refusal = new TypeError('Failed to fetch')
  await user.type(field('Note'), 'Kept{Control>}{Enter}{/Control}')
  expect(await screen.findByText(cannotWaitWords)).toBeTruthy()
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(screen.queryByText(cannotWaitWords)).toBeNull())
  expect(field('Note').value).toBe('Kept')
})

test('somebody else changing another field is taken over, the same field asks', async () => {
  const user = open()
  await user.type(field('Name'), ' Ltd')
  others.current({ ...stored, note: 'Theirs' })
  await waitFor(() => expect(field('Note').value).toBe('Theirs'))
  expect(screen.queryByRole('alert')).toBeNull()
  others.current({ ...stored, note: 'Theirs', name: 'Avery Inc' })
  expect(await screen.findByText('Somebody else changed “Name” meanwhile')).toBeTruthy()
  await user.click(save())
  expect(saved).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Keep mine' }))
  await user.click(save())
  await waitFor(() => expect(saved).toMatchObject([{ name: 'Avery Ltd', note: 'Theirs' }]))
})

test('of a new record nobody changed anything: what is proposed for it did, and what was typed waits for a choice', async () => {
  const payment = defineFields({ amount: money('Amount', { required: true }) })
  let pay = (_part: string) => {}
  const Payment = () => {
    const [open, setOpen] = useState('330.40')
    useEffect(() => {
      pay = setOpen
    }, [])
    const form = useRecordForm({
      fields: payment,
      name: 'payment',
      isNew: true,
      stored: { amount: open },
      queryKey: ['payments'],
      save: async (values) => void saved.push(values),
    })
    return <RecordForm form={form} label="Payment" submitLabel="Save" />
  }
  const user = showTo('admin', <Payment />)
  pay('320.40')
  await waitFor(() => expect(field('Amount').value).toBe('320.40'))
  await user.clear(field('Amount'))
  await user.type(field('Amount'), '20')
  expect(screen.queryByRole('alert')).toBeNull()
  pay('310.40')
  expect(await screen.findByText('What is proposed for “Amount” changed meanwhile')).toBeTruthy()
  expect(screen.queryByText(/Somebody else/)).toBeNull()
  await user.click(save())
  expect(saved).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Take it' }))
  await waitFor(() => expect(field('Amount').value).toBe('310.40'))
  await user.click(save())
  await waitFor(() => expect(saved).toEqual([{ amount: '310.40' }]))
})

test('a record that somebody removed keeps what was typed, and can be saved as a new one', async () => {
  const user = open()
  await user.type(field('Note'), 'Kept')
  others.current(null)
  expect(await screen.findByText('Somebody removed this meanwhile')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Save as a new brand' }))
  await waitFor(() => expect(saved).toMatchObject([{ name: 'Avery', note: 'Kept' }]))
})

test('a day is typed in any way and shown in the company’s', async () => {
  const user = open()
  expect(field('Since').value).toBe('20 Nov 2026')
  await user.clear(field('Since'))
  await user.type(field('Since'), '3.12.26{Enter}')
  await waitFor(() => expect(saved).toMatchObject([{ since: '2026-12-03' }]))
  expect(field('Since').value).toBe('3 Dec 2026')
  await user.clear(field('Since'))
  await user.type(field('Since'), 'soon')
  await user.click(save())
  expect(screen.getByText('Please enter a date, for example 20 Nov 2026')).toBeTruthy()
  expect(field('Since').value).toBe('soon')
})

const payFields = defineFields({ amount: money('Amount', { required: true }) })

function Pay({ then }: { then: Promise<void> }) {
  const [open, setOpen] = useState('100.00')
  const form = useRecordForm({
    fields: payFields,
    name: 'pay-1',
    isNew: true,
    stored: { amount: open },
    queryKey: ['brands'],
    save: async ({ amount }) => {
      saved.push(amount)
      setOpen('60.00')
      await then
    },
  })
  return <RecordForm form={form} label="Payment" submitLabel="Save payment" />
}

test('what the own save changed is not said to be of somebody else', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const user = showTo('admin', <Pay then={promise} />)
  await user.clear(field('Amount'))
  await user.type(field('Amount'), '40')
  await user.click(save())
  await waitFor(() => expect(saved).toEqual(['40.00']))
  expect(screen.queryByText(/meanwhile/)).toBeNull()
  resolve()
  await waitFor(() => expect(save().getAttribute('data-loading')).toBeNull())
  expect(screen.queryByText(/meanwhile/)).toBeNull()
})

test('a whole day counts while it is typed, so that nothing moves when the button is pressed', async () => {
  const user = open()
  await user.clear(field('Since'))
  await user.type(field('Since'), '3 Dec 2026')
  expect(document.activeElement).toBe(field('Since'))
  expect(field('Since').value).toBe('3 Dec 2026')
  expect(save().getAttribute('aria-disabled')).not.toBe('true')
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(saved).toEqual([{ ...stored, limit: '5000.00', since: '2026-12-03' }]))
})

test('a field that clients read shows its other languages, what is missing first written there', async () => {
  const calls = serve(({ path }) => {
    if (path.startsWith('/rest/v1/company_settings')) return { body: { language: 'en', text_languages: ['de', 'pl'] } }
    if (path.startsWith('/rest/v1/text_translations'))
      return { body: [{ field: 'name', language: 'de', body: 'Avery', from: 'Avery Dennison' }] }
    return { body: null }
  })
  const user = showTo(
    'admin',
    <OwnTextsOf source="services" recordId="s-1">
      <Screen />
    </OwnTextsOf>,
  )
  const languages = await screen.findByRole('group', { name: 'Name in other languages' })
  expect(within(languages).getByRole('button', { name: 'German: outdated' })).toBeTruthy()
  expect(screen.queryByRole('group', { name: 'Email in other languages' })).toBeNull()
  await user.click(within(languages).getByRole('button', { name: 'Polish: missing' }))
  const dialog = await screen.findByRole('dialog', { name: 'Name in Polish' })
  await user.type(within(dialog).getByRole('textbox', { name: 'Polish' }), 'Folia{Enter}')
  await waitFor(() =>
    expect(calls.find(({ path }) => path.includes('translate_text'))?.body).toEqual({
      p_source: 'services',
      p_record: 's-1',
      p_field: 'name',
      p_language: 'pl',
      p_text: 'Folia',
      p_seen: '',
    }),
  )
  expect(saved).toEqual([])
})
