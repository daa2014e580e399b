import { z } from 'zod'
import { knownKind, type OutboxKind } from '@/kit/outbox/outbox-kind'
import type { ChecklistChange } from '@/shared/domain/tasks/task-checklist'
import { addComment } from './api/detail/add-comment.mutation'
import { saveChecklistChange } from './api/detail/change-checklist.mutation'
import { commentsKey } from './api/detail/comments.query'
import { readyKey } from './api/detail/ready-marks.query'
import { setReady } from './api/set-ready.mutation'
import { taskKey } from './api/tasks.query'
import { statusKind } from './status-kind'

const commentSchema = z.object({
  task: z.object({
    id: z.string(),
    title: z.string(),
    created_by: z.string().nullable(),
    assignees: z.array(z.string()),
  }),
  html: z.string(),
  files: z.array(z.object({ path: z.string(), name: z.string() })),
  mentioned: z.array(z.string()),
})
export type SentComment = z.infer<typeof commentSchema>
export const readSentComment = (kept: unknown): SentComment | null => commentSchema.safeParse(kept).data ?? null

/** A comment; the id of its entry becomes its own. */
export const commentKind: OutboxKind<SentComment> = {
  name: 'task.comment',
  schema: commentSchema,
  send: ({ task, html, files, mentioned }, as, id) => addComment(task, as, { id, html, files, mentioned }),
  touches: ({ task }) => [commentsKey(task.id)],
}

const checklistChangeSchema: z.ZodType<ChecklistChange> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('tick'), key: z.string(), completed: z.boolean() }),
  z.object({ kind: z.literal('add'), id: z.string(), text: z.string() }),
  z.object({ kind: z.literal('rename'), key: z.string(), from: z.string(), text: z.string() }),
  z.object({ kind: z.literal('remove'), key: z.string(), text: z.string() }),
])
const tickSchema = z.object({ taskId: z.string(), description: z.string(), change: checklistChangeSchema })
export type ChecklistStep = z.infer<typeof tickSchema>
export const readChecklistStep = (kept: unknown): ChecklistStep | null => tickSchema.safeParse(kept).data ?? null

/** Another person changed that line meanwhile. `description`: the current one. */
export class LineOutdated extends Error {
  readonly description: string
  constructor(description: string) {
    super('Somebody else changed this line meanwhile.')
    this.description = description
  }
}

/** One change of a checklist, applied to the current list when it arrives. */
export const checklistKind: OutboxKind<ChecklistStep> = {
  name: 'task.checklist',
  schema: tickSchema,
  send: async ({ taskId, ...step }) => {
    const { isMade, description } = await saveChecklistChange(taskId, step)
    if (!isMade) throw new LineOutdated(description)
    return description
  },
  touches: ({ taskId }) => [taskKey(taskId)],
}

const readySchema = z.object({ taskId: z.string(), ready: z.boolean() })
export type ReadyStep = z.infer<typeof readySchema>
export const readReadyStep = (kept: unknown): ReadyStep | null => readySchema.safeParse(kept).data ?? null

/** A person's own ready mark; the last word counts. */
export const readyKind: OutboxKind<ReadyStep> = {
  name: 'task.ready',
  schema: readySchema,
  send: ({ taskId, ready }, as) => setReady(taskId, as.id, ready),
  touches: ({ taskId }) => [readyKey(taskId)],
  merge: (_, later) => later,
}

/** The actions on tasks that can wait for the network. */
export const taskKinds = [knownKind(commentKind), knownKind(statusKind), knownKind(checklistKind), knownKind(readyKind)]
