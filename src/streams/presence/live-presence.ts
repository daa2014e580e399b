import { defer, type Observable } from 'rxjs'
import { topics } from '@/shared/domain/records/nudge'
import { channel, presence } from '../realtime/live-channels'
import { peopleBeside } from './people-beside'
import type { Present, Shown } from './roster'

/** The people who have a topic open, this person included; `me$` is published to the others. It never errors. */
const peopleAt = (topic: string, me$: Observable<Shown>): Observable<Present[]> =>
  defer(() =>
    peopleBeside(
      { signals$: channel(topic), states$: presence.states(topic), show: (shown) => presence.show(topic, shown) },
      me$,
    ),
  )

export const peopleAtTask = (taskId: string, me$: Observable<Shown>): Observable<Present[]> =>
  peopleAt(topics.task(taskId), me$)

/** Colleagues beside a document, by the uuid of its link; its clients see nobody. */
export const peopleAtDocument = (publicUuid: string, me$: Observable<Shown>): Observable<Present[]> =>
  peopleAt(topics.document(publicUuid), me$)
