import { queryOptions } from '@tanstack/react-query'
import { signedByLink, signedByStorage } from '@/shared/db/fetch/signed-by-link'

const bucket = 'line-pictures'
/** The life of a signed address, in seconds, and the ms after which it is read again. */
const life = 3600
const freshFor = (life - 600) * 1000

const addresses = {
  staleTime: freshFor,
  gcTime: freshFor,
  refetchInterval: freshFor,
  placeholderData: (known: Record<string, string> | undefined) => known,
}

/** The picture files of these lines, without duplicates, sorted, so that the order of the lines does not matter. */
export const picturePaths = (lines: readonly { picture_path?: string | null | undefined }[]): string[] =>
  [...new Set(lines.flatMap(({ picture_path }) => picture_path ?? []))].sort()

/** The addresses of the pictures of lines by their paths, for staff. */
export const linePicturesQuery = (paths: readonly string[]) =>
  queryOptions({
    queryKey: [bucket, 'inside', paths],
    ...addresses,
    queryFn: () => signedByStorage(bucket, paths, life),
  })

/** The same for the holder of the link of a quotation. `paths` tell when there are new ones. */
export const clientPicturesQuery = (uuid: string, visit: string, paths: readonly string[]) =>
  queryOptions({
    queryKey: [bucket, uuid, paths],
    ...addresses,
    queryFn: () => (paths.length === 0 ? {} : signedByLink('quotation-pictures', bucket, { uuid, visit })),
  })
