// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { usePrefetch } from './use-prefetch'

afterEach(cleanup)

function Links({ tell }: { tell: (link: HTMLAnchorElement) => void }) {
  usePrefetch(tell)
  return (
    <nav>
      <a href="/contacts">
        <b>Contacts</b>
      </a>
      <a href="/tasks?task=t">Van wrap</a>
      <a href="https://example.com/">Elsewhere</a>
    </nav>
  )
}

test('a link that the pointer or the focus reaches is told of once, one of another site never', () => {
  const told: string[] = []
  const tell = ({ pathname, search }: HTMLAnchorElement) => void told.push(pathname + search)
  render(<Links tell={tell} />)
  fireEvent.pointerOver(screen.getByText('Contacts'))
  fireEvent.pointerOver(screen.getByRole('link', { name: 'Contacts' }))
  fireEvent.pointerOver(screen.getByText('Elsewhere'))
  fireEvent.focusIn(screen.getByText('Van wrap'))
  fireEvent.pointerOver(screen.getByRole('navigation'))
  expect(told).toEqual(['/contacts', '/tasks?task=t'])
})
