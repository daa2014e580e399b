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
