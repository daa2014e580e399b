import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { db } from '@/shared/db/client'
import { savedAs } from '@/shared/db/fetch/saved-as'
import { signedByLink, signedByStorage } from '@/shared/db/fetch/signed-by-link'
import { newId } from '@/shared/lib/new-id'
import { type Mockups, mockupsSchema } from '../mockups'

/** One visit of this page: reading again does not count as another view. */
const visit = newId()

export const mockupsKey = (uuid: string) => ['mockups', uuid] as const

/** Reads by the link of a quotation; staff also by the id of a job, and with drafts. Null without any. */
export async function readMockups(uuid: string, inside: boolean, signal?: AbortSignal): Promise<Mockups | null> {
  if (!z.guid().safeParse(uuid).success) return null
  const call = inside
    ? db.rpc('get_job_mockups', { p_id: uuid })
    : db.rpc('get_public_mockups', { p_uuid: uuid, p_visit: visit })
  const { data } = await (signal ? call.abortSignal(signal) : call).throwOnError()
  return mockupsSchema.nullable().parse(data)
}

export const mockupsQuery = (uuid: string, inside: boolean) =>
  queryOptions({
    queryKey: [...mockupsKey(uuid), inside ? 'inside' : 'client'],
    queryFn: ({ signal }) => readMockups(uuid, inside, signal),
  })

/** The life of a signed address, in seconds, and the ms after which it is read again. */
const life = 3600
const freshFor = (life - 600) * 1000

/** The addresses of pages by their paths. `paths` tell when there are new ones. */
export const filesQuery = (uuid: string, inside: boolean, paths: readonly string[]) =>
  queryOptions({
    queryKey: ['mockup-files', uuid, inside, paths],
    staleTime: freshFor,
    gcTime: freshFor,
    refetchInterval: freshFor,
    placeholderData: (known: Record<string, string> | undefined) => known,
    queryFn: () =>
      paths.length === 0
        ? {}
        : inside
          ? signedByStorage('mockups', paths, life)
          : signedByLink('mockup-files', 'mockups', { uuid }),
  })

/** An address that saves an uploaded file under its own name. */
export async function originalAddress(path: string, name: string): Promise<string> {
  const { data, error } = await (await db.storage()).from('mockups').createSignedUrl(path, life)
  if (error) throw new Error(error.message)
  return savedAs(data.signedUrl, name)
}

/** The possible recipients of a mockup, the default first. For staff who may change jobs. */
export const contactsQuery = (jobId: string) =>
  queryOptions({
    queryKey: ['mockup-contacts', jobId],
    queryFn: async ({ signal }) =>
      (await db.rpc('mockup_contacts', { p_job_id: jobId }).abortSignal(signal).throwOnError()).data,
  })
