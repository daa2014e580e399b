import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { saveChecklistChange } from '@/features/office/tasks/api/detail/change-checklist.mutation'
import { saveDescription, saveTitle } from '@/features/office/tasks/api/detail/save-text.mutation'
import { storable, storableLine } from '@/shared/domain/text/storable'
import { hasTitle, titleProblem } from '@/shared/domain/tasks/task'
import { readChecklist, replaceText, writeChecklist } from '@/shared/domain/tasks/task-checklist'
import { patience, share } from './bad-input/cases.ts'
import { descriptionOf, newTask, refusalOf, textsOf } from './bad-input/tasks.ts'
import { expectWords, forbidBadAnswers } from './bad-input/watch.ts'
import { anyWords } from './bad-input/words.ts'
import { openBadInputWorld } from './bad-input/world.ts'

const world = await openBadInputWorld()
afterAll(() => world.close())
forbidBadAnswers()

describe('texts', () => {
  const titleOf = async (id: string) => (await textsOf(world, id)).title

  test(
    'any title that says something becomes the title of a task, over any other; the rest is refused in words',
    async () => {
      await fc.assert(
        fc.asyncProperty(anyWords, anyWords, async (first, second) => {
          const { id } = await newTask(world)
          for (const wanted of [first, second]) {
            const seen = await titleOf(id)
            const refused = await refusalOf(saveTitle(id, { seen, wanted }))
            if (refused !== null) expectWords(refused)
            if (hasTitle({ title: wanted }) && titleProblem(wanted) === null) {
              expect([refused, await titleOf(id)]).toEqual([null, storableLine(wanted)])
            } else if (refused !== null) {
              expect(await titleOf(id)).toBe(seen)
            }
          }
        }),
        share(0.5),
      )
    },
    patience,
  )

  test(
    'any description is saved over its checklist, and any line added to that',
    async () => {
      await fc.assert(
        fc.asyncProperty(anyWords, anyWords, anyWords, async (before, wanted, line) => {
          const seen = storable(before + writeChecklist([{ id: 'a', text: 'Measure', completed: true }]))
          const { id } = await newTask(world, { description: seen })
          const { text } = readChecklist(seen)
          expect(await saveDescription(id, seen, { seen: text, wanted })).toBe('saved')
          const saved = await descriptionOf(world, id)
          expect(saved).toBe(storable(replaceText(seen, wanted)))
          if (storableLine(line) === '') return
          const added = randomUUID()
          const change = { kind: 'add', id: added, text: line } as const
          expect(await saveChecklistChange(id, { description: saved, change })).toMatchObject({ isMade: true })
          expect(readChecklist(await descriptionOf(world, id)).items.find((item) => item.id === added)?.text).toBe(
            storableLine(line),
          )
        }),
        share(0.5),
      )
    },
    patience,
  )
})
