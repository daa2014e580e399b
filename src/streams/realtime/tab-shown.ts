import { defer, distinctUntilChanged, fromEvent, map, type Observable, of, startWith } from 'rxjs'

/** Whether somebody can see this tab, now and from now on. Where there is no document, always. */
export const tabShown$: Observable<boolean> = defer(() =>
  typeof document === 'undefined'
    ? of(true)
    : fromEvent(document, 'visibilitychange').pipe(
        startWith(null),
        map(() => document.visibilityState === 'visible'),
        distinctUntilChanged(),
      ),
)
