// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { tellWholeTexts } from './whole-texts'

let stop = () => {}
afterEach(() => stop())

/** A cell of 100 px whose words need `width`. */
function cell(width: number, title = '') {
  document.body.innerHTML = `<div style="text-overflow: ellipsis"${title && ` title="${title}"`}><b>Canopy fascia, powder coated</b></div>`
  const [place] = document.body.children as unknown as [HTMLElement]
  Object.defineProperty(place, 'clientWidth', { value: 100 })
  Object.defineProperty(place, 'scrollWidth', { get: () => width })
  const point = (pointerType = 'mouse') =>
    place.firstElementChild?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType }))
  return { place, point, widen: () => (width = 100) }
}

test('a text that ends in dots is told whole to a mouse, as long as it is cut', () => {
  stop = tellWholeTexts()
  const { place, point, widen } = cell(160)
  point('touch')
  expect(place.title).toBe('')
  point()
  expect(place.title).toBe('Canopy fascia, powder coated')
  widen()
  point()
  expect(place.hasAttribute('title')).toBe(false)
})

test('what says a title of its own keeps it', () => {
  stop = tellWholeTexts()
  const { place, point } = cell(160, 'Since Monday')
  point()
  expect(place.title).toBe('Since Monday')
})
