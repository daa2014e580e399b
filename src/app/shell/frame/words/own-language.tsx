import { useQuery } from '@tanstack/react-query'
import { useSignedInLanguage } from '@/kit/client-page/use-page-language'
import { ownContactTold } from '@/shared/db/reads/own-contact'
import { useViewer } from '@/app/viewer/viewer-context'

/** Reads the language that the office noted for the client who is signed in, for every page of the site. */
export function OwnLanguage(): null {
  const viewer = useViewer()
  const { data } = useQuery({
    queryKey: ['own-language'],
    queryFn: ({ signal }) => ownContactTold(signal),
    enabled: viewer.session === 'signedIn' && viewer.rights?.role === 'client',
  })
  useSignedInLanguage(data?.language ?? null)
  return null
}
