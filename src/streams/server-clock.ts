import {
  catchError,
  concat,
  defer,
  distinctUntilChanged,
  expand,
  ignoreElements,
  map,
  type Observable,
  of,
  repeat,
  switchMap,
  takeWhile,
  tap,
  timer,
} from 'rxjs'

type Clocks = {
  /** A monotonic clock, `performance.now`, in ms. */
  steady: () => number
  /** The clock of the device, in ms since 1970. It may be wrong by any amount. */
  wall: () => number
  /** Asks the server for its time, in ms since 1970. */
  ask: () => Promise<number>
}

/** An answer slower than this, in ms, is measured again: the error may be half of its duration. */
const goodAnswer = 400
const triesForGoodAnswer = 5

/** A steady clock drifts by less than a fifth of a second in this time, in ms. */
export const askAgainAfter = 60 * 60_000
/**
 * A monotonic clock stops while some devices sleep. A wall clock that moved further than this, in ms, shows such a
 * sleep.
 */
const sleptFor = 1000

const pauseAfter = (failures: number) => Math.min(30_000, 1000 * 2 ** (failures - 1))

/** The offset of the server's clock to the monotonic one, in ms, by the fastest of a few answers. */
export async function measureOffset({ steady, ask }: Pick<Clocks, 'steady' | 'ask'>): Promise<number> {
  let best = { away: Number.POSITIVE_INFINITY, offset: 0 }
  for (let tries = 0; tries < triesForGoodAnswer && best.away > goodAnswer; tries++) {
    const asked = steady()
    const serverTime = await ask()
    const away = steady() - asked
    if (away < best.away) best = { away, offset: serverTime - asked - away / 2 }
  }
  return best.offset
}

/**
 * The server's time in ms, one tick just after each of its seconds begins; it never errors. It asks the server at the
 * start, each hour, and after the device slept or its clock was set; between these it sends nothing. While the server
 * cannot be asked the last known difference holds, and before the first answer the device's own clock.
 */
export const serverSeconds = ({ steady, wall, ask }: Clocks): Observable<number> =>
  defer(() => {
    let known: number | null = null
    let failures = 0

    const offsets$: Observable<number> = defer(() => measureOffset({ steady, ask })).pipe(
      tap((offset) => {
        known = offset
        failures = 0
      }),
      catchError((_error, again$) =>
        concat(of(known ?? wall() - steady()), timer(pauseAfter(++failures)).pipe(ignoreElements()), again$),
      ),
    )

    const visit$ = defer(() => {
      const began = steady()
      const apart = wall() - began
      const isOver = () => steady() - began > askAgainAfter || Math.abs(wall() - steady() - apart) > sleptFor
      return offsets$.pipe(
        switchMap((offset) => ticks(() => steady() + offset)),
        takeWhile(() => !isOver()),
      )
    })
    return visit$.pipe(repeat(), distinctUntilChanged())
  })

const ticks = (now: () => number): Observable<number> => {
  const wholeSecond = () => Math.floor(now() / 1000) * 1000
  return defer(() => of(wholeSecond())).pipe(expand(() => timer(1000 - (now() % 1000)).pipe(map(wholeSecond))))
}
