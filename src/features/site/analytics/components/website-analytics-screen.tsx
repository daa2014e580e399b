import { useQuery } from '@tanstack/react-query'
import { countText } from '@/shared/domain/text/formats'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { Problem } from '@/shared/ui/page/problem'
import { saveProblem } from '@/shared/hooks/save-problem'
import { useNow } from '@/shared/hooks/use-now'
import { visitsQuery } from '../api/analytics.query'
import classes from './analytics.module.css'
import { Days, Lines, Tiles } from './figures'
import { useSpan } from './span-choice'

const funnelWords: Readonly<Record<string, string>> = {
  visitors: 'Came to the site',
  service: 'Read a service',
  booking: 'Looked at free times',
  booked: 'Booked an appointment',
  price: 'Opened “Ask for a price” or a brief',
}
const devices: Readonly<Record<string, string>> = { desk: 'Desk', phone: 'Telephone', tablet: 'Tablet' }

/** /website-analytics: who reads the site, where they come from, and how many book. */
export function WebsiteAnalyticsScreen() {
  const { from, to, control } = useSpan(useNow(60_000))
  const visits = useQuery(visitsQuery(from, to))
  return (
    <PageFrame
      title="Website Analytics"
      lead="Counted without cookies. Visitors cannot be recognised on another day."
      width="full"
      actions={control}
    >
      {visits.isPending ? (
        <LineSkeletons count={4} height={96} />
      ) : !visits.data ? (
        <Problem onRetry={() => void visits.refetch()}>{saveProblem(visits.error)}</Problem>
      ) : (
        <>
          <Tiles
            of={[
              ['On the site now', countText(visits.data.now)],
              ['Visitors', countText(visits.data.visitors)],
              ['Pages opened', countText(visits.data.visits)],
              ['Appointments booked', countText(visits.data.funnel.find(({ name }) => name === 'booked')?.count ?? 0)],
            ]}
          />
          <Days title="Day by day" days={visits.data.days} outer="pages" inner="visitors" />
          <div className={classes.panels}>
            <Lines
              title="The way to a booking"
              lines={visits.data.funnel.map(({ name, count }) => ({ name: funnelWords[name] ?? name, count }))}
            />
            <Lines title="Pages" lines={visits.data.pages} />
            <Lines
              title="Where they come from"
              lines={visits.data.sources.map(({ name, count }) => ({ name: name || 'Typed in, or not told', count }))}
              note="Visitors by the site that led them here."
            />
            <Lines
              title="Devices"
              lines={visits.data.devices.map(({ name, count }) => ({ name: devices[name] ?? name, count }))}
            />
          </div>
        </>
      )}
    </PageFrame>
  )
}
