import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate'
import { type ReadyMark, readyUndoMachine } from './ready-undo.machine'

function start({ mark = null, accepts = true }: { mark?: ReadyMark | null; accepts?: boolean } = {}) {
  const clock = new SimulatedClock()
  clock.set(1_000_000)
  const saved: boolean[] = []
  const said: string[] = []
  const server: { accepts: boolean; answer: 'saved' | 'waiting' } = { accepts, answer: 'saved' }
  const actor = createActor(
    readyUndoMachine.provide({
      actors: {
        setReady: fromPromise(async ({ input }) => {
          if (!server.accepts) throw new Error('no')
          saved.push(input.ready)
          return server.answer
        }),
      },
    }),
    { clock, input: { mark, now: () => clock.now() } },
  )
  actor.on('ready.failed', ({ message }) => said.push(message))
  actor.start()
  const settled = () => waitFor(actor, (state) => !state.hasTag('busy'))
  const offers = () => {
    const state = actor.getSnapshot()
    return { mark: state.hasTag('canMark'), undo: state.hasTag('canUndo') }
  }
  return { actor, clock, saved, said, server, settled, offers }
}

async function startMarked() {
  const started = start()
  started.actor.send({ type: 'ready.mark' })
  await started.settled()
  return started
}

describe('marking', () => {
  test('spec 2 §4, §9: can be undone for 10 seconds', async () => {
    const { clock, offers, saved } = await startMarked()
    expect(saved).toEqual([true])
    clock.increment(9_900)
    expect(offers()).toEqual({ mark: false, undo: true })
    clock.increment(200)
    expect(offers()).toEqual({ mark: false, undo: false })
  })

  test('twice at once saves once', async () => {
    const { actor, settled, saved } = start()
    actor.send({ type: 'ready.mark' })
    actor.send({ type: 'ready.mark' })
    await settled()
    expect(saved).toEqual([true])
  })

  test('spec 2 §8: in vain says so and can be tried again', async () => {
    const { actor, settled, said, server, offers } = start({ accepts: false })
    actor.send({ type: 'ready.mark' })
    await settled()
    expect(said).toEqual(['Failed to mark as ready. Please try again.'])
    server.accepts = true
    actor.send({ type: 'ready.mark' })
    await settled()
    expect(offers()).toEqual({ mark: false, undo: true })
  })
})

describe('undoing', () => {
  test('takes the mark back, and it can be set again', async () => {
    const { actor, settled, saved, offers } = await startMarked()
    actor.send({ type: 'ready.undo' })
    await settled()
    expect(saved).toEqual([true, false])
    expect(offers()).toEqual({ mark: true, undo: false })
  })

  test('spec 2 §8: in vain says so and leaves what is left of the 10 seconds', async () => {
    const { actor, clock, settled, said, server, offers } = await startMarked()
    clock.increment(6_000)
    server.accepts = false
    actor.send({ type: 'ready.undo' })
    await settled()
    expect(said).toEqual(['Failed to unmark as ready. Please try again.'])
    expect(offers()).toEqual({ mark: false, undo: true })
    clock.increment(4_000)
    expect(offers()).toEqual({ mark: false, undo: false })
  })
})

describe('a mark that was there already', () => {
  test('from just before a reload can be undone for the rest of its 10 seconds', () => {
    const { clock, offers } = start({ mark: { ready: true, at: 1_000_000 - 7_000 } })
    expect(offers()).toEqual({ mark: false, undo: true })
    clock.increment(3_000)
    expect(offers()).toEqual({ mark: false, undo: false })
  })

  test('from yesterday stays', () => {
    expect(start({ mark: { ready: true, at: 0 } }).offers()).toEqual({ mark: false, undo: false })
  })

  test('from a clock that runs ahead can be undone for 10 seconds, not longer', () => {
    const { clock, offers } = start({ mark: { ready: true, at: 9_000_000 } })
    clock.increment(10_000)
    expect(offers()).toEqual({ mark: false, undo: false })
  })

  test('taken back in another tab can be set again here', async () => {
    const { actor, offers } = await startMarked()
    actor.send({ type: 'mark.heard', mark: { ready: false, at: 1_000_000 } })
    expect(offers()).toEqual({ mark: true, undo: false })
  })

  test('set in another tab is not asked for here', () => {
    const { actor, offers } = start()
    actor.send({ type: 'mark.heard', mark: { ready: true, at: 1_000_000 - 60_000 } })
    expect(offers()).toEqual({ mark: false, undo: false })
  })
})

describe('what is heard while a press is on its way', () => {
  test('stands when the press is refused: a colleague was quicker', async () => {
    const { actor, settled, offers } = start({ accepts: false })
    actor.send({ type: 'ready.mark' })
    actor.send({ type: 'mark.heard', mark: { ready: true, at: 0 } })
    await settled()
    expect(offers()).toEqual({ mark: false, undo: false })
  })

  test('stands when taking back is refused: another tab has done it', async () => {
    const { actor, settled, offers, server } = await startMarked()
    server.accepts = false
    actor.send({ type: 'ready.undo' })
    actor.send({ type: 'mark.heard', mark: null })
    await settled()
    expect(offers()).toEqual({ mark: true, undo: false })
  })

  test('stands when a press waits for the network', async () => {
    const { actor, settled, offers, server } = start()
    server.answer = 'waiting'
    actor.send({ type: 'ready.mark' })
    actor.send({ type: 'mark.heard', mark: { ready: true, at: 0 } })
    await settled()
    expect(offers()).toEqual({ mark: false, undo: false })
  })
})
