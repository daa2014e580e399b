import { fields, listOf, orMissing, text } from '@/shared/domain/records/mini-schema'

/** What `start_export` says. */
export const catalogueSchema = fields({
  tables: listOf(
    fields({
      name: text,
      about: orMissing(text),
      key: listOf(text),
      limit: orMissing(text),
      columns: listOf(fields({ name: text, type: text, about: orMissing(text), joins: orMissing(text) })),
    }),
  ),
  left_out: listOf(fields({ name: text, reason: text })),
})
/** What an export holds, as the database says it. */
export type ExportCatalogue = ReturnType<typeof catalogueSchema.parse>
