import type { ReactNode } from 'react'
import type { Panel } from '../locations-search'
import classes from './locations.module.css'

type LocationLayoutProps = {
  kind: Panel['kind']
  /** On narrow screens the list and the map alternate; a card or a form is below the map. */
  view?: 'list' | 'map'
  panel: ReactNode
  map: ReactNode
}

export const LocationLayout = ({ kind, view = 'list', panel, map }: LocationLayoutProps) => (
  <div className={classes.both} data-panel={kind} data-view={view}>
    <div className={classes.panel}>{panel}</div>
    <div className={classes.place}>{map}</div>
  </div>
)
