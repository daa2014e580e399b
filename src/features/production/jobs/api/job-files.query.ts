import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { signedByStorage } from '@/shared/db/fetch/signed-by-link'
import { jobsKey } from '../../shared/api/cards.query'

export const filesBucket = 'job-files'
/** The life of a signed address, in seconds, and the ms after which it is read again. */
const life = 3600
const freshFor = (life - 600) * 1000

/** The files of a job with all their versions, by name. */
export const jobFilesQuery = (jobId: string) =>
  queryOptions({
    queryKey: [...jobsKey, 'files', jobId],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('job_files')
        .select('id, kind, name, version, path, bytes, created_at, created_by')
        .eq('job_id', jobId)
        .order('name')
        .order('version', { ascending: false })
        .limit(300)
        .abortSignal(signal)
        .throwOnError()
      return data
    },
  })
export type JobFile = Awaited<ReturnType<NonNullable<ReturnType<typeof jobFilesQuery>['queryFn']>>>[number]

/** The addresses of pictures by their paths. */
export const filePicturesQuery = (paths: readonly string[]) =>
  queryOptions({
    queryKey: [filesBucket, paths],
    staleTime: freshFor,
    gcTime: freshFor,
    refetchInterval: freshFor,
    placeholderData: (known: Record<string, string> | undefined) => known,
    queryFn: () => signedByStorage(filesBucket, paths, life),
  })

/** The bytes of a file. @throws in words */
export async function readJobFile({ path, name }: Pick<JobFile, 'path' | 'name'>): Promise<Blob> {
  const { data, error } = await (await db.storage()).from(filesBucket).download(path)
  if (error) throw new Error(`${name} could not be read. Please try again.`)
  return data
}
