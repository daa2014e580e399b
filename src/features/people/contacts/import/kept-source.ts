import { z } from 'zod'
import { csvSeparators } from '@/shared/domain/text/csv'
import { memoryOfTab } from '@/shared/lib/memory'
import { isImportField, type ImportField } from './columns'
import type { Source } from './source-file'

const schema: z.ZodType<Source> = z.object({
  name: z.string(),
  encoding: z.string().nullable(),
  text: z.string(),
  separator: z.enum(csvSeparators),
  hasHeader: z.boolean(),
  columns: z.array(z.custom<ImportField>((held) => typeof held === 'string' && isImportField(held)).nullable()),
  kind: z.enum(['byRow', 'Person', 'Business']),
})

/** The file that this person is about to import, until it is imported or the tab is closed. */
export const keptSource = (userId: string) => memoryOfTab(`contact-import:${userId}`, schema)
