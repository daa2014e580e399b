// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest'
import { guardSecondClicks } from './second-clicks'

let pressed: string[]
let end: () => void
beforeEach(() => {
  pressed = []
  end = guardSecondClicks(document)
  document.body.innerHTML =
    '<button id="one">One <i>icon</i></button><button id="two">Two</button><p id="text">Text</p>'
  for (const { id } of document.querySelectorAll('[id]'))
    document.getElementById(id)?.addEventListener('click', () => pressed.push(id))
})
afterEach(() => end())
const click = (selector: string, detail: number) =>
  document.querySelector(selector)?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail }))

test('the second click of a double click does not reach the button that came under the pointer', () => {
  click('#one', 1)
  click('#two', 2)
  expect(pressed).toEqual(['one'])
})

test('it reaches the button of the first click, also by what stands on it', () => {
  click('#one', 1)
  click('#one i', 2)
  click('#one', 3)
  expect(pressed).toEqual(['one', 'one', 'one'])
})

test('a click elsewhere, a key and a text are left as they are', () => {
  click('#one', 1)
  click('#two', 1)
  click('#one', 0)
  click('#text', 2)
  expect(pressed).toEqual(['one', 'two', 'one', 'text'])
})
