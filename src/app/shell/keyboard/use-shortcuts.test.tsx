// @vitest-environment happy-dom
import { cleanup } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { showTo } from '@/shared/ui/testing'
import { useShortcuts } from './use-shortcuts'

afterEach(cleanup)

const press = (target: Element, key: string, timeStamp: number) => {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
  Object.defineProperty(event, 'timeStamp', { value: timeStamp })
  return target.dispatchEvent(event)
}

test.each(['', 'true', 'plaintext-only'])('no shortcut runs in a text with contenteditable="%s"', (editable) => {
  const run = vi.fn()
  function Frame() {
    useShortcuts(run, false)
    return (
      <>
        <p dangerouslySetInnerHTML={{ __html: `<b contenteditable="${editable}">Text</b>` }} />
        <i>Outside</i>
      </>
    )
  }
  showTo('admin', <Frame />)
  const text = document.querySelector('b')!
  for (const [at, key] of ['d', 'e', 'g', 'h'].entries()) expect(press(text, key, 5000 * (at + 1))).toBe(true)
  expect(run).not.toHaveBeenCalled()
  expect(press(document.querySelector('i')!, 'd', 60_000)).toBe(false)
  expect(run).toHaveBeenCalledOnce()
})
