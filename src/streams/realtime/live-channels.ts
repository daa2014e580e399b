import { defer, type Observable } from 'rxjs'
import { type Db, db } from '@/shared/db/client'
import { liveNews } from '@/shared/db/live-news'
import { createPresenceChannels } from '../presence/presence-channels'
import { type ChannelClient, createChannels, type Signal } from './channels'
import { catchUpAfter, wakes$ } from './wake-after-sleep'

let opened: { by: Db; channel: (topic: string) => Observable<Signal> } | null = null

/** Signals of one private topic of the app's own client. Opened once, on the first listener. */
export const channel = (topic: string): Observable<Signal> =>
  defer(() => {
    if (opened?.by !== db) opened = { by: db, channel: createChannels(withPresence(db), { news: liveNews }) }
    return opened.channel(topic).pipe(catchUpAfter(wakes$))
  })

/** The presence of the topics that `channel` has open. */
export const presence = createPresenceChannels()

const withPresence = (client: Db): ChannelClient<ReturnType<Db['channel']>> => ({
  channel: (topic, options) => {
    const created = client.channel(topic, options)
    presence.opened(topic, created)
    return created
  },
  removeChannel: (left) => {
    presence.closed(left)
    return client.removeChannel(left)
  },
  realtime: client.realtime,
})
