// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act, cleanup, render, screen } from '@testing-library/react'
import { memo } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { LoadMore } from './load-more'
import { inParts, useNearWindow } from './near-window'
import { useParts } from './use-parts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** The browser says which parts are near; called with the place of a part. */
function watched() {
  const told = new Map<Element, (isNear: boolean) => void>()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #tell: IntersectionObserverCallback
      constructor(tell: IntersectionObserverCallback) {
        this.#tell = tell
      }
      observe(part: Element) {
        told.set(part, (isIntersecting) =>
          this.#tell(
            [{ isIntersecting, boundingClientRect: new DOMRect(0, 0, 100, 2650) } as IntersectionObserverEntry],
            this as unknown as IntersectionObserver,
          ),
        )
      }
      disconnect() {}
    },
  )
  return (part: Element, isNear: boolean) => act(async () => told.get(part)?.(isNear))
}

function Part({ rows, isLong, rough }: { rows: readonly number[]; isLong: boolean; rough: number | null }) {
  const { place, far } = useNearWindow<HTMLUListElement>(isLong, rough)
  return (
    <ul ref={place} style={far === null ? undefined : { height: far }}>
      {far === null
        ? rows.map((row) => (
            <li key={row}>
              <button type="button">{row}</button>
            </li>
          ))
        : null}
    </ul>
  )
}
const parts = inParts(
  Array.from({ length: 120 }, (_, n) => n),
  50,
)

test('of a long list the parts near the window are drawn, the others keep their height; a part with the focus stays', async () => {
  const say = watched()
  render(parts.map((rows, nth) => <Part key={nth} rows={rows} isLong rough={nth === 0 ? null : rows.length * 53} />))
  const [first, second, third] = screen.getAllByRole('list')
  if (!first || !second || !third) throw new Error('There are three parts')
  expect([first.children.length, second.children.length, second.style.height, third.style.height]).toEqual([
    50,
    0,
    '2650px',
    '1060px',
  ])
  await say(second, true)
  await say(first, false)
  expect([first.children.length, first.style.height, second.children.length]).toEqual([0, '2650px', 50])
  screen.getByRole('button', { name: '70' }).focus()
  await say(second, false)
  expect(second.children.length).toBe(50)
})

test('a list that is not long is drawn whole', () => {
  watched()
  render(parts.map((rows, nth) => <Part key={nth} rows={rows} isLong={false} rough={2650} />))
  expect(screen.getAllByRole('button')).toHaveLength(120)
})

test('a page that comes, or a row that changes, draws its own part only', () => {
  const drawn: string[] = []
  const Drawn = memo(function Drawn({ rows }: { rows: readonly number[] }) {
    drawn.push(rows.join(''))
    return null
  })
  const List = ({ rows }: { rows: readonly number[] }) =>
    useParts(rows, 2).map((part, nth) => <Drawn key={nth} rows={part} />)
  const { rerender } = render(<List rows={[1, 2, 3, 4]} />)
  rerender(<List rows={[1, 2, 3, 4, 5]} />)
  rerender(<List rows={[1, 2, 9, 4, 5]} />)
  expect(drawn).toEqual(['12', '34', '5', '94'])
})

test('the next page of a column comes also while its end is above the window, that of a list only when it is near', () => {
  const margins: (string | undefined)[] = []
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(_: unknown, { rootMargin }: IntersectionObserverInit) {
        margins.push(rootMargin)
      }
      observe() {}
      disconnect() {}
    },
  )
  const page = { isLoading: false, hasFailed: false, onLoad: () => {} }
  render(
    <MantineProvider>
      <LoadMore {...page} />
      <LoadMore {...page} isColumn />
    </MantineProvider>,
  )
  expect(margins).toEqual(['600px 0px', '10000000px 0px 600px'])
})
