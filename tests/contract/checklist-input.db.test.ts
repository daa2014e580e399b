import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { changeDescription } from '@/features/office/tasks/api/detail/change-description'
import { storable } from '@/shared/domain/text/storable'
import { readChecklist, tickItem, writeChecklist } from '@/shared/domain/tasks/task-checklist'
import { patience, share } from './bad-input/cases.ts'
import { descriptionOf, newTask } from './bad-input/tasks.ts'
import { expectWords, forbidBadAnswers } from './bad-input/watch.ts'
import { anyValue, anyWords } from './bad-input/words.ts'
import { openBadInputWorld } from './bad-input/world.ts'

const world = await openBadInputWorld()
afterAll(() => world.close())
forbidBadAnswers()

describe('checklist', () => {
  const anyTodos = fc.oneof(
    {
      weight: 9,
      arbitrary: fc.array(fc.record({ id: anyWords, text: anyWords, completed: fc.boolean() }), { maxLength: 6 }),
    },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(0, 1000)
        .map((size) =>
          Array.from({ length: size }, (_, n) => ({ id: String(n), text: `Item ${n}`, completed: n % 2 === 0 })),
        ),
    },
  )

  test(
    'spec 2 §4: two ticks at once on lines of any text and id both stay, and nothing else of the description changes',
    async () => {
      await fc.assert(
        fc.asyncProperty(anyWords, anyTodos, fc.nat(), fc.nat(), async (before, todos, one, other) => {
          const seen = storable(before + writeChecklist(todos))
          const { items, text } = readChecklist(seen)
          const { id } = await newTask(world, { description: seen })
          const wanted = [items[one % items.length], items[other % items.length]].flatMap((item) => item ?? [])
          await Promise.all(wanted.map(({ key }) => changeDescription(id, seen, (now) => tickItem(now, key, true))))
          const now = readChecklist(await descriptionOf(world, id))
          const ticked = wanted.map(({ key }) => key)
          expect(now.items).toEqual(
            items.map((item) => (ticked.includes(item.key) ? { ...item, completed: true } : item)),
          )
          expect(now.text).toBe(text)
        }),
        share(0.5),
      )
    },
    patience,
  )

  test(
    'whatever a program saves as a description follows what it has seen, or is refused in words',
    async () => {
      const { id } = await newTask(world, { description: 'seen' })
      const ids = fc.oneof(fc.constantFrom(id, world.petrasPrivate), anyValue)
      await fc.assert(
        fc.asyncProperty(
          ids,
          fc.oneof(fc.constant('seen'), anyValue),
          anyValue,
          async (task, expected, description) => {
            await world.server.engine.query(`update public.tasks set description = 'seen' where id = $1`, [id])
            const { error } = await world.raw.rpc('replace_task_description', {
              ...{ p_task_id: task, p_expected: expected, p_description: description },
            })
            if (error) expectWords(error.message)
            if (task !== id || expected !== 'seen' || error) expect(await descriptionOf(world, id)).toBe('seen')
          },
        ),
        share(0.5),
      )
      expect(await descriptionOf(world, world.petrasPrivate)).toBe('')
    },
    patience,
  )
})
