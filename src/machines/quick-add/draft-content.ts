import { z } from 'zod'
import { aboutSchema, clientSchema, relatedQuotationSchema, siteSchema } from '@/shared/domain/records/related-schemas'

const todoSchema = z.object({ id: z.string(), text: z.string(), completed: z.boolean() })

/** Hours before the end of the day: in its morning. */
const usualReminder = 18

const draftContentSchema = z.object({
  /** Becomes the task's: saving it twice creates it once. */
  id: z.guid(),
  title: z.string(),
  /** Rich text, HTML. */
  description: z.string(),
  /** The description before it was improved, for Revert; null when it was not. */
  original: z.string().nullable().default(null),
  todos: z.array(todoSchema).readonly(),
  client: clientSchema.nullable(),
  quotation: relatedQuotationSchema.nullable(),
  location: siteSchema.nullable(),
  about: aboutSchema.nullable().default(null),
  /** The due day, `2026-11-20`; empty without one. An addition to the specification. */
  due: z.string().default(''),
  /** Hours before that at which its people are reminded; null for never. */
  reminder: z.number().nullable().default(usualReminder),
  /** Uploaded already. */
  files: z.array(z.object({ path: z.string(), name: z.string() })).readonly(),
  /** Names of files that were chosen and have not arrived. Their bytes cannot be kept, so they are asked for again. */
  missing: z.array(z.string()).readonly().default([]),
})

/** A task draft. */
export type DraftContent = z.infer<typeof draftContentSchema>

/** Drafts that survive a reload, a failed save and an expired session. */
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
  original: null,
  todos: [],
  client: null,
  quotation: null,
  location: null,
  about: null,
  due: '',
  reminder: usualReminder,
  files: [],
  missing: [],
})

/** A client that came with the record is nothing that somebody wrote. */
export const saysAnything = ({
  title,
  description,
  todos,
  client,
  about,
  due,
  files,
  missing,
}: DraftContent): boolean =>
  title.trim() !== '' ||
  description !== '' ||
  todos.some(({ text }) => text.trim() !== '') ||
  (client !== null && about === null) ||
  due !== '' ||
  files.length + missing.length > 0

/** The new drafts, then the kept ones; null when both are empty. */
export function joinWork(written: KeptWork, kept: KeptWork | null): KeptWork | null {
  const said = written.drafts.filter(saysAnything)
  if (said.length === 0) return kept
  return {
    drafts: [...said, ...(kept?.drafts ?? [])],
    assignees: [...new Set([...written.assignees, ...(kept?.assignees ?? [])])],
    isPrivate: written.isPrivate || kept?.isPrivate === true,
  }
}
