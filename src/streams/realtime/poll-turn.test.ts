import { Subject } from 'rxjs'
import { expect, test } from 'vitest'
import { type Locks, pollTurn } from './poll-turn'

/** The locks of one browser: one holder a name, the others in line. */
function browser() {
  const line: { held: () => Promise<void>; signal: AbortSignal }[] = []
  let isHeld = false
  const next = () => {
    const first = line.find(({ signal }) => !signal.aborted)
    if (isHeld || !first) return
    line.splice(line.indexOf(first), 1)
    isHeld = true
    void first.held().then(() => {
      isHeld = false
      next()
    })
  }
  const locks: Locks = {
    request: async (_name, { signal }, held) => {
      line.push({ held, signal })
      next()
    },
  }
  const openTab = () => {
    const shown$ = new Subject<boolean>()
    const turns: boolean[] = []
    const turn$ = pollTurn('polls', { locks, shown$ })
    const subscription = turn$.subscribe((turn) => turns.push(turn))
    return { show: (isShown: boolean) => shown$.next(isShown), turn$, turns, close: () => subscription.unsubscribe() }
  }
  return { openTab }
}
const settled = () => new Promise((resolve) => setTimeout(resolve))

test('of two shown tabs one polls, and the other takes over when it is closed', async () => {
  const { openTab } = browser()
  const [first, second] = [openTab(), openTab()]
  first.show(true)
  second.show(true)
  await settled()
  expect([first.turns, second.turns]).toEqual([[false, true], [false]])
  first.close()
  await settled()
  expect(second.turns).toEqual([false, true])
})

test('a tab that is hidden lets another poll, and waits in line when it is shown again', async () => {
  const { openTab } = browser()
  const [first, second] = [openTab(), openTab()]
  first.show(true)
  second.show(true)
  first.show(false)
  await settled()
  first.show(true)
  await settled()
  expect([first.turns, second.turns]).toEqual([
    [false, true, false],
    [false, true],
  ])
})

test('all that polls in one tab has its turn at once', async () => {
  const { openTab } = browser()
  const tab = openTab()
  const alsoTurns: boolean[] = []
  const also = tab.turn$.subscribe((turn) => alsoTurns.push(turn))
  tab.show(true)
  await settled()
  expect([tab.turns, alsoTurns]).toEqual([
    [false, true],
    [false, true],
  ])
  also.unsubscribe()
})

test('a hidden tab never polls', async () => {
  const { openTab } = browser()
  const tab = openTab()
  tab.show(false)
  await settled()
  expect(tab.turns).toEqual([false])
})

test('without locks every shown tab polls', () => {
  const shown$ = new Subject<boolean>()
  const turns: boolean[] = []
  pollTurn('polls', { locks: null, shown$ }).subscribe((turn) => turns.push(turn))
  shown$.next(true)
  shown$.next(false)
  expect(turns).toEqual([true, false])
})
