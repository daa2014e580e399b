import { db } from '@/shared/db/client'
import { useWhileShown } from './use-while-shown'

/**
 * Tells the office that somebody is looking at this link's page: at once, and every 20 seconds while it is visible.
 * `visit`: the text with which the page reads its document. It never fails, because nothing on the page depends on it.
 */
export function useVisitSign(uuid: string, visit: string, place: 'quotation' | 'payment'): void {
  useWhileShown(uuid === '' ? null : `${uuid} ${visit} ${place}`, () => {
    void db
      .rpc('keep_visit', { p_uuid: uuid, p_visit: visit, p_place: place })
      .throwOnError()
      .then(
        () => {},
        () => {},
      )
  })
}
