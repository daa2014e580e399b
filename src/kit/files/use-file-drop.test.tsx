// @vitest-environment happy-dom
import { cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useFileDrop } from './use-file-drop'

afterEach(cleanup)

const taken: string[] = []

function Place() {
  const drop = useFileDrop((files) => taken.push(...files.map(({ name }) => name)), {
    accepts: ({ type }) => type === 'image/png',
  })
  return (
    <section aria-label="Place" data-over={drop.isOver} {...drop.zone}>
      <p>Inside</p>
    </section>
  )
}

test('the mark stays while files are held over a part of the place; the accepted files are taken', () => {
  render(<Place />)
  const place = screen.getByRole('region', { name: 'Place' })
  const leave = (into: Element) => fireEvent(place, new MouseEvent('dragleave', { bubbles: true, relatedTarget: into }))
  const dropped = (...files: File[]) => {
    const event = createEvent.drop(place, { dataTransfer: { types: ['Files'], files } })
    fireEvent(place, event)
    return { isOver: place.dataset.over, isKept: event.defaultPrevented, taken: taken.splice(0) }
  }
  fireEvent.dragOver(place, { dataTransfer: { types: ['text/plain'] } })
  expect(place.dataset.over).toBe('false')
  fireEvent.dragOver(place, { dataTransfer: { types: ['Files'] } })
  leave(screen.getByText('Inside'))
  expect(place.dataset.over).toBe('true')
  leave(document.body)
  expect(place.dataset.over).toBe('false')

  fireEvent.dragOver(place, { dataTransfer: { types: ['Files'] } })
  const [photo, text] = [new File(['1'], 'a.png', { type: 'image/png' }), new File(['1'], 'b.txt')]
  expect(dropped(text, photo)).toEqual({ isOver: 'false', isKept: true, taken: ['a.png'] })
  expect(dropped(text)).toEqual({ isOver: 'false', isKept: false, taken: [] })
})
