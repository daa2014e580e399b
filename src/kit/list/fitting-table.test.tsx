// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { FittingTable } from './fitting-table'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('a long text that is cut to two lines by itself is not taken for a short one', () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  const widths = (which: 'shown' | 'whole') =>
    function (this: Element) {
      return Number(this.getAttribute(`data-${which}`) ?? 0)
    }
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(widths('shown'))
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockImplementation(widths('whole'))
  render(
    <div data-shown="400">
      <FittingTable label="Terms" content={1}>
        <tbody>
          <tr>
            <td data-whole="100">Short</td>
            <td data-whole="113">
              <p data-shown="89" data-whole="1693">
                Prices are in euro.
              </p>
            </td>
            <td data-whole="140">
              <span data-shown="1" data-whole="400">
                Open
              </span>
            </td>
          </tr>
        </tbody>
      </FittingTable>
    </div>,
  )
  expect(screen.getAllByRole('cell').map((cell) => cell.hasAttribute('data-whole'))).toEqual([true, false, true])
})
