// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { showTo } from '@/shared/ui/testing'
import { useScreenKeys } from '@/shared/hooks/screen-keys'
import { HeldKeys } from './held-keys'
import { useShortcuts } from './use-shortcuts'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

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

const own = {
  title: 'Tasks',
  keys: [
    { keys: 'S', label: 'Status', at: () => document.querySelector('button') },
    { keys: 'Esc', label: 'Choose none' },
  ],
} as const

test('a question mark that is tapped opens the keyboard map; held, it shows the keys in their places until it is released', async () => {
  const run = vi.fn()
  function Frame() {
    useShortcuts(run, false)
    useScreenKeys(own)
    return (
      <>
        <button type="button">Pending</button>
        <HeldKeys />
      </>
    )
  }
  showTo('admin', <Frame />)
  // Without a layout every element is nowhere.
  const button = screen.getByRole('button')
  vi.spyOn(button, 'getBoundingClientRect').mockReturnValue(new DOMRect(100, 200, 80, 24))
  const key = (type: 'keydown' | 'keyup') =>
    act(() => document.body.dispatchEvent(new KeyboardEvent(type, { key: '?', code: 'Slash', bubbles: true })))
  key('keydown')
  expect(run).not.toHaveBeenCalled()
  key('keyup')
  expect(run.mock.calls).toMatchObject([[{ keys: '?' }]])

  key('keydown')
  const place = await vi.waitFor(() => {
    const [found] = [...document.querySelectorAll<HTMLElement>('[data-keys-in-place] [style]')]
    if (!found) throw new Error('not yet')
    return found
  })
  expect([place.textContent, place.style.top, place.style.left]).toEqual(['S', '200px', '100px'])
  expect(document.querySelector('[data-keys-in-place]')?.textContent).toContain('Esc Choose none')
  key('keyup')
  expect(document.querySelector('[data-keys-in-place]')).toBeNull()
  expect(run).toHaveBeenCalledOnce()
})
