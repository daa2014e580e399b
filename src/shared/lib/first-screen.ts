import { whenIdle } from './when-idle'

/** The interval of checks whether the first screen is complete, and the longest wait, in ms. */
const step = 100
const patience = 5_000
/** The number of checks in a row without a running read; by then the follow-up reads have started. */
const calmSteps = 3

let isThere = false
const waiting = new Set<() => void>()

function stand(): void {
  isThere = true
  for (const work of waiting) work()
  waiting.clear()
}

/**
 * Watches the first screen of a visit from its first drawing. `isCalm` returns true while no query is reading. The screen is
 * complete when no query has read for a moment, when a person acts, and after five seconds at the latest.
 */
export function watchFirstScreen(isCalm: () => boolean): () => void {
  if (isThere) return () => {}
  let calm = 0
  let left = patience / step
  const inputs = ['pointerdown', 'keydown'] as const
  const end = () => {
    clearInterval(timer)
    for (const kind of inputs) window.removeEventListener(kind, over, true)
  }
  const over = () => {
    end()
    stand()
  }
  const timer = setInterval(() => {
    calm = isCalm() ? calm + 1 : 0
    left -= 1
    if (calm >= calmSteps || left <= 0) over()
  }, step)
  for (const kind of inputs) window.addEventListener(kind, over, true)
  return end
}

/**
 * Runs `work` when the first screen is complete and the page is idle. For code that most visits need, but the first screen does
 * not. Returns the function that cancels it.
 */
export function afterFirstScreen(work: () => void): () => void {
  let takeBack = () => {}
  const soon = () => {
    takeBack = whenIdle(work)
  }
  if (isThere) soon()
  else waiting.add(soon)
  return () => {
    waiting.delete(soon)
    takeBack()
  }
}

/** For tests: resets the visit. */
export function forgetFirstScreen(): void {
  isThere = false
  waiting.clear()
}
