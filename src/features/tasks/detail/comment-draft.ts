import { z } from 'zod'

const draftSchema = z.object({
  id: z.guid(),
  html: z.string(),
  files: z.array(z.object({ path: z.string(), name: z.string() })),
})

/**
 * A comment that is being written. It lies in this browser until it is added, so it outlives a reload, a failed save
 * and an expired session; its id becomes the comment's, so adding it again after a lost answer adds nothing twice.
 */
export type CommentDraft = z.infer<typeof draftSchema>

const placeOf = (userId: string, taskId: string) => `signwright-comment:${userId}:${taskId}`

export function readDraft(userId: string, taskId: string): CommentDraft | null {
  try {
    return draftSchema.parse(JSON.parse(localStorage.getItem(placeOf(userId, taskId)) ?? ''))
  } catch {
    return null
  }
}

/** Does nothing where the browser keeps nothing. */
export function keepDraft(userId: string, taskId: string, draft: CommentDraft): void {
  try {
    localStorage.setItem(placeOf(userId, taskId), JSON.stringify(draft))
  } catch {
    return
  }
}

export function dropDraft(userId: string, taskId: string): void {
  try {
    localStorage.removeItem(placeOf(userId, taskId))
  } catch {
    return
  }
}
