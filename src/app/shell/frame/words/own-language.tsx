import { useQuery } from '@tanstack/react-query'
import { useSignedInLanguage } from '@/kit/client-page/use-page-language'
import { ownContactTold } from '@/shared/db/reads/own-contact'

/** Reads the language that the office noted for the signed-in client, for every page of the site. */
export function OwnLanguage(): null {
  const { data } = useQuery({ queryKey: ['own-language'], queryFn: ({ signal }) => ownContactTold(signal) })
  useSignedInLanguage(data?.language ?? null)
  return null
}
