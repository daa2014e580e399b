import { z } from 'zod'
import { memoryOfTab } from '@/shared/lib/memory'

/** The payment that this tab began at the bank, so that the failure page knows what to offer again. */
export const begunHere = memoryOfTab(
  'payment-begun',
  z.object({
    request: z.string(),
    uuid: z.string(),
    purpose: z.enum(['deposit', 'invoice', 'statement', 'account']),
    /** The language of the page that paid. */
    language: z.string().optional(),
  }),
)
