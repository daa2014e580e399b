import { IconMessage, IconPoint } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { momentText } from '@/shared/domain/text/formats'
import { noticeTime } from '@/shared/domain/time/relative-time'
import { activityWords } from '../activity-words'
import { type ActivityKind, recentActivityQuery } from '../api/recent-activity.query'
import classes from './dashboard.module.css'
import { Row } from './row'
import { Section } from './section'
import type { RecordKind } from '@/shared/domain/records/record-kind'
import { useRecordLooks } from '@/shared/ui/page/record-links'

/** The record that each kind of activity leads to. */
const recordOf: Record<ActivityKind, RecordKind> = {
  task: 'task',
  comment: 'task',
  quotation: 'quotation',
  delivery: 'delivery',
  delivered: 'delivery',
  person: 'person',
  business: 'business',
  note: 'system_note',
}

/** The latest activity, newest first. */
export function ActivitySection({ now }: { now: number }) {
  const query = useQuery(recentActivityQuery)
  const looks = useRecordLooks()
  return (
    <Section
      title="Recent activity"
      query={query}
      isEmpty={(activities) => activities.length === 0}
      empty="Nothing has happened yet."
    >
      {(activities) =>
        activities.map((activity) => {
          const kind = recordOf[activity.kind]
          const Icon = activity.kind === 'comment' ? IconMessage : (looks(kind)?.icon ?? IconPoint)
          return (
            <li key={`${activity.kind} ${activity.id} ${activity.at}`}>
              <Row className={classes.activity} kind={kind} id={activity.id}>
                <Icon size={18} stroke={1.5} aria-hidden />
                <span>
                  <span className={classes.activityTitle}>{activity.title}</span>
                  <span className={classes.rowDetail}>
                    {activityWords(activity)} ·{' '}
                    <time dateTime={activity.at} title={momentText(activity.at)}>
                      {noticeTime(activity.at, now)}
                    </time>
                  </span>
                </span>
              </Row>
            </li>
          )
        })
      }
    </Section>
  )
}
