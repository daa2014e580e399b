import { defer, distinctUntilChanged, fromEvent, map, type Observable, of, startWith } from 'rxjs'

/** True while this tab is visible, now and after each change. Always true without a document. */
export const tabShown$: Observable<boolean> = defer(() =>
  typeof document === 'undefined'
    ? of(true)
    : fromEvent(document, 'visibilitychange').pipe(
        startWith(null),
        map(() => document.visibilityState === 'visible'),
        distinctUntilChanged(),
      ),
)
