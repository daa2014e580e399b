import { expect, test, vi } from 'vitest'
import { askHeldQuestion, holdQuestion, holdQuestions, releaseQuestions } from './held-questions'

test('what is asked before its place is there brings the place, and is asked once', () => {
  const [bring, ask] = [vi.fn(), vi.fn()]
  holdQuestions(bring)
  expect(holdQuestion(ask)).toBe(true)
  expect(bring).toHaveBeenCalledOnce()
  expect(ask).not.toHaveBeenCalled()
  releaseQuestions()
  expect(ask).toHaveBeenCalledOnce()
  expect(holdQuestion(ask)).toBe(false)
})

test('a screen that can ask takes what waits before the usual place comes', () => {
  const ask = vi.fn()
  holdQuestions(() => {})
  holdQuestion(ask)
  askHeldQuestion()
  releaseQuestions()
  expect(ask).toHaveBeenCalledOnce()
})
