import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { addComment } from '@/features/office/tasks/api/detail/add-comment.mutation'
import { setReady } from '@/features/office/tasks/api/set-ready.mutation'
import { canBeAdded } from '@/shared/domain/text/comment'
import { noRights } from '@/shared/domain/people/permission'
import { storable } from '@/shared/domain/text/storable'
import { patience, share } from './bad-input/cases.ts'
import { newTask, refusalOf } from './bad-input/tasks.ts'
import { expectWords, forbidBadAnswers } from './bad-input/watch.ts'
import { anyValue, anyWords } from './bad-input/words.ts'
import { openBadInputWorld } from './bad-input/world.ts'
import { admin } from '../faults/people.ts'

const world = await openBadInputWorld()
afterAll(() => world.close())
forbidBadAnswers()

describe('comments', () => {
  const commentsOf = async (id: string) => {
    const { data } = await admin(world.server)
      .from('task_comments')
      .select('content, attachments, user_id')
      .eq('id', id)
      .throwOnError()
    return data
  }

  /** Returns and deletes the notices of a comment. A sender has 200 notices a minute, so deleting makes room. */
  const takeNotices = async (commentId: string) => {
    const { rows } = await world.server.engine.query(
      'delete from public.task_reply_notifications where comment_id = $1 returning user_id',
      [commentId],
    )
    return rows
  }

  test(
    'spec 2 §7: a comment of any text is kept as it was written, or is refused in words and nobody is told',
    async () => {
      const task = await newTask(world)
      const author = { id: world.sara.id, name: 'Sara', rights: noRights }
      const files = fc.oneof(
        { weight: 4, arbitrary: fc.constant([]) },
        { weight: 1, arbitrary: fc.array(anyWords, { maxLength: 2 }) },
      )
      await fc.assert(
        fc.asyncProperty(anyWords, files, async (html, attachments) => {
          fc.pre(canBeAdded({ html, files: attachments.length }))
          const files = attachments.map((path) => ({ path, name: html }))
          const comment = { id: randomUUID(), html, files, mentioned: [] }
          const refused = await refusalOf(addComment(task, author, comment))
          if (attachments.length === 0) expect(refused).toBeNull()
          const told = await takeNotices(comment.id)
          if (refused !== null) {
            expectWords(refused)
            expect([await commentsOf(comment.id), told]).toEqual([[], []])
            return
          }
          const [row, ...more] = await commentsOf(comment.id)
          expect({ ...row, more }).toEqual({
            content: storable(html),
            attachments,
            user_id: world.sara.id,
            more: [],
          })
          expect(told).toEqual([{ user_id: world.petra.id }])
        }),
        share(0.5),
      )
    },
    patience,
  )

  test(
    'whatever a program sends is a comment of its sender on a task that the sender sees, or is refused in words',
    async () => {
      const { id } = await newTask(world)
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
    'spec 2 §6: a mark is set by its owner on a task of theirs, as ready or not, or is refused in words',
    async () => {
      const { id } = await newTask(world)
      const mine = await newTask(world, { created_by: world.petra.id, assignees: [world.sara.id] })
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
    'spec 2 §7: of any marks and unmarks in a row the last one counts; a task that is gone or not theirs is refused in words',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.boolean(), { minLength: 1, maxLength: 4 }),
          fc.constantFrom('there', 'gone', 'not mine'),
          async (marks, kind) => {
            const task = await newTask(world, kind === 'not mine' ? { created_by: world.petra.id } : {})
            if (kind === 'gone') await world.server.engine.query('delete from public.tasks where id = $1', [task.id])
            const refusals = []
            for (const ready of marks) refusals.push(await refusalOf(setReady(task.id, world.sara.id, ready)))
            const { rows } = await world.server.engine.query('select ready from public.task_ready where task_id = $1', [
              task.id,
            ])
            if (kind === 'there') {
              expect([refusals.filter((one) => one !== null), rows]).toEqual([[], [{ ready: marks.at(-1) }]])
              return
            }
            for (const refusal of refusals) expectWords(refusal)
            expect(rows).toEqual([])
          },
        ),
        share(0.3),
      )
    },
    patience,
  )
})
