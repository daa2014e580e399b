import type { Observable } from 'rxjs'
import { topics } from '@/shared/domain/nudge'
import { channel } from '../realtime/live-channels'
import { type StaleSource, staleSources } from './notification-signals'

/** When the signed-in person's notices are to be read again, source by source. It never errors. */
export const liveNotifications = (userId: string): Observable<StaleSource> => staleSources(channel(topics.user(userId)))
