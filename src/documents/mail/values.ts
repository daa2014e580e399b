import { z } from 'zod'
import { companySchema, language } from '../paper/read.ts'
import { valueTypes } from './words.ts'

/** The values of a template, as `preview_mail` and `claim_due` answer them. `values` is null when the record is gone. */
export const mailValuesSchema = z.object({
  types: z.record(z.string(), z.enum(valueTypes)),
  /** The reader's. */
  language,
  company: companySchema,
  /** The invoice of the mail names another bank account than that of today. */
  account_changed: z.boolean().optional(),
  time_zone: z.string(),
  values: z.record(z.string(), z.unknown()).nullable(),
})
export type MailValues = z.infer<typeof mailValuesSchema>
