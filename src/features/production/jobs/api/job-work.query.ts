import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { companySchema, contactSchema } from '@/documents/paper/read'
import type { JobTicketDocument } from '@/documents/paper/source'
import { db } from '@/shared/db/client'
import { englishPaperTexts } from '@/shared/domain/texts/papers/english'
import type { WithTexts } from '@/shared/domain/texts/papers/load'
import { signedByStorage } from '@/shared/db/fetch/signed-by-link'
import { jobsKey } from '../../shared/api/cards.query'

const text = z.string().nullable()
const effortSchema = z.object({
  seconds: z.number(),
  /** The done steps without a timer; their planned minutes count in `labour`. */
  untimed: z.number().default(0),
  labour: text.optional(),
  material: text.optional(),
  quoted: text.optional(),
  /** Pieces that are short and made by nobody, and why fewer are enough; null: nobody said it. */
  short: z.object({ qty: z.string(), why: text.default(null) }).optional(),
  /** What the open job lacks of its material, and when it comes, in words. */
  lacks: z.string().optional(),
  /** The same for all remakes of the job. */
  remakes: z
    .object({
      jobs: z.number(),
      seconds: z.number(),
      labour: text.optional(),
      material: text.optional(),
      /** The pieces of the job that are ready, without those of its remakes. */
      ready: z.string(),
      made: z.array(z.object({ id: z.string(), number: z.string(), status: z.string(), qty: z.string() })),
    })
    .optional(),
})
/** Time that was worked for a job; costs are decimal text and only there for who may see them. */
export type Effort = z.infer<typeof effortSchema>

export const effortQuery = (id: string) =>
  queryOptions({
    queryKey: [...jobsKey, 'effort', id],
    queryFn: async ({ signal }): Promise<Effort> => {
      const { data } = await db.rpc('job_effort', { p_id: id }).abortSignal(signal).throwOnError()
      return effortSchema.parse(data)
    },
  })

/** The needed, reserved and used quantities of each item of a job, as decimal text in the stock unit. */
export const materialsQuery = (id: string) =>
  queryOptions({
    queryKey: [...jobsKey, 'materials', id],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('job_materials')
        .select(
          'id, qty_planned::text, qty_reserved::text, qty_used::text, settled_at, item:inventory_items(id, name, bin, form, width_mm::text, stock_unit, available::text)',
        )
        .eq('job_id', id)
        .order('created_at')
        .abortSignal(signal)
        .throwOnError()
      return data
    },
  })

/** The unit that the stock of an item is counted in; null without an item. */
export const unitOfItemQuery = (itemId: string | null) =>
  queryOptions({
    queryKey: ['inventory', 'unit', itemId],
    enabled: itemId !== null,
    queryFn: async ({ signal }) => {
      if (itemId === null) return null
      const { data } = await db
        .from('inventory_items')
        .select('stock_unit, form, width_mm::text')
        .eq('id', itemId)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      return data
    },
  })

export type Material = Awaited<ReturnType<NonNullable<ReturnType<typeof materialsQuery>['queryFn']>>>[number]

/** The quality checks of a job, newest first, with their remakes. */
export const checksQuery = (id: string) =>
  queryOptions({
    queryKey: [...jobsKey, 'checks', id],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('job_checks')
        .select(
          'id, result, note, reason, photo_path, created_at, created_by, remake:jobs!job_checks_remake_id_fkey(id, job_number)',
        )
        .eq('job_id', id)
        .order('created_at', { ascending: false })
        .limit(50)
        .abortSignal(signal)
        .throwOnError()
      return data
    },
  })

/** An address for a photo that holds for an hour. */
export const photoQuery = (path: string) =>
  queryOptions({
    queryKey: ['job-photo', path],
    staleTime: 50 * 60_000,
    queryFn: async () => {
      const { data, error } = await (await db.storage()).from('job-photos').createSignedUrl(path, 3600)
      if (error) throw error
      return data.signedUrl
    },
  })

const ticketSchema = z.object({
  number: z.string(),
  status: z.string(),
  title: z.string(),
  company: companySchema,
  client: contactSchema,
  order_number: text,
  due_date: text,
  promised_date: text,
  timing: text,
  remake_of: text,
  materials: z.array(z.object({ name: z.string(), planned: z.string(), kept: text, taken: text, bin: text })),
  proof: z
    .object({
      version: z.number(),
      status: z.string(),
      by: text,
      at: text,
      pages: z.number(),
      picture: text,
    })
    .nullable(),
  qty: z.string(),
  unit: text,
  width_mm: text,
  height_mm: text,
  instructions: text,
  steps: z.array(
    z.object({ name: z.string(), work_centre: text, planned_minutes: z.string(), status: z.string(), done: text }),
  ),
})

/** The content of a job's ticket; null when the job is missing. `url` opens the job on a phone. */
export async function readTicket(id: string, url: string): Promise<WithTexts<JobTicketDocument> | null> {
  const { data } = await db.rpc('job_document', { p_id: id }).throwOnError()
  return data === null ? null : { ...ticketSchema.parse(data), url, texts: englishPaperTexts }
}

/** The approved proof of a job, or of the job that it remakes; null without one. */
export const approvedProofQuery = (job: { id: string; remake_of: string | null }) =>
  queryOptions({
    queryKey: [...jobsKey, 'approved proof', job.id, job.remake_of],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('mockups')
        .select(
          'id, job_id, version, decided_at, decided_name, page_count, pages:mockup_pages(page, path, width, height)',
        )
        .in('job_id', [job.id, ...(job.remake_of ? [job.remake_of] : [])])
        .eq('status', 'approved')
        .order('version', { ascending: false })
        .abortSignal(signal)
        .throwOnError()
      const proof = data.find(({ job_id }) => job_id === job.id) ?? data[0]
      return proof ? { ...proof, pages: proof.pages.toSorted((one, other) => one.page - other.page) } : null
    },
  })

/** Seconds that the address of a page of a proof opens it. */
const proofLife = 3600

/** The address of a page of a proof. */
export const proofPictureQuery = (path: string) =>
  queryOptions({
    queryKey: ['proof-picture', path],
    staleTime: (proofLife - 600) * 1000,
    queryFn: async () => (await signedByStorage('mockups', [path], proofLife))[path] ?? null,
  })

/** The number of a job; null when it is not there. */
export const jobNumberQuery = (id: string) =>
  queryOptions({
    queryKey: [...jobsKey, 'number', id],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('jobs')
        .select('job_number')
        .eq('id', id)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      return data?.job_number ?? null
    },
  })
