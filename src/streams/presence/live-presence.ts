import { defer, type Observable } from 'rxjs'
import { topics } from '@/shared/domain/nudge'
import { channel, presence } from '../realtime/live-channels'
import { peopleBeside } from './people-beside'
import type { Present, Shown } from './roster'

/** Who has a task open, this person included; `me$` is shown to the others. It never errors. */
export const peopleAtTask = (taskId: string, me$: Observable<Shown>): Observable<Present[]> =>
  defer(() => {
    const topic = topics.task(taskId)
    return peopleBeside(
      { signals$: channel(topic), states$: presence.states(topic), show: (shown) => presence.show(topic, shown) },
      me$,
    )
  })
