import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addComment } from '@/features/tasks/api/add-comment.mutation'
import { saveChecklistChange } from '@/features/tasks/api/change-checklist.mutation'
import { changeDescription } from '@/features/tasks/api/change-description'
import { saveDescription, saveTitle } from '@/features/tasks/api/save-text.mutation'
import { setReady } from '@/features/tasks/api/set-ready.mutation'
import { canBeAdded } from '@/shared/domain/comment'
import { noRights } from '@/shared/domain/permission'
import { storable, storableLine } from '@/shared/domain/storable'
import { hasTitle, titleProblem } from '@/shared/domain/task'
import { readChecklist, replaceText, tickItem, writeChecklist } from '@/shared/domain/task-checklist'
import { patience, share } from './bad-input/cases.ts'
import { expectWords, watchAnswers } from './bad-input/watch.ts'
import { anyValue, anyWords } from './bad-input/words.ts'
import { openBadInputWorld, type World } from './bad-input/world.ts'
import { admin } from '../faults/people.ts'

let world: World
let watch: ReturnType<typeof watchAnswers>

beforeAll(async () => {
  world = await openBadInputWorld()
})
afterAll(() => world.close())
beforeEach(() => {
  watch = watchAnswers()
})
afterEach(() => {
  watch.stop()
  expect([...watch.bad]).toEqual([])
})

const newTask = async (change: { description?: string; created_by?: string; assignees?: string[] } = {}) => {
  const task = {
    id: randomUUID(),
    title: 'Van wrap',
    created_by: world.sara.id,
    assignees: [world.petra.id],
    ...change,
  }
  await admin(world.server).from('tasks').insert(task).throwOnError()
  return task
}
const descriptionOf = async (id: string) => {
  const { data } = await admin(world.server).from('tasks').select('description').eq('id', id).single().throwOnError()
  return data.description ?? ''
}
/** What a promise was refused with; null when it was not. */
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (refused: unknown) => (refused instanceof Error ? refused.message : String(refused)),
  )
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
    'two ticks at once on lines of any text and id both stay, and nothing else of the description changes',
    async () => {
      await fc.assert(
        fc.asyncProperty(anyWords, anyTodos, fc.nat(), fc.nat(), async (before, todos, one, other) => {
          const seen = storable(before + writeChecklist(todos))
          const { items, text } = readChecklist(seen)
          const { id } = await newTask({ description: seen })
          const wanted = [items[one % items.length], items[other % items.length]].flatMap((item) => item ?? [])
          await Promise.all(wanted.map(({ key }) => changeDescription(id, seen, (now) => tickItem(now, key, true))))
          const now = readChecklist(await descriptionOf(id))
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
      const { id } = await newTask({ description: 'seen' })
      const ids = fc.oneof(fc.constantFrom(id, world.petrasPrivate), anyValue)
      await fc.assert(
        fc.asyncProperty(
          ids,
          fc.oneof(fc.constant('seen'), anyValue),
          anyValue,
          async (task, expected, description) => {
            await admin(world.server).from('tasks').update({ description: 'seen' }).eq('id', id).throwOnError()
            const { error } = await world.raw.rpc('replace_task_description', {
              ...{ p_task_id: task, p_expected: expected, p_description: description },
            })
            if (error) expectWords(error.message)
            if (task !== id || expected !== 'seen' || error) expect(await descriptionOf(id)).toBe('seen')
          },
        ),
        share(0.5),
      )
      expect(await descriptionOf(world.petrasPrivate)).toBe('')
    },
    patience,
  )
})

describe('texts', () => {
  const titleOf = async (id: string) => {
    const { data } = await admin(world.server).from('tasks').select('title').eq('id', id).single().throwOnError()
    return data.title
  }

  test(
    'any title that says something becomes the title of a task, over any other; the rest is refused in words',
    async () => {
      await fc.assert(
        fc.asyncProperty(anyWords, anyWords, async (first, second) => {
          const { id } = await newTask()
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
          const { id } = await newTask({ description: seen })
          const { text } = readChecklist(seen)
          expect(await saveDescription(id, seen, { seen: text, wanted })).toBe('saved')
          const saved = await descriptionOf(id)
          expect(saved).toBe(storable(replaceText(seen, wanted)))
          if (storableLine(line) === '') return
          const added = randomUUID()
          const change = { kind: 'add', id: added, text: line } as const
          expect(await saveChecklistChange(id, { description: saved, change })).toMatchObject({ isMade: true })
          expect(readChecklist(await descriptionOf(id)).items.find((item) => item.id === added)?.text).toBe(
            storableLine(line),
          )
        }),
        share(0.5),
      )
    },
    patience,
  )
})

