import { db } from '@/shared/db/client'
import { useWhileShown } from './use-while-shown'

/**
 * Tells the office that the page of this link is in front of somebody: at once, and every 20 seconds while it is shown.
 * `visit` is the text that the page reads its document with. It never fails: nothing on the page depends on it.
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
