import { todayOf } from '@/shared/domain/time/today'
import { useServerTime } from '@/streams/react/use-server-time'

/** The company's day by the server's clock as YYYY-MM-DD, also on a page that stays open over midnight. */
export const useToday = (): string => todayOf(useServerTime(5000))
