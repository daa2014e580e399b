import { defer, type Observable } from 'rxjs'
import { type Db, db } from '@/shared/db/client'
import { createChannels, type Signal } from './channels'

let opened: { by: Db; channel: (topic: string) => Observable<Signal> } | null = null

/** Signals of one private topic of the app's own client. Opened once, on the first listener. */
export const channel = (topic: string): Observable<Signal> =>
  defer(() => {
    if (opened?.by !== db) opened = { by: db, channel: createChannels(db) }
    return opened.channel(topic)
  })
