// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { usePrefetch } from './use-prefetch'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

type Tell = (link: HTMLAnchorElement) => void

function Links({ tell, ask = () => {} }: { tell: Tell; ask?: Tell }) {
  usePrefetch(tell, ask)
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

test('without a network no link is told of, and it is once there is one', () => {
  const told: string[] = []
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  render(<Links tell={({ pathname }) => void told.push(pathname)} />)
  fireEvent.pointerOver(screen.getByText('Contacts'))
  expect(told).toEqual([])
  onLine.mockReturnValue(true)
  fireEvent.pointerOver(screen.getByText('Contacts'))
  expect(told).toEqual(['/contacts'])
})

test('a link is told of each time it is pressed with the first button', () => {
  const asked: string[] = []
  render(<Links tell={() => {}} ask={({ pathname }) => void asked.push(pathname)} />)
  const link = screen.getByText('Contacts')
  fireEvent.pointerDown(link, { button: 0 })
  fireEvent.pointerDown(link, { button: 2 })
  fireEvent.pointerDown(screen.getByText('Elsewhere'), { button: 0 })
  fireEvent.pointerDown(link, { button: 0 })
  expect(asked).toEqual(['/contacts', '/contacts'])
})
