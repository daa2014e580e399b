import { z } from 'zod'
import type { MockupStanding } from '@/machines/mockup-visit/mockup-visit.machine'
import { isOver } from '../shared/job-status'

const pageSchema = z.object({
  page: z.number(),
  path: z.string(),
  thumb_path: z.string(),
  /** In pixels. */
  width: z.number(),
  height: z.number(),
})
export type MockupPage = z.infer<typeof pageSchema>

const commentSchema = z.object({
  id: z.string(),
  author: z.string(),
  is_client: z.boolean(),
  body: z.string(),
  page: z.number().nullable(),
  /** Shares of the width and height of the page; null for a comment without a pin. */
  x: z.number().nullable(),
  y: z.number().nullable(),
  is_resolved: z.boolean(),
  at: z.string(),
})
export type MockupComment = z.infer<typeof commentSchema> & {
  /** The version that it was written on, where that is an earlier one. */
  from?: number
}

const versionSchema = z.object({
  id: z.string(),
  version: z.number(),
  status: z.string(),
  file_name: z.string(),
  file_hash: z.string(),
  note: z.string().nullable(),
  checklist: z.array(z.object({ key: z.string(), label: z.string() })),
  ticked: z.array(z.string()),
  made_at: z.string(),
  made_by: z.string().nullable(),
  sent_at: z.string().nullable(),
  decided_at: z.string().nullable(),
  decided_name: z.string().nullable(),
  pages: z.array(pageSchema),
  comments: z.array(commentSchema),
  answers: z.array(
    z.object({
      answer: z.string(),
      name: z.string(),
      words: z.string().nullable(),
      way: z.string(),
      at: z.string(),
      // Fields for staff only.
      address: z.string().nullish(),
      file_hash: z.string().optional(),
      recorded_by: z.string().nullish(),
      signature: z.string().nullish(),
    }),
  ),
  files: z.array(z.object({ name: z.string(), path: z.string(), type: z.string().nullable() })).optional(),
  first_viewed_at: z.string().nullish(),
})
export type MockupVersion = Omit<z.infer<typeof versionSchema>, 'comments'> & { comments: MockupComment[] }

const jobSchema = z.object({
  id: z.string(),
  job_number: z.string(),
  title: z.string(),
  status: z.string(),
  /** Decimal text. */
  qty: z.string(),
  unit: z.string(),
  width_mm: z.string().nullable(),
  height_mm: z.string().nullable(),
  /** What its line says on the papers of the client; null where it came of none. */
  description: z.string().nullish(),
  details: z.string().nullish(),
  mockup_required: z.boolean(),
  versions: z
    .array(versionSchema)
    .nullable()
    .transform((versions) => versions ?? []),
})
export type MockupJob = Omit<z.infer<typeof jobSchema>, 'versions'> & { versions: MockupVersion[] }

export const mockupsSchema = z.object({
  public_uuid: z.string().nullable(),
  number: z.string().nullable(),
  project_title: z.string().nullable(),
  is_open: z.boolean(),
  company: z.object({ name: z.string() }),
  /** The language that the client chose, and that of the quotation; of a link alone. */
  client_language: z.string().nullish(),
  language: z.string().nullish(),
  jobs: z.array(jobSchema),
})
export type Mockups = Omit<z.infer<typeof mockupsSchema>, 'jobs'> & { jobs: MockupJob[] }

/** The version that counts: the newest that is not superseded; for staff the one with the client before a draft. */
export const currentOf = ({ versions }: MockupJob): MockupVersion | null =>
  versions.find(({ status }) => status !== 'superseded') ?? null

/** The cached mockups with one point of a version ticked or not. */
export const withTick = (mockups: Mockups, version: string, key: string, isTicked: boolean): Mockups => ({
  ...mockups,
  jobs: mockups.jobs.map((job) => ({
    ...job,
    versions: job.versions.map((one) =>
      one.id === version
        ? { ...one, ticked: [...one.ticked.filter((ticked) => ticked !== key), ...(isTicked ? [key] : [])] }
        : one,
    ),
  })),
})

export const standingOf = (job: MockupJob | null): MockupStanding => {
  if (job === null) return null
  const current = currentOf(job)
  return {
    current: current && { id: current.id, version: current.version, status: current.status },
    isOver: isOver(job.status),
  }
}

/** The pins of a page with the numbers that they have in the version. */
export const pinsOf = (version: MockupVersion, page: number): { number: number; comment: MockupComment }[] =>
  numbered(version).filter(({ comment }) => comment.page === page)

/**
 * A version with what is open of the versions before it, first: the pins that nobody has ticked as done, and what the client
 * wrote without a pin and nobody answered.
 */
export function withOpenComments(version: MockupVersion, versions: readonly MockupVersion[]): MockupVersion {
  const answered = versions
    .flatMap(({ comments }) => comments.filter(({ is_client }) => !is_client))
    .reduce((latest, { at }) => (at > latest ? at : latest), '')
  const isOpen = ({ x, is_client, is_resolved, at }: MockupComment) =>
    !is_resolved && (x !== null || (is_client && at > answered))
  const open = versions
    .filter((one) => one.version < version.version)
    .toSorted((a, b) => a.version - b.version)
    .flatMap((one) => one.comments.filter(isOpen).map((comment) => ({ ...comment, from: one.version })))
  return open.length === 0 ? version : { ...version, comments: [...open, ...version.comments] }
}

/** Comments with a pin, numbered from one in the order in which they were written. */
export const numbered = ({ comments }: MockupVersion): { number: number; comment: MockupComment }[] =>
  comments.filter(({ x }) => x !== null).map((comment, at) => ({ number: at + 1, comment }))

/** The colour of a writer, the same for one name everywhere. It carries white text. */
export function colourOf(name: string): string {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return `oklch(48% 0.13 ${(sum % 12) * 30})`
}

/** The version of a job that shows this comment: the current one where it is carried over, else its own; null without one. */
export function showing(job: MockupJob, comment: string | null): MockupVersion | null {
  const has = (version: MockupVersion) => version.comments.some(({ id }) => id === comment)
  const current = currentOf(job)
  if (current && has(withOpenComments(current, job.versions))) return current
  return job.versions.find(has) ?? null
}
