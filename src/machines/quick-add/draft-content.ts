import { z } from 'zod'
import { clientSchema, relatedQuotationSchema, siteSchema } from '@/shared/domain/related'

const todoSchema = z.object({ id: z.string(), text: z.string(), completed: z.boolean() })

const draftContentSchema = z.object({
  /** Becomes the task's: saving it twice creates it once. */
  id: z.guid(),
  title: z.string(),
  /** Rich text, HTML. */
  description: z.string(),
  todos: z.array(todoSchema).readonly(),
  client: clientSchema.nullable(),
  quotation: relatedQuotationSchema.nullable(),
  location: siteSchema.nullable(),
  /** Uploaded already. */
  files: z.array(z.object({ path: z.string(), name: z.string() })).readonly(),
})

/** A task as it is being written. */
export type DraftContent = z.infer<typeof draftContentSchema>

/** Written, not yet created: what survives a reload, a failed save and an expired session. */
export const keptWorkSchema = z.object({
  drafts: z.array(draftContentSchema).readonly(),
  assignees: z.array(z.string()).readonly(),
  isPrivate: z.boolean(),
})
export type KeptWork = z.infer<typeof keptWorkSchema>

export const blankDraft = (id: string): DraftContent => ({
  id,
  title: '',
  description: '',
  todos: [],
  client: null,
  quotation: null,
  location: null,
  files: [],
})

export const saysAnything = ({ title, description, todos, client, files }: DraftContent): boolean =>
  title.trim() !== '' ||
  description !== '' ||
  todos.some(({ text }) => text.trim() !== '') ||
  client !== null ||
  files.length > 0
