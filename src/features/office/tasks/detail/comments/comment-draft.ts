import { z } from 'zod'
import { draftOf } from '@/shared/hooks/draft'

const draftSchema = z.object({
  id: z.guid(),
  html: z.string(),
  files: z.array(z.object({ path: z.string(), name: z.string() })),
  /** Names of files that were chosen and have not arrived: they are asked for again. */
  missing: z.array(z.string()).default([]),
})

/**
 * A comment that is being written. It outlives a reload, a failed save and an expired session; its id becomes the
 * comment's, so adding it again after a lost answer adds nothing twice.
 */
export type CommentDraft = z.infer<typeof draftSchema>

export const keptComment = (userId: string, taskId: string) => draftOf(userId, `comment-${taskId}`, draftSchema)

const wordsOf = ({ html, files }: CommentDraft): string => JSON.stringify([html, files.map(({ path }) => path)])

/** True when two drafts would become the same comment. */
export const saysTheSame = (one: CommentDraft, other: CommentDraft): boolean => wordsOf(one) === wordsOf(other)
