import { TimerBanner } from '@/features/office/timer/components/timer-banner'
import { useCurrentUserOrNull } from '@/shared/hooks/current-user'

/** The timer banner, when somebody is signed in. */
export const TimerPlace = () => (useCurrentUserOrNull() ? <TimerBanner /> : null)
