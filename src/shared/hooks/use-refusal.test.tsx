// @vitest-environment happy-dom
import { MantineProvider, TextInput } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ChangedMeanwhile } from '../ui/page/changed-meanwhile'
import { useRefusal } from './use-refusal'

type Field = 'Name' | 'Phone' | 'Town'
type FormProps = { wrong: readonly Field[]; server?: { error: Error; field: Field } | null; hasConflict?: boolean }

function Form({ wrong, server = null, hasConflict = false }: FormProps) {
  const [asked, setAsked] = useState(false)
  const { form, refuse } = useRefusal(server?.error)
  return (
    <form
      ref={form}
      aria-label="A form"
      onSubmit={(event) => {
        event.preventDefault()
        setAsked(true)
        refuse()
      }}
    >
      {hasConflict ? (
        <ChangedMeanwhile field="Street" now="Old Bakery Street" onTake={() => {}} onInsist={() => {}} />
      ) : null}
      {(['Name', 'Phone', 'Town'] as const).map((field) => (
        <TextInput
          key={field}
          label={field}
          error={(asked && wrong.includes(field)) || server?.field === field ? 'Please look again' : null}
        />
      ))}
    </form>
  )
}

const form = (props: FormProps) => (
  <MantineProvider env="test">
    <Form {...props} />
  </MantineProvider>
)
const send = () => fireEvent.submit(screen.getByRole('form', { name: 'A form' }))
const focused = () => document.activeElement

const scrolled: Element[] = []
beforeEach(() => {
  scrolled.length = 0
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    scrolled.push(this)
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('a refused form leads to the first of its wrong fields and brings it into view', () => {
  render(form({ wrong: ['Town', 'Phone'] }))
  expect(focused()).toBe(document.body)
  send()
  expect([focused(), scrolled]).toEqual([screen.getByLabelText('Phone'), [screen.getByLabelText('Phone')]])
})

test('sent again, it leads there again', () => {
  render(form({ wrong: ['Town'] }))
  send()
  screen.getByLabelText('Name').focus()
  send()
  expect(focused()).toBe(screen.getByLabelText('Town'))
})

test('the field that the server refuses is led to when the answer arrives', () => {
  const { rerender } = render(form({ wrong: [] }))
  send()
  expect(focused()).toBe(document.body)
  rerender(form({ wrong: [], server: { error: new Error('This is there already.'), field: 'Town' } }))
  expect(focused()).toBe(screen.getByLabelText('Town'))
})

test('what somebody else changed meanwhile is asked first where it stands first', () => {
  render(form({ wrong: ['Town'], hasConflict: true }))
  send()
  expect(focused()).toBe(screen.getByRole('alert'))
})
