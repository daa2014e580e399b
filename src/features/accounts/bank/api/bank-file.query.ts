import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import type { BankFile } from '@/documents/bank-statements/bank-file'
import { db } from '@/shared/db/client'
import { bankKey } from './bank.query'

/** Whether entries with a repeated bank reference are the same payment. */
export type Repeated = 'keep' | 'leave out'

/** A file as its preview and its import are asked for. */
export const sentFile = (fileName: string, { entries, leftOut: _, ...file }: BankFile, repeated: Repeated | null) => ({
  p_file: { ...file, file_name: fileName, ...(repeated ? { repeated } : {}) },
  p_entries: entries,
})

const previewSchema = z.object({
  entries: z.number(),
  /** Of which account of ours the file is; null when it does not say. */
  account: z.string().nullable().default(null),
  /** The accounts of ours that it may be of then. */
  accounts: z.array(z.string()).default([]),
  known: z.number(),
  imported: z.string().nullable(),
})

/** What an import would do: how many entries the file has, how many are already imported, and in words that the whole file was. */
export type BankFilePreview = z.infer<typeof previewSchema>

/** What the import of a file would do. `id` identifies the file as it was read. */
export const bankFilePreviewQuery = (id: string, fileName: string, file: BankFile, repeated: Repeated | null) =>
  queryOptions({
    queryKey: [...bankKey, 'preview', id, file.account_iban, repeated],
    queryFn: async ({ signal }): Promise<BankFilePreview> => {
      const { data } = await db
        .rpc('preview_bank_file', sentFile(fileName, file, repeated))
        .abortSignal(signal)
        .throwOnError()
      return previewSchema.parse(data)
    },
  })
