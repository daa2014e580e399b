// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { Sheet } from './sheet'
import type { SheetColumn } from './sheet-column'

type Line = { id: string; text: string; qty: string; unit?: string }

const choices = [
  { value: 'piece', label: 'piece' },
  { value: 'm2', label: 'm²' },
  { value: 'm', label: 'm' },
  { value: 'hour', label: 'hour' },
]

const columns: SheetColumn<Line>[] = [
  {
    name: 'text',
    label: 'Description',
    width: '10rem',
    text: (line) => line.text,
    read: (typed) => ({ value: typed }),
  },
  { name: 'qty', label: 'Quantity', width: '6rem', text: (line) => line.qty, read: (typed) => ({ value: typed }) },
  { name: 'net', label: 'Net', width: '6rem', text: () => '1.00' },
  {
    name: 'unit',
    label: 'Unit',
    width: '4rem',
    has: ({ unit }) => unit !== undefined,
    text: ({ unit }) => unit ?? '',
    show: ({ unit }) => choices.find(({ value }) => value === unit)?.label,
    choices,
    read: (typed) => ({ value: typed }),
  },
]
const calls: unknown[] = []

function House({ isOpen = true, unit }: { isOpen?: boolean; unit?: string }) {
  const [rows, setRows] = useState<Line[]>([
    { id: 'a', text: 'Banner', qty: '2', ...(unit ? { unit } : {}) },
    { id: 'b', text: 'Letters', qty: '5' },
  ])
  const say =
    (name: string) =>
    (...given: unknown[]) =>
      void calls.push([name, ...given])
  return (
    <MantineProvider env="test">
      <Sheet
        label="Lines"
        rows={rows}
        columns={columns}
        idOf={({ id }) => id}
        isOpen={isOpen}
        onTyped={({ row, column }, typed) =>
          setRows((all) => all.map((line) => (line.id === row ? { ...line, [column]: typed } : line)))
        }
        onHomeless={say('homeless')}
        onAdd={(after) => {
          setRows((all) =>
            all.toSpliced(all.findIndex(({ id }) => id === after) + 1, 0, { id: 'new', text: '', qty: '1' }),
          )
          return 'new'
        }}
        onRemove={say('remove')}
        onDuplicate={(ids) => {
          say('duplicate')(ids)
          return null
        }}
        onMove={say('move')}
        onPlace={say('place')}
        onPaste={say('paste')}
        onUndo={say('undo')}
        onRedo={say('redo')}
      />
    </MantineProvider>
  )
}

/** A sheet whose first row comes from a button beside it. */
function Grown({ before = [] }: { before?: Line[] }) {
  const [rows, setRows] = useState<Line[]>(before)
  const [added, setAdded] = useState<{ id: string } | null>(null)
  const add = () => {
    const id = `row${rows.length}`
    setRows((all) => [...all, { id, text: '', qty: '1' }])
    return id
  }
  const nothing = () => undefined
  return (
    <MantineProvider env="test">
      <button type="button" onClick={() => setAdded({ id: add() })}>
        Add line
      </button>
      <Sheet
        label="Lines"
        rows={rows}
        columns={columns}
        idOf={({ id }) => id}
        isOpen
        firstColumn="text"
        added={added}
        onTyped={({ row, column }, typed) =>
          setRows((all) => all.map((line) => (line.id === row ? { ...line, [column]: typed } : line)))
        }
        onAdd={add}
        onHomeless={nothing}
        onRemove={nothing}
        onDuplicate={(ids) => {
          const id = `copy of ${ids.join()}`
          setRows((all) => all.flatMap((row) => (row.id === ids.at(-1) ? [row, { ...row, id }] : [row])))
          return id
        }}
        onMove={nothing}
        onPaste={(...given) => void calls.push(['paste', ...given])}
        onUndo={nothing}
        onRedo={nothing}
      />
    </MantineProvider>
  )
}

afterEach(() => {
  cleanup()
  calls.length = 0
})
const texts = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent)

test('typing begins in the marked cell, Tab and Enter keep it, Escape does not', async () => {
  const user = userEvent.setup()
  render(<House />)
  await user.click(screen.getByText('Banner'))
  await user.keyboard('Sign{Tab}7{Enter}9{Escape}')
  expect(texts()).toEqual(['Sign71.00', 'Letters51.00'])
})

