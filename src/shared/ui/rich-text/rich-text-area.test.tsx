// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { createRoot } from 'react-dom/client'
import { startTransition, useLayoutEffect } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RichTextArea } from './rich-text-area'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** A component whose layout takes so long that timers end before the page's effects run. */
function Slow() {
  useLayoutEffect(() => {
    vi.advanceTimersByTime(8)
  }, [])
  return null
}

test('a text that was kept is shown on a page that takes long to lay out', async () => {
  const problems: unknown[] = []
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place, { onUncaughtError: (problem) => problems.push(problem) })
  startTransition(() =>
    root.render(
      <MantineProvider env="test">
        <RichTextArea label="Comment" value="<p>Is it still RAL 5015?</p>" minHeight={72} onChange={() => {}} />
        <Slow />
      </MantineProvider>,
    ),
  )
  await vi.waitFor(() => {
    expect(problems).toEqual([])
    expect(place.querySelector('[role="textbox"]')?.textContent).toBe('Is it still RAL 5015?')
  })
  root.unmount()
  place.remove()
})
