import type { ReactNode } from 'react'
import { Brand } from './brand'
import classes from './calm-frame.module.css'

/** One message alone on the page, for the moments before and around sign-in. */
export const CalmFrame = ({ children }: { children: ReactNode }) => (
  <div className={classes.frame}>
    <Brand />
    <main className={classes.message}>{children}</main>
  </div>
)
