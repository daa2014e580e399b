import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { workOfTimerQuery } from '@/shared/db/reads/work-of-timer.query'
import { workWords } from '@/shared/domain/time/timed-work'
import { formatDuration } from '@/shared/domain/time/duration'
import { type TimeEntry, workedFor } from '@/shared/domain/time/time-entry'
import { useWorkedSeconds } from '@/streams/react/use-worked-seconds'
import { myTimerQuery } from '../api/my-timer.query'
import classes from './dashboard.module.css'
import { Row } from './row'
import { Section } from './section'
import { linkTo } from '@/shared/lib/address'

/** The timer of the person, ticking while it runs; or the way to start one. */
export function MyTimer({ userId }: { userId: string }) {
  const query = useQuery(myTimerQuery(userId))
  return (
    <Section
      title="My timer"
      more={{ label: 'Time tracking', to: linkTo('/time-tracking') }}
      query={query}
      isEmpty={() => false}
      empty=""
    >
      {(entry) =>
        entry === null ? (
          <li className={classes.noTimer}>
            <span>No timer is running.</span>
            <Button component={Link} to={linkTo('/time-tracking')} size="xs" variant="default">
              Start timer
            </Button>
          </li>
        ) : (
          <li>
            <Row className={classes.timer} kind="time_entry" id={entry.id}>
              <span>
                <span className={classes.rowTitle}>{workedFor(entry)}</span>
                <Detail entry={entry} />
              </span>
              <Worked entry={entry} />
            </Row>
          </li>
        )
      }
    </Section>
  )
}

/** The job and step of the timer, and whether it runs. */
function Detail({ entry }: { entry: TimeEntry }) {
  const { data: work } = useQuery(workOfTimerQuery(entry.id, entry.touchedAt))
  return (
    <span className={classes.rowDetail}>
      {[workWords(work), entry.status === 'paused' ? 'Paused' : 'Running'].filter(Boolean).join(' · ')}
    </span>
  )
}

function Worked({ entry }: { entry: TimeEntry }) {
  const seconds = useWorkedSeconds(entry)
  return (
    <span className={classes.ticking} role="timer" data-paused={entry.status === 'paused' || undefined}>
      {seconds === null ? '--:--:--' : formatDuration(seconds)}
    </span>
  )
}