test('arrows move, Shift chooses rows, and the keys of rows say which ones are meant', async () => {
  const user = userEvent.setup()
  render(<House />)
  await user.click(screen.getByText('Banner'))
  await user.keyboard(
    '{Control>}d{/Control}{Shift>}{ArrowDown}{/Shift}{Alt>}{ArrowUp}{/Alt}{Control>}{Delete}{/Control}',
  )
  await user.keyboard('{Control>}z{/Control}{Control>}{Shift>}z{/Shift}{/Control}')
  expect(calls).toEqual([['duplicate', ['a']], ['move', ['a', 'b'], -1], ['remove', ['a', 'b']], ['undo'], ['redo']])
})

test('Shift+Enter adds a row below and goes there', async () => {
  const user = userEvent.setup()
  render(<House />)
  await user.click(screen.getByText('Banner'))
  await user.keyboard('{Shift>}{Enter}{/Shift}')
  await user.keyboard('Frame{Enter}')
  expect(texts()).toEqual(['Banner21.00', 'Frame11.00', 'Letters51.00'])
})

test('writing begins in the first column of a row that a button added', async () => {
  const user = userEvent.setup()
  render(<Grown />)
  await user.click(screen.getByRole('button', { name: 'Add line' }))
  await user.keyboard('Frame{Tab}3{Shift>}{Enter}{/Shift}Post{Enter}')
  expect(texts()).toEqual(['Frame31.00', 'Post11.00'])
})

test('a row that a button added is written, not the first one, also before the sheet had the cursor', async () => {
  const user = userEvent.setup()
  render(<Grown before={[{ id: 'a', text: 'Banner', qty: '2' }]} />)
  await user.click(screen.getByRole('button', { name: 'Add line' }))
  expect(document.querySelector('[data-here]')?.closest('[data-row]')?.getAttribute('data-row')).toBe('row1')
  await user.keyboard('Frame{Enter}')
  expect(texts()).toEqual(['Banner21.00', 'Frame11.00'])
})

test('Tab stays in the sheet while a cell is only marked, passes over what is computed, and leaves after Escape', async () => {
  const user = userEvent.setup()
  render(<House />)
  await user.click(screen.getByText('Banner'))
  await user.keyboard('{Tab}7{Tab}Tray{Shift>}{Tab}{Tab}{/Shift}Sign{Enter}')
  expect(texts()).toEqual(['Sign71.00', 'Tray51.00'])
  await user.keyboard('{Escape}{Tab}')
  expect(document.activeElement).toBe(document.body)
})

test('Tab behind the last cell stays in the sheet until Escape; a closed one it leaves', async () => {
  const user = userEvent.setup()
  render(<House />)
  await user.click(screen.getByText('5'))
  await user.tab()
  expect(document.activeElement?.closest('[role=grid]')).toBeTruthy()
  await user.keyboard('{Escape}{Tab}')
  expect(document.activeElement).toBe(document.body)
  cleanup()
  render(<House isOpen={false} />)
  await user.click(screen.getByText('Banner'))
  await user.tab()
  expect(document.activeElement).toBe(document.body)
})

test('the first key in a cell of choices chooses, and the same key again the next one', async () => {
  const user = userEvent.setup()
  render(<House unit="piece" />)
  await user.click(screen.getByText('Banner'))
  await user.keyboard('{Home}{ArrowRight}{ArrowRight}{ArrowRight}h{Tab}')
  expect(texts()[0]).toContain('hour')
  await user.click(screen.getByText('hour'))
  await user.keyboard('mm{Enter}')
  expect(texts()[0]).toContain('m²')
})

test('a key that is the whole name of a choice chooses it, and further keys go on with the name', async () => {
  const user = userEvent.setup()
  render(<House unit="piece" />)
  await user.click(screen.getByText('Banner'))
  await user.keyboard('{Home}{ArrowRight}{ArrowRight}{ArrowRight}m{Tab}')
  expect(texts()[0]).toBe('Banner21.00m')
  await user.click(screen.getByText('m'))
  await user.keyboard('m2{Tab}')
  expect(texts()[0]).toBe('Banner21.00m²')
})

test('a first key that no choice begins with is given on as a text to be read, and opens nothing', async () => {
  const user = userEvent.setup()
  render(<House unit="piece" />)
  await user.click(screen.getByText('Banner'))
  await user.keyboard('{Home}{ArrowRight}{ArrowRight}{ArrowRight}r')
  expect(screen.queryByRole('combobox')).toBeNull()
  expect(texts()[0]).toBe('Banner21.00r')
  await user.keyboard(' ')
  expect(screen.getByRole('combobox')).toBeTruthy()
})

