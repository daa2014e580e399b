import {
  IconAddressBook,
  IconBrush,
  IconListCheck,
  IconMessage,
  IconNote,
  IconTruckDelivery,
  type TablerIcon,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { fullTime, noticeTime } from '@/shared/domain/relative-time'
import { activityWords } from '../activity-words'
import { type ActivityKind, recentActivityQuery } from '../api/recent-activity.query'
import classes from './dashboard.module.css'
import { Row } from './row'
import { Section } from './section'

const icons: Record<ActivityKind, TablerIcon> = {
  task: IconListCheck,
  comment: IconMessage,
  quotation: IconBrush,
  delivery: IconTruckDelivery,
  delivered: IconTruckDelivery,
  person: IconAddressBook,
  business: IconAddressBook,
  note: IconNote,
}

type ActivitySectionProps = { now: number; hrefOf: (kind: ActivityKind, id: string) => string | null }

/** What just happened, the newest first. */
export function ActivitySection({ now, hrefOf }: ActivitySectionProps) {
  const query = useQuery(recentActivityQuery)
  return (
    <Section
      title="Recent activity"
      query={query}
      isEmpty={(activities) => activities.length === 0}
      empty="Nothing has happened yet."
    >
      {(activities) =>
        activities.map((activity) => {
          const Icon = icons[activity.kind]
          return (
            <li key={`${activity.kind} ${activity.id} ${activity.at}`}>
              <Row className={classes.activity} to={hrefOf(activity.kind, activity.id)}>
                <Icon size={18} stroke={1.5} aria-hidden />
                <span>
                  <span className={classes.activityTitle}>{activity.title}</span>
                  <span className={classes.rowDetail}>
                    {activityWords(activity)} ·{' '}
                    <time dateTime={activity.at} title={fullTime(activity.at)}>
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
