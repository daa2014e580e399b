// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { holdPress } from './hold-press'

afterEach(cleanup)

function press(pointer: { pointerType: string; button?: number }) {
  render(<div role="option" aria-selected={false} onPointerDown={holdPress} />)
  const option = screen.getByRole('option')
  option.setPointerCapture = vi.fn()
  option.releasePointerCapture = vi.fn()
  fireEvent.pointerDown(option, { pointerId: 7, clientX: 100, clientY: 100, button: 0, ...pointer })
  return option
}

test('a pressed option keeps the pointer until it moves away', () => {
  const option = press({ pointerType: 'mouse' })
  expect(option.setPointerCapture).toHaveBeenCalledWith(7)
  fireEvent.pointerMove(option, { clientX: 105, clientY: 96 })
  expect(option.releasePointerCapture).not.toHaveBeenCalled()
  fireEvent.pointerMove(option, { clientX: 105, clientY: 130 })
  expect(option.releasePointerCapture).toHaveBeenCalledWith(7)
})

test.each([{ pointerType: 'touch' }, { pointerType: 'mouse', button: 2 }])('not for %j', (pointer) => {
  expect(press(pointer).setPointerCapture).not.toHaveBeenCalled()
})
