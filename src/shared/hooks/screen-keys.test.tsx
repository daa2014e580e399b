// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useKeyPresses } from './screen-keys'

beforeEach(() => document.body.replaceChildren())
afterEach(cleanup)

const press = (target: Element, key: string) =>
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))

test.each(['', 'true', 'plaintext-only'])(
  'a screen leaves the keys to a text with contenteditable="%s"',
  (editable) => {
    const hear = vi.fn(() => true)
    function Screen() {
      useKeyPresses(hear)
      return (
        <>
          <p dangerouslySetInnerHTML={{ __html: `<span contenteditable="${editable}"><b>Text</b></span>` }} />
          <i>Outside</i>
        </>
      )
    }
    const { container } = render(<Screen />)
    expect(press(container.querySelector('b')!, 'd')).toBe(true)
    expect(hear).not.toHaveBeenCalled()
    expect(press(container.querySelector('i')!, 'd')).toBe(false)
    expect(hear).toHaveBeenCalledOnce()
  },
)

test('a letter after a click on a choice is a key of the screen, an arrow goes to the next choice', () => {
  const hear = vi.fn(() => true)
  function Screen() {
    useKeyPresses(hear)
    return (
      <div role="radiogroup">
        <input type="radio" aria-label="All" />
      </div>
    )
  }
  const { getByRole } = render(<Screen />)
  expect(press(getByRole('radio'), 'd')).toBe(false)
  expect(press(getByRole('radio'), 'ArrowDown')).toBe(true)
  expect(hear).toHaveBeenCalledExactlyOnceWith(expect.anything(), 'd')
})