describe('comments', () => {
  const commentsOf = async (id: string) => {
    const { data } = await admin(world.server)
      .from('task_comments')
      .select('content, attachments, user_id')
      .eq('id', id)
      .throwOnError()
    return data
  }

  test(
    'a comment of any text is kept as it was written, or is refused in words and nobody is told',
    async () => {
      const task = await newTask()
      const author = { id: world.sara.id, name: 'Sara', rights: noRights }
      const files = fc.oneof(
        { weight: 4, arbitrary: fc.constant([]) },
        { weight: 1, arbitrary: fc.array(anyWords, { maxLength: 2 }) },
      )
      await fc.assert(
        fc.asyncProperty(anyWords, files, async (html, attachments) => {
          fc.pre(canBeAdded({ html, files: attachments.length }))
          const comment = { id: randomUUID(), html, attachments, mentioned: [] }
          const refused = await refusalOf(addComment(task, author, comment))
          if (attachments.length === 0) expect(refused).toBeNull()
          const told = await admin(world.server)
            .from('task_reply_notifications')
            .select('user_id')
            .eq('comment_id', comment.id)
            .throwOnError()
          if (refused !== null) {
            expectWords(refused)
            expect([await commentsOf(comment.id), told.data]).toEqual([[], []])
            return
          }
          const [row, ...more] = await commentsOf(comment.id)
          expect({ ...row, more }).toEqual({
            content: storable(html),
            attachments,
            user_id: world.sara.id,
            more: [],
          })
          expect(told.data).toEqual([{ user_id: world.petra.id }])
          // A sender has 200 notices a minute: what was looked at makes room.
          await admin(world.server)
            .from('task_reply_notifications')
            .delete()
            .eq('comment_id', comment.id)
            .throwOnError()
        }),
        share(0.5),
      )
    },
    patience,
  )

  test(
    'whatever a program sends is a comment of its sender on a task that the sender sees, or is refused in words',
    async () => {
      const { id } = await newTask()
      const seen = [id, world.petrasShared]
      const anyComment = fc.record(
        {
          id: anyValue,
          task_id: fc.oneof(fc.constantFrom(...seen, world.petrasPrivate, randomUUID()), anyValue),
          user_id: fc.oneof(fc.constantFrom(world.sara.id, world.petra.id), anyValue),
          content: anyValue,
          attachments: anyValue,
          created_at: anyValue,
          is_read: anyValue,
        },
        { requiredKeys: ['task_id', 'content'] },
      )
      await fc.assert(
        fc.asyncProperty(anyComment, async (comment) => {
          const { error, data } = await world.raw
            .from('task_comments')
            .insert(comment)
            .select('user_id, task_id')
            .maybeSingle()
          if (error) return expectWords(error.message)
          expect(data?.user_id).toBe(world.sara.id)
          expect(seen).toContain(data?.task_id)
        }),
        share(0.5),
      )
    },
    patience,
  )
})

describe('ready', () => {
  test(
    'a mark is set by its owner on a task of theirs, as ready or not, or is refused in words',
    async () => {
      const { id } = await newTask()
      const mine = await newTask({ created_by: world.petra.id, assignees: [world.sara.id] })
      const tasks = [id, mine.id, world.petrasShared, world.petrasPrivate, randomUUID()]
      const anyMark = fc.record(
        {
          task_id: fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...tasks) }, anyValue),
          user_id: fc.oneof({ weight: 3, arbitrary: fc.constantFrom(world.sara.id, world.petra.id) }, anyValue),
          ready: fc.oneof(fc.boolean(), anyValue),
          updated_at: anyValue,
        },
        { requiredKeys: ['task_id'] },
      )
      await fc.assert(
        fc.asyncProperty(anyMark, fc.boolean(), async (mark, again) => {
          const { error } = again
            ? await world.raw.from('task_ready').upsert(mark, { onConflict: 'task_id,user_id' })
            : await world.raw.from('task_ready').insert(mark)
          if (error) expectWords(error.message)
        }),
        share(0.7),
      )
      const { data } = await admin(world.server).from('task_ready').select('task_id, user_id').throwOnError()
      for (const mark of data) {
        expect(mark.user_id).toBe(world.sara.id)
        expect([id, mine.id]).toContain(mark.task_id)
      }
    },
    patience,
  )

  test(
    'of any marks and unmarks in a row the last one counts; a task that is gone or not theirs is refused in words',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.boolean(), { minLength: 1, maxLength: 4 }),
          fc.constantFrom('there', 'gone', 'not mine'),
          async (marks, kind) => {
            const task = await newTask(kind === 'not mine' ? { created_by: world.petra.id } : {})
            if (kind === 'gone') await admin(world.server).from('tasks').delete().eq('id', task.id).throwOnError()
            const refusals = []
            for (const ready of marks) refusals.push(await refusalOf(setReady(task.id, world.sara.id, ready)))
            const { data } = await admin(world.server)
              .from('task_ready')
              .select('ready')
              .eq('task_id', task.id)
              .throwOnError()
            if (kind === 'there') {
              expect([refusals.filter((one) => one !== null), data]).toEqual([[], [{ ready: marks.at(-1) }]])
              return
            }
            for (const refusal of refusals) expectWords(refusal)
            expect(data).toEqual([])
          },
        ),
        share(0.3),
      )
    },
    patience,
  )
})
