// @vitest-environment happy-dom
import { MantineProvider, Table } from '@mantine/core'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RowGroup } from './row-group'

let see: (isIntersecting: boolean) => void = () => {}

beforeEach(() =>
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(tell: (entries: { isIntersecting: boolean; boundingClientRect: { height: number } }[]) => void) {
        see = (isIntersecting) => act(() => tell([{ isIntersecting, boundingClientRect: { height: 720 } }]))
      }
      observe() {}
      disconnect() {}
    },
  ),
)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const open = () =>
  render(
    <MantineProvider env="test">
      <Table>
        <RowGroup>
          <tr>
            <td>
              <button type="button">Van wrap</button>
            </td>
          </tr>
        </RowGroup>
      </Table>
    </MantineProvider>,
  )
const line = () => screen.queryByRole('button', { name: 'Van wrap' })

test('rows far from the window leave their height behind, and are drawn again when they come near', () => {
  open()
  see(true)
  expect(line()).toBeTruthy()
  see(false)
  expect([line(), document.querySelector('td')?.style.height]).toEqual([null, '720px'])
  see(true)
  expect(line()).toBeTruthy()
})

test('rows that somebody is in stay', () => {
  open()
  line()?.focus()
  see(false)
  expect(document.activeElement).toBe(line())
})
