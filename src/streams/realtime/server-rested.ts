import { defer, from, type Observable, of, switchMap } from 'rxjs'
import { serverBackoff } from '@/shared/db/fetch/server-backoff'

/** Says once that polls may go on: at once while the server is well, else when it has had its rest. */
export const serverRested$: Observable<unknown> = defer(() => {
  const over = serverBackoff.over()
  return over ? from(over).pipe(switchMap(() => serverRested$)) : of(undefined)
})
