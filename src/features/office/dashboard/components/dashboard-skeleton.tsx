import { Skeleton } from '@mantine/core'
import classes from './dashboard.module.css'

/** The dashboard until its lists are here. */
export const DashboardSkeleton = () => (
  <div aria-hidden="true">
    <div className={classes.tiles}>
      {Array.from({ length: 6 }, (_, place) => (
        <Skeleton key={place} height={92} radius="sm" />
      ))}
    </div>
    <div className={classes.columns}>
      {[classes.day, classes.work, classes.side].map((place) => (
        <div key={place} className={`${classes.column ?? ''} ${place ?? ''}`}>
          <Skeleton height={300} radius="sm" />
          <Skeleton height={220} radius="sm" />
        </div>
      ))}
    </div>
  </div>
)
