import { dayRangeText } from '@/kit/list/day-range'
import { dayAfter } from '@/shared/domain/time/days'
import { calendarDayText } from '@/shared/domain/text/formats'
import { today } from '../../shared/today'
import type { Period } from '../figures'

/** `1 Nov 2026 – 30 Nov 2026 so far` where the whole period is not over, else the days of the period. */
export const periodWords = (period: Period, running: Period | null): string =>
  running ? `${dayRangeText(running)} so far` : dayRangeText(period)

/** What a period that is not over still gets: `Still to come: papers and payments of the days until 30 Nov 2026, and bills that arrive later.` */
export const stillToCome = ({ to }: Period): string =>
  `Still to come: papers and payments of ${to === today() ? 'today' : `the days until ${calendarDayText(to)}`}, and bills that arrive later.`

/** The first day on which a period can be filed. */
export const dayToFile = ({ to }: Period): string => calendarDayText(dayAfter(to, 1))
