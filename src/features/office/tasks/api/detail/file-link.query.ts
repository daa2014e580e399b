import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { savedAs } from '@/shared/db/fetch/saved-as'
import { isFileUrl } from '@/shared/domain/web/attachment'
import { tasksKey } from '../tasks.query'

const bucket = 'task-images'
/** Seconds that a link opens its file (spec 2 §9). */
const linkLife = 3600
/** A link that is about to end is not used again. */
const freshFor = (linkLife - 300) * 1000

/** A link to a file of a task or comment, made when it is needed. A stored address is its own link. */
export const fileLinkQuery = (stored: string) =>
  queryOptions({
    queryKey: [...tasksKey, 'file', stored],
    staleTime: freshFor,
    gcTime: freshFor,
    queryFn: () => signedLink(stored),
  })

/** A link that saves the file under this name instead of opening it. */
export const downloadLink = (stored: string, name: string): Promise<string> => signedLink(stored, name)

async function signedLink(stored: string, download?: string): Promise<string> {
  if (isFileUrl(stored)) return stored
  const { data, error } = await (await db.storage()).from(bucket).createSignedUrl(stored, linkLife)
  if (error) throw new Error(error.message)
  return download === undefined ? data.signedUrl : savedAs(data.signedUrl, download)
}

/** The bytes of a PDF. @throws in words */
export async function readPdf(stored: string): Promise<Blob> {
  const response = await fetch(await signedLink(stored))
  if (!response.ok) throw new Error(`The file could not be read (${response.status})`)
  return response.blob()
}
