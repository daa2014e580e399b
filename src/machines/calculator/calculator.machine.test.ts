import { describe, expect, test, vi } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import { calculatorMachine, type Saving } from './calculator.machine'

const conflict = Object.assign(new Error('Somebody else saved this calculation meanwhile'), { code: 'PT409' })

function visit(answers: (number | Error)[]) {
  const saved: Saving[] = []
  const actions = { open: vi.fn(), forgetTyped: vi.fn() }
  const actor = createActor(
    calculatorMachine.provide({
      actors: {
        save: fromPromise(async ({ input }) => {
          saved.push(input)
          const answer = answers.shift()
          if (typeof answer === 'number') return answer
          throw answer ?? new Error('no answer')
        }),
      },
      actions,
    }),
  ).start()
  const settled = () => waitFor(actor, (state) => !state.hasTag('busy'))
  return { actor, saved, actions, settled }
}

describe('saving a calculation', () => {
  test('what was typed is forgotten when it is saved, not before', async () => {
    const { actor, saved, actions, settled } = visit([new Error('offline'), 2])
    actor.send({ type: 'save', saving: { id: 'a', version: 1 } })
    const failed = await settled()
    expect(failed.value).toBe('editing')
    expect(failed.context.problem).toBeInstanceOf(Error)
    expect(actions.forgetTyped).not.toHaveBeenCalled()
    actor.send({ type: 'save', saving: { id: 'a', version: 1 } })
    expect((await settled()).context.problem).toBeNull()
    expect(saved).toEqual([
      { id: 'a', version: 1 },
      { id: 'a', version: 1 },
    ])
    expect(actions.forgetTyped).toHaveBeenCalledOnce()
  })

  test('a second press while it saves sends nothing more', async () => {
    const { actor, saved, settled } = visit([2, 3])
    actor.send({ type: 'save', saving: { id: 'a', version: 1 } })
    actor.send({ type: 'save', saving: { id: 'a', version: 1 } })
    await settled()
    expect(saved).toHaveLength(1)
  })

  test('a conflict writes nothing: mine becomes a copy, or theirs is taken', async () => {
    const mine = visit([conflict, 1])
    mine.actor.send({ type: 'save', saving: { id: 'a', version: 1 } })
    expect((await mine.settled()).value).toBe('conflict')
    mine.actor.send({ type: 'save', saving: { id: 'a', version: 1 } })
    mine.actor.send({ type: 'copy.save', id: 'b' })
    await mine.settled()
    expect(mine.saved).toEqual([
      { id: 'a', version: 1 },
      { id: 'b', version: null },
    ])
    const theirs = visit([conflict])
    theirs.actor.send({ type: 'save', saving: { id: 'a', version: 1 } })
    await theirs.settled()
    theirs.actor.send({ type: 'theirs.take' })
    expect(theirs.actor.getSnapshot().value).toBe('editing')
    expect(theirs.actions.forgetTyped).toHaveBeenCalledOnce()
  })
})
