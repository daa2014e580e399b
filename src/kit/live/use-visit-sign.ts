import { useEffect } from 'react'
import { db } from '@/shared/db/client'

const every = 20_000

/**
 * Tells the office that the page of this link is in front of somebody: at once, and every 20 seconds while it is shown.
 * `visit` is the text that the page reads its document with. It never fails: nothing on the page depends on it.
 */
export function useVisitSign(uuid: string, visit: string, place: 'quotation' | 'payment'): void {
  useEffect(() => {
    if (uuid === '') return
    const tell = () => {
      if (document.visibilityState === 'visible')
        void db
          .rpc('keep_visit', { p_uuid: uuid, p_visit: visit, p_place: place })
          .throwOnError()
          .then(
            () => {},
            () => {},
          )
    }
    tell()
    const timer = setInterval(tell, every)
    document.addEventListener('visibilitychange', tell)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tell)
    }
  }, [uuid, visit, place])
}