test('a word that names no choice chooses none by its later letters', async () => {
  const user = userEvent.setup()
  render(<House unit="piece" />)
  await user.click(screen.getByText('Banner'))
  // The h of hour is the second letter here, in the marked cell and in the open one.
  await user.keyboard('{Home}{ArrowRight}{ArrowRight}{ArrowRight}rh{Tab}')
  expect(texts()[0]).not.toContain('hour')
  await user.click(screen.getByText('r'))
  await user.keyboard('{Enter}rh{Tab}')
  expect(texts()[0]).not.toContain('hour')
})

test('cells are pasted into a sheet without rows', async () => {
  const user = userEvent.setup()
  render(<Grown />)
  screen.getByRole('grid').focus()
  await user.paste('Tray\t3')
  expect(calls).toEqual([['paste', null, [['Tray', '3']]]])
})

test('cells of a spreadsheet are pasted from the marked cell on; what is computed is not typed into', async () => {
  const user = userEvent.setup()
  render(<House />)
  await user.click(screen.getByText('Letters'))
  await user.paste('Tray\t3\nStud\t8')
  await user.keyboard('{ArrowRight}{ArrowRight}5{Enter}')
  expect(calls).toEqual([
    [
      'paste',
      { row: 'b', column: 'text' },
      [
        ['Tray', '3'],
        ['Stud', '8'],
      ],
    ],
  ])
  expect(screen.queryByRole('textbox')).toBeNull()
})

/** The rows of the sheet, which lie one below the other, 40 px each. */
function laidOut(): HTMLElement[] {
  const rows = screen.getAllByRole('row').slice(1)
  rows.forEach((row, index) => {
    row.getBoundingClientRect = () => new DOMRect(0, 40 * index, 300, 40)
  })
  return rows
}

test.each(['mouse', 'touch', 'pen'])(
  'a row is carried by its grip to the place before another one: %s',
  (pointerType) => {
    render(<House />)
    const [first, second] = laidOut()
    const grip = second?.querySelector('[data-row-grip]') ?? document
    const at = (clientY: number) => ({ pointerId: 3, pointerType, clientY, button: 0 })
    fireEvent.pointerDown(grip, at(60))
    fireEvent.pointerMove(grip, at(62))
    expect(first?.hasAttribute('data-over')).toBe(false)
    fireEvent.pointerMove(grip, at(9))
    expect([first?.getAttribute('data-over'), second?.hasAttribute('data-carried')]).toEqual(['before', true])
    fireEvent.pointerUp(grip, at(9))
    expect([calls, first?.hasAttribute('data-over'), second?.hasAttribute('data-carried')]).toEqual([
      [['place', ['b'], { row: 'a', isAfter: false }]],
      false,
      false,
    ])
  },
)

test('rows that are carried are put back by Escape and by a gesture of the system', () => {
  render(<House />)
  const [first, second] = laidOut()
  const grip = second?.querySelector('[data-row-grip]') ?? document
  const at = (clientY: number) => ({ pointerId: 3, pointerType: 'touch', clientY, button: 0 })
  const carry = () => {
    fireEvent.pointerDown(grip, at(60))
    fireEvent.pointerMove(grip, at(9))
    expect(first?.getAttribute('data-over')).toBe('before')
  }
  carry()
  fireEvent.keyDown(window, { key: 'Escape' })
  fireEvent.pointerUp(grip, at(9))
  carry()
  fireEvent.pointerCancel(grip, at(9))
  fireEvent.pointerUp(grip, at(9))
  expect([calls, first?.hasAttribute('data-over')]).toEqual([[], false])
})

test('a closed sheet is read with the keyboard and not changed', async () => {
  const user = userEvent.setup()
  render(<House isOpen={false} />)
  await user.click(screen.getByText('Banner'))
  await user.keyboard('x{Enter}{Control>}d{/Control}{Shift>}{Enter}{/Shift}')
  expect([texts(), calls]).toEqual([['Banner21.00', 'Letters51.00'], []])
})

test('a copy by Mod+D is marked where the original was', async () => {
  const user = userEvent.setup()
  render(
    <Grown
      before={[
        { id: 'a', text: 'Banner', qty: '1' },
        { id: 'b', text: 'Frame', qty: '2' },
      ]}
    />,
  )
  await user.click(screen.getByText('Banner'))
  await user.keyboard('{Control>}d{/Control}Sign{Enter}')
  expect(texts()).toEqual(['Banner11.00', 'Sign11.00', 'Frame21.00'])
})
